import { z } from 'zod';
import { toDay } from '../../../../shared/dates/index.ts';
import {
  getPreviousDay,
  listUnrecordedEndedDays,
  planDay,
  type TrustedTime,
} from '../../../back-office/reconciliation/days/index.ts';
import type { ReconciliationSettings } from '../../../back-office/reconciliation/index.ts';
import { type ChainDay, parseChainDay } from '../chain-day.ts';
import type { ChainQuery } from '../database/index.ts';

const firstDaySchema = z.object({ day: z.string(), second: z.number() });

export interface ChainDays {
  /** Inserts the rows of the days that have certainly ended. */
  recordEndedDays(): Promise<void>;
  /** Days that are neither uploaded nor handed in, the oldest first. */
  listMissingDays(): Promise<ChainDay[]>;
}

export async function readChainDay(query: ChainQuery, day: string): Promise<ChainDay | null> {
  const [row] = await query('SELECT chain.days_v1($1, NULL, 1) AS day', [day]);
  return row === undefined ? null : parseChainDay(row.day);
}

export async function listChainDays(
  query: ChainQuery,
  beforeDay: string | null,
  limit: number,
): Promise<ChainDay[]> {
  const rows = await query('SELECT chain.days_v1(NULL, $1, $2) AS day', [beforeDay, limit]);
  return rows.map((row) => parseChainDay(row.day));
}

export async function listMissingChainDays(query: ChainQuery): Promise<ChainDay[]> {
  const rows = await query('SELECT chain.missing_days_v1() AS day');
  return rows.map((row) => parseChainDay(row.day));
}

export function createChainDays(ports: {
  readonly query: ChainQuery;
  readonly fencingToken: number;
  readonly time: TrustedTime;
  readonly settings: () => ReconciliationSettings;
}): ChainDays {
  const { query, fencingToken, time, settings } = ports;
  return {
    listMissingDays: () => listMissingChainDays(query),
    recordEndedDays: async () => {
      const certainTime = time.getServiceConfirmedTime();
      if (certainTime === null || !settings().isUploading) return;
      const today = toDay(certainTime, settings().timeZone);
      const [row] = await query('SELECT day, second FROM chain.first_file_day_v1()');
      // No till has joined: there is nothing to report.
      if (row === undefined) return;
      const first = firstDaySchema.parse(row);
      const [last] = await listChainDays(query, null, 1);
      for (const day of listUnrecordedEndedDays(first.day, last?.day ?? null, today)) {
        const previousDay = await readChainDay(query, getPreviousDay(day));
        const plan = planDay(day, settings(), previousDay);
        await query('SELECT chain.add_day_v1($1, $2, $3, $4, $5, $6)', [
          fencingToken,
          day,
          // The first chain file starts where the tills' own files end.
          day === first.day ? first.second : plan.since,
          plan.until,
          plan.dueAt,
          plan.name,
        ]);
      }
    },
  };
}
