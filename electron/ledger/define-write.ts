import type { SQLInputValue, StatementResultingChanges } from 'node:sqlite';
import type { Database } from './database.ts';

/** Each column of a write, with its value of a record, or with an SQL expression. */
export type ColumnValues<Row> = Readonly<
  Record<string, ((row: Row) => SQLInputValue) | { readonly sql: string }>
>;

export interface Insert<Row> {
  /** For `prepare` in advance. */
  readonly sql: string;
  /** Call it inside a commit. */
  run(database: Pick<Database, 'prepare'>, row: Row): StatementResultingChanges;
}

/**
 * An INSERT whose columns are named beside their values, so that no two values can be swapped.
 * `onConflict` is appended to the statement.
 */
export function defineInsert<Row>(
  table: string,
  columns: ColumnValues<Row>,
  onConflict = '',
): Insert<Row> {
  const { names, expressions, readValues } = splitColumns(columns);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${expressions.join(', ')}) ${onConflict}`;
  return { sql, run: (database, row) => database.prepare(sql).run(...readValues(row)) };
}

/** An UPDATE of these columns. `where` is a condition with a `?` for each of `keys`. */
export function defineUpdate<Row>(
  table: string,
  columns: ColumnValues<Row>,
  where: string,
): {
  run(
    database: Pick<Database, 'prepare'>,
    row: Row,
    ...keys: readonly SQLInputValue[]
  ): StatementResultingChanges;
} {
  const { names, expressions, readValues } = splitColumns(columns);
  const assignments = names.map((name, index) => `${name} = ${expressions[index]}`);
  const sql = `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${where}`;
  return {
    run: (database, row, ...keys) => database.prepare(sql).run(...readValues(row), ...keys),
  };
}

function splitColumns<Row>(columns: ColumnValues<Row>) {
  const values = Object.values(columns);
  const readers = values.filter((value) => typeof value === 'function');
  return {
    names: Object.keys(columns),
    expressions: values.map((value) => (typeof value === 'function' ? '?' : value.sql)),
    readValues: (row: Row): SQLInputValue[] => readers.map((read) => read(row)),
  };
}
