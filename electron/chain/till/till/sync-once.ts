import { type Database, startChainEpoch } from '../../../ledger/index.ts';
import { type Log, toIsoTime } from '../../../platform/index.ts';
import type { ChainConnection, ChainResult } from '../client/index.ts';
import {
  type ChainStatus,
  pushChanges,
  readSyncPosition,
  startSession,
  type WebhookNotice,
} from '../protocol/index.ts';
import { readChainRows } from './chain-rows.ts';
import {
  listChangesAfter,
  type Numbering,
  readHead,
  readMark,
  readNumbering,
  readOldestKept,
  saveAcked,
} from './changes.ts';
import { countUnlisted, listNextBatch } from './listing.ts';

/** The most changes that one push answers for. */
const MAX_ROWS_PER_PUSH = 100;
/** A round that has more to tell leaves it to the next one. */
const MAX_PUSHES_PER_SYNC = 50;
/** How often a round asks anew where the two sides stand, if that changes under it. */
const MAX_HANDSHAKES = 5;

export interface SyncOncePorts {
  readonly database: Database;
  readonly ledgerId: string;
  /** In milliseconds since the epoch. */
  readonly now: () => number;
  /** What goes with a push. `isAll`: with it the chain has everything that is in the ledger now. */
  readonly status: (isAll: boolean) => ChainStatus;
  readonly onAnswer: (sent: ChainStatus, hints: readonly WebhookNotice[]) => void;
  /** The till is closing: its ledger is not used any longer. */
  readonly isStopped: () => boolean;
  /** Lets the counter's work come first, between two pushes. */
  readonly throttle: () => Promise<void>;
  readonly log: Log;
}

export interface SyncOnceResult {
  readonly session: number;
  /** False: there is more to tell. */
  readonly isComplete: boolean;
}

/**
 * Tells the chain what it lacks, over one connection. Each side says where it stands, and the smaller
 * number holds. A ledger whose change at that number is not the one that the chain knows went back: its
 * numbering begins anew, and everything is named again.
 */
export async function syncOnce(
  ports: SyncOncePorts,
  connection: ChainConnection,
  session: number | null,
): Promise<ChainResult<SyncOnceResult>> {
  let current = session;
  for (let turn = 0; turn < MAX_HANDSHAKES; turn += 1) {
    if (current === null) {
      const greeted = await startTillSession(ports, connection);
      if (!greeted.ok) return greeted;
      if (greeted.value === null) break;
      current = greeted.value;
    }
    const pushed = await pushPendingChanges(ports, connection, current);
    if (!pushed.ok) return pushed;
    if (pushed.value !== 'elsewhere') {
      return { ok: true, value: { session: current, isComplete: pushed.value === 'all' } };
    }
    current = null;
  }
  const detail = 'the two sides do not agree where they stand';
  return { ok: false, problem: { kind: 'failed', detail, sqlState: null, host: connection.host } };
}

/** The new session; null if the two sides did not come together, which the next round tries again. */
async function startTillSession(
  ports: SyncOncePorts,
  connection: ChainConnection,
): Promise<ChainResult<number | null>> {
  const { database, log } = ports;
  for (let turn = 0; turn < MAX_HANDSHAKES; turn += 1) {
    const stands = await readSyncPosition(connection);
    if (!stands.ok) return stands;
    const numbering = readCurrentNumbering(ports);
    if (numbering === null) break;
    const theirs = stands.value?.epoch_key === numbering.epochKey ? stands.value.acked : 0;
    if (!hasChangesSince(database, theirs)) {
      log.warn({ theirs }, 'chain-sync: database older than kept changes, new epoch started');
      database.commit(() => startChainEpoch(database));
      continue;
    }
    const mark = readMark(database, theirs);
    const answer = await startSession(connection, {
      ledger: ports.ledgerId,
      epochKey: numbering.epochKey,
      // Once the chain has that many, this ledger lacks whatever it has not told.
      head: readHead(database) + countUnlisted(database, ports.now()),
      marks: mark === null ? {} : { [theirs]: mark },
    });
    if (!answer.ok) return answer;
    if (ports.isStopped()) break;
    const { acked, rewound, session } = answer.value;
    // What had been sent before arrived late, between the question and the hello.
    if (rewound && acked !== theirs) continue;
    if (rewound) {
      log.warn({ theirs }, 'chain-sync: ledger older than database, new epoch started');
      database.commit(() => startChainEpoch(database));
      continue;
    }
    if (acked !== numbering.acked) recordAcked(ports, numbering, acked);
    return { ok: true, value: session };
  }
  return { ok: true, value: null };
}

/** Whether everything behind that number is still there, and the mark at it. */
function hasChangesSince(database: Database, number: number): boolean {
  const first = readOldestKept(database);
  return number === 0 ? first <= 1 : first <= number;
}

async function pushPendingChanges(
  ports: SyncOncePorts,
  connection: ChainConnection,
  session: number,
): Promise<ChainResult<'all' | 'more' | 'elsewhere'>> {
  const { database } = ports;
  for (let turn = 0; turn < MAX_PUSHES_PER_SYNC; turn += 1) {
    const numbering = readCurrentNumbering(ports);
    if (numbering === null) return { ok: true, value: 'more' };
    const { acked } = numbering;
    const changes = listChangesAfter(database, acked, MAX_ROWS_PER_PUSH);
    const last = changes.at(-1);
    const to = last?.number ?? acked;
    // All of it is read in one turn, and so is the time up to which it is complete.
    const isAll = !numbering.isListing && to === readHead(database);
    const status = ports.status(isAll);
    const answer = await pushChanges(connection, {
      session,
      from: acked,
      to,
      mark: last?.mark ?? readMark(database, acked),
      rows: readChainRows(database, changes),
      status,
    });
    if (!answer.ok) return answer;
    if (ports.isStopped()) return { ok: true, value: isAll ? 'all' : 'more' };
    if (answer.value.acked !== to) return { ok: true, value: 'elsewhere' };
    if (to !== acked) recordAcked(ports, numbering, to);
    ports.onAnswer(status, answer.value.hints);
    if (answer.value.refused > 0) {
      ports.log.error({ refused: answer.value.refused }, 'chain-sync: database set rows aside');
    }
    if (isAll) return { ok: true, value: 'all' };
    await ports.throttle();
  }
  return { ok: true, value: 'more' };
}

/** As it is now, with the next of the earlier payments named; null where there is no chain any longer. */
function readCurrentNumbering({ database, isStopped, now }: SyncOncePorts): Numbering | null {
  if (isStopped()) return null;
  const numbering = readNumbering(database);
  if (numbering?.isListing !== true || readHead(database) > numbering.acked) return numbering;
  listNextBatch(database, now());
  return readNumbering(database);
}

function recordAcked(
  { database, now }: SyncOncePorts,
  { epochKey }: Numbering,
  acked: number,
): void {
  database.commit(() => saveAcked(database, { epochKey, acked, at: toIsoTime(now()) }));
}
