/** A separate file, so that a page that needs only a length does not load the schemas. */

/** Characters of a note on a payment, without surrounding blanks. */
export const MAX_NOTE_LENGTH = 300;

/** Characters of a reason, without surrounding blanks. */
export const MIN_REASON_LENGTH = 3;

/** Characters of an error of the page that are reported to main; the rest is cut. */
export const MAX_PAGE_ERROR_MESSAGE_LENGTH = 500;
export const MAX_PAGE_ERROR_STACK_LENGTH = 8_000;
