/**
 * The objects of the newest schema, without and with a chain. The build inserts them here
 * (`vite.config.ts`), so that a start does not have to create a database for the comparison. Null
 * without a build.
 */
export const MADE_SCHEMA: readonly (readonly string[])[] | null = null;
