/** The groups of the chain: roles without a login, whose members are the logins. */
export const ROLE_GROUPS = ['till', 'office', 'maker', 'hook', 'admin'] as const;
export type RoleGroup = (typeof ROLE_GROUPS)[number];

/** A part of the schema: its tables, its functions, and the groups that may call them. */
export interface SchemaTopic {
  /**
   * The migration steps of its tables, by schema version (`1-tills.sql`). A released step is never
   * changed; functions are not part of the steps.
   */
  readonly steps: Readonly<Record<number, string>>;
  /**
   * `CREATE OR REPLACE FUNCTION`, run by every `init` (`tills.sql`). A function keeps its arguments
   * and its result for as long as it keeps its number; a newer version is added beside it. A callable
   * one runs with the rights of its owner (SECURITY DEFINER), and sets its own search path.
   */
  readonly functions: string;
  /** Functions with their argument types, as in `GRANT EXECUTE ON FUNCTION`. */
  readonly calls: Readonly<Partial<Record<RoleGroup, readonly string[]>>>;
}
