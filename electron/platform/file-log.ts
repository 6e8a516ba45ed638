import { existsSync, mkdirSync, renameSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Log, silentLog } from './log.ts';
import { deleteLinkInPlaceOfOwnFile } from './private-files.ts';

const MAX_LOG_BYTES = 5_000_000;
/** While the disk is full, at most this many characters of log lines are buffered. */
const MAX_BUFFER_LENGTH = 1_000_000;

/**
 * Field names under which a secret could be logged by mistake, at the top level or one level down.
 */
const REDACTED_FIELDS = [
  'apiKey',
  'secretKey',
  'pin',
  'password',
  'privateKey',
  'passphrase',
  'authorization',
  'Authorization',
  'token',
  'cookie',
];

export interface FileLog extends Log {
  /** Writes out buffered lines; for the end of the program. */
  flush(): void;
}

/** The file size is checked once per this many lines. */
const SIZE_CHECK_INTERVAL_LINES = 100;

/**
 * Opens `log.txt` in that folder. A large file is renamed to `log.1.txt`, at the start and while
 * the till runs, which may be for months.
 * Neither opening nor writing throws: a full disk must not stop a payment, and an unusable folder
 * must not keep the till from reporting it.
 */
export function openFileLog(folder: string): FileLog {
  try {
    return openLogIn(folder);
  } catch {
    return { ...silentLog, flush: () => {} };
  }
}

function openLogIn(folder: string): FileLog {
  const file = join(folder, 'log.txt');
  deleteLinkInPlaceOfOwnFile(folder);
  mkdirSync(folder, { recursive: true });
  deleteLinkInPlaceOfOwnFile(file);
  const rotateFile = (): boolean => {
    if (!existsSync(file) || statSync(file).size <= MAX_LOG_BYTES) return false;
    renameSync(file, join(folder, 'log.1.txt'));
    return true;
  };
  rotateFile();
  const destination = pino.destination({ dest: file, sync: true, maxLength: MAX_BUFFER_LENGTH });
  // Without a listener the error would be thrown at the caller that logs, and it cannot be reported
  // anywhere else.
  destination.on('error', () => {});
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // pino serializes `err` itself; without this an error under `error` is written as {}.
      serializers: { error: pino.stdSerializers.err },
      redact: {
        paths: REDACTED_FIELDS.flatMap((name) => [name, `*.${name}`]),
        censor: '[kept secret]',
      },
    },
    destination,
  );
  let lineCount = 0;
  const createWriter = (level: 'info' | 'warn' | 'error'): Log['info'] => {
    return (fields, message) => {
      logger[level](fields, message);
      lineCount += 1;
      if (lineCount % SIZE_CHECK_INTERVAL_LINES !== 0) return;
      try {
        if (rotateFile()) destination.reopen(file);
      } catch {
        // The folder does not allow renaming: the file keeps growing, and is checked again later.
      }
    };
  };
  return {
    info: createWriter('info'),
    warn: createWriter('warn'),
    error: createWriter('error'),
    flush: () => {
      if (hasFreeSpace(folder)) destination.flushSync();
    },
  };
}

/** Without free space `flushSync` would retry forever, and the program could not end. */
function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > MAX_BUFFER_LENGTH;
  } catch {
    return false;
  }
}
