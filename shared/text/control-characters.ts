/**
 * Line breaks, escapes and signs that turn the direction of writing: on paper they are commands or a
 * forged line, on a screen and in a file they make one text look like another.
 */
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text of one line holds what must not be in it. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}
