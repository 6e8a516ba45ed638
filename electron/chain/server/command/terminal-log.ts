import { type Log, toIsoTime } from '../../../platform/index.ts';

/** Lines for a journal: time, level, message, and what goes with it as JSON. */
export function createTerminalLog(write: (text: string) => void): Log {
  const line = (level: string) => (fields: object, message: string) => {
    const told = Object.entries(fields).map(([name, value]) => [name, toLogValue(value)] as const);
    const more = told.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(told))}`;
    write(`${toIsoTime(Date.now())} ${level} ${message}${more}\n`);
  };
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/** An error says its name and message: its other fields may hold a query and its values. */
function toLogValue(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = 'code' in value ? ` (${String(value.code)})` : '';
  return `${value.name}: ${value.message}${code}`;
}
