/**
 * How much of a text of the service is stored and printed, in bytes of UTF-8, so that one oversized
 * response cannot block the counter. The transport limits the size of a whole response.
 */

/** A longer `ticket_text` is printed only up to here; it is stored completely, as text. */
export const MAX_PRINTED_TICKET_BYTES = 64 * 1024;
/** For a message, a name, or any other text except `ticket_text`. */
export const MAX_STORED_TEXT_BYTES = 4 * 1024;
/** For a raw response, stored as evidence. */
export const MAX_STORED_ANSWER_BYTES = 64 * 1024;

/** Ends a text that was truncated for storage. */
const TRUNCATION_MARK = ' […]';
/** In UTF-16 code units; longer than any real grapheme cluster. */
const MAX_GRAPHEME_LENGTH = 100;

/** Created on first use: it takes about 10 ms, and sign-in does not need it. */
let graphemeSegmenter: Intl.Segmenter | null = null;

/** The beginning of a text, truncated to at most `maxBytes` bytes but not inside a grapheme cluster. */
export function truncateText(
  text: string,
  maxBytes: number,
): { readonly text: string; readonly isTruncated: boolean } {
  // A UTF-16 code unit is at most three bytes of UTF-8.
  if (text.length * 3 <= maxBytes) return { text, isTruncated: false };
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  if (read >= text.length) return { text, isTruncated: false };
  const from = Math.max(0, read - MAX_GRAPHEME_LENGTH);
  graphemeSegmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const segments = graphemeSegmenter.segment(text.slice(from, read + MAX_GRAPHEME_LENGTH));
  const end = from + (segments.containing(read - from)?.index ?? read - from);
  // Truncate inside a cluster that is longer than any real one.
  return { text: text.slice(0, end > from ? end : read), isTruncated: true };
}

/** Truncates a text to at most `maxBytes` bytes; a mark at its end shows that it was truncated. */
export function truncateForStorage(text: string, maxBytes: number): string {
  const { isTruncated: isCut } = truncateText(text, maxBytes);
  if (!isCut) return text;
  const availableBytes = maxBytes - new TextEncoder().encode(TRUNCATION_MARK).length;
  return truncateText(text, availableBytes).text + TRUNCATION_MARK;
}

export function isTruncated(text: string | null): boolean {
  return text?.endsWith(TRUNCATION_MARK) ?? false;
}
