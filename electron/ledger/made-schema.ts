/**
 * The objects of the newest schema, without and with a chain. The build puts them here (`vite.config.ts`), so that no start has
 * to make a database to compare with. Null where nothing is built.
 */
export const MADE_SCHEMA: readonly (readonly string[])[] | null = null;
