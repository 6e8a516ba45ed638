import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type ChainAddress,
  type ChainProblem,
  type ChainQuery,
  type ChainResult,
  computeScramVerifier,
  connectToChain,
  deriveJoinLogin,
  JOIN_SECRET_BYTES,
} from '../client/index.ts';
import { quoteSqlLiteral, toGroupRoleName, toLoginRoleName } from './roles.ts';
import type { RoleGroup } from './topic.ts';

/** The `chain` block of a till's provisioning file. */
export interface ChainTillProvisioning {
  readonly hosts: readonly string[];
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** The certificate authority in PEM. */
  readonly ca: string;
  readonly shop: string;
}

export type EnrollTillProblem =
  | ChainProblem
  /** An active till has that number already. */
  | { readonly kind: 'pos-taken'; readonly user: string; readonly shop: string };

export type EndSessionsProblem =
  | ChainProblem
  /** This many sessions of the login did not end. */
  | { readonly kind: 'still-connected'; readonly user: string; readonly sessions: number };

/** `still-connected`: the login is disabled. */
export type RetireLoginProblem =
  | EndSessionsProblem
  /** No active till has that name, number or id. */
  | { readonly kind: 'unknown-till' };

export type LoginResult<T, Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/**
 * The maximum of connections of a till: its push, a look-up, and some that its server has not yet
 * noticed to be closed.
 */
const MAX_TILL_CONNECTIONS = 6;
/** The first part of a UUID. */
const TILL_SUFFIX_LENGTH = 8;
const UNIQUE_VIOLATION = '23505';
const MAX_END_ATTEMPTS = 30;
const RETRY_DELAY_MS = 100;

/** A login that the database need not know yet. */
export interface PreparedLogin {
  readonly user: string;
  readonly password: string;
}

/**
 * Creates a till's login. `admin` is the chain's address with an administrator's login. `save` stores the
 * login before the database knows it. `prepared` is what an interrupted call for this till saved, and may
 * have created.
 */
export async function enrollTill(
  admin: ChainAddress,
  till: { readonly shop: string; readonly pos: string },
  {
    prepared,
    save,
  }: {
    readonly prepared: PreparedLogin | null;
    readonly save: (login: PreparedLogin) => void;
  } = { prepared: null, save: () => {} },
): Promise<LoginResult<ChainTillProvisioning, EnrollTillProblem>> {
  const { shop, pos } = till;
  const { hosts, database, ca } = admin;
  let login = prepared ?? createTillLogin(database);
  const result = await withAdmin(admin, async (query) => {
    const [existingTill] = await query(
      'SELECT role_name, shop FROM chain.tills WHERE pos_number = $1 AND retired_at IS NULL',
      [pos],
    );
    const isEnrolled = existingTill?.role_name === login.user && existingTill.shop === shop;
    if (existingTill !== undefined && !isEnrolled) return existingTill;
    // The till of the prepared login may have been retired since.
    if (!isEnrolled && (await isNameTaken(query, login.user))) login = createTillLogin(database);
    save(login);
    if (isEnrolled) return null;
    const { user } = login;
    await createRole(query, database, { ...login, group: 'till', limit: MAX_TILL_CONNECTIONS });
    const id = `${user.slice(-TILL_SUFFIX_LENGTH)}${randomUUID().slice(TILL_SUFFIX_LENGTH)}`;
    await query('SELECT chain.enroll_v1($1, $2, $3, $4)', [id, user, shop, pos]);
    return null;
  });
  // Somebody else took the number meanwhile, or an interrupted call was committed: it is found now.
  if (!result.ok && result.problem.sqlState === UNIQUE_VIOLATION) {
    return await enrollTill(admin, till, { prepared: login, save });
  }
  if (!result.ok) return result;
  if (result.value !== null) {
    const { role_name, shop: otherShop } = result.value;
    const problem = {
      kind: 'pos-taken',
      user: String(role_name),
      shop: String(otherShop),
    } as const;
    return { ok: false, problem };
  }
  return { ok: true, value: { hosts, database, ...login, ca, shop } };
}

/** Its name ends with the beginning of the till's id. */
function createTillLogin(database: string): PreparedLogin {
  const suffix = randomUUID().slice(0, TILL_SUFFIX_LENGTH);
  return { user: toLoginRoleName(database, 'till', suffix), password: createPassword() };
}

async function isNameTaken(query: ChainQuery, user: string): Promise<boolean> {
  const rows = await query(
    `SELECT 1 AS one FROM pg_roles WHERE rolname = $1
    UNION ALL SELECT 1 FROM chain.tills WHERE role_name = $1`,
    [user],
  );
  return rows.length > 0;
}

/**
 * Creates a login that a till may use once, within the time, to join with its own shop and POS
 * number (`chain.join_v1`). Returns the secret from which the till derives it.
 */
export async function createJoinLogin(
  admin: ChainAddress,
  { validForMs }: { readonly validForMs: number },
): Promise<ChainResult<{ readonly secret: Buffer }>> {
  const { database } = admin;
  const secret = randomBytes(JOIN_SECRET_BYTES);
  const { suffix, password } = deriveJoinLogin(secret);
  const user = toLoginRoleName(database, 'till', suffix);
  const result = await withAdmin(admin, async (query) => {
    const expired = await query('SELECT chain.expired_logins_v1($1) AS name', [
      toGroupRoleName(database, 'till'),
    ]);
    for (const { name } of expired) await query(`DROP ROLE IF EXISTS ${String(name)}`);
    await createRole(query, database, {
      user,
      password,
      group: 'till',
      limit: MAX_TILL_CONNECTIONS,
    });
    // The database's clock counts, and no parameter is allowed in ALTER ROLE.
    const [row] = await query("SELECT (now() + $1 * interval '1 ms')::text AS until", [validForMs]);
    await query(`ALTER ROLE ${user} VALID UNTIL ${quoteSqlLiteral(String(row?.until))}`);
  });
  return result.ok ? { ok: true, value: { secret } } : result;
}

