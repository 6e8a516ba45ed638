import { type Log, toIsoTime } from '../../../platform/index.ts';

/** Writes one line per message for a journal: time, level, message, and the fields as JSON. */
export function createTerminalLog(write: (text: string) => void): Log {
  const createLineWriter = (level: string) => (fields: object, message: string) => {
    const loggedFields = Object.entries(fields).map(
      ([name, value]) => [name, toLogValue(value)] as const,
    );
    const fieldsText =
      loggedFields.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(loggedFields))}`;
    write(`${toIsoTime(Date.now())} ${level} ${message}${fieldsText}\n`);
  };
  return {
    info: createLineWriter('info'),
    warn: createLineWriter('warn'),
    error: createLineWriter('error'),
  };
}

/**
 * Logs only the name and the message of an error: its other fields may contain a query and its
 * values.
 */
function toLogValue(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = 'code' in value ? ` (${String(value.code)})` : '';
  return `${value.name}: ${value.message}${code}`;
}
