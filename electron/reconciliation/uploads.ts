import { assertNever, fail, ok, type Problem, type Result } from '../../shared/contract/index.ts';
import {
  type DayRow,
  endAttempt,
  insertAttempt,
  readDay,
  setDayOffered,
  setDayUploaded,
} from '../ledger/index.ts';
import { isoTime } from '../platform/index.ts';
import type { Comparisons } from './comparisons.ts';
import type { Files } from './files.ts';
import type { PinnedKeys } from './host-keys.ts';
import type { Presser, ReconciliationPorts } from './ports.ts';
import { sendFile } from './send-file.ts';
import { type OpenServer, type RemoteFolder, UploadFailure } from './server.ts';

/** Files on their way to the server, one after the other over one connection. */
export interface Uploads {
  /** One attempt for each day, in this order; ends at what would stop the next one as well. */
  run(days: readonly string[], by: Presser | null): Promise<Result<null>>;
  /** Connects, logs in, looks at the folder; nothing is sent. */
  check(): Promise<Result<null>>;
  /** The day that is being sent now. */
  uploading(): string | null;
  isBusy(): boolean;
}

export function createUploads(
  ports: Pick<
    ReconciliationPorts,
    'database' | 'clock' | 'log' | 'audit' | 'settings' | 'secrets' | 'onChange'
  > & {
    readonly files: Files;
    readonly comparisons: Comparisons;
    readonly keys: PinnedKeys;
    readonly openServer: () => Promise<OpenServer>;
    readonly signal: AbortSignal;
    readonly goOn: () => void;
  },
): Uploads {
  const { database, clock, log } = ports;
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
      keyType: ports.keys.of(server).confirmed?.keyType ?? null,
      signal: ports.signal,
    });
  };

  const attempt = async (
    row: DayRow,
    by: Presser | null,
    connected: () => Promise<RemoteFolder>,
  ): Promise<Result<'uploaded' | 'was-there'>> => {
    const compared = ports.comparisons.last(row.day);
    const isFresh = compared?.problem === null && Date.parse(compared.at) / 1000 >= row.until;
    if (!isFresh) await ports.comparisons.compare(row);
    const file = await ports.files.ready(row.day);
    if (!file.ok) return file;
    const remote = await connected();
    const result = await sendFile(remote, file.value, () =>
      database.commit(() => setDayOffered(database, row.day, isoTime(clock.now()))),
    );
    const { name, sha256 } = file.value;
    database.commit(() => {
      const at = isoTime(clock.now());
      // One that was there already is frozen as well.
      setDayOffered(database, row.day, at);
      setDayUploaded(database, row.day, at);
      const lines = readDay(database, row.day)?.file?.lines ?? 0;
      const detail = { day: row.day, name, lines, sha256, result };
      ports.audit.noteInCommit({ kind: 'daily-file-uploaded', by, detail });
    });
    return ok(result);
  };

  const recorded = async (
    row: DayRow,
    by: Presser | null,
    connected: () => Promise<RemoteFolder>,
  ): Promise<Result<null>> => {
    const number = database.commit(() =>
      insertAttempt(database, row.day, {
        startedAt: isoTime(clock.now()),
        cashierName: by?.name ?? null,
      }),
    );
    uploading = row.day;
    ports.onChange(row.day);
    const result = await problemsOf(() => attempt(row, by, connected));
    uploading = null;
    const end = {
      endedAt: isoTime(clock.now()),
      result: result.ok ? result.value : JSON.stringify(result.problem),
    };
    database.commit(() => endAttempt(database, row.day, number, end));
    if (result.ok) log.info({ day: row.day, how: result.value }, 'the daily file was uploaded');
    else log.warn({ day: row.day, problem: result.problem }, 'the daily file was not uploaded');
    ports.onChange(row.day);
    return result.ok ? ok(null) : result;
  };

  const alone = async (work: () => Promise<Result<null>>): Promise<Result<null>> => {
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
    uploading: () => uploading,
    isBusy: () => isBusy,
    run: (days, by) =>
      alone(async () => {
        let remote: RemoteFolder | null = null;
        let first: Result<null> = ok(null);
        const connected = async (): Promise<RemoteFolder> => {
          remote ??= await open();
          return remote;
        };
        const hangUp = (): void => {
          remote?.close();
          remote = null;
        };
        try {
          for (const day of days) {
            const row = readDay(database, day);
            if (row === null || row.uploadedAt !== null) continue;
            const result = await recorded(row, by, connected);
            if (result.ok) continue;
            if (first.ok) first = result;
            if (stopsAll(result.problem)) break;
            hangUp();
          }
        } finally {
          hangUp();
        }
        return first;
      }),
    check: () =>
      alone(async () => {
        const opened = await problemsOf(async () => ok(await open()));
        if (!opened.ok) return opened;
        opened.value.close();
        return ok(null);
      }),
  };
}

async function problemsOf<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadFailure) return fail<Problem>(error.problem);
    throw error;
  }
}

/** Whether the next file would meet the same. */
function stopsAll(problem: Problem): boolean {
  if (problem.kind === 'daily-file') return false;
  if (problem.kind !== 'upload') return true;
  return problem.reason !== 'another-file' && problem.reason !== 'size-differs';
}

/** Whether only a person can mend it: the till does not knock at the door every minute. */
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
      return true;
    case 'name-not-found':
    case 'refused':
    case 'unreachable':
    case 'silent':
    case 'not-sftp':
    case 'no-room':
    case 'broke-off':
    case 'size-differs':
    case 'server-error':
    case 'stopped':
      return false;
    default:
      return assertNever(problem);
  }
}
