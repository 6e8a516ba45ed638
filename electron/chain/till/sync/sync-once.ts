import { type Database, restartChainSyncFromBeginning } from '../../../ledger/index.ts';
import { type Log, toIsoTime } from '../../../platform/index.ts';
import type { ChainConnection, ChainResult } from '../../client/index.ts';
import {
  type PushChangesAnswer,
  type PushedTillStatus,
  pushChanges,
  readRemoteSyncPosition,
  startSession,
} from '../../protocol/index.ts';
import { countPaymentsToBackfill, insertNextBackfillBatch } from './backfill.ts';
import { readRowsOfChanges } from './chain-rows.ts';
import {
  type LocalSyncPosition,
  listChangesAfter,
  readChangeToken,
  readLocalSyncPosition,
  readNewestChangeNumber,
  readOldestChangeNumber,
  saveAcknowledgedChange,
} from './changes.ts';

/** The maximum of changes in one push. */
const MAX_ROWS_PER_PUSH = 100;
/** A sync with more changes leaves the rest to the next one. */
const MAX_PUSHES_PER_SYNC = 50;
/** The maximum of new handshakes in one sync, if the position of a side changes meanwhile. */
const MAX_HANDSHAKES = 5;

export interface SyncChangesPorts {
  readonly database: Database;
  readonly ledgerId: string;
  /** In milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * The status sent with a push. `isEverythingPushed`: with it the chain has everything that is in the ledger
   * now.
   */
  readonly buildStatus: (isEverythingPushed: boolean) => PushedTillStatus;
  /** A session that the database ended while this till used it; null if there is none. */
  readonly lostSession: number | null;
  /** The database has started this session. */
  readonly onSession: (session: number) => void;
  readonly onAnswer: (sent: PushedTillStatus, answer: PushChangesAnswer) => void;
  /** The till is closing: its ledger must not be used any longer. */
  readonly isStopped: () => boolean;
  /** Pauses between two pushes, so that the counter's work runs first. */
  readonly throttle: () => Promise<void>;
  readonly log: Log;
}

export interface SyncChangesResult {
  /** False if there are more changes to send. */
  readonly isComplete: boolean;
}

/**
 * Sends the chain the changes that it lacks, over one connection. Both sides compare their last
 * change, and the smaller number holds. If the ledger's change at that number is not the one that
 * the chain has, the ledger was restored to an earlier state: its numbering restarts, and
 * everything is sent again.
 */
export async function syncChangesOnce(
  ports: SyncChangesPorts,
  connection: ChainConnection,
  session: number | null,
): Promise<ChainResult<SyncChangesResult>> {
  let currentSession = session;
  for (let attempt = 0; attempt < MAX_HANDSHAKES; attempt += 1) {
    if (currentSession === null) {
      const started = await startTillSession(ports, connection);
      if (!started.ok) return started;
      if (started.value === null) break;
      currentSession = started.value;
    }
    const result = await pushPendingChanges(ports, connection, currentSession);
    if (!result.ok) return result;
    if (result.value !== 'position-changed') {
      return { ok: true, value: { isComplete: result.value === 'all' } };
    }
    currentSession = null;
  }
  const detail = 'till and database disagree about the last change';
  return { ok: false, problem: { kind: 'failed', detail, sqlState: null, host: connection.host } };
}

/**
 * Starts a session and returns it; null if the two sides did not agree, which the next sync
 * retries.
 */
