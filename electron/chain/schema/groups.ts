import type { ChainQuery } from '../client/index.ts';
import { toGroupRoleName } from './roles.ts';
import { ROLE_GROUPS } from './topic.ts';

/**
 * Creates the owner role and the groups, each once, with a login that may create roles. Only the
 * administrators can act as the owner, and the login that creates the groups becomes the first
 * administrator: from PostgreSQL 16 on, the creator of a role may grant it, also to itself, but
 * cannot act as the role without that grant. The same statements work on 15, where this right is
 * part of the right to create roles.
 */
export async function createRoleGroups(query: ChainQuery, database: string): Promise<void> {
  const owner = toGroupRoleName(database, 'owner');
  const admin = toGroupRoleName(database, 'admin');
  const groups = ROLE_GROUPS.map((group) => toGroupRoleName(database, group));
  for (const name of [owner, ...groups]) {
    const [roleRow] = await query('SELECT 1 AS one FROM pg_roles WHERE rolname = $1', [name]);
    if (roleRow !== undefined) continue;
    await query(`CREATE ROLE ${name} NOLOGIN`);
  }
  if (!(await canActAs(query, admin))) await query(`GRANT ${admin} TO CURRENT_USER`);
  // Each administrator may add logins to the groups, and act as the owner.
  for (const name of [owner, ...groups.filter((group) => group !== admin)]) {
    const [membership] = await query(
      `SELECT 1 AS one FROM pg_auth_members
      WHERE roleid = $1::regrole AND member = $2::regrole`,
      [name, admin],
    );
    if (membership === undefined) await query(`GRANT ${name} TO ${admin} WITH ADMIN OPTION`);
  }
  await grantTillLoginsToOwner(query, owner, toGroupRoleName(database, 'till'));
  await assignDatabaseOwner(query, database, owner);
  for (const name of groups) await grantOnDatabase(query, database, 'CONNECT', name);
}

/**
 * Lets the functions of the owner end the sessions of tills, bar their logins and reset their
 * settings. Also for the tills of an earlier version.
 */
async function grantTillLoginsToOwner(
  query: ChainQuery,
  owner: string,
  tillGroup: string,
): Promise<void> {
  const [role] = await query('SELECT rolcreaterole AS can FROM pg_roles WHERE rolname = $1', [
    owner,
  ]);
  if (role?.can !== true) await query(`ALTER ROLE ${owner} CREATEROLE`);
  // From PostgreSQL 16 on, who created the group is a member too.
  const logins = await query(
    `SELECT quote_ident(r.rolname) AS name FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member
    WHERE m.roleid = $1::regrole AND r.rolcanlogin AND starts_with(r.rolname, $3) AND NOT EXISTS (
      SELECT FROM pg_auth_members o WHERE o.roleid = r.oid AND o.member = $2::regrole)`,
    [tillGroup, owner, `${tillGroup}_`],
  );
  for (const { name } of logins) await query(`GRANT ${name} TO ${owner} WITH ADMIN OPTION`);
}

/**
 * From PostgreSQL 16 on, the creator of a role is a member without its rights, so this checks the
 * rights.
 */
async function canActAs(query: ChainQuery, group: string): Promise<boolean> {
  const [row] = await query("SELECT pg_has_role(current_user, $1, 'USAGE') AS has_rights", [group]);
  return row?.has_rights === true;
}

/** Lets each administrator do what only the owner of a database may do. */
async function assignDatabaseOwner(
  query: ChainQuery,
  database: string,
  owner: string,
): Promise<void> {
  const [row] = await query(
    `SELECT pg_get_userbyid(datdba) AS name, pg_get_userbyid(datdba) = current_user AS is_mine
    FROM pg_database WHERE datname = $1`,
    [database],
  );
  if (row?.name === owner) return;
  if (row?.is_mine === true) await query(`ALTER DATABASE ${database} OWNER TO ${owner}`);
  else await grantOnDatabase(query, database, 'CREATE', owner);
}

/** Skips existing grants: two concurrent runs would conflict. */
async function grantOnDatabase(
  query: ChainQuery,
  database: string,
  right: 'CONNECT' | 'CREATE',
  role: string,
): Promise<void> {
  // Checks a grant to the role itself, not to PUBLIC.
  const [row] = await query(
    `SELECT EXISTS (SELECT FROM pg_database, aclexplode(datacl) AS a WHERE datname = $1
      AND a.privilege_type = $2 AND a.grantee = $3::regrole) AS is_granted`,
    [database, right, role],
  );
  if (row?.is_granted !== true) await query(`GRANT ${right} ON DATABASE ${database} TO ${role}`);
}
