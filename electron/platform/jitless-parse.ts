/**
 * For a schema that parses only one value per run, or for its first value: Zod would compile the
 * schema first, which takes longer than parsing a hundred values without compilation.
 */
export const JITLESS_PARSE_OPTIONS = { jitless: true } as const;
