/**
 * For a schema that reads one value in all the time that the program runs, or its first one: Zod
 * would compile it first, which takes longer than to read a hundred values without that.
 */
export const JITLESS_PARSE = { jitless: true } as const;
