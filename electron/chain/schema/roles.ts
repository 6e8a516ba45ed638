import type { RoleGroup } from './topic.ts';

/**
 * The names of a chain's roles begin with the name of its database: roles belong to the whole
 * server, which may have several chains.
 */
export function toGroupRoleName(database: string, group: RoleGroup | 'owner'): string {
  return `${database}_${group}`;
}

/** Returns a login's name: its group, and a suffix that makes it unique. */
export function toLoginRoleName(database: string, group: RoleGroup, suffix: string): string {
  return `${database}_${group}_${suffix}`;
}

/**
 * Short enough for the longest role name within PostgreSQL's 63 bytes, and without characters that
 * need quoting.
 */
const DATABASE_NAME = /^[a-z][a-z0-9_]{0,39}$/;

export function isValidDatabaseName(name: string): boolean {
  return DATABASE_NAME.test(name);
}

/** Quotes a text for SQL where no parameter is allowed. */
export function quoteSqlLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
