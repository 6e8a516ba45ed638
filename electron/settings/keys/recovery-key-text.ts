/**
 * How a recovery key is written for people: without its fixed beginning, in groups of four. Read as
 * typed: capitals or not, with any spaces and dashes, with or without the beginning.
 */
const PREFIX = 'AGE-SECRET-KEY-1';
const BARE_PREFIX = PREFIX.replaceAll('-', '');
const GROUP_LENGTH = 4;
/** How much of it the owner types back. */
const KEY_END_LENGTH = 8;

export function formatRecoveryKey(identity: string): string {
  const letters = identity.slice(PREFIX.length);
  return (letters.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? []).join(' ');
}

/** The identity that was meant; it may still have a wrong letter. */
export function parseRecoveryKey(text: string): string {
  const typed = removeSeparators(text);
  const letters = typed.startsWith(BARE_PREFIX) ? typed.slice(BARE_PREFIX.length) : typed;
  return PREFIX + normalizeLetters(letters);
}

/** Whether this is how that key ends. */
export function isKeyEnding(typed: string, identity: string): boolean {
  return normalizeLetters(removeSeparators(typed)) === identity.slice(-KEY_END_LENGTH);
}

function removeSeparators(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** The alphabet of these keys has neither O, I nor 1, so that nobody takes one for another. */
function normalizeLetters(letters: string): string {
  return letters.replaceAll('O', '0').replaceAll(/[I1]/g, 'L');
}
