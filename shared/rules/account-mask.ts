/**
 * A biller's mask: `9` is a digit, `X` any character, the part after `?` is optional, and all other
 * characters are literals.
 *
 * A mask is only for display. The account number is the text in its slots, without the literals; this
 * form is stored, compared and sent. `formatWithMask` adds the literals for screen and paper.
 */

interface MaskSlot {
  readonly kind: 'digit' | 'any' | 'literal';
  readonly character: string;
  readonly isOptional: boolean;
}

export function parseMask(mask: string): readonly MaskSlot[] {
  const [required = '', ...optional] = stripInvisibleCharacters(mask).split('?');
  const toSlots = (text: string, isOptional: boolean): MaskSlot[] =>
    [...text].map((character) => ({ kind: getSlotKind(character), character, isOptional }));
  return [...toSlots(required, false), ...toSlots(optional.join(''), true)];
}

function getSlotKind(character: string): MaskSlot['kind'] {
  if (character === '9') return 'digit';
  return character === 'X' ? 'any' : 'literal';
}

/** The minimum and maximum number of characters that fill a mask. */
export function getMaskLengthRange(mask: string): {
  readonly least: number;
  readonly most: number;
} {
  const inputSlots = parseMask(mask).filter((slot) => slot.kind !== 'literal');
  return { least: inputSlots.filter((slot) => !slot.isOptional).length, most: inputSlots.length };
}

/** `NFKC` converts full-width digits to ASCII; `\p{Cf}` are invisible characters of pasted text. */
function stripInvisibleCharacters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/**
 * Removes the spaces and dashes between groups from a typed, scanned or pasted text. Normalized again
 * afterwards, because a mark that followed a space now follows a letter (`c` and U+00B8 are `ç`).
 */
export function stripGrouping(text: string): string {
  return stripInvisibleCharacters(text)
    .replace(/[\s\p{Pd}\u2212]/gu, '')
    .normalize('NFKC');
}

/** How a text matches a mask. `filled` counts the characters that match no literal. */
export type MaskMatch =
  /** `number` is without the mask's literals. */
  | { readonly kind: 'whole'; readonly filled: number; readonly number: string }
  | { readonly kind: 'short'; readonly filled: number }
  | { readonly kind: 'long'; readonly filled: number }
  /** `position` counts from 1, in the text without grouping. */
  | { readonly kind: 'misfit'; readonly position: number };

/**
 * Matches a text with a mask. The mask's literals may be typed, all of them and in any letter case, or
 * omitted. If neither form matches, returns the closer mismatch.
 *
 * Some masks are ambiguous: with `1-999?9`, `1234` is a complete number, and also the number `234` with
 * its literal. The reading without literals wins, because otherwise parsing a valid number again would
 * change it. `1-234`, formatted like the mask, is `234`.
 */
export function matchMask(mask: string, text: string): MaskMatch {
  const slots = parseMask(mask);
  const ungroupedText = stripGrouping(text);
  const visibleText = stripInvisibleCharacters(text);
  if (visibleText !== ungroupedText) {
    const formattedMatch = fillSlots(slots, visibleText, slots);
    if (formattedMatch.kind === 'whole') return formattedMatch;
  }
  const matchWithoutLiterals = fillSlots(slots, ungroupedText, []);
  if (matchWithoutLiterals.kind === 'whole') return matchWithoutLiterals;
  // Grouping was removed from the text, so it cannot be required.
  const matchWithLiterals = fillSlots(
    slots,
    ungroupedText,
    slots.filter((slot) => stripGrouping(slot.character) !== ''),
  );
  return getMatchRank(matchWithoutLiterals) > getMatchRank(matchWithLiterals)
    ? matchWithoutLiterals
    : matchWithLiterals;
}

function getMatchRank(match: MaskMatch): number {
  return match.kind === 'misfit' ? match.position : Number.POSITIVE_INFINITY;
}

/** Fills the slots from a text that contains exactly the literals in `typedLiterals`. */
function fillSlots(
  slots: readonly MaskSlot[],
  text: string,
  typedLiterals: readonly MaskSlot[],
): MaskMatch {
  const signs = getLiteralSigns(slots);
  const rest = [...text];
  const length = rest.length;
  let number = '';
  const countFilled = () => [...number].length;
  for (const slot of slots) {
    if (slot.isOptional && rest.length === 0) break;
    if (slot.kind === 'literal' && !typedLiterals.includes(slot)) continue;
    const next = rest.shift();
    if (next === undefined) return { kind: 'short', filled: countFilled() };
    if (!isSlotMatch(slot, next, signs)) return { kind: 'misfit', position: length - rest.length };
    if (slot.kind !== 'literal') number += next;
  }
  if (rest.length > 0) return { kind: 'long', filled: countFilled() + rest.length };
  return number === ''
    ? { kind: 'short', filled: 0 }
    : { kind: 'whole', filled: countFilled(), number };
}

/** Removes the literals of a mask that are neither letter nor digit. */
export function stripMaskPunctuation(mask: string, text: string): string {
  const signs = getLiteralSigns(parseMask(mask));
  return [...text].filter((character) => !signs.has(character)).join('');
}

/** The literals that are neither letter nor digit. No account number contains them. */
function getLiteralSigns(slots: readonly MaskSlot[]): ReadonlySet<string> {
  return new Set(
    slots.map(({ character }) => character).filter((sign) => !/[\p{L}\p{N}]/u.test(sign)),
  );
}

function isSlotMatch(slot: MaskSlot, character: string, signs: ReadonlySet<string>): boolean {
  switch (slot.kind) {
    case 'digit':
      return /\d/.test(character);
    case 'any':
      // A combining mark would change the number when it is separated from its base character.
      return !signs.has(character) && !/[\s\p{Pd}\u2212\p{M}]/u.test(character);
    case 'literal':
      return normalizeSign(character) === normalizeSign(slot.character);
  }
}

/** Maps all dashes to one dash, all spaces to one space, and letters to upper case. */
function normalizeSign(character: string): string {
  if (/[\p{Pd}\u2212]/u.test(character)) return '-';
  return /\s/.test(character) ? ' ' : character.toUpperCase();
}

/** Adds the mask's literals to a number; returns it unchanged if it does not fill the mask. */
export function formatWithMask(mask: string, number: string): string {
  const slots = parseMask(mask);
  if (fillSlots(slots, number, []).kind !== 'whole') return number;
  const rest = [...number];
  let formatted = '';
  for (const [index, slot] of slots.entries()) {
    const isTrailingLiteral = slots.slice(index).every(({ kind }) => kind === 'literal');
    const isNeeded =
      rest.length > 0 || (isTrailingLiteral && slots[index - 1]?.isOptional !== false);
    if (slot.isOptional && !isNeeded) break;
    formatted += slot.kind === 'literal' ? slot.character : (rest.shift() ?? '');
  }
  return formatted;
}
