/**
 * The chain's database: its schema `chain`, its roles, and what makes both. Everything that a till or
 * a process of the office does there is a versioned function.
 *
 * - `initChain` needs a login that may create roles and databases: no superuser and no extension, on
 *   PostgreSQL 15 or newer, also a managed one. Run again, it brings the schema up to date, and
 *   changes nothing else. The database is brought up to date before the tills are: a function that a
 *   till knows stays beside its newer one. What everybody may do there and only a superuser can close
 *   is named, with the statement.
 * - Roles: the owner of everything, who cannot log in; groups of tills (their functions alone), of
 *   the office (reads), of the maker of the daily file, of the hooks' receiver (adds hints alone) and
 *   of administrators (who make and retire logins, and migrate); a login for each till. A function
 *   knows who calls it by the login, never by what it is told. Their names begin with the database's.
 * - Payments lie in partitions by the month of the day on which the till decided to send. There is
 *   no LISTEN, no advisory lock, no extension: another engine that speaks PostgreSQL stays possible.
 * - A part of the schema is a `Topic`: its tables by the schema's version, its functions, and which
 *   group may call them. One that is added joins `topics.ts`.
 *
 * Times are `timestamptz`, or seconds since the epoch by the service's clock; amounts are `numeric`
 * beside their currency, never rounded.
 */

export {
  type ChainInitialization,
  type InitProblem,
  type InitResult,
  initChain,
} from './init-chain.ts';
export {
  type ChainBlock,
  createLogin,
  type EnrollProblem,
  enrollTill,
  type RetireProblem,
  retireLogin,
  retireTill,
} from './logins.ts';
export { SCHEMA_VERSION } from './migrate.ts';
export type { OpenPrivilege } from './public-privileges.ts';
export { isDatabaseName, toGroupRole } from './roles.ts';
export { type Group, type SchemaTopic, SECURITY_DEFINER } from './topic.ts';
