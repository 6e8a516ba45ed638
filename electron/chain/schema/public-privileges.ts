import type { ChainConnection, ChainResult } from '../client/index.ts';
import { toGroupRoleName } from './roles.ts';

/**
 * Privileges that PostgreSQL grants to PUBLIC. A till needs none of them, and a stolen till login
 * could use them to fill the disk or to keep the processor busy. Some can be revoked only by a
 * superuser: these are returned with the statement.
 */
export interface UnrevokedPublicPrivilege {
  readonly what: (typeof PUBLIC_PRIVILEGES)[number]['what'];
  /** The objects that are open. */
  readonly names: readonly string[];
  /** The statement that a superuser runs in this database to revoke it. */
  readonly sql: string;
}

/** Revokes what the login may revoke, and returns the privileges that are still open. */
export async function revokePublicPrivileges(
  connection: ChainConnection,
  database: string,
): Promise<ChainResult<readonly UnrevokedPublicPrivilege[]>> {
  const before = await listUnrevokedPrivileges(connection, database);
  if (!before.ok) return before;
  for (const { what, sql } of before.value) {
    // Without the right, the statement fails or only warns: the list afterwards shows the result.
    if (what !== 'other databases') await connection.query(sql);
  }
  return listUnrevokedPrivileges(connection, database);
}

async function listUnrevokedPrivileges(
  connection: ChainConnection,
  database: string,
): Promise<ChainResult<readonly UnrevokedPublicPrivilege[]>> {
  const open: UnrevokedPublicPrivilege[] = [];
  for (const privilege of PUBLIC_PRIVILEGES) {
    const objects = await connection.query(privilege.find);
    if (!objects.ok) return objects;
    const names = objects.value.map(({ name }) => String(name));
    const sql = privilege.close(names, database);
    if (names.length > 0) open.push({ what: privilege.what, names, sql });
  }
  return { ok: true, value: open };
}

interface PublicPrivilege {
  readonly what: string;
  /** Returns a row with a `name` for each object that is open. */
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
    // The languages in which anyone may run an anonymous code block.
    what: 'languages',
    find: `SELECT lanname AS name FROM pg_language
      WHERE laninline <> 0 AND has_language_privilege('public', oid, 'USAGE') ORDER BY 1`,
    close: (names, database) =>
      [
        `GRANT USAGE ON LANGUAGE plpgsql TO ${toGroupRoleName(database, 'owner')}`,
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
    // Roles belong to the whole server: a till's login can connect to its other databases.
    what: 'other databases',
    find: `SELECT quote_ident(datname) AS name FROM pg_database
      WHERE datname <> current_database() AND datallowconn
        AND has_database_privilege('public', oid, 'CONNECT') ORDER BY 1`,
    close: (names) => `REVOKE CONNECT ON DATABASE ${names.join(', ')} FROM PUBLIC`,
  },
] as const satisfies readonly PublicPrivilege[];
