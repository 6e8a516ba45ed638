import { z } from 'zod';
import { toDay } from '../../../../shared/dates/index.ts';
import {
  getDayBefore,
  listEndedDays,
  planDay,
  type TrustedTime,
} from '../../../back-office/reconciliation/days/index.ts';
import type { ReconciliationSettings } from '../../../back-office/reconciliation/index.ts';
import { type ChainDay, parseChainDay } from '../chain-day.ts';
import type { ChainQuery } from '../database/index.ts';

const firstDaySchema = z.object({ day: z.string(), second: z.number() });

export interface ChainDays {
  /** Writes the rows of the days that have certainly ended. */
  recordEndedDays(): Promise<void>;
  read(day: string): Promise<ChainDay | null>;
  /** Neither uploaded nor handed in, the oldest first. */
  listMissing(): Promise<ChainDay[]>;
}

export async function readChainDay(ask: ChainQuery, day: string): Promise<ChainDay | null> {
  const [row] = await ask('SELECT chain.days_v1($1, NULL, 1) AS day', [day]);
  return row === undefined ? null : parseChainDay(row.day);
}

export async function listChainDays(
  ask: ChainQuery,
  before: string | null,
  limit: number,
): Promise<ChainDay[]> {
  const rows = await ask('SELECT chain.days_v1(NULL, $1, $2) AS day', [before, limit]);
  return rows.map((row) => parseChainDay(row.day));
}

export async function listMissingChainDays(ask: ChainQuery): Promise<ChainDay[]> {
  const rows = await ask('SELECT chain.missing_days_v1() AS day');
  return rows.map((row) => parseChainDay(row.day));
}

export function createChainDays(ports: {
  readonly ask: ChainQuery;
  readonly fence: number;
  readonly time: TrustedTime;
  readonly settings: () => ReconciliationSettings;
}): ChainDays {
  const { ask, fence, time, settings } = ports;
  return {
    read: (day) => readChainDay(ask, day),
    listMissing: () => listMissingChainDays(ask),
    recordEndedDays: async () => {
      const sure = time.getCertainTime();
      if (sure === null || !settings().uploads) return;
      const today = toDay(sure, settings().timeZone);
      const [row] = await ask('SELECT day, second FROM chain.first_file_day_v1()');
      // No till has joined: there is nothing to report.
      if (row === undefined) return;
      const first = firstDaySchema.parse(row);
      const [last] = await listChainDays(ask, null, 1);
      for (const day of listEndedDays(first.day, last?.day ?? null, today)) {
        const before = await readChainDay(ask, getDayBefore(day));
        const planned = planDay(day, settings(), before);
        await ask('SELECT chain.add_day_v1($1, $2, $3, $4, $5, $6)', [
          fence,
          day,
          // Where the tills' own files end, the chain's begin.
          day === first.day ? first.second : planned.since,
          planned.until,
          planned.dueAt,
          planned.name,
        ]);
      }
    },
  };
}
