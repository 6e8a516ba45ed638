/**
 * The chain's database: its schema `chain`, its roles, and the functions that create both.
 * Everything that a till or the server process does there is a versioned SQL function.
 *
 * - `initChain` needs a login that may create roles and databases: no superuser and no extension,
 *   on PostgreSQL 15 or newer, also a managed one. Run again, it brings the schema up to date and
 *   changes nothing else. The database is updated before the tills: a function that a till uses
 *   stays beside its newer version. Privileges of PUBLIC that only a superuser can revoke are
 *   returned, each with its statement.
 * - Roles: the owner of everything, who cannot log in; the groups of tills (their functions only),
 *   of the office (reads), of the maker of the daily file, of the webhook receiver (adds notices
 *   only) and of administrators (who create and retire logins, and migrate); a login for each till.
 *   A function identifies its caller by the login, never by an argument. Role names begin with the
 *   name of the database.
 * - Payments are partitioned by the month of the day on which the till decided to send. There is no
 *   LISTEN, no advisory lock and no extension.
 * - A part of the schema is a `SchemaTopic` in `topics.ts`: its tables by schema version
 *   (`1-tills.sql`), its functions (`tills.sql`), and the groups that may call them.
 *
 * Times are `timestamptz`, or seconds since the epoch by the service's clock; amounts are `numeric`
 * with their currency, never rounded.
 */

export {
  type ChainInitialization,
  type InitChainProblem,
  type InitChainResult,
  initChain,
} from './init-chain.ts';
export {
  type GroupLogin,
  listGroupLogins,
  listTillLogins,
  requestTillPasswords,
  setNewPassword,
  type TillLogin,
} from './login-passwords.ts';
export {
  type ChainTillProvisioning,
  createJoinLogin,
  createLoginOfGroup,
  type EnrollTillProblem,
  endSessions,
  enrollTill,
  type PreparedLogin,
  type RetireLoginProblem,
  retireLogin,
  retireTill,
} from './logins.ts';
export { LATEST_CHAIN_SCHEMA_VERSION } from './migrate.ts';
export type { UnrevokedPublicPrivilege } from './public-privileges.ts';
export { isValidDatabaseName, toGroupRoleName, toLoginRoleName } from './roles.ts';
export { setBillLayouts } from './set-bill-layouts.ts';
export type { RoleGroup } from './topic.ts';
