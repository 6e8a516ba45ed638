import { DatabaseSync } from 'node:sqlite';
import { MADE_SCHEMA } from './made-schema.ts';
import { CHAIN_SCHEMA, CREATE_CHAIN_TRIGGERS } from './schema/chain.ts';
import { MIGRATIONS } from './schema/index.ts';

type Reader = Pick<DatabaseSync, 'prepare'>;

/**
 * What a connection to any file must be told first: a schema that somebody doctored may call no
 * function that reaches out of it, and a cell that is not where its page says is damage.
 */
export function hardenConnection(connection: Pick<DatabaseSync, 'exec'>): void {
  connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
}

/** Every object of a schema: its type, name, table and SQL, in an order that each file gives alike. */
type SchemaObjects = readonly string[];

const schemaCache = new Map<string, readonly SchemaObjects[]>();

/**
 * The schemas that a ledger of this version may have: the one of a fresh database that the same steps
 * made, and that one with the triggers of a chain, all of them or none.
 */
function getAcceptedSchemas(migrations: readonly string[]): readonly SchemaObjects[] {
  const steps = migrations.join('\n');
  const made = schemaCache.get(steps);
  if (made) return made;
  const accepted = buildSchemas(migrations);
  schemaCache.set(steps, accepted);
  return accepted;
}

/** The objects of a fresh database that these steps make, without and with a chain. */
export function buildSchemas(migrations: readonly string[]): readonly SchemaObjects[] {
  const fresh = new DatabaseSync(':memory:');
  try {
    for (const migration of migrations) fresh.exec(migration);
    const plain = readSchemaObjects(fresh);
    if (!migrations.includes(CHAIN_SCHEMA)) return [plain];
    for (const trigger of CREATE_CHAIN_TRIGGERS) fresh.exec(trigger);
    return [plain, readSchemaObjects(fresh)];
  } finally {
    fresh.close();
  }
}

function isSameSchema(one: SchemaObjects, other: SchemaObjects): boolean {
  return one.length === other.length && one.every((object, at) => object === other[at]);
}

function readSchemaObjects(reader: Reader): SchemaObjects {
  return reader
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .all()
    .map((row) => JSON.stringify([row.type, row.name, row.tbl_name, row.sql]))
    .sort();
}

/**
 * What in a ledger's schema is not as those steps make it: a table, an index, a trigger or a view
 * that was added, is missing, or whose SQL was changed, also behind SQLite's back. Null if all is as
 * it should be. A trigger that was added can keep the audit log silent, and a changed rule can let
 * through what the till relies on: such a file is not opened.
 */
export function findSchemaDifference(
  reader: Reader,
  migrations: readonly string[],
  made: readonly SchemaObjects[] | null = MADE_SCHEMA,
): string | null {
  const found = readSchemaObjects(reader);
  // Nearly every ledger is this one. What is not is compared with a schema that is made now.
  const isNewest = migrations.join('\n') === MIGRATIONS.join('\n');
  const isOne = (schemas: readonly SchemaObjects[]): boolean =>
    schemas.some((schema) => isSameSchema(found, schema));
  if (isNewest && made !== null && isOne(made)) return findSharedRootPage(reader);
  const accepted = getAcceptedSchemas(migrations);
  if (isOne(accepted)) return findSharedRootPage(reader);
  // A ledger with one trigger of a chain is to have all of them.
  const [plain = [], withChain = plain] = accepted;
  const added = withChain.filter((object) => !plain.includes(object));
  return formatSchemaDifference(
    found,
    added.some((object) => found.includes(object)) ? withChain : plain,
  );
}

/** Two objects on one page: writing to the one would change the other. */
function findSharedRootPage(reader: Reader): string | null {
  const row = reader
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type IN ('table', 'index')
         AND (rootpage < 2 OR rootpage IN
           (SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 GROUP BY rootpage HAVING count(*) > 1))
       UNION ALL SELECT name FROM sqlite_schema
         WHERE type IN ('trigger', 'view') AND coalesce(rootpage, 0) <> 0
       LIMIT 1`,
    )
    .get();
  return row === undefined ? null : `the place of ${String(row.name)}`;
}

/** For the log: names alone, which help whoever looks into it. */
function formatSchemaDifference(found: SchemaObjects, expected: SchemaObjects): string {
  const nameOf = (one: string): string => {
    const parts: unknown = JSON.parse(one);
    return Array.isArray(parts) ? `${String(parts[0])} ${String(parts[1])}` : one;
  };
  const added = found.filter((one) => !expected.includes(one)).map(nameOf);
  const missing = expected.filter((one) => !found.includes(one)).map(nameOf);
  const changed = added.filter((name) => missing.includes(name));
  const only = (names: readonly string[]): string =>
    names.filter((name) => !changed.includes(name)).join(', ') || 'nothing';
  return `added: ${only(added)}; missing: ${only(missing)}; changed: ${changed.join(', ') || 'nothing'}`;
}
