/**
 * Line breaks, control characters and bidirectional overrides. On paper they are printer commands or a
 * forged line; on a screen and in a file they can make one text look like another.
 */
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a single-line text contains characters that are not allowed in it. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}
