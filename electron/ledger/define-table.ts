import type { SQLInputValue, StatementResultingChanges } from 'node:sqlite';
import { createMoney, type Money } from '../../shared/money/index.ts';
import { toIsoTime } from '../platform/index.ts';
import type { Database } from './database.ts';
import { createRowReader, parseOneOf, type RowReader, type SqlRow } from './row-reader.ts';

/**
 * One declaration of a table gives the type of its rows, their inserts and updates, and their reader.
 * Each field names its columns, so that no two values can be swapped.
 */

/** How a field of a row is stored. */
export interface Column<Value> {
  /** The columns that it writes. */
  readonly columns: readonly string[];
  /** The columns of other fields that it reads besides its own. */
  readonly otherColumnsRead?: readonly string[];
  read(row: RowReader): Value;
  /** The values of its columns, in their order. */
  write(value: Value): readonly SQLInputValue[];
}

/** A column that no row gives: SQL computes it at the insert, or the table's default stays. */
export interface GeneratedColumn<Value> extends Column<Value> {
  readonly insertSql: string | null;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

export interface Table<Fields extends Columns> {
  readonly name: string;
  /** The SQL of columns that are no field, for an insert. */
  readonly constantColumns: Readonly<Record<string, string>>;
  readonly fields: Fields;
  /** Reads a row that was selected with all columns of the table. */
  read(row: SqlRow): FieldValues<Fields>;
}

type FieldValues<Fields extends Columns> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Column<infer Value> ? Value : never;
};
/** The type of a table's rows, or of the rows of a reader. */
export type RowOf<Source extends { readonly fields: Columns }> = FieldValues<Source['fields']>;
/** The fields that an insert gives. */
type GivenName<Fields extends Columns> = {
  [Name in keyof Fields]: Fields[Name] extends GeneratedColumn<unknown> ? never : Name;
}[keyof Fields] &
  string;

function defineColumn<Value extends SQLInputValue>(
  column: string,
  read: (row: RowReader) => Value,
): Column<Value> {
  return { columns: [column], read, write: (value) => [value] };
}

/** Several fields as one; see `orNull` for a group that a row may lack. */
function groupColumns<Fields extends Columns>(fields: Fields): Column<FieldValues<Fields>> {
  const entries = Object.entries(fields);
  return {
    columns: entries.flatMap(([, { columns }]) => columns),
    otherColumnsRead: entries.flatMap(([, { otherColumnsRead = [] }]) => otherColumnsRead),
    read: (row) => {
      const values: Record<string, unknown> = {};
      for (const [name, field] of entries) values[name] = field.read(row);
      return values as FieldValues<Fields>;
    },
    write: (values: Readonly<Record<string, unknown>>) =>
      entries.flatMap(([name, field]) => field.write(values[name])),
  };
}

/** The kinds of columns. Each takes the names of its columns. */
export const column = {
  text: (name: string) => defineColumn(name, (row) => row.text(name)),
  textOrNull: (name: string) => defineColumn(name, (row) => row.textOrNull(name)),
  integer: (name: string) => defineColumn(name, (row) => row.integer(name)),
  integerOrNull: (name: string) => defineColumn(name, (row) => row.integerOrNull(name)),
  bytes: (name: string) => defineColumn<Uint8Array>(name, (row) => row.bytes(name)),
  /** A boolean, stored as 0 or 1. */
  boolean: (name: string): Column<boolean> => ({
    columns: [name],
    read: (row) => row.integer(name) === 1,
    write: (value) => [value ? 1 : 0],
  }),
  /** A time in milliseconds since the epoch, stored as ISO 8601 in UTC. */
  isoTime: (name: string): Column<number> => ({
    columns: [name],
    read: (row) => Date.parse(row.text(name)),
    write: (value) => [toIsoTime(value)],
  }),
  /** A text of a closed list; any other one throws. */
  oneOf: <const Value extends string>(name: string, list: readonly Value[]) =>
    defineColumn<Value>(name, (row) => parseOneOf(row.text(name), list)),
  /** An amount with its currency. */
  money: (amount: string, currency: string): Column<Money> => ({
    columns: [amount, currency],
    read: (row) => createMoney(row.text(amount), row.text(currency)),
    write: (money) => [money.amount, money.currency],
  }),
  /** An amount in the currency that another field of the row stores. */
  moneyWithSharedCurrency: (amount: string, currency: string): Column<Money> => ({
    columns: [amount],
    otherColumnsRead: [currency],
    read: (row) => createMoney(row.text(amount), row.text(currency)),
    write: (money) => [money.amount],
  }),
  group: groupColumns,
  /** Null if each of its columns is null. */
  orNull: <Value>(inner: Column<Value>): Column<Value | null> => ({
    ...inner,
    read: (row) => (inner.columns.every((name) => row.isNull(name)) ? null : inner.read(row)),
    write: (value) => (value === null ? inner.columns.map(() => null) : inner.write(value)),
  }),
  /** `sql` may name a column of the insert as `$column`; null leaves the table's default. */
  generated: <Value>(inner: Column<Value>, insertSql: string | null): GeneratedColumn<Value> => ({
    ...inner,
    insertSql,
  }),
} as const;

