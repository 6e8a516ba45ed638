import type { SQLOutputValue } from 'node:sqlite';

/**
 * Reads the columns of one row. A column whose type differs from the schema is a programming error
 * and throws.
 */
export interface RowReader {
  text(column: string): string;
  textOrNull(column: string): string | null;
  integer(column: string): number;
  integerOrNull(column: string): number | null;
  bytes(column: string): Uint8Array;
}

export function readRow(row: Readonly<Record<string, SQLOutputValue>>): RowReader {
  const throwWrongType = (column: string): never => {
    throw new TypeError(`ledger column ${column} holds ${typeof row[column]}`);
  };
  const textOrNull = (column: string): string | null => {
    const value = row[column];
    if (value === null || typeof value === 'string') return value;
    return throwWrongType(column);
  };
  const integerOrNull = (column: string): number | null => {
    const value = row[column];
    if (value === null || typeof value === 'number') return value;
    return throwWrongType(column);
  };
  return {
    textOrNull,
    integerOrNull,
    text: (column) => textOrNull(column) ?? throwWrongType(column),
    integer: (column) => integerOrNull(column) ?? throwWrongType(column),
    bytes: (column) => {
      const value = row[column];
      return value instanceof Uint8Array ? value : throwWrongType(column);
    },
  };
}

/** The value as a member of a closed list. Throws on any other value: a programming error. */
export function parseOneOf<Value extends string>(value: string, list: readonly Value[]): Value {
  const member = list.find((candidate) => candidate === value);
  if (member === undefined) throw new TypeError(`the ledger holds an unknown value: ${value}`);
  return member;
}
