import type { SQLOutputValue } from 'node:sqlite';

/** A row as SQLite returns it, by column. */
export type SqlRow = Readonly<Record<string, SQLOutputValue>>;

/**
 * Reads the columns of one row. A column whose type differs from the schema is a programming error
 * and throws.
 */
export class RowReader {
  readonly #row: SqlRow;

  constructor(row: SqlRow) {
    this.#row = row;
  }

  text(column: string): string {
    return this.textOrNull(column) ?? this.#throwWrongType(column);
  }

  textOrNull(column: string): string | null {
    const value = this.#row[column];
    if (value === null || typeof value === 'string') return value;
    return this.#throwWrongType(column);
  }

  integer(column: string): number {
    return this.integerOrNull(column) ?? this.#throwWrongType(column);
  }

  integerOrNull(column: string): number | null {
    const value = this.#row[column];
    if (value === null || typeof value === 'number') return value;
    return this.#throwWrongType(column);
  }

  bytes(column: string): Uint8Array {
    const value = this.#row[column];
    return value instanceof Uint8Array ? value : this.#throwWrongType(column);
  }

  isNull(column: string): boolean {
    const value = this.#row[column];
    return value === undefined ? this.#throwWrongType(column) : value === null;
  }

  #throwWrongType(column: string): never {
    throw new TypeError(`ledger column ${column} holds ${typeof this.#row[column]}`);
  }
}

export function createRowReader(row: SqlRow): RowReader {
  return new RowReader(row);
}

/** The value as a member of a closed list. Throws on any other value: a programming error. */
export function parseOneOf<Value extends string>(value: string, list: readonly Value[]): Value {
  const member = list.find((candidate) => candidate === value);
  if (member === undefined) throw new TypeError(`the ledger holds an unknown value: ${value}`);
  return member;
}
