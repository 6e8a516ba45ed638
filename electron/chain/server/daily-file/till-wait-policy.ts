import {
  computeNextUploadDueAt,
  type UploadHour,
} from '../../../back-office/reconciliation/days/index.ts';
import type { ChainDay, TillMissingFromDay } from '../chain-day.ts';
import type { ChainQuery } from '../database/index.ts';
import { listMissingTills } from './create-chain-file.ts';

const HALF_A_DAY_MS = 12 * 60 * 60_000;
/**
 * The time that tills get to send after this process was elected: they may have been without the
 * database as well.
 */
const ELECTION_GRACE_MS = 5 * 60_000;
/** Nothing is sent after the wait, and a till of a shop that is closed for days may be missing. */
const MAX_WAIT_AFTER_RESTORE_SECONDS = 7 * 86_400;

/** Decides which due days are sent now, and which wait for tills. */
export interface TillWaitPolicy {
  /** Selects from the due days; `now` is the service's time in milliseconds since the epoch. */
  selectDaysToSend(rows: readonly ChainDay[], now: number): Promise<ChainDay[]>;
  /**
   * Whether the file of a day that was taken over from the journal of uploads waits until each till
   * has reported since: the restored database may take a till for complete whose payments it lost.
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

  return {
    hasToWaitAfterRestore: async (row) => {
      const restoredAt = row.handedIn?.at ?? null;
      const [wait] = await ports.query(
        'SELECT now() < $1::timestamptz + make_interval(secs => $2) AS is_allowed',
        [restoredAt, MAX_WAIT_AFTER_RESTORE_SECONDS],
      );
      return (
        wait?.is_allowed === true &&
        (await listMissingTills(ports.query, row, restoredAt)).length > 0
      );
    },
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
        const missing = await listAwaitedTills(row, now);
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
