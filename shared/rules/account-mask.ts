/**
 * A biller's mask: `9` a digit, `X` any character, what follows `?` is optional, others literal.
 */

export interface Slot {
  readonly kind: 'digit' | 'any' | 'literal';
  readonly character: string;
  readonly isOptional: boolean;
}

export function readMask(mask: string): readonly Slot[] {
  const [required = '', ...optional] = mask.trim().split('?');
  const slots = (text: string, isOptional: boolean): Slot[] =>
    [...text].map((character) => ({ kind: kindOf(character), character, isOptional }));
  return [...slots(required, false), ...slots(optional.join(''), true)];
}

function kindOf(character: string): Slot['kind'] {
  if (character === '9') return 'digit';
  return character === 'X' || character === 'x' ? 'any' : 'literal';
}

/**
 * What was typed, scanned or pasted, without the spaces and dashes that people and bills put
 * between groups. `NFKC` turns full-width digits into plain ones; `\p{Cf}` are the invisible marks
 * of a paste.
 */
export function withoutGrouping(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Pd}\u2212\p{Cf}]/gu, '');
}

/** How a text without grouping fits a mask. `filled` counts what stands for no literal. */
export type MaskFit =
  /** `number` has the mask's literals, as the mask writes them. */
  | { readonly kind: 'whole'; readonly filled: number; readonly number: string }
  | { readonly kind: 'short'; readonly filled: number }
  | { readonly kind: 'long'; readonly filled: number }
  /** `position` counts from one. */
  | { readonly kind: 'misfit'; readonly position: number };

/**
 * The mask's literals may be typed, all of them and in any letter case, or left out. If the text
 * fits neither way, the closer misfit is reported.
 */
export function fitMask(mask: string, bare: string): MaskFit {
  const slots = readMask(mask);
  const typed = fill(slots, bare, true);
  if (typed.kind === 'whole') return typed;
  const leftOut = fill(slots, bare, false);
  return nearness(leftOut) > nearness(typed) ? leftOut : typed;
}

function nearness(fit: MaskFit): number {
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

function fill(slots: readonly Slot[], bare: string, areLiteralsTyped: boolean): MaskFit {
  const rest = [...bare];
  const length = rest.length;
  let filled = 0;
  let number = '';
  for (const slot of slots) {
    if (slot.isOptional && rest.length === 0) return { kind: 'whole', filled, number };
    // Grouping was removed from the typed text, so it cannot be required.
    const isTyped = areLiteralsTyped && withoutGrouping(slot.character) !== '';
    if (slot.kind === 'literal' && !isTyped) {
      number += slot.character;
      continue;
    }
    const next = rest.shift();
    if (next === undefined) return { kind: 'short', filled };
    if (!fits(slot, next)) return { kind: 'misfit', position: length - rest.length };
    number += slot.kind === 'literal' ? slot.character : next;
    if (slot.kind !== 'literal') filled += 1;
  }
  return rest.length === 0
    ? { kind: 'whole', filled, number }
    : { kind: 'long', filled: filled + rest.length };
}

function fits(slot: Slot, character: string): boolean {
  switch (slot.kind) {
    case 'digit':
      return /^\d$/.test(character);
    case 'any':
      return true;
    case 'literal':
      return character.toUpperCase() === slot.character.toUpperCase();
  }
}
