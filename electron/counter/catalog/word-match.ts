/** How well a typed word matches a biller; lower is better. */
export const WHOLE_WORD_GRADE = 0;
export const WORD_PREFIX_GRADE = 1;
export const TYPE_WORD_GRADE = 2;
export const INSIDE_WORD_GRADE = 3;
export const TYPO_GRADE = 4;
export const NO_MATCH_GRADE = 255;

/** Shorter words must match exactly: with an error they would match half the catalogue. */
const MIN_TYPO_WORD_LENGTH = 4;
/** Shorter words do not match a biller's type. */
const MIN_TYPE_WORD_LENGTH = 3;

export function computeNameWordGrade(word: string, typed: string): number {
  if (word.startsWith(typed))
    return word.length === typed.length ? WHOLE_WORD_GRADE : WORD_PREFIX_GRADE;
  if (word.includes(typed)) return INSIDE_WORD_GRADE;
  return beginsWithOneTypo(word, typed) ? TYPO_GRADE : NO_MATCH_GRADE;
}

export function computeTypeWordGrade(word: string, typed: string): number {
  if (typed.length >= MIN_TYPE_WORD_LENGTH && word.startsWith(typed)) return TYPE_WORD_GRADE;
  return beginsWithOneTypo(word, typed) ? TYPO_GRADE : NO_MATCH_GRADE;
}

/**
 * Whether `typed` is the beginning of `word` with at most one error: a letter wrong, missing, extra
 * or exchanged with the next. Words may thus be misspelt and incomplete. Numbers must be exact.
 */
export function beginsWithOneTypo(word: string, typed: string): boolean {
  if (typed.length < MIN_TYPO_WORD_LENGTH) return false;
  // The error, if any, is at the first differing letter.
  let at = 0;
  while (at < typed.length && word.charCodeAt(at) === typed.charCodeAt(at)) at += 1;
  const isOneErrorAway =
    (at < word.length && hasRest(word, at + 1, typed, at + 1)) ||
    hasRest(word, at, typed, at + 1) ||
    hasRest(word, at + 1, typed, at) ||
    (at + 1 < typed.length &&
      word.charCodeAt(at) === typed.charCodeAt(at + 1) &&
      word.charCodeAt(at + 1) === typed.charCodeAt(at) &&
      hasRest(word, at + 2, typed, at + 2));
  return isOneErrorAway && /^[a-z]+$/.test(typed);
}

/** Whether `word` from `wordStart` begins with `typed` from `typedStart`. Cuts out no strings. */
function hasRest(word: string, wordStart: number, typed: string, typedStart: number): boolean {
  for (let at = typedStart; at < typed.length; at += 1) {
    if (word.charCodeAt(wordStart + at - typedStart) !== typed.charCodeAt(at)) return false;
  }
  return true;
}
