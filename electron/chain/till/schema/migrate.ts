import type { ChainQuery } from '../client/index.ts';
import { toGroupRole } from './roles.ts';
import { GROUPS, type SchemaTopic } from './topic.ts';
import { TOPICS } from './topics.ts';

/** The version that this program brings a database to. */
export const SCHEMA_VERSION = getNewestVersion(TOPICS);

/** The version of a database; 0 where it has no schema yet. */
export async function readSchemaVersion(ask: ChainQuery): Promise<number> {
  const [there] = await ask("SELECT to_regclass('chain.versions') IS NOT NULL AS is_there");
  if (there?.is_there !== true) return 0;
  const [row] = await ask('SELECT max(version) AS version FROM chain.versions');
  return Number(row?.version ?? 0);
}

/**
 * Brings the schema up to date, as its owner and inside one transaction: the steps that are missing,
 * all functions anew, and who may call them. Answers the version from which it came.
 */
export async function migrate(
  ask: ChainQuery,
  database: string,
  topics: readonly SchemaTopic[] = TOPICS,
): Promise<number> {
  if ((await readSchemaVersion(ask)) === 0) await ask(CREATE_VERSIONS_TABLE);
  // Two that migrate at once go one after the other.
  await ask('LOCK TABLE chain.versions IN EXCLUSIVE MODE');
  const from = await readSchemaVersion(ask);
  for (let next = from + 1; next <= getNewestVersion(topics); next += 1) {
    for (const { steps } of topics) await ask(steps[next] ?? '');
    await ask('INSERT INTO chain.versions (version) VALUES ($1)', [next]);
  }
  // Functions of SQL are checked when they are made, and may call those of a later topic.
  await ask('SET LOCAL check_function_bodies = off');
  for (const { functions } of topics) await ask(functions);
  await ask(CREATE_VERSION_FUNCTION);
  await ask("SELECT count(*) FROM chain.make_partitions_v1((now() - interval '1 month')::date, 3)");
  await grantPrivileges(ask, database, topics);
  return from;
}

function getNewestVersion(topics: readonly SchemaTopic[]): number {
  return Math.max(...topics.flatMap(({ steps }) => Object.keys(steps).map(Number)));
}

const CREATE_VERSIONS_TABLE = `
  CREATE SCHEMA chain;
  CREATE TABLE chain.versions (
    version int PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now()
  )`;
/** Whoever may connect may know it: a program that is too old says so. */
const CREATE_VERSION_FUNCTION = `
  CREATE OR REPLACE FUNCTION chain.version_v1() RETURNS int LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT max(version) FROM chain.versions $$`;

/** From nothing: what an earlier version allowed and this one does not is taken away. */
async function grantPrivileges(
  ask: ChainQuery,
  database: string,
  topics: readonly SchemaTopic[],
): Promise<void> {
  const groups = GROUPS.map((group) => toGroupRole(database, group)).join(', ');
  await ask(`REVOKE ALL ON SCHEMA chain FROM PUBLIC, ${groups}`);
  await ask(`REVOKE ALL ON ALL TABLES IN SCHEMA chain FROM PUBLIC, ${groups}`);
  await ask(`REVOKE ALL ON ALL SEQUENCES IN SCHEMA chain FROM PUBLIC, ${groups}`);
  await ask(`REVOKE ALL ON ALL FUNCTIONS IN SCHEMA chain FROM PUBLIC, ${groups}`);
  await ask(`GRANT USAGE ON SCHEMA chain TO ${groups}`);
  await ask(`GRANT EXECUTE ON FUNCTION chain.version_v1() TO ${groups}`);
  const readers = [toGroupRole(database, 'office'), toGroupRole(database, 'maker')].join(', ');
  await ask(`GRANT SELECT ON ALL TABLES IN SCHEMA chain TO ${readers}`);
  for (const group of GROUPS) {
    const calls = topics.flatMap((topic) => topic.calls[group] ?? []);
    if (calls.length === 0) continue;
    await ask(`GRANT EXECUTE ON FUNCTION ${calls.join(', ')} TO ${toGroupRole(database, group)}`);
  }
}
