import {
  type ChainAddress,
  type ChainConnection,
  type ChainProblem,
  connectChain,
} from '../client/index.ts';
import { createGroups } from './groups.ts';
import { migrate, readSchemaVersion, SCHEMA_VERSION } from './migrate.ts';
import { type OpenPrivilege, revokePublicPrivileges } from './public-privileges.ts';
import { isDatabaseName, toGroupRole } from './roles.ts';

export type InitProblem =
  | ChainProblem
  /** Lower-case letters, digits and underscores, 40 at most, a letter first. */
  | { readonly kind: 'name'; readonly detail: string }
  /** PostgreSQL below 15, or a database in another encoding than UTF-8. */
  | { readonly kind: 'unfit'; readonly detail: string }
  /** The login may not create roles, or databases, or is not this chain's administrator. */
  | { readonly kind: 'rights'; readonly detail: string }
  /** A newer program has brought the database further than this one knows. */
  | { readonly kind: 'newer-schema'; readonly detail: string; readonly version: number };

export type InitResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: InitProblem };

export interface ChainInitialization {
  /** The version before; 0 where there was no schema. */
  readonly from: number;
  readonly to: number;
  readonly isDatabaseMade: boolean;
  /** What the administrator may not close, each with the statement that a superuser can run. */
  readonly leftOpen: readonly OpenPrivilege[];
}

const MIN_SERVER_VERSION = 150_000;
/** A schema of many steps takes its time on a busy server. */
const INIT_OPTIONS = { deadlineMs: 120_000 };

/**
 * Makes the chain's database, its roles and its schema, or brings them up to date: run again it
 * changes nothing that is there. `admin` is the address of the chain's database, with a login that
 * may create roles and databases. `via` is a database that exists, to create the other one from.
 */
export async function initChain(
  admin: ChainAddress,
  { via = 'postgres' }: { readonly via?: string } = {},
): Promise<InitResult<ChainInitialization>> {
  const { database } = admin;
  if (!isDatabaseName(database)) {
    const detail = 'a name of up to 40 lower-case letters, digits and underscores is needed';
    return { ok: false, problem: { kind: 'name', detail } };
  }
  const opened = await openOrCreate(admin, via);
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
  via: string,
): Promise<InitResult<{ connection: ChainConnection; isMade: boolean }>> {
  const first = await connectChain(admin, INIT_OPTIONS);
  if (first.ok) return { ok: true, value: { connection: first.value, isMade: false } };
  // 3D000: there is no such database.
  if (first.problem.sqlState !== '3D000') return first;
  const other = await connectChain({ ...admin, database: via }, INIT_OPTIONS);
  if (!other.ok) return other;
  const made = await other.value.query(
    `CREATE DATABASE ${admin.database} ENCODING 'UTF8' TEMPLATE template0`,
  );
  await other.value.end();
  if (!made.ok) return toRightsProblem(made);
  const second = await connectChain(admin, INIT_OPTIONS);
  return second.ok ? { ok: true, value: { connection: second.value, isMade: true } } : second;
}

async function initialize(
  connection: ChainConnection,
  database: string,
  isDatabaseMade: boolean,
): Promise<InitResult<ChainInitialization>> {
  const fit = await findUnfitProblem(connection);
  if (!fit.ok) return fit;
  if (fit.value !== null) return { ok: false, problem: fit.value };
  const done = await connection.transaction(async (ask) => {
    await createGroups(ask, database);
    await ask(`SET LOCAL ROLE ${toGroupRole(database, 'owner')}`);
    return migrate(ask, database);
  });
  if (!done.ok) return toRightsProblem(done);
  const open = await revokePublicPrivileges(connection, database);
  if (!open.ok) return open;
  const value = { from: done.value, to: SCHEMA_VERSION, isDatabaseMade, leftOpen: open.value };
  return { ok: true, value };
}

async function findUnfitProblem(
  connection: ChainConnection,
): Promise<InitResult<InitProblem | null>> {
  const said = await connection.transaction(async (ask) => {
    const [row] = await ask(
      `SELECT current_setting('server_version_num')::int AS number,
        current_setting('server_version') AS version,
        current_setting('server_encoding') AS encoding`,
    );
    return { row, version: await readSchemaVersion(ask) };
  });
  if (!said.ok) return said;
  const { row, version } = said.value;
  if (Number(row?.number) < MIN_SERVER_VERSION) {
    const detail = `PostgreSQL 15 or newer is needed; this one is ${row?.version}`;
    return { ok: true, value: { kind: 'unfit', detail } };
  }
  if (row?.encoding !== 'UTF8') {
    const detail = `the database has to be encoded in UTF-8; this one is in ${row?.encoding}`;
    return { ok: true, value: { kind: 'unfit', detail } };
  }
  if (version > SCHEMA_VERSION) {
    const detail = `the database has version ${version}; this program knows ${SCHEMA_VERSION}`;
    return { ok: true, value: { kind: 'newer-schema', detail, version } };
  }
  return { ok: true, value: null };
}

function toRightsProblem(failed: { readonly ok: false; readonly problem: ChainProblem }): {
  readonly ok: false;
  readonly problem: InitProblem;
} {
  const { sqlState, detail } = failed.problem;
  return sqlState === '42501' ? { ok: false, problem: { kind: 'rights', detail } } : failed;
}
