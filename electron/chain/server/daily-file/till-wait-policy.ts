import { computeNextDue, type UploadHour } from '../../../back-office/reconciliation/days/index.ts';
import type { ChainDay, MissingTill } from '../chain-day.ts';
import type { ChainQuery } from '../database/index.ts';
import { listMissingTills } from './create-chain-file.ts';

const HALF_A_DAY_MS = 12 * 60 * 60_000;
/** After this process was elected: tills that had no database either send first. */
const ELECTION_GRACE_MS = 5 * 60_000;

/** Which of the due days go out now, and which wait for tills. */
export interface TillWaitPolicy {
  /** Of those that are due; `now` is the service's time. */
  selectReady(rows: readonly ChainDay[], now: number): Promise<ChainDay[]>;
  /** Found at the last look: by day, who is waited for. */
  getAwaitedTills(): ReadonlyMap<string, readonly MissingTill[]>;
}

export function createTillWaitPolicy(ports: {
  readonly ask: ChainQuery;
  readonly waitUntil: string;
  readonly uploadHour: () => UploadHour;
  /** Milliseconds since this process was elected. */
  readonly sinceElected: () => number;
}): TillWaitPolicy {
  let waits = new Map<string, readonly MissingTill[]>();
  return {
    getAwaitedTills: () => waits,
    selectReady: async (rows, now) => {
      const found = new Map<string, readonly MissingTill[]>();
      const go: ChainDay[] = [];
      for (const row of rows) {
        // Its bytes stay, whoever comes.
        if (row.offeredAt !== null) {
          go.push(row);
          continue;
        }
        const end = computeWaitEnd(Date.parse(row.dueAt), ports.waitUntil, ports.uploadHour());
        const isOver =
          now >= end &&
          (now < end + ELECTION_GRACE_MS || ports.sinceElected() >= ELECTION_GRACE_MS);
        const missing = isOver ? [] : await listMissingTills(ports.ask, row);
        if (isOver || missing.length === 0) go.push(row);
        else found.set(row.day, missing);
      }
      waits = found;
      return go;
    },
  };
}

/** The hour until which is waited; at once if that is past when the file falls due. */
export function computeWaitEnd(due: number, time: string, { zone }: UploadHour): number {
  const end = computeNextDue(due - 1000, { time, zone });
  return end - due < HALF_A_DAY_MS ? end : due;
}
