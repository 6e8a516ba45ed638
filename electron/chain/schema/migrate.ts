import { readSqlFile } from '../../platform/index.ts';
import type { ChainQuery } from '../client/index.ts';
import { toGroupRoleName } from './roles.ts';
import { ROLE_GROUPS, type SchemaTopic } from './topic.ts';
import { SCHEMA_TOPICS } from './topics.ts';

/** The schema version to which this program migrates a database. */
export const LATEST_CHAIN_SCHEMA_VERSION = getNewestVersion(SCHEMA_TOPICS);

/** Returns the schema version of a database; 0 if it has no schema yet. */
export async function readChainSchemaVersion(query: ChainQuery): Promise<number> {
  const [schemaRow] = await query("SELECT to_regclass('chain.versions') IS NOT NULL AS is_there");
  if (schemaRow?.is_there !== true) return 0;
  const [row] = await query('SELECT max(version) AS version FROM chain.versions');
  return Number(row?.version ?? 0);
}

/**
 * Migrates the schema to the newest version, as its owner and inside one transaction: runs the
 * missing steps, replaces all functions, and sets the privileges. Returns the previous version.
 */
export async function migrateChainSchema(
  query: ChainQuery,
  database: string,
  topics: readonly SchemaTopic[] = SCHEMA_TOPICS,
): Promise<number> {
  if ((await readChainSchemaVersion(query)) === 0) await query(CREATE_VERSIONS_TABLE);
  // Serializes concurrent migrations.
  await query('LOCK TABLE chain.versions IN EXCLUSIVE MODE');
  const from = await readChainSchemaVersion(query);
  for (let version = from + 1; version <= getNewestVersion(topics); version += 1) {
    for (const { steps } of topics) await query(steps[version] ?? '');
    await query('INSERT INTO chain.versions (version) VALUES ($1)', [version]);
  }
  // SQL functions are checked when they are created, and may call functions of a later topic.
  await query('SET LOCAL check_function_bodies = off');
  for (const { functions } of topics) await query(functions);
  await query(CREATE_VERSION_FUNCTION);
  await query(
    "SELECT count(*) FROM chain.make_partitions_v1((now() - interval '1 month')::date, 3)",
  );
  await grantPrivileges(query, database, topics);
  return from;
}

function getNewestVersion(topics: readonly SchemaTopic[]): number {
  return Math.max(...topics.flatMap(({ steps }) => Object.keys(steps).map(Number)));
}

const CREATE_VERSIONS_TABLE = readSqlFile(import.meta.url, './0-versions.sql');
const CREATE_VERSION_FUNCTION = readSqlFile(import.meta.url, './versions.sql');

/** Revokes everything first, so that privileges of an earlier version do not remain. */
async function grantPrivileges(
  query: ChainQuery,
  database: string,
  topics: readonly SchemaTopic[],
): Promise<void> {
  const groups = ROLE_GROUPS.map((group) => toGroupRoleName(database, group)).join(', ');
  await query(`REVOKE ALL ON SCHEMA chain FROM PUBLIC, ${groups}`);
  await query(`REVOKE ALL ON ALL TABLES IN SCHEMA chain FROM PUBLIC, ${groups}`);
  await query(`REVOKE ALL ON ALL SEQUENCES IN SCHEMA chain FROM PUBLIC, ${groups}`);
  await query(`REVOKE ALL ON ALL FUNCTIONS IN SCHEMA chain FROM PUBLIC, ${groups}`);
  await query(`GRANT USAGE ON SCHEMA chain TO ${groups}`);
  await query(`GRANT EXECUTE ON FUNCTION chain.version_v1() TO ${groups}`);
  // The process reads tables in chain status; everybody else calls functions only.
  await query(
    `GRANT SELECT ON ALL TABLES IN SCHEMA chain TO ${toGroupRoleName(database, 'maker')}`,
  );
  for (const group of ROLE_GROUPS) {
    const calls = topics.flatMap((topic) => topic.calls[group] ?? []);
    if (calls.length === 0) continue;
    await query(
      `GRANT EXECUTE ON FUNCTION ${calls.join(', ')} TO ${toGroupRoleName(database, group)}`,
    );
  }
}
