/** Length of the list of utilities in most tests: one page. */
export const SMALL_UTILITY_COUNT = 600;
