/** The groups of the chain, each a role without a login that the logins are members of. */
export const GROUPS = ['till', 'office', 'maker', 'hook', 'admin'] as const;
export type Group = (typeof GROUPS)[number];

/** A part of the schema: its tables, its functions, and who may call them. */
export interface SchemaTopic {
  /**
   * What brings its tables to each version of the schema, by that version's number. A step that a
   * release has run is never changed; functions are not in it.
   */
  readonly steps: Readonly<Record<number, string>>;
  /**
   * `CREATE OR REPLACE FUNCTION`, run again by every `init`. A function keeps its arguments and what
   * it answers for as long as it keeps its number; a newer one stands beside it.
   */
  readonly functions: string;
  /** Functions by their arguments' types, as in `GRANT EXECUTE ON FUNCTION`. */
  readonly calls: Readonly<Partial<Record<Group, readonly string[]>>>;
}

/**
 * How each function that somebody calls is declared: it does as its owner what its caller may not,
 * and finds nothing by a path that its caller has set.
 */
export const SECURITY_DEFINER = 'SECURITY DEFINER SET search_path = pg_catalog, pg_temp';
