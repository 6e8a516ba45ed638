import {
  type ChainAddress,
  type ChainConnection,
  type ChainProblem,
  connectToChain,
} from '../client/index.ts';
import { createRoleGroups } from './groups.ts';
import {
  LATEST_CHAIN_SCHEMA_VERSION,
  migrateChainSchema,
  readChainSchemaVersion,
} from './migrate.ts';
import { revokePublicPrivileges, type UnrevokedPublicPrivilege } from './public-privileges.ts';
import { isValidDatabaseName, toGroupRoleName } from './roles.ts';
import { ROLE_GROUPS } from './topic.ts';

export type InitChainProblem =
  | ChainProblem
  /** Allowed: lower-case letters, digits and underscores, at most 40, starting with a letter. */
  | { readonly kind: 'name'; readonly detail: string }
  /**
   * PostgreSQL below 15, a database in another encoding than UTF-8, or a login that has the name of
   * one of the chain's roles.
   */
  | { readonly kind: 'unfit'; readonly detail: string }
  /** The login may not create roles or databases, or is not an administrator of this chain. */
  | { readonly kind: 'rights'; readonly detail: string }
  /** A newer program has migrated the database to a version that this program does not know. */
  | { readonly kind: 'newer-schema'; readonly detail: string; readonly version: number };

export type InitChainResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: InitChainProblem };

export interface ChainInitialization {
  /** The version before; 0 if there was no schema. */
  readonly fromSchemaVersion: number;
  readonly toSchemaVersion: number;
  readonly isDatabaseCreated: boolean;
  /**
   * The privileges that the administrator may not revoke, each with the statement for a superuser.
   */
  readonly unrevokedPrivileges: readonly UnrevokedPublicPrivilege[];
}

const MIN_SERVER_VERSION = 150_000;
/** For each statement: a step that adds an index to 60 million payments takes minutes. */
const INIT_OPTIONS = { deadlineMs: 3_600_000 };

/**
 * Creates the chain's database, its roles and its schema, or brings them up to date: run again, it
 * changes nothing that is up to date. `admin` is the address of the chain's database, with a login
 * that may create roles and databases. `maintenanceDatabase` is an existing database, to connect to while creating
 * the other one.
 */
export async function initChain(
  admin: ChainAddress,
  { maintenanceDatabase = 'postgres' }: { readonly maintenanceDatabase?: string } = {},
): Promise<InitChainResult<ChainInitialization>> {
  const { database } = admin;
  if (!isValidDatabaseName(database)) {
    const detail =
      'its name must have at most 40 characters: lower-case letters, digits and underscores';
    return { ok: false, problem: { kind: 'name', detail } };
  }
  const opened = await openOrCreate(admin, maintenanceDatabase);
  if (!opened.ok) return opened;
  const { connection, isMade } = opened.value;
  try {
    return await initialize(connection, database, isMade);
  } finally {
    await connection.end();
  }
}

async function openOrCreate(
  admin: ChainAddress,
  maintenanceDatabase: string,
): Promise<InitChainResult<{ connection: ChainConnection; isMade: boolean }>> {
  const existing = await connectToChain(admin, INIT_OPTIONS);
  if (existing.ok) return { ok: true, value: { connection: existing.value, isMade: false } };
  // 3D000: the database does not exist.
  if (existing.problem.sqlState !== '3D000') return existing;
  const maintenanceConnection = await connectToChain(
    { ...admin, database: maintenanceDatabase },
    INIT_OPTIONS,
  );
  if (!maintenanceConnection.ok) return maintenanceConnection;
  const creation = await maintenanceConnection.value.query(
    `CREATE DATABASE ${admin.database} ENCODING 'UTF8' TEMPLATE template0`,
  );
  await maintenanceConnection.value.end();
  if (!creation.ok) return toRightsProblem(creation);
  const created = await connectToChain(admin, INIT_OPTIONS);
  return created.ok ? { ok: true, value: { connection: created.value, isMade: true } } : created;
}

async function initialize(
  connection: ChainConnection,
  database: string,
  isDatabaseCreated: boolean,
): Promise<InitChainResult<ChainInitialization>> {
  const serverProblem = await findServerProblem(connection, database);
  if (!serverProblem.ok) return serverProblem;
  if (serverProblem.value !== null) return { ok: false, problem: serverProblem.value };
  const migration = await connection.transaction(async (query) => {
    await createRoleGroups(query, database);
    await query(`SET LOCAL ROLE ${toGroupRoleName(database, 'owner')}`);
    return migrateChainSchema(query, database);
  });
  if (!migration.ok) return toRightsProblem(migration);
  const unrevokedPrivileges = await revokePublicPrivileges(connection, database);
  if (!unrevokedPrivileges.ok) return unrevokedPrivileges;
  const value = {
    fromSchemaVersion: migration.value,
    toSchemaVersion: LATEST_CHAIN_SCHEMA_VERSION,
    isDatabaseCreated,
    unrevokedPrivileges: unrevokedPrivileges.value,
  };
  return { ok: true, value };
}

async function findServerProblem(
  connection: ChainConnection,
  database: string,
): Promise<InitChainResult<InitChainProblem | null>> {
  const roleNames = [...ROLE_GROUPS, 'owner' as const].map((group) =>
    toGroupRoleName(database, group),
  );
  const state = await connection.transaction(async (query) => {
    const [row] = await query(
      `SELECT current_setting('server_version_num')::int AS number,
        current_setting('server_version') AS version,
        current_setting('server_encoding') AS encoding`,
    );
    const [login] = await query(
      'SELECT rolname AS name FROM pg_roles WHERE rolname = ANY ($1) AND rolcanlogin LIMIT 1',
      [roleNames],
    );
    return { row, login, version: await readChainSchemaVersion(query) };
  });
  if (!state.ok) return state;
  const { row, login, version } = state.value;
  if (Number(row?.number) < MIN_SERVER_VERSION) {
    const detail = `it needs PostgreSQL 15 or newer, and the server is ${row?.version}`;
    return { ok: true, value: { kind: 'unfit', detail } };
  }
  if (row?.encoding !== 'UTF8') {
    const detail = `its encoding must be UTF-8, and is ${row?.encoding}`;
    return { ok: true, value: { kind: 'unfit', detail } };
  }
  if (login !== undefined) {
    const detail = `the login ${login.name} has the name of a role that the chain creates: rename the login, for example with ALTER ROLE ${login.name} RENAME TO dba, or choose another name with --database`;
    return { ok: true, value: { kind: 'unfit', detail } };
  }
  if (version > LATEST_CHAIN_SCHEMA_VERSION) {
    const detail = `the database has version ${version}, this program ${LATEST_CHAIN_SCHEMA_VERSION}`;
    return { ok: true, value: { kind: 'newer-schema', detail, version } };
  }
  return { ok: true, value: null };
}

function toRightsProblem(failure: { readonly ok: false; readonly problem: ChainProblem }): {
  readonly ok: false;
  readonly problem: InitChainProblem;
} {
  const { sqlState, detail } = failure.problem;
  return sqlState === '42501' ? { ok: false, problem: { kind: 'rights', detail } } : failure;
}
