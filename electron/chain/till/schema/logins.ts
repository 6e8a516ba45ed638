import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type ChainAddress,
  type ChainProblem,
  type ChainQuery,
  type ChainResult,
  computePasswordVerifier,
  connectChain,
} from '../client/index.ts';
import { quoteLiteral, toGroupRole, toLoginRole } from './roles.ts';
import type { Group } from './topic.ts';

/** The `chain` block of a till's provisioning file. */
export interface ChainBlock {
  readonly hosts: readonly string[];
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** PEM. */
  readonly ca: string;
  readonly shop: string;
}

export type EnrollProblem =
  | ChainProblem
  /** A till that is not retired has that number already. */
  | { readonly kind: 'pos-taken'; readonly user: string; readonly shop: string };

export type RetireProblem =
  | ChainProblem
  /** No till that is not retired has that name, number or id. */
  | { readonly kind: 'unknown-till' }
  /** Several have that number: one has to be named by its user. */
  | { readonly kind: 'several-tills'; readonly users: readonly string[] }
  /** It can no longer log in, but these many of its sessions did not end. */
  | { readonly kind: 'still-connected'; readonly user: string; readonly sessions: number };

type LoginResult<T, Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/**
 * What a till may keep open at a time: its push, a look-up, and some that its server has not noticed
 * to be gone.
 */
const MAX_TILL_CONNECTIONS = 6;
/** As far as a login's owner leaves them as they are: against what hangs, not against who attacks. */
const TILL_ROLE_SETTINGS = [
  "statement_timeout = '20s'",
  "lock_timeout = '10s'",
  "idle_session_timeout = '5min'",
];
const MAX_END_ATTEMPTS = 30;
const RETRY_DELAY_MS = 100;

/** Makes a till's login. `admin` is the chain's address with an administrator's login. */
export async function enrollTill(
  admin: ChainAddress,
  { shop, pos }: { readonly shop: string; readonly pos: string },
): Promise<LoginResult<ChainBlock, EnrollProblem>> {
  const { hosts, database, ca } = admin;
  const till = randomUUID();
  const user = toLoginRole(database, 'till', till.slice(0, 8));
  const password = createPassword();
  const done = await withAdmin(admin, async (ask) => {
    const [taken] = await ask(
      'SELECT role_name, shop FROM chain.tills WHERE pos_number = $1 AND retired_at IS NULL',
      [pos],
    );
    if (taken !== undefined) return taken;
    await createRole(ask, database, { user, password, group: 'till', limit: MAX_TILL_CONNECTIONS });
    for (const limit of TILL_ROLE_SETTINGS) await ask(`ALTER ROLE ${user} SET ${limit}`);
    await ask('SELECT chain.enroll_v1($1, $2, $3, $4)', [till, user, shop, pos]);
    return null;
  });
  if (!done.ok) return done;
  if (done.value !== null) {
    const { role_name, shop: where } = done.value;
    const problem = { kind: 'pos-taken', user: String(role_name), shop: String(where) } as const;
    return { ok: false, problem };
  }
  return { ok: true, value: { hosts, database, user, password, ca, shop } };
}

/** Makes a login of the office, the process's two, or another administrator's. */
export async function createLogin(
  admin: ChainAddress,
  group: Exclude<Group, 'till'>,
): Promise<ChainResult<{ readonly user: string; readonly password: string }>> {
  const { database } = admin;
  const made = { user: toLoginRole(database, group, randomBytes(4).toString('hex')) };
  const password = createPassword();
  const done = await withAdmin(admin, async (ask) => {
    await createRole(ask, database, { ...made, password, group, limit: null });
  });
  return done.ok ? { ok: true, value: { ...made, password } } : done;
}

/**
 * From now on the till can no longer log in, and its sessions end. `till` is its user, its id or its
 * POS number; what it has sent stays.
 */
