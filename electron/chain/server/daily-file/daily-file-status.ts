import { z } from 'zod';
import { problemSchema } from '../../../../shared/contract/index.ts';
import { describeProblem } from '../../../../shared/i18n/index.ts';
import type { ChainDay } from '../chain-day.ts';
import { type ChainComparison, readChainComparison } from '../comparison/index.ts';
import type { ChainQuery } from '../database/index.ts';
import { isSameAsInJournal, isTakenFromJournal } from './apply-upload-journal.ts';
import { listChainDays, listMissingChainDays } from './chain-days.ts';

export type ChainDayState =
  | 'uploaded'
  | 'handed-in'
  | 'in-doubt'
  | 'waits-for-its-hour'
  | 'waits-for-tills'
  | 'missing';

/** The daily file in `status --json`; times are ISO 8601 in UTC. */
export interface DailyFileStatus {
  /** The process that makes it now; null if none does. */
  readonly maker: { readonly holder: string; readonly until: string } | null;
  readonly missing: number;
  readonly oldestMissing: string | null;
  /** The number of missing days that are older than those of `days`. */
  readonly missingBefore: number;
  /** The newest first; tills are given by shop and number. */
  readonly days: readonly {
    readonly day: string;
    readonly state: ChainDayState;
    readonly name: string;
    readonly dueAt: string;
    readonly lines: number | null;
    readonly sha256: string | null;
    readonly leftOut: number;
    readonly missingTills: readonly string[];
    /** The tills that the file still waits for. */
    readonly waitsFor: readonly string[];
    /**
     * Why the last attempt to upload a missing file failed, a sentence in English; null if the file is
     * not missing, or no attempt has failed.
     */
    readonly uploadProblem: string | null;
    /**
     * The number of differences with the service's list by kind; null before the first comparison.
     */
    readonly differences: Readonly<Record<string, number>> | null;
    /**
     * Whether the service's list was read once more before the comparison, to see refunds made since;
     * null if it was not compared, or the list had a gap.
     */
    readonly reread: ChainComparison['reread'];
    /** Whether the day was compared without the whole list of the service. */
    readonly isListUnread: boolean;
    /** Why that list could not be read, a sentence in English; null if it was read, or has a gap. */
    readonly listProblem: string | null;
    /**
     * Whether payments of the day came after its last comparison. It is compared again within about an
     * hour, unless the service's list of then was deleted and cannot be read again.
     */
    readonly isComparisonOutdated: boolean;
    /**
     * Whether the file that was made again after a restore of the database differs from the one that
     * the journal of uploads names.
     */
    readonly differsFromUpload: boolean;
  }[];
  /** The last note of each part: `daily-file`, `service-list`, `retention`. */
  readonly notes: Readonly<Record<string, unknown>>;
  /** Why the journal of uploads lets nothing be uploaded; null if it prevents nothing. */
  readonly journalProblem: string | null;
}

const LISTED_DAYS = 14;
/** An upload is in doubt from before the file gets its name until the server has answered. */
const ANSWER_TIME_MS = 5 * 60_000;
const leaseSchema = z.object({ holder: z.string(), until: z.string(), isHeld: z.boolean() });
const waitsSchema = z.object({
  waits: z.record(
    z.string(),
    z.array(z.object({ shop: z.string(), pos: z.string(), standing: z.string() })),
  ),
});

const journalSchema = z.object({ journalProblem: z.string().nullable() });

const attemptSchema = z.object({ result: z.string().nullable() });

const TILL_STATUS_TEXTS: Readonly<Record<string, string>> = {
  never: ' (never set up)',
  'in-but-open': ' (an unresolved payment)',
};

export async function readDailyFileStatus(
  query: ChainQuery,
  now: number,
): Promise<DailyFileStatus> {
  const [leaseRow] = await query("SELECT chain.lease_v1('maker') AS lease");
  const maker = leaseSchema.safeParse(leaseRow?.lease);
  const [notesRow] = await query('SELECT chain.notes_v1() AS notes');
  const notes = z.record(z.string(), z.unknown()).parse(notesRow?.notes);
  const parsedWaits = waitsSchema.safeParse(notes['daily-file']);
  const tillsByDay = parsedWaits.success ? parsedWaits.data.waits : {};
  const journal = journalSchema.safeParse(notes['daily-file']);
  const missing = await listMissingChainDays(query);
  const days: DailyFileStatus['days'][number][] = [];
  for (const row of await listChainDays(query, null, LISTED_DAYS)) {
    const comparison = await readChainComparison(query, row.day);
    const state = toChainDayState(row, now, tillsByDay[row.day] !== undefined);
    days.push({
      day: row.day,
      state,
      name: row.name,
      dueAt: row.dueAt,
      lines: row.lines,
      sha256: row.sha256,
      leftOut: (row.leftOut?.length ?? 0) + row.misdated,
      missingTills: (row.missing ?? []).map(({ shop, pos }) => `${shop} ${pos}`),
      waitsFor:
        state === 'waits-for-tills' || state === 'in-doubt'
          ? (tillsByDay[row.day] ?? []).map(
              (till) => `${till.shop} ${till.pos}${TILL_STATUS_TEXTS[till.standing] ?? ''}`,
            )
          : [],
      uploadProblem: state === 'missing' ? await readUploadProblem(query, row.day) : null,
      differences: comparison?.kinds ?? null,
      reread: comparison?.reread ?? null,
      isListUnread: comparison?.isWhole === false,
      listProblem:
        comparison?.problem == null ? null : describeProblem(comparison.problem, 'en').title,
      isComparisonOutdated: comparison?.isOutdated ?? false,
      differsFromUpload: isTakenFromJournal(row) && row.sha256 !== null && !isSameAsInJournal(row),
    });
  }
  return {
    maker: maker.success && maker.data.isHeld ? maker.data : null,
    missing: missing.length,
    oldestMissing: missing[0]?.day ?? null,
    missingBefore: missing.filter(({ day }) => day < (days.at(-1)?.day ?? day)).length,
    days,
    notes,
    journalProblem: journal.success ? journal.data.journalProblem : null,
  };
}

async function readUploadProblem(query: ChainQuery, day: string): Promise<string | null> {
  const [row] = await query('SELECT chain.attempts_v1($1, 1) AS attempt', [day]);
  const attempt = attemptSchema.safeParse(row?.attempt);
  const result = attempt.success ? attempt.data.result : null;
  // An attempt that is under way has no result yet; that of one which succeeded is no JSON.
  if (result === null || !result.startsWith('{')) return null;
  return describeProblem(problemSchema.parse(JSON.parse(result)), 'en').title;
}

function toChainDayState(row: ChainDay, now: number, isWaiting: boolean): ChainDayState {
  if (row.uploadedAt !== null) return 'uploaded';
  if (row.handedIn !== null) return 'handed-in';
  if (row.inDoubtAt !== null && now - Date.parse(row.inDoubtAt) > ANSWER_TIME_MS) return 'in-doubt';
  if (Date.parse(row.dueAt) > now) return 'waits-for-its-hour';
  return isWaiting ? 'waits-for-tills' : 'missing';
}
