/** Kept apart from the schemas, so that a page that needs only a length does not load them. */

/** The most characters of a note on a payment, without surrounding blanks. */
export const LONGEST_NOTE = 300;

/** The least length of a reason, without surrounding blanks. */
export const LEAST_REASON = 3;
