import { z } from 'zod';
import type { ChainDay } from '../chain-day.ts';
import { readChainComparison } from '../comparison/index.ts';
import type { ChainQuery } from '../database/index.ts';
import { listChainDays, listMissingChainDays } from './chain-days.ts';

export type ChainDayState =
  | 'uploaded'
  | 'handed-in'
  | 'in-doubt'
  | 'waits-for-its-hour'
  | 'waits-for-tills'
  | 'missing';

/** What `status --json` says of the daily file; moments are ISO 8601 in UTC. */
export interface DailyFileStatus {
  /** Who makes it now; null while nobody does. */
  readonly maker: { readonly holder: string; readonly until: string } | null;
  readonly missing: number;
  readonly oldestMissing: string | null;
  /** The newest first; tills by shop and number. */
  readonly days: readonly {
    readonly day: string;
    readonly state: ChainDayState;
    readonly name: string;
    readonly dueAt: string;
    readonly lines: number | null;
    readonly sha256: string | null;
    readonly leftOut: number;
    readonly missingTills: readonly string[];
    /** Tills without which it does not go out yet. */
    readonly waitsFor: readonly string[];
    /** Of its comparison with the service's list, by kind; null before there is one. */
    readonly differences: Readonly<Record<string, number>> | null;
  }[];
  /** What each part last said: `daily-file`, `service-list`, `retention`. */
  readonly notes: Readonly<Record<string, unknown>>;
}

const LISTED_DAYS = 14;
const leaseSchema = z.object({ holder: z.string(), until: z.string(), isHeld: z.boolean() });
const waitsSchema = z.object({
  waits: z.record(
    z.string(),
    z.array(z.object({ shop: z.string(), pos: z.string(), standing: z.string() })),
  ),
});

const STANDING_TEXTS: Readonly<Record<string, string>> = {
  never: ' (never set up)',
  'in-but-open': ' (an unresolved payment)',
};

export async function readDailyFileStatus(ask: ChainQuery, now: number): Promise<DailyFileStatus> {
  const [held] = await ask("SELECT chain.lease_v1('maker') AS lease");
  const maker = leaseSchema.safeParse(held?.lease);
  const [told] = await ask('SELECT chain.notes_v1() AS notes');
  const notes = z.record(z.string(), z.unknown()).parse(told?.notes);
  const waiting = waitsSchema.safeParse(notes['daily-file']);
  const waited = waiting.success ? waiting.data.waits : {};
  const missing = await listMissingChainDays(ask);
  const days: DailyFileStatus['days'][number][] = [];
  for (const row of await listChainDays(ask, null, LISTED_DAYS)) {
    const compared = await readChainComparison(ask, row.day);
    const state = toChainDayState(row, now, waited[row.day] !== undefined);
    days.push({
      day: row.day,
      state,
      name: row.name,
      dueAt: row.dueAt,
      lines: row.lines,
      sha256: row.sha256,
      leftOut: row.leftOut?.length ?? 0,
      missingTills: (row.missing ?? []).map(({ shop, pos }) => `${shop} ${pos}`),
      waitsFor:
        state === 'waits-for-tills'
          ? (waited[row.day] ?? []).map(
              (one) => `${one.shop} ${one.pos}${STANDING_TEXTS[one.standing] ?? ''}`,
            )
          : [],
      differences: compared?.kinds ?? null,
    });
  }
  return {
    maker: maker.success && maker.data.isHeld ? maker.data : null,
    missing: missing.length,
    oldestMissing: missing[0]?.day ?? null,
    days,
    notes,
  };
}

function toChainDayState(row: ChainDay, now: number, isWaiting: boolean): ChainDayState {
  if (row.uploadedAt !== null) return 'uploaded';
  if (row.handedIn !== null) return 'handed-in';
  if (row.inDoubtAt !== null) return 'in-doubt';
  if (Date.parse(row.dueAt) > now) return 'waits-for-its-hour';
  return isWaiting ? 'waits-for-tills' : 'missing';
}
