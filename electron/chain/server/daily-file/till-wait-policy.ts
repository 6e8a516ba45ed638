import {
  computeNextUploadDueAt,
  type UploadHour,
} from '../../../back-office/reconciliation/days/index.ts';
import type { ChainDay, TillMissingFromDay } from '../chain-day.ts';
import type { ChainQuery } from '../database/index.ts';
import { isTakenFromJournal, JOURNAL_ACTOR } from './apply-upload-journal.ts';
import { listMissingTills } from './create-chain-file.ts';

const HALF_A_DAY_MS = 12 * 60 * 60_000;
/**
 * The time that tills get to send after this process was elected: they may have been without the
 * database as well.
 */
const ELECTION_GRACE_MS = 5 * 60_000;
/** A till of a shop that is closed for days may be missing. */
const MAX_WAIT_AFTER_RESTORE = '7 days';
/**
 * When the database was last restored; $1 is that of a day which was taken over from the journal. Whoever
 * restores the database notes it; otherwise a day that was taken over shows it.
 */
const SELECT_RESTORED_AT = `
  SELECT to_jsonb(r.at) #>> '{}' AS at FROM (SELECT coalesce($1::timestamptz,
    (SELECT o.at FROM chain.office_notes o
      WHERE o.name = 'restore' AND o.at > now() - interval '${MAX_WAIT_AFTER_RESTORE}'),
    (SELECT max(d.handed_in_at) FROM chain.days d WHERE d.handed_in_by = $2)) AS at) AS r
  WHERE r.at > now() - interval '${MAX_WAIT_AFTER_RESTORE}'`;

/** Decides which due days are sent now, and which wait for tills. */
export interface TillWaitPolicy {
  /** Selects from the due days; `now` is the service's time in milliseconds since the epoch. */
  selectDaysToSend(rows: readonly ChainDay[], now: number): Promise<ChainDay[]>;
  /**
   * Whether the file of a day that began before the database was restored waits until each till has
   * reported since: the restored database may take a till for complete whose payments it lost.
   */
  hasToWaitAfterRestore(row: ChainDay): Promise<boolean>;
  /** The tills that each day waits for, as of the last selection. */
  getAwaitedTills(): ReadonlyMap<string, readonly TillMissingFromDay[]>;
}

export function createTillWaitPolicy(ports: {
  readonly query: ChainQuery;
  readonly waitUntil: string;
  readonly uploadHour: () => UploadHour;
  /** Milliseconds since this process was elected. */
  readonly getMsSinceElection: () => number;
}): TillWaitPolicy {
  let awaitedTills = new Map<string, readonly TillMissingFromDay[]>();

  const listAwaitedTills = async (
    row: ChainDay,
    now: number,
  ): Promise<readonly TillMissingFromDay[]> => {
    const end = computeTillWaitEnd(Date.parse(row.dueAt), ports.waitUntil, ports.uploadHour());
    const isWaitOver =
      now >= end &&
      (now < end + ELECTION_GRACE_MS || ports.getMsSinceElection() >= ELECTION_GRACE_MS);
    return isWaitOver ? [] : await listMissingTills(ports.query, row);
  };

  const listTillsAwaitedAfterRestore = async (
    row: ChainDay,
  ): Promise<readonly TillMissingFromDay[]> => {
    const takenOverAt = isTakenFromJournal(row) ? (row.handedIn?.at ?? null) : null;
    const [restore] = await ports.query(SELECT_RESTORED_AT, [takenOverAt, JOURNAL_ACTOR]);
    if (restore === undefined) return [];
    const restoredAt = String(restore.at);
    const restoredSecond = Math.floor(Date.parse(restoredAt) / 1000);
    if (takenOverAt === null && restoredSecond <= row.since) return [];
    // What came after the restore was not lost.
    const until = takenOverAt === null ? Math.min(row.until, restoredSecond) : row.until;
    const tills = await listMissingTills(ports.query, { since: row.since, until }, restoredAt);
    if (tills.length === 0) return [];
    const retired = await ports.query(
      'SELECT till_id::text AS id FROM chain.tills WHERE retired_at IS NOT NULL',
    );
    const retiredTills = new Set(retired.map(({ id }) => id));
    return tills.filter(
      ({ till, standing }) => standing !== 'in-but-open' && !retiredTills.has(till),
    );
  };

  return {
    hasToWaitAfterRestore: async (row) => (await listTillsAwaitedAfterRestore(row)).length > 0,
    getAwaitedTills: () => awaitedTills,
    selectDaysToSend: async (rows, now) => {
      const nextAwaitedTills = new Map<string, readonly TillMissingFromDay[]>();
      const ready: ChainDay[] = [];
      for (const row of rows) {
        // Its bytes no longer change, even if more tills become complete.
        if (row.offeredAt !== null) {
          ready.push(row);
          continue;
        }
        let missing = await listAwaitedTills(row, now);
        if (missing.length === 0) missing = await listTillsAwaitedAfterRestore(row);
        if (missing.length === 0) ready.push(row);
        else nextAwaitedTills.set(row.day, missing);
      }
      awaitedTills = nextAwaitedTills;
      return ready;
    },
  };
}

/**
 * Returns the time until which a file waits for tills; `due` itself if that hour has passed when
 * the file falls due.
 */
export function computeTillWaitEnd(dueAt: number, waitUntil: string, { zone }: UploadHour): number {
  const end = computeNextUploadDueAt(dueAt - 1000, { time: waitUntil, zone });
  return end - dueAt < HALF_A_DAY_MS ? end : dueAt;
}
