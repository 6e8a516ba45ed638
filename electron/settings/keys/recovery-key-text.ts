/**
 * The written form of a recovery key: without its fixed prefix, in groups of four characters.
 * Parsing ignores case, spaces and dashes, and accepts the key with or without the prefix.
 */
const PREFIX = 'AGE-SECRET-KEY-1';
const BARE_PREFIX = PREFIX.replaceAll('-', '');
const GROUP_LENGTH = 4;
/** Number of final characters that the owner types to confirm the key. */
const KEY_END_LENGTH = 8;

export function formatRecoveryKey(identity: string): string {
  const letters = identity.slice(PREFIX.length);
  return (letters.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? []).join(' ');
}

/** Returns the identity; it may still contain a wrong character. */
export function parseRecoveryKey(text: string): string {
  const typed = removeSeparators(text);
  const letters = typed.startsWith(BARE_PREFIX) ? typed.slice(BARE_PREFIX.length) : typed;
  return PREFIX + normalizeLetters(letters);
}

/** Whether the typed text matches the end of that key. */
export function isKeyEnding(typed: string, identity: string): boolean {
  return normalizeLetters(removeSeparators(typed)) === identity.slice(-KEY_END_LENGTH);
}

function removeSeparators(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** These keys do not contain O, I or 1, so these are read as the similar characters 0 and L. */
function normalizeLetters(letters: string): string {
  return letters.replaceAll('O', '0').replaceAll(/[I1]/g, 'L');
}
