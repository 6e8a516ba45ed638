import type { ChainQuery } from '../client/index.ts';
import { toGroupRole } from './roles.ts';
import { GROUPS } from './topic.ts';

/**
 * The owner of everything and the groups, each made once, by a login that may create roles. Nobody
 * is the owner but the administrators, and whoever makes the groups is the first of these: from
 * PostgreSQL 16 on, who makes a role may grant it, to himself too, but does not act for it by that
 * alone. The same statements do on 15, where that right is part of the right to create roles.
 */
export async function createGroups(ask: ChainQuery, database: string): Promise<void> {
  const owner = toGroupRole(database, 'owner');
  const admin = toGroupRole(database, 'admin');
  const groups = GROUPS.map((group) => toGroupRole(database, group));
  for (const name of [owner, ...groups]) {
    const [there] = await ask('SELECT 1 AS one FROM pg_roles WHERE rolname = $1', [name]);
    if (there !== undefined) continue;
    await ask(`CREATE ROLE ${name} NOLOGIN`);
  }
  if (!(await canActAs(ask, admin))) await ask(`GRANT ${admin} TO CURRENT_USER`);
  // Each administrator may put logins into the groups, and be the owner.
  for (const name of [owner, ...groups.filter((group) => group !== admin)]) {
    const [granted] = await ask(
      `SELECT 1 AS one FROM pg_auth_members
      WHERE roleid = $1::regrole AND member = $2::regrole`,
      [name, admin],
    );
    if (granted === undefined) await ask(`GRANT ${name} TO ${admin} WITH ADMIN OPTION`);
  }
  await assignDatabaseOwner(ask, database, owner);
  for (const name of groups) await grantOnDatabase(ask, database, 'CONNECT', name);
}

/** From 16 on, whoever made a role is its member in name alone: what counts is that he has its rights. */
async function canActAs(ask: ChainQuery, group: string): Promise<boolean> {
  const [row] = await ask("SELECT pg_has_role(current_user, $1, 'USAGE') AS has_rights", [group]);
  return row?.has_rights === true;
}

/** So that each administrator may do what only the owner of a database may. */
async function assignDatabaseOwner(
  ask: ChainQuery,
  database: string,
  owner: string,
): Promise<void> {
  const [row] = await ask(
    `SELECT pg_get_userbyid(datdba) AS name, pg_get_userbyid(datdba) = current_user AS is_mine
    FROM pg_database WHERE datname = $1`,
    [database],
  );
  if (row?.name === owner) return;
  if (row?.is_mine === true) await ask(`ALTER DATABASE ${database} OWNER TO ${owner}`);
  else await grantOnDatabase(ask, database, 'CREATE', owner);
}

/** What is granted already is left alone: two that do it at a time would be in each other's way. */
async function grantOnDatabase(
  ask: ChainQuery,
  database: string,
  right: 'CONNECT' | 'CREATE',
  role: string,
): Promise<void> {
  // To itself, and not to everybody.
  const [row] = await ask(
    `SELECT EXISTS (SELECT FROM pg_database, aclexplode(datacl) AS a WHERE datname = $1
      AND a.privilege_type = $2 AND a.grantee = $3::regrole) AS is_granted`,
    [database, right, role],
  );
  if (row?.is_granted !== true) await ask(`GRANT ${right} ON DATABASE ${database} TO ${role}`);
}
