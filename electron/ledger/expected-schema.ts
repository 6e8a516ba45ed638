import { DatabaseSync } from 'node:sqlite';
import { CHAIN_SYNC_SCHEMA, CREATE_CHAIN_SYNC_TRIGGERS, MIGRATIONS } from './schema/index.ts';

type Reader = Pick<DatabaseSync, 'prepare'>;

/**
 * The first settings of a connection to any file: a manipulated schema may not call functions with
 * side effects, and a cell with a wrong size on its page is reported as damage.
 */
export function hardenDatabaseConnection(connection: Pick<DatabaseSync, 'exec'>): void {
  connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
}

/** Every object of a schema: its type, name, table and SQL, sorted. */
type SchemaObjects = readonly string[];

declare const LEDGER_SCHEMAS: readonly SchemaObjects[] | undefined;

/**
 * The objects of the newest schema, without and with a chain, which the build computes
 * (`vite.config.ts`). Null without a build.
 */
const PREBUILT_SCHEMA = typeof LEDGER_SCHEMAS === 'undefined' ? null : LEDGER_SCHEMAS;

const schemaCache = new Map<string, readonly SchemaObjects[]>();

/**
 * The schemas that a ledger of this version may have: that of a new database created by the same
 * migrations, and the same schema with all triggers of a chain.
 */
function getAcceptedSchemas(migrations: readonly string[]): readonly SchemaObjects[] {
  const key = migrations.join('\n');
  const acceptedSchemas = schemaCache.get(key);
  if (acceptedSchemas) return acceptedSchemas;
  const accepted = buildAcceptedSchemas(migrations);
  schemaCache.set(key, accepted);
  return accepted;
}

/** The objects of a new database created by these migrations, without and with a chain. */
export function buildAcceptedSchemas(migrations: readonly string[]): readonly SchemaObjects[] {
  const newDatabase = new DatabaseSync(':memory:');
  try {
    for (const migration of migrations) newDatabase.exec(migration);
    const plain = readSchemaObjects(newDatabase);
    if (!migrations.includes(CHAIN_SYNC_SCHEMA)) return [plain];
    for (const trigger of CREATE_CHAIN_SYNC_TRIGGERS) newDatabase.exec(trigger);
    return [plain, readSchemaObjects(newDatabase)];
  } finally {
    newDatabase.close();
  }
}

function isSameSchema(first: SchemaObjects, second: SchemaObjects): boolean {
  return first.length === second.length && first.every((object, at) => object === second[at]);
}

function readSchemaObjects(reader: Reader): SchemaObjects {
  return reader
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .all()
    .map((row) => JSON.stringify([row.type, row.name, row.tbl_name, row.sql]))
    .sort();
}

/**
 * The difference between a ledger's schema and the one that these migrations create: a table, an
 * index, a trigger or a view that was added, is missing, or whose SQL was changed, also by a direct
 * edit of the file. Null if there is none. An added trigger can suppress audit rows, and a changed
 * constraint can permit invalid rows: such a file is not opened.
 */
export function findSchemaDifference(
  reader: Reader,
  migrations: readonly string[],
  acceptedSchemas: readonly SchemaObjects[] | null = PREBUILT_SCHEMA,
): string | null {
  const actual = readSchemaObjects(reader);
  // Fast path for nearly every ledger. Any other is compared with a schema that is built now.
  const isNewest = migrations.join('\n') === MIGRATIONS.join('\n');
  const isActualIn = (schemas: readonly SchemaObjects[]): boolean =>
    schemas.some((schema) => isSameSchema(actual, schema));
  if (isNewest && acceptedSchemas !== null && isActualIn(acceptedSchemas))
    return findSharedRootPage(reader);
  const accepted = getAcceptedSchemas(migrations);
  if (isActualIn(accepted)) return findSharedRootPage(reader);
  // A ledger with one trigger of a chain must have all of them.
  const [plain = [], withChain = plain] = accepted;
  const added = withChain.filter((object) => !plain.includes(object));
  return formatSchemaDifference(
    actual,
    added.some((object) => actual.includes(object)) ? withChain : plain,
  );
}

/** Two objects with the same root page: a write to one would change the other. */
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

/** For the log: only the names of the objects. */
function formatSchemaDifference(actual: SchemaObjects, expected: SchemaObjects): string {
  const getName = (object: string): string => {
    const parts: unknown = JSON.parse(object);
    return Array.isArray(parts) ? `${String(parts[0])} ${String(parts[1])}` : object;
  };
  const added = actual.filter((object) => !expected.includes(object)).map(getName);
  const missing = expected.filter((object) => !actual.includes(object)).map(getName);
  const changed = added.filter((name) => missing.includes(name));
  const formatNames = (names: readonly string[]): string =>
    names.filter((name) => !changed.includes(name)).join(', ') || 'nothing';
  return `added: ${formatNames(added)}; missing: ${formatNames(missing)}; changed: ${changed.join(', ') || 'nothing'}`;
}
