/**
 * How a recovery key is written for people: without its fixed beginning, in groups of four. Read as
 * typed: capitals or not, with any spaces and dashes, with or without the beginning.
 */
const PREFIX = 'AGE-SECRET-KEY-1';
const BARE_PREFIX = PREFIX.replaceAll('-', '');
const GROUP = 4;
/** How much of it the owner types back. */
const END_LETTERS = 8;

export function shownKey(identity: string): string {
  const letters = identity.slice(PREFIX.length);
  return (letters.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join(' ');
}

/** The identity that was meant; it may still have a wrong letter. */
export function typedKey(text: string): string {
  const typed = bare(text);
  const letters = typed.startsWith(BARE_PREFIX) ? typed.slice(BARE_PREFIX.length) : typed;
  return PREFIX + unmistaken(letters);
}

/** Whether this is how that key ends. */
export function isEndOf(typed: string, identity: string): boolean {
  return unmistaken(bare(typed)) === identity.slice(-END_LETTERS);
}

function bare(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** The alphabet of these keys has neither O, I nor 1, so that nobody takes one for another. */
function unmistaken(letters: string): string {
  return letters.replaceAll('O', '0').replaceAll(/[I1]/g, 'L');
}
