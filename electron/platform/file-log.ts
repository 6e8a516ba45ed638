import { existsSync, mkdirSync, renameSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Log, silentLog } from './log.ts';

const MAX_LOG_BYTES = 5_000_000;
/** Lines that a full disk does not take are held, up to this many characters, until it does. */
const MAX_BUFFER_LENGTH = 1_000_000;

/** Names under which a secret could reach a log line by mistake, at the top or one level down. */
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
  /** Writes out what is still held; for the end of the program. */
  flush(): void;
}

/** So many lines are written before the size of the file is looked at again. */
const SIZE_CHECK_INTERVAL_LINES = 100;

/**
 * Opens `log.txt` in that folder, keeping the one before it as `log.1.txt` once it is large: at the
 * start, and while the till runs, which may be for months.
 * Neither that nor writing to it ever throws: a disk that takes no line must not be what stops a
 * payment, and a folder that takes no file must not be what keeps the till from saying so.
 */
export function openFileLog(folder: string): FileLog {
  try {
    return openLogIn(folder);
  } catch {
    return { ...silentLog, flush: () => {} };
  }
}

function openLogIn(folder: string): FileLog {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'log.txt');
  const moveAway = (): boolean => {
    if (!existsSync(file) || statSync(file).size <= MAX_LOG_BYTES) return false;
    renameSync(file, join(folder, 'log.1.txt'));
    return true;
  };
  moveAway();
  const destination = pino.destination({ dest: file, sync: true, maxLength: MAX_BUFFER_LENGTH });
  // Unheard, it would be thrown at whoever logs; and there is no other place to say it.
  destination.on('error', () => {});
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // `err` is pino's own; without this an error under the other name is written as {}.
      serializers: { error: pino.stdSerializers.err },
      redact: {
        paths: REDACTED_FIELDS.flatMap((name) => [name, `*.${name}`]),
        censor: '[kept secret]',
      },
    },
    destination,
  );
  let lines = 0;
  const write = (level: 'info' | 'warn' | 'error'): Log['info'] => {
    return (fields, message) => {
      logger[level](fields, message);
      lines += 1;
      if (lines % SIZE_CHECK_INTERVAL_LINES !== 0) return;
      try {
        if (moveAway()) destination.reopen(file);
      } catch {
        // A folder that lets nothing be moved: the file grows on, and is looked at again.
      }
    };
  };
  return {
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    flush: () => {
      if (hasFreeSpace(folder)) destination.flushSync();
    },
  };
}

/** Without room the flush would try for ever, and the program could not end. */
function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > MAX_BUFFER_LENGTH;
  } catch {
    return false;
  }
}