/** Creates a login of the office, of the process (maker or hook), or of another administrator. */
export async function createLoginOfGroup(
  admin: ChainAddress,
  group: Exclude<RoleGroup, 'till'>,
): Promise<ChainResult<{ readonly user: string; readonly password: string }>> {
  const { database } = admin;
  const created = { user: toLoginRoleName(database, group, randomBytes(4).toString('hex')) };
  const password = createPassword();
  const result = await withAdmin(admin, async (query) => {
    await createRole(query, database, { ...created, password, group, limit: null });
  });
  return result.ok ? { ok: true, value: { ...created, password } } : result;
}

/**
 * Disables the till's login and ends its sessions. `till` is its user, its id or its POS number;
 * the data that it has sent stays.
 */
export async function retireTill(
  admin: ChainAddress,
  tillName: string,
): Promise<LoginResult<{ readonly user: string }, RetireLoginProblem>> {
  const result = await withAdmin(admin, async (query) => {
    const [till] = await query(
      `SELECT role_name FROM chain.tills WHERE retired_at IS NULL
        AND $1 IN (role_name, till_id::text, pos_number)`,
      [tillName],
    );
    if (till === undefined) return null;
    const user = String(till.role_name);
    // A database restored on another server may lack its roles.
    const [roleRow] = await query('SELECT 1 AS one FROM pg_roles WHERE rolname = $1', [user]);
    if (roleRow !== undefined) await query(`ALTER ROLE ${user} NOLOGIN`);
    await query('SELECT chain.retire_v1($1)', [user]);
    return user;
  });
  if (!result.ok) return result;
  if (result.value === null) return { ok: false, problem: { kind: 'unknown-till' } };
  return endSessions(admin, result.value);
}

/**
 * Disables a login that is not a till's: of the office, of the process, or of an administrator, and
 * ends its sessions.
 */
export async function retireLogin(
  admin: ChainAddress,
  user: string,
): Promise<LoginResult<{ readonly user: string }, RetireLoginProblem>> {
  const groups = (['office', 'maker', 'hook', 'admin'] as const).map((group) =>
    toGroupRoleName(admin.database, group),
  );
  const result = await withAdmin(admin, async (query) => {
    const [login] = await query(
      `SELECT quote_ident(r.rolname) AS name FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid
      WHERE r.rolname = $1 AND r.rolcanlogin AND m.roleid = ANY ($2::regrole[])`,
      [user, groups],
    );
    if (login !== undefined) await query(`ALTER ROLE ${String(login.name)} NOLOGIN`);
    return login !== undefined;
  });
  if (!result.ok) return result;
  if (!result.value) return { ok: false, problem: { kind: 'unknown-till' } };
  return endSessions(admin, user);
}

export async function withAdmin<T>(
  admin: ChainAddress,
  work: (query: ChainQuery) => Promise<T>,
): Promise<ChainResult<T>> {
  const connected = await connectToChain(admin);
  if (!connected.ok) return connected;
  try {
    return await connected.value.transaction(work);
  } finally {
    await connected.value.end();
  }
}

async function createRole(
  query: ChainQuery,
  database: string,
  role: {
    readonly user: string;
    readonly password: string;
    readonly group: RoleGroup;
    readonly limit: number | null;
  },
): Promise<void> {
  const { user, password, group, limit } = role;
  const admin = toGroupRoleName(database, 'admin');
  const rights = group === 'admin' ? 'CREATEROLE' : '';
  const connectionLimit = limit === null ? '' : `CONNECTION LIMIT ${limit}`;
  const secret = quoteSqlLiteral(computeScramVerifier(password));
  await query(`CREATE ROLE ${user} LOGIN ${rights} ${connectionLimit} PASSWORD ${secret}`);
  const grantOption = group === 'admin' ? 'WITH ADMIN OPTION' : '';
  await query(`GRANT ${toGroupRoleName(database, group)} TO ${user} ${grantOption}`);
  if (group === 'admin') return;
  // A later administrator may retire it too.
  await query(`GRANT ${user} TO ${admin} WITH ADMIN OPTION`);
  // Its functions see when a transaction of the login began, and end the sessions of a till.
  const ownerOption = group === 'till' ? 'WITH ADMIN OPTION' : '';
  await query(`GRANT ${user} TO ${toGroupRoleName(database, 'owner')} ${ownerOption}`);
}

/**
 * Ends the sessions of a login. One that was in progress can still open a session: repeats until
 * there is none.
 */
export async function endSessions(
  admin: ChainAddress,
  user: string,
): Promise<LoginResult<{ readonly user: string }, EndSessionsProblem>> {
  const connected = await connectToChain(admin);
  if (!connected.ok) return connected;
  try {
    let sessions = 0;
    for (let attempt = 0; attempt < MAX_END_ATTEMPTS; attempt += 1) {
      const termination = await connected.value.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
        [user],
      );
      if (!termination.ok) return termination;
      sessions = termination.value.length;
      if (sessions === 0) return { ok: true, value: { user } };
      await wait(RETRY_DELAY_MS);
    }
    return { ok: false, problem: { kind: 'still-connected', user, sessions } };
  } finally {
    await connected.value.end();
  }
}

/** ASCII, without characters that need escaping anywhere. */
export function createPassword(): string {
  return randomBytes(24).toString('base64url');
}
