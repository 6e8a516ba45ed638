import type { Group } from './topic.ts';

/**
 * The names of a chain's roles begin with the name of its database: roles belong to the whole
 * server, and two chains may live on one.
 */
export function toGroupRole(database: string, group: Group | 'owner'): string {
  return `${database}_${group}`;
}

/** A login's name: the group that it is in, and what tells it from the others. */
export function toLoginRole(database: string, group: Group, suffix: string): string {
  return `${database}_${group}_${suffix}`;
}

/** Room for the longest role within PostgreSQL's 63 bytes, and nothing that has to be quoted. */
const DATABASE_NAME = /^[a-z][a-z0-9_]{0,39}$/;

export function isDatabaseName(name: string): boolean {
  return DATABASE_NAME.test(name);
}

/** Text as SQL writes it, where no parameter may stand. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
