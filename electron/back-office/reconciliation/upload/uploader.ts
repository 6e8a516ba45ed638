import {
  assertNever,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { StorageError, toStorageProblem } from '../../../ledger/index.ts';
import { yieldToEventLoop } from '../../../platform/index.ts';
import type { DayFiles } from '../file/index.ts';
import type { Actor, ReconciliationPorts } from '../ports.ts';
import { type OpenServer, type RemoteFolder, UploadFailure } from '../upload-server.ts';
import type { PinnedKeys } from './pinned-keys.ts';
import { sendFile } from './send-file.ts';
import type { UploadRecords } from './upload-records.ts';

/** Sends files to the server, one after the other over one connection. */
export interface Uploader {
  /**
   * Makes one attempt for each day, in this order. One day's trouble delays no other, unless the
   * server cannot be reached at all. Returns the results that were not reported meanwhile.
   */
  run(days: readonly string[], by: Actor | null): Promise<Result<DayResults>>;
  /** Connects, logs in and looks at the folder; sends nothing. */
  checkServer(): Promise<Result<null>>;
  /** The day that is being sent now. */
  getUploadingDay(): string | null;
  isBusy(): boolean;
}

export type DayResults = ReadonlyMap<string, Result<null>>;

export function createUploader(
  ports: Pick<ReconciliationPorts, 'log' | 'settings' | 'secrets' | 'onChange'> & {
    readonly records: UploadRecords;
    readonly files: Pick<DayFiles, 'hold' | 'release'>;
    readonly keys: Pick<PinnedKeys, 'isConfirmed' | 'keyTypeOf'>;
    readonly openServer: () => Promise<OpenServer>;
    readonly signal: AbortSignal;
    readonly goOn: () => void;
  },
): Uploader {
  const { log, records } = ports;
  let uploading: string | null = null;
  let isBusy = false;

  const open = async (): Promise<RemoteFolder> => {
    const { server } = ports.settings();
    if (server === null) throw new UploadFailure('not-set');
    const secrets = await ports.secrets();
    if (secrets === null || (secrets.password === null && secrets.privateKey === null)) {
      throw new UploadFailure('no-secret');
    }
    const openServer = await ports.openServer();
    ports.goOn();
    return await openServer(server, secrets, {
      isConfirmed: (key) => ports.keys.isConfirmed(server, key),
      keyType: ports.keys.keyTypeOf(server),
      signal: ports.signal,
    });
  };

  const attempt = async (
    day: string,
    by: Actor | null,
    line: UploadConnection,
  ): Promise<Result<'uploaded' | 'was-there'>> => {
    await records.prepare(day);
    try {
      const file = await ports.files.hold(day);
      if (!file.ok) return file;
      const remote = await line.openFolder();
      const result = await sendFile(remote, file.value, await records.getOffer(day));
      await records.recordUploaded(day, file.value, result, by);
      return ok(result);
    } finally {
      ports.files.release(day);
    }
  };

  /** One attempt, recorded from its beginning. An unexpected error, too, concerns only its day. */
  const recorded = async (
    day: string,
    by: Actor | null,
    work: () => Promise<Result<'uploaded' | 'was-there'>>,
  ): Promise<Result<null>> => {
    const number = await records.startAttempt(day, by);
    uploading = day;
    ports.onChange(day);
    const result = await catchProblems(work).catch((error: unknown) => {
      ports.goOn();
      log.error({ err: error, day }, 'daily-file: upload failed unexpectedly');
      return fail<Problem>({ kind: 'internal', reference: `daily-file-${day}` });
    });
    uploading = null;
    await records.endAttempt(
      day,
      number,
      result.ok ? result.value : JSON.stringify(result.problem),
    );
    if (result.ok) log.info({ day, how: result.value }, 'daily-file: uploaded');
    else log.warn({ day, problem: result.problem }, 'daily-file: upload failed');
    ports.onChange(day);
    return result.ok ? ok(null) : result;
  };

  const sendAll = async (days: readonly string[], by: Actor | null): Promise<DayResults> => {
    const results = new Map<string, Result<null>>();
    const line = createUploadConnection(open, () => JSON.stringify(ports.settings().server));
    try {
      for (const day of days) {
        // Each attempt is two commits; the counter may work between them.
        await yieldToEventLoop();
        // Other work may have changed it meanwhile.
        if (ports.signal.aborted || !(await records.isMissing(day))) continue;
        const closed = line.getCloseProblem();
        const result = await recorded(day, by, async () =>
          closed === null ? await attempt(day, by, line) : fail(closed),
        );
        results.set(day, result);
        if (!result.ok) line.disconnect();
      }
    } finally {
      line.disconnect();
    }
    return results;
  };

  const alone = async <Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> => {
    if (isBusy) return fail({ kind: 'daily-file', reason: 'busy' });
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
      uploading = null;
    }
  };

  return {
    getUploadingDay: () => uploading,
    isBusy: () => isBusy,
    run: (days, by) => alone(async () => ok(await sendAll(days, by))),
    checkServer: () =>
      alone(async () => {
        const opened = await catchProblems(async () => ok(await open()));
        if (!opened.ok) return opened;
        opened.value.close();
        return ok(null);
      }),
  };
}

/** The connection of one round: opened when it is first needed, and again after a failure. */
interface UploadConnection {
  openFolder(): Promise<RemoteFolder>;
  disconnect(): void;
  /** Why there is no connection, a problem that every other day would have as well. */
  getCloseProblem(): Problem | null;
}

function createUploadConnection(
  open: () => Promise<RemoteFolder>,
  address: () => string,
): UploadConnection {
  let remote: RemoteFolder | null = null;
  let openedFor = '';
  let closedBy: Problem | null = null;
  const disconnect = (): void => {
    remote?.close();
    remote = null;
  };
  return {
    openFolder: async () => {
      // The server's settings may have changed since the last file.
      if (openedFor !== address()) disconnect();
      if (remote !== null) return remote;
      openedFor = address();
      try {
        remote = await open();
        return remote;
      } catch (error) {
        if (error instanceof UploadFailure) closedBy = error.problem;
        throw error;
      }
    },
    disconnect,
    getCloseProblem: () => closedBy,
  };
}

async function catchProblems<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadFailure) return fail<Problem>(error.problem);
    // What was done is found at the next attempt: the server has the file, or it has not.
    if (error instanceof StorageError) return fail(toStorageProblem(error));
    throw error;
  }
}

/** Whether only a person can fix it: the till then does not retry every minute. */
export function needsPerson(problem: Problem): boolean {
  if (problem.kind !== 'upload') return problem.kind === 'daily-file';
  switch (problem.reason) {
    case 'not-set':
    case 'no-secret':
    case 'bad-key':
    case 'host-key-new':
    case 'host-key-changed':
    case 'login-refused':
    case 'no-folder':
    case 'no-permission':
    case 'another-file':
    case 'may-have-arrived':
      return true;
    case 'name-not-found':
    case 'refused':
    case 'unreachable':
    case 'silent':
    case 'not-sftp':
    case 'weak-server':
    case 'no-room':
    case 'broke-off':
    case 'size-differs':
    case 'answer-lost':
    case 'server-error':
    case 'stopped':
      return false;
    default:
      return assertNever(problem);
  }
}
