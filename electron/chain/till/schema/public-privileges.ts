import type { ChainConnection, ChainResult } from '../client/index.ts';
import { toGroupRole } from './roles.ts';

/**
 * What PostgreSQL allows to everybody who may connect. A till needs none of it, and whoever stole its
 * login could fill the disk by it or keep the processor busy. Some of it only a superuser may close:
 * what is left is named, with the statement.
 */
export interface OpenPrivilege {
  readonly what: (typeof PUBLIC_PRIVILEGES)[number]['what'];
  /** What of it is open. */
  readonly names: readonly string[];
  /** What a superuser runs in this database to close it. */
  readonly sql: string;
}

/** Closes what it may, and answers what is still open. */
export async function revokePublicPrivileges(
  connection: ChainConnection,
  database: string,
): Promise<ChainResult<readonly OpenPrivilege[]>> {
  const before = await listOpenPrivileges(connection, database);
  if (!before.ok) return before;
  for (const { what, sql } of before.value) {
    // Who may not do it is told so, or only warned: what counts is how it stands afterwards.
    if (what !== 'other databases') await connection.query(sql);
  }
  return listOpenPrivileges(connection, database);
}

async function listOpenPrivileges(
  connection: ChainConnection,
  database: string,
): Promise<ChainResult<readonly OpenPrivilege[]>> {
  const open: OpenPrivilege[] = [];
  for (const door of PUBLIC_PRIVILEGES) {
    const found = await connection.query(door.find);
    if (!found.ok) return found;
    const names = found.value.map(({ name }) => String(name));
    const sql = door.close(names, database);
    if (names.length > 0) open.push({ what: door.what, names, sql });
  }
  return { ok: true, value: open };
}

interface PublicPrivilege {
  readonly what: string;
  /** Answers a row with a \`name\` for each that is open. */
  readonly find: string;
  readonly close: (names: readonly string[], database: string) => string;
}

const PUBLIC_PRIVILEGES = [
  {
    what: 'connections',
    find: `SELECT datname AS name FROM pg_database
      WHERE datname = current_database() AND has_database_privilege('public', oid, 'CONNECT')`,
    close: (_, database) => `REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`,
  },
  {
    what: 'temporary tables',
    find: `SELECT datname AS name FROM pg_database
      WHERE datname = current_database() AND has_database_privilege('public', oid, 'TEMPORARY')`,
    close: (_, database) => `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`,
  },
  {
    what: 'schema public',
    find: `SELECT nspname AS name FROM pg_namespace WHERE nspname = 'public'
      AND (has_schema_privilege('public', oid, 'USAGE')
        OR has_schema_privilege('public', oid, 'CREATE'))`,
    close: () => 'REVOKE ALL ON SCHEMA public FROM PUBLIC',
  },
  {
    // Those in which anybody may run a block of code.
    what: 'languages',
    find: `SELECT lanname AS name FROM pg_language
      WHERE laninline <> 0 AND has_language_privilege('public', oid, 'USAGE') ORDER BY 1`,
    close: (names, database) =>
      [
        `GRANT USAGE ON LANGUAGE plpgsql TO ${toGroupRole(database, 'owner')}`,
        `REVOKE USAGE ON LANGUAGE ${names.join(', ')} FROM PUBLIC`,
      ].join('; '),
  },
  {
    what: 'large objects',
    find: `SELECT oid::regprocedure::text AS name FROM pg_proc
      WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^(lo_|loread|lowrite)'
        AND has_function_privilege('public', oid, 'EXECUTE') ORDER BY 1`,
    close: (names) => `REVOKE EXECUTE ON FUNCTION ${names.join(', ')} FROM PUBLIC`,
  },
  {
    // Roles belong to the whole server: a till's login may go into its other databases.
    what: 'other databases',
    find: `SELECT quote_ident(datname) AS name FROM pg_database
      WHERE datname <> current_database() AND datallowconn
        AND has_database_privilege('public', oid, 'CONNECT') ORDER BY 1`,
    close: (names) => `REVOKE CONNECT ON DATABASE ${names.join(', ')} FROM PUBLIC`,
  },
] as const satisfies readonly PublicPrivilege[];
