import type { SQLOutputValue } from 'node:sqlite';

/**
 * Reads one row column by column. A column whose type differs from the schema's is a fault of the
 * program and throws; nothing is guessed.
 */
export interface RowReader {
  text(column: string): string;
  textOrNull(column: string): string | null;
  integer(column: string): number;
  integerOrNull(column: string): number | null;
  bytes(column: string): Uint8Array;
}

export function readRow(row: Readonly<Record<string, SQLOutputValue>>): RowReader {
  const wrong = (column: string): never => {
    throw new TypeError(`ledger column ${column} holds ${typeof row[column]}`);
  };
  const textOrNull = (column: string): string | null => {
    const value = row[column];
    if (value === null || typeof value === 'string') return value;
    return wrong(column);
  };
  const integerOrNull = (column: string): number | null => {
    const value = row[column];
    if (value === null || typeof value === 'number') return value;
    return wrong(column);
  };
  return {
    textOrNull,
    integerOrNull,
    text: (column) => textOrNull(column) ?? wrong(column),
    integer: (column) => integerOrNull(column) ?? wrong(column),
    bytes: (column) => {
      const value = row[column];
      return value instanceof Uint8Array ? value : wrong(column);
    },
  };
}

/** The value as one of a closed list; any other in the ledger is a fault of the program. */
export function parseOneOf<Value extends string>(value: string, list: readonly Value[]): Value {
  const found = list.find((one) => one === value);
  if (found === undefined) throw new TypeError(`the ledger holds an unknown word: ${value}`);
  return found;
}
