import {
  assertNever,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { AuditPerson } from '../../../ledger/audit/index.ts';
import { StorageError, toStorageProblem } from '../../../ledger/index.ts';
import { yieldToEventLoop } from '../../../platform/index.ts';
import type { DayFiles } from '../file/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import { type OpenUploadServer, type RemoteFolder, UploadFailure } from '../upload-server.ts';
import type { PinnedHostKeys } from './pinned-host-keys.ts';
import { sendFile } from './send-file.ts';
import type { UploadRecords } from './upload-records.ts';

/** Uploads files to the server, one after the other over one connection. */
export interface Uploader {
  /**
   * Makes one attempt for each day, in this order. A failure of one day does not delay the others,
   * unless the server is unreachable. Returns one result per attempted day; days that other work
   * finished meanwhile are skipped.
   */
  run(days: readonly string[], by: AuditPerson | null): Promise<Result<UploadResultsByDay>>;
  /** Connects, logs in and opens the folder; uploads nothing. */
  checkServer(): Promise<Result<null>>;
  /** The day that is being uploaded now; null if none. */
  getUploadingDay(): string | null;
  isBusy(): boolean;
}

export type UploadResultsByDay = ReadonlyMap<string, Result<null>>;

export function createUploader(
  ports: Pick<ReconciliationPorts, 'log' | 'settings' | 'secrets' | 'onChange'> & {
    readonly records: UploadRecords;
    readonly files: Pick<DayFiles, 'holdForUpload' | 'releaseAfterUpload'>;
    readonly keys: Pick<PinnedHostKeys, 'isConfirmed' | 'getKeyType'>;
    readonly openUploadServer: () => Promise<OpenUploadServer>;
    readonly signal: AbortSignal;
    readonly throwIfStopped: () => void;
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
    const openUploadServer = await ports.openUploadServer();
    ports.throwIfStopped();
    return await openUploadServer(server, secrets, {
      isConfirmed: (key) => ports.keys.isConfirmed(server, key),
      keyType: ports.keys.getKeyType(server),
      signal: ports.signal,
    });
  };

  const uploadDay = async (
    day: string,
    by: AuditPerson | null,
    connection: UploadConnection,
  ): Promise<Result<'uploaded' | 'was-there'>> => {
    await records.prepare(day);
    try {
      const file = await ports.files.holdForUpload(day);
      if (!file.ok) return file;
      const remote = await connection.openFolder();
      const result = await sendFile(remote, file.value, await records.getUploadDoubt(day));
      await records.recordUploaded(day, file.value, result, by);
      return ok(result);
    } finally {
      ports.files.releaseAfterUpload(day);
    }
  };

  /**
   * Makes one attempt and records its start and its end. An unexpected error is a failure of this
   * day only.
   */
  const runRecorded = async (
    day: string,
    by: AuditPerson | null,
    work: () => Promise<Result<'uploaded' | 'was-there'>>,
  ): Promise<Result<null>> => {
    const number = await records.startAttempt(day, by);
    uploading = day;
    ports.onChange(day);
    const result = await catchProblems(work).catch((error: unknown) => {
      ports.throwIfStopped();
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

  const sendAll = async (
    days: readonly string[],
    by: AuditPerson | null,
  ): Promise<UploadResultsByDay> => {
    const results = new Map<string, Result<null>>();
    const connection = createUploadConnection(open, () => JSON.stringify(ports.settings().server));
    try {
      for (const day of days) {
        // Each attempt makes two commits; the counter can work between attempts.
        await yieldToEventLoop();
        // Other work may have finished this day meanwhile.
        if (ports.signal.aborted || !(await records.isMissing(day))) continue;
        const closeProblem = connection.getCloseProblem();
        const result = await runRecorded(day, by, async () =>
          closeProblem === null ? await uploadDay(day, by, connection) : fail(closeProblem),
        );
        results.set(day, result);
        if (!result.ok) connection.disconnect();
      }
    } finally {
      connection.disconnect();
    }
    return results;
  };

  const runExclusively = async <Value>(
    work: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
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
    run: (days, by) => runExclusively(async () => ok(await sendAll(days, by))),
    checkServer: () =>
      runExclusively(async () => {
        const opened = await catchProblems(async () => ok(await open()));
        if (!opened.ok) return opened;
        opened.value.close();
        return ok(null);
      }),
  };
}

/** The connection of one run: opened when first needed, and again after a failure. */
interface UploadConnection {
  openFolder(): Promise<RemoteFolder>;
  disconnect(): void;
  /**
   * The problem that prevents a connection, and therefore fails every other day too; null if none.
   */
  getCloseProblem(): Problem | null;
}

function createUploadConnection(
  open: () => Promise<RemoteFolder>,
  getAddress: () => string,
): UploadConnection {
  let remote: RemoteFolder | null = null;
  let openedAddress = '';
  let closeProblem: Problem | null = null;
  const disconnect = (): void => {
    remote?.close();
    remote = null;
  };
  return {
    openFolder: async () => {
      // The settings of the server may have changed since the last file.
      if (openedAddress !== getAddress()) disconnect();
      if (remote !== null) return remote;
      openedAddress = getAddress();
      try {
        remote = await open();
        return remote;
      } catch (error) {
        if (error instanceof UploadFailure) closeProblem = error.problem;
        throw error;
      }
    },
    disconnect,
    getCloseProblem: () => closeProblem,
  };
}

async function catchProblems<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadFailure) return fail<Problem>(error.problem);
    // The next attempt detects what was done: it checks whether the server has the file.
    if (error instanceof StorageError) return fail(toStorageProblem(error));
    throw error;
  }
}

/** Returns whether only a person can fix the problem: the till then retries slowly. */
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
    case 'stat-denied':
    case 'another-file':
    case 'may-have-arrived':
      return true;
    case 'name-not-found':
    case 'refused':
    case 'unreachable':
    case 'silent':
    case 'not-sftp':
    case 'weak-server':
    case 'no-common-method':
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
