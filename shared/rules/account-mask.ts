/**
 * A biller's mask: `9` a digit, `X` any character, what follows `?` is optional, others literal.
 *
 * A mask is for the eye. The number itself is what fills its slots, without the literals: so it is
 * kept, compared and sent. `formatWithMask` puts the literals back for screen and paper.
 */

interface MaskSlot {
  readonly kind: 'digit' | 'any' | 'literal';
  readonly character: string;
  readonly isOptional: boolean;
}

export function parseMask(mask: string): readonly MaskSlot[] {
  const [required = '', ...optional] = stripInvisibleCharacters(mask).split('?');
  const slots = (text: string, isOptional: boolean): MaskSlot[] =>
    [...text].map((character) => ({ kind: getSlotKind(character), character, isOptional }));
  return [...slots(required, false), ...slots(optional.join(''), true)];
}

function getSlotKind(character: string): MaskSlot['kind'] {
  if (character === '9') return 'digit';
  return character === 'X' ? 'any' : 'literal';
}

/** How many characters fill a mask. */
export function getMaskLength(mask: string): { readonly least: number; readonly most: number } {
  const filled = parseMask(mask).filter((slot) => slot.kind !== 'literal');
  return { least: filled.filter((slot) => !slot.isOptional).length, most: filled.length };
}

/** `NFKC` turns full-width digits into plain ones; `\p{Cf}` are the invisible marks of a paste. */
function stripInvisibleCharacters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/**
 * What was typed, scanned or pasted, without the spaces and dashes that people and bills put
 * between groups.
 */
export function stripGrouping(text: string): string {
  return stripInvisibleCharacters(text).replace(/[\s\p{Pd}\u2212]/gu, '');
}

/** How a text fits a mask. `filled` counts what stands for no literal. */
export type MaskFit =
  /** `number` has none of the mask's literals. */
  | { readonly kind: 'whole'; readonly filled: number; readonly number: string }
  | { readonly kind: 'short'; readonly filled: number }
  | { readonly kind: 'long'; readonly filled: number }
  /** `position` counts from one, in the text without grouping. */
  | { readonly kind: 'misfit'; readonly position: number };

/**
 * The mask's literals may be typed, all of them and in any letter case, or left out. If the text
 * fits neither way, the closer misfit is reported.
 *
 * Some masks can be read both ways: of `1-999?9`, `1234` is a whole number, and also `234` with its
 * literal. Then what fits as a number is the number, or asking about a number already known would
 * change it; `1-234`, written as the mask writes it, is `234`.
 */
export function fitMask(mask: string, text: string): MaskFit {
  const slots = parseMask(mask);
  const bare = stripGrouping(text);
  const written = stripInvisibleCharacters(text);
  if (written !== bare) {
    const asWritten = fillSlots(slots, written, slots);
    if (asWritten.kind === 'whole') return asWritten;
  }
  const leftOut = fillSlots(slots, bare, []);
  if (leftOut.kind === 'whole') return leftOut;
  // Grouping was removed from the text, so it cannot be required.
  const typed = fillSlots(
    slots,
    bare,
    slots.filter((slot) => stripGrouping(slot.character) !== ''),
  );
  return compareFit(leftOut) > compareFit(typed) ? leftOut : typed;
}

function compareFit(fit: MaskFit): number {
  switch (fit.kind) {
    case 'whole':
      return Number.POSITIVE_INFINITY;
    case 'short':
      return Number.MAX_SAFE_INTEGER;
    case 'long':
      return Number.MAX_SAFE_INTEGER - 1;
    case 'misfit':
      return fit.position;
  }
}

/** Fills the slots from a text in which the literals among `typed` stand, and no others. */
function fillSlots(slots: readonly MaskSlot[], text: string, typed: readonly MaskSlot[]): MaskFit {
  const signs = getLiteralSigns(slots);
  const rest = [...text];
  const length = rest.length;
  let number = '';
  const filled = () => [...number].length;
  for (const slot of slots) {
    if (slot.isOptional && rest.length === 0) break;
    if (slot.kind === 'literal' && !typed.includes(slot)) continue;
    const next = rest.shift();
    if (next === undefined) return { kind: 'short', filled: filled() };
    if (!isSlotMatch(slot, next, signs)) return { kind: 'misfit', position: length - rest.length };
    if (slot.kind !== 'literal') number += next;
  }
  if (rest.length > 0) return { kind: 'long', filled: filled() + rest.length };
  return number === '' ? { kind: 'short', filled: 0 } : { kind: 'whole', filled: filled(), number };
}

/** The literals that are neither letter nor digit: nobody's account number has these characters. */
function getLiteralSigns(slots: readonly MaskSlot[]): ReadonlySet<string> {
  const literals = slots.filter((slot) => slot.kind === 'literal');
  return new Set(
    literals.map(({ character }) => character).filter((sign) => !/[\p{L}\p{N}]/u.test(sign)),
  );
}

function isSlotMatch(slot: MaskSlot, character: string, signs: ReadonlySet<string>): boolean {
  switch (slot.kind) {
    case 'digit':
      return /^\d$/.test(character);
    case 'any':
      // A mark that joins the character before it would change the number once it stands alone.
      return !signs.has(character) && !/[\s\p{Pd}\u2212\p{M}]/u.test(character);
    case 'literal':
      return normalizeSign(character) === normalizeSign(slot.character);
  }
}

/** One sign for all dashes and one for all spaces; letters in one case. */
function normalizeSign(character: string): string {
  if (/[\p{Pd}\u2212]/u.test(character)) return '-';
  return /\s/.test(character) ? ' ' : character.toUpperCase();
}

/** A number with the mask's literals; as it is if it does not fill the mask. */
export function formatWithMask(mask: string, number: string): string {
  const slots = parseMask(mask);
  if (fillSlots(slots, number, []).kind !== 'whole') return number;
  const rest = [...number];
  let shown = '';
  for (const [at, slot] of slots.entries()) {
    const isLast = slots.slice(at).every((one) => one.kind === 'literal');
    const isOpen = rest.length > 0 || (isLast && slots[at - 1]?.isOptional !== false);
    if (slot.isOptional && !isOpen) break;
    shown += slot.kind === 'literal' ? slot.character : (rest.shift() ?? '');
  }
  return shown;
}
