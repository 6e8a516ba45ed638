/**
 * How much of a text of the service is kept and printed, in bytes of UTF-8: one oversized answer
 * must not stop the counter. What an answer may hold at most is the transport's own limit.
 */

/** Of `ticket_text`: printed as it came up to here. A longer one is kept whole, as text. */
export const MAX_PRINTED_TICKET_BYTES = 64 * 1024;
/** Of a message, a name, or any other text beside `ticket_text`. */
export const MAX_STORED_TEXT_BYTES = 4 * 1024;
/** Of an answer as it came, for evidence. */
export const MAX_STORED_ANSWER_BYTES = 64 * 1024;

/** At the end of a text of which the rest is not kept. */
const TRUNCATION_MARK = ' […]';
/** More than any character that is made of several. */
const MAX_GRAPHEME_LENGTH = 100;

/** Made at its first use: it takes some 10 ms, and neither main nor the page needs it to sign in. */
let graphemeSegmenter: Intl.Segmenter | null = null;

/** The beginning of a text, never ending inside a character. */
export function truncateText(
  text: string,
  bytes: number,
): { readonly text: string; readonly isCut: boolean } {
  // A character of UTF-16 is three bytes at most.
  if (text.length * 3 <= bytes) return { text, isCut: false };
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  if (read >= text.length) return { text, isCut: false };
  const from = Math.max(0, read - MAX_GRAPHEME_LENGTH);
  graphemeSegmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const around = graphemeSegmenter.segment(text.slice(from, read + MAX_GRAPHEME_LENGTH));
  const end = from + (around.containing(read - from)?.index ?? read - from);
  // What pretends to be one endless character is cut all the same.
  return { text: text.slice(0, end > from ? end : read), isCut: true };
}

/** As much as is kept of a text; a sign at its end says that there was more. */
export function truncateForStorage(text: string, bytes: number): string {
  const { isCut } = truncateText(text, bytes);
  if (!isCut) return text;
  const room = bytes - new TextEncoder().encode(TRUNCATION_MARK).length;
  return truncateText(text, room).text + TRUNCATION_MARK;
}

export function isTruncated(text: string | null): boolean {
  return text?.endsWith(TRUNCATION_MARK) ?? false;
}
