/** Beside the schemas, so that a page that only looks at a length loads none. */

/** The fewest characters that say why something was done, without the blanks around them. */
export const LEAST_REASON = 3;