export function defineTable<Fields extends Columns>(
  name: string,
  fields: Fields,
  constantColumns: Readonly<Record<string, string>> = {},
): Table<Fields> {
  return { name, constantColumns, ...defineRowReader(fields) };
}

/** A reader of some fields, also of several tables, without a table of its own. */
export function defineRowReader<Fields extends Columns>(
  fields: Fields,
): Pick<Table<Fields>, 'fields' | 'read'> {
  const group = groupColumns(fields);
  return { fields, read: (row) => group.read(createRowReader(row)) };
}

export function listFieldNames<Fields extends Columns>({
  fields,
}: {
  readonly fields: Fields;
}): readonly (keyof Fields & string)[] {
  return Object.keys(fields);
}

/** Some fields of a table, for a reader of only these. */
export function pickFields<Fields extends Columns, const Names extends readonly (keyof Fields)[]>(
  { fields }: { readonly fields: Fields },
  names: Names,
): Pick<Fields, Names[number]> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<
    Fields,
    Names[number]
  >;
}

/** The columns of these fields for a SELECT. */
export function toSelectColumnsSql({ fields }: { readonly fields: Columns }): string {
  return listReadColumns(fields).join(', ');
}

/** A JSON object of these fields' columns, for a subquery; their reader reads it when parsed. */
export function toJsonObjectSql(
  { fields }: { readonly fields: Columns },
  tableAlias: string,
): string {
  const members = listReadColumns(fields).map((name) => `'${name}', ${tableAlias}.${name}`);
  return `json_object(${members.join(', ')})`;
}

function listReadColumns(fields: Columns): readonly string[] {
  const { columns, otherColumnsRead = [] } = groupColumns(fields);
  return [...new Set([...columns, ...otherColumnsRead])];
}

export interface WriteStatement<Row> {
  /** For `prepare` in advance. */
  readonly sql: string;
  /** Call it inside a commit. */
  run(database: Pick<Database, 'prepare'>, row: Row): StatementResultingChanges;
}

/** An INSERT of a whole row, or of the fields `onlyFields`. `onConflictSql` is appended to the statement. */
export function defineInsert<
  Fields extends Columns,
  Name extends GivenName<Fields> = GivenName<Fields>,
>(
  table: Table<Fields>,
  options: {
    readonly onlyFields?: readonly Name[];
    /** Replaces the row with the same key. */
    readonly replacesExisting?: boolean;
    readonly onConflictSql?: string;
  } = {},
): WriteStatement<Pick<FieldValues<Fields>, Name>> {
  const { replacesExisting = false, onConflictSql = '' } = options;
  const given = pickFields(table, options.onlyFields ?? listGivenNames(table));
  const generated = Object.values(table.fields).filter(isGenerated);
  const values = new Map([
    ...listColumns(given).map((name) => [name, `$${name}`] as const),
    ...generated.flatMap(({ columns: [name], insertSql }) =>
      name === undefined || insertSql === null ? [] : [[name, insertSql] as const],
    ),
    ...Object.entries(table.constantColumns),
  ]);
  return toWrite(
    given,
    `INSERT ${replacesExisting ? 'OR REPLACE ' : ''}INTO ${table.name} (${[...values.keys()].join(', ')})
     VALUES (${[...values.values()].join(', ')}) ${onConflictSql}`,
  );
}

/** An UPDATE of the fields `set` in the rows with the fields `by`, and with the SQL of `andWhereSql`. */
export function defineUpdate<
  Fields extends Columns,
  SetName extends keyof Fields & string,
  ByName extends keyof Fields & string,
>(
  table: Table<Fields>,
  options: {
    readonly set: readonly SetName[];
    readonly by: readonly ByName[];
    readonly andWhereSql?: string;
  },
): WriteStatement<Pick<FieldValues<Fields>, SetName | ByName>> {
  const set = pickFields(table, options.set);
  const by = pickFields(table, options.by);
  const toEquations = (fields: Columns) => listColumns(fields).map((name) => `${name} = $${name}`);
  return toWrite(
    { ...set, ...by },
    `UPDATE ${table.name} SET ${toEquations(set).join(', ')}
     WHERE ${[...toEquations(by), options.andWhereSql ?? 'true'].join(' AND ')}`,
  );
}

/** In `template`, `$column` is the value of that column. */
function toWrite<Row extends Readonly<Record<string, unknown>>>(
  fields: Columns,
  template: string,
): WriteStatement<Row> {
  const { columns, write } = groupColumns(fields);
  // Numbered parameters: binding by name takes SQLite and Node three times as long.
  const sql = template.replace(/\$(\w+)/g, (_, name) => `?${columns.indexOf(name) + 1}`);
  return { sql, run: (database, row) => database.prepare(sql).run(...write(row)) };
}

function listColumns(fields: Columns): readonly string[] {
  return Object.values(fields).flatMap(({ columns }) => columns);
}

function listGivenNames<Fields extends Columns>({
  fields,
}: Table<Fields>): readonly (keyof Fields)[] {
  return Object.entries(fields).flatMap(([name, field]) => (isGenerated(field) ? [] : [name]));
}

function isGenerated(field: Column<unknown>): field is GeneratedColumn<unknown> {
  return 'insertSql' in field;
}