export async function retireTill(
  admin: ChainAddress,
  till: string,
): Promise<LoginResult<{ readonly user: string }, RetireProblem>> {
  const done = await withAdmin(admin, async (ask) => {
    const found = await ask(
      `SELECT role_name FROM chain.tills WHERE retired_at IS NULL
        AND $1 IN (role_name, till_id::text, pos_number) ORDER BY 1`,
      [till],
    );
    const users = found.map(({ role_name }) => String(role_name));
    const [user] = users;
    if (user === undefined || users.length > 1) return users;
    // A database that was restored on another server may have come without its roles.
    const [there] = await ask('SELECT 1 AS one FROM pg_roles WHERE rolname = $1', [user]);
    if (there !== undefined) await ask(`ALTER ROLE ${user} NOLOGIN`);
    await ask('SELECT chain.retire_v1($1)', [user]);
    return users;
  });
  if (!done.ok) return done;
  const [user] = done.value;
  if (user === undefined) return { ok: false, problem: { kind: 'unknown-till' } };
  if (done.value.length > 1) {
    return { ok: false, problem: { kind: 'several-tills', users: done.value } };
  }
  return endSessions(admin, user);
}

/** Ends another login than a till's: of the office, of the process, of an administrator. */
export async function retireLogin(
  admin: ChainAddress,
  user: string,
): Promise<LoginResult<{ readonly user: string }, RetireProblem>> {
  const groups = (['office', 'maker', 'hook', 'admin'] as const).map((group) =>
    toGroupRole(admin.database, group),
  );
  const done = await withAdmin(admin, async (ask) => {
    const [found] = await ask(
      `SELECT quote_ident(r.rolname) AS name FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid
      WHERE r.rolname = $1 AND r.rolcanlogin AND m.roleid = ANY ($2::regrole[])`,
      [user, groups],
    );
    if (found !== undefined) await ask(`ALTER ROLE ${String(found.name)} NOLOGIN`);
    return found !== undefined;
  });
  if (!done.ok) return done;
  if (!done.value) return { ok: false, problem: { kind: 'unknown-till' } };
  return endSessions(admin, user);
}

async function withAdmin<T>(
  admin: ChainAddress,
  work: (ask: ChainQuery) => Promise<T>,
): Promise<ChainResult<T>> {
  const opened = await connectChain(admin);
  if (!opened.ok) return opened;
  try {
    return await opened.value.transaction(work);
  } finally {
    await opened.value.end();
  }
}

async function createRole(
  ask: ChainQuery,
  database: string,
  role: {
    readonly user: string;
    readonly password: string;
    readonly group: Group;
    readonly limit: number | null;
  },
): Promise<void> {
  const { user, password, group, limit } = role;
  const admin = toGroupRole(database, 'admin');
  const rights = group === 'admin' ? 'CREATEROLE' : '';
  const most = limit === null ? '' : `CONNECTION LIMIT ${limit}`;
  const secret = quoteLiteral(computePasswordVerifier(password));
  await ask(`CREATE ROLE ${user} LOGIN ${rights} ${most} PASSWORD ${secret}`);
  const further = group === 'admin' ? 'WITH ADMIN OPTION' : '';
  await ask(`GRANT ${toGroupRole(database, group)} TO ${user} ${further}`);
  // Whoever is an administrator later may retire it too.
  if (group !== 'admin') await ask(`GRANT ${user} TO ${admin} WITH ADMIN OPTION`);
}

/** A login that was on its way in has a session after all: it is looked for until there is none. */
async function endSessions(
  admin: ChainAddress,
  user: string,
): Promise<LoginResult<{ readonly user: string }, RetireProblem>> {
  const opened = await connectChain(admin);
  if (!opened.ok) return opened;
  try {
    let sessions = 0;
    for (let attempt = 0; attempt < MAX_END_ATTEMPTS; attempt += 1) {
      const ended = await opened.value.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
        [user],
      );
      if (!ended.ok) return ended;
      sessions = ended.value.length;
      if (sessions === 0) return { ok: true, value: { user } };
      await wait(RETRY_DELAY_MS);
    }
    return { ok: false, problem: { kind: 'still-connected', user, sessions } };
  } finally {
    await opened.value.end();
  }
}

/** ASCII, and nothing that has to be escaped anywhere. */
function createPassword(): string {
  return randomBytes(24).toString('base64url');
}
