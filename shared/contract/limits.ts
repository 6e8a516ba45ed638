/** Kept apart from the schemas, so that a page that needs only a length does not load them. */

/** The most characters of a note on a payment, without surrounding blanks. */
export const MAX_NOTE_LENGTH = 300;

/** The least length of a reason, without surrounding blanks. */
export const MIN_REASON_LENGTH = 3;