async function startTillSession(
  ports: SyncChangesPorts,
  connection: ChainConnection,
): Promise<ChainResult<number | null>> {
  const { database, log } = ports;
  for (let attempt = 0; attempt < MAX_HANDSHAKES; attempt += 1) {
    const position = await readRemoteSyncPosition(connection);
    if (!position.ok) return position;
    const localPosition = readCurrentLocalPosition(ports);
    if (localPosition === null) break;
    const databaseAcked =
      position.value?.epoch_key === localPosition.epochKey ? position.value.acked : 0;
    if (!hasChangesSince(database, databaseAcked)) {
      log.warn(
        { theirs: databaseAcked },
        'chain-sync: database older than kept changes, new epoch started',
      );
      database.commit(() => restartChainSyncFromBeginning(database));
      continue;
    }
    const mark = readChangeToken(database, databaseAcked);
    const answer = await startSession(connection, {
      ledgerId: ports.ledgerId,
      epochKey: localPosition.epochKey,
      // If the chain has more changes than that, this ledger lacks some of them.
      newestChangeNumber:
        readNewestChangeNumber(database) + countPaymentsToBackfill(database, ports.now()),
      changeTokens: mark === null ? {} : { [databaseAcked]: mark },
      lostSession: ports.lostSession,
    });
    if (!answer.ok) return answer;
    if (ports.isStopped()) break;
    const { acked, rewound, session } = answer.value;
    // An earlier push arrived late, between the look-up of the position and the hello.
    if (rewound && acked !== databaseAcked) continue;
    if (rewound) {
      log.warn(
        { theirs: databaseAcked },
        'chain-sync: ledger older than database, new epoch started',
      );
      database.commit(() => restartChainSyncFromBeginning(database));
      continue;
    }
    if (acked !== localPosition.acknowledgedChangeNumber)
      recordAcknowledgedChange(ports, localPosition, acked);
    ports.onSession(session);
    return { ok: true, value: session };
  }
  return { ok: true, value: null };
}

/** Whether the ledger still has every change after that number, and the mark at it. */
function hasChangesSince(database: Database, number: number): boolean {
  const oldest = readOldestChangeNumber(database);
  return number === 0 ? oldest <= 1 : oldest <= number;
}

async function pushPendingChanges(
  ports: SyncChangesPorts,
  connection: ChainConnection,
  session: number,
): Promise<ChainResult<'all' | 'more' | 'position-changed'>> {
  const { database } = ports;
  for (let pushCount = 0; pushCount < MAX_PUSHES_PER_SYNC; pushCount += 1) {
    const localPosition = readCurrentLocalPosition(ports);
    if (localPosition === null) return { ok: true, value: 'more' };
    const { acknowledgedChangeNumber: acked } = localPosition;
    const changes = listChangesAfter(database, acked, MAX_ROWS_PER_PUSH);
    const last = changes.at(-1);
    const to = last?.number ?? acked;
    // Rows and the time until which they are complete are read synchronously, so that they agree.
    const isEverythingPushed =
      !localPosition.isBackfilling && to === readNewestChangeNumber(database);
    const status = ports.buildStatus(isEverythingPushed);
    const answer = await pushChanges(connection, {
      sessionNumber: session,
      afterChangeNumber: acked,
      lastChangeNumber: to,
      lastChangeToken: last?.token ?? readChangeToken(database, acked),
      rows: readRowsOfChanges(database, changes),
      status,
    });
    if (!answer.ok) return answer;
    if (ports.isStopped()) return { ok: true, value: isEverythingPushed ? 'all' : 'more' };
    if (answer.value.acked !== to) return { ok: true, value: 'position-changed' };
    if (to !== acked) recordAcknowledgedChange(ports, localPosition, to);
    ports.onAnswer(status, answer.value);
    if (answer.value.refused > 0) {
      ports.log.error({ refused: answer.value.refused }, 'chain-sync: database set rows aside');
    }
    if (isEverythingPushed) return { ok: true, value: 'all' };
    await ports.throttle();
  }
  return { ok: true, value: 'more' };
}

/**
 * The ledger's position, after the next batch of the backfill was inserted if it is due; null if no chain
 * is set any more or the till is closing.
 */
function readCurrentLocalPosition({
  database,
  isStopped,
  now,
}: SyncChangesPorts): LocalSyncPosition | null {
  if (isStopped()) return null;
  const localPosition = readLocalSyncPosition(database);
  if (
    localPosition?.isBackfilling !== true ||
    readNewestChangeNumber(database) > localPosition.acknowledgedChangeNumber
  )
    return localPosition;
  insertNextBackfillBatch(database, now());
  return readLocalSyncPosition(database);
}

function recordAcknowledgedChange(
  { database, now }: SyncChangesPorts,
  { epochKey }: LocalSyncPosition,
  acked: number,
): void {
  database.commit(() =>
    saveAcknowledgedChange(database, { epochKey, changeNumber: acked, at: toIsoTime(now()) }),
  );
}
