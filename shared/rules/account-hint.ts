import type { Biller } from '../contract/index.ts';

type Rules = Pick<Biller, 'accountNumberDigits' | 'mask' | 'billType'>;

/**
 * What the screen says about an account number while it is typed. It guides and never decides:
 * main checks with `payments.checkAccount` before anything goes on.
 */
export type AccountHint =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'count';
      readonly typed: number;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'fits'; readonly typed: number }
  | { readonly kind: 'too-long'; readonly typed: number; readonly most: number }
  | { readonly kind: 'letters' }
  | { readonly kind: 'mask'; readonly position: number };

interface Slot {
  readonly kind: 'digit' | 'any' | 'literal';
  readonly text: string;
}

export interface Mask {
  readonly slots: readonly Slot[];
  /** How many of the slots must be filled. */
  readonly required: number;
}

/** `9` a digit, `X` any character, what follows `?` is optional, other characters as they are. */
export function readMask(mask: string): Mask | null {
  const bare = mask.trim();
  if (bare === '') return null;
  const optionalAt = bare.indexOf('?');
  const slots = [...bare.replaceAll('?', '')].map((text): Slot => {
    if (text === '9') return { kind: 'digit', text };
    if (text === 'X' || text === 'x') return { kind: 'any', text };
    return { kind: 'literal', text };
  });
  return { slots, required: optionalAt === -1 ? slots.length : optionalAt };
}

/** `10` and `7..15`; null where nothing readable is said. */
export function readDigits(
  digits: string,
): { readonly least: number; readonly most: number } | null {
  const match = /^\s*(\d{1,3})(?:\s*\.\.\s*(\d{1,3}))?\s*$/.exec(digits);
  if (!match) return null;
  const least = Number(match[1]);
  const most = Number(match[2] ?? match[1]);
  return least <= most && most > 0 ? { least, most } : null;
}

/** What was typed or pasted, without the spaces and dashes that bills print between groups. */
export function withoutGrouping(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Pd}\u2212\p{Cf}]/gu, '');
}

/** Every length that the biller says it takes, for words beside the field; null where it says none. */
export function expectedLength(
  rules: Rules,
): { readonly least: number; readonly most: number } | null {
  const mask = readMask(rules.mask);
  if (!mask) return readDigits(rules.accountNumberDigits);
  const filled = (slots: readonly Slot[]) => slots.filter((slot) => slot.kind !== 'literal').length;
  return { least: filled(mask.slots.slice(0, mask.required)), most: filled(mask.slots) };
}

/** True where only digits can fit, so that the keypad is enough. */
export function isDigitsOnly(rules: Rules): boolean {
  const mask = readMask(rules.mask);
  if (mask)
    return mask.slots.every((slot) => slot.kind === 'digit' || withoutGrouping(slot.text) === '');
  return rules.billType === 'phone_number' || readDigits(rules.accountNumberDigits) !== null;
}

export function accountHint(rules: Rules, typed: string): AccountHint {
  const text = withoutGrouping(typed);
  const mask = readMask(rules.mask);
  const length = expectedLength(rules);
  if (text === '') return { kind: 'none' };
  if (mask) {
    const misfit = misfitOf(mask, text);
    if (misfit !== null) return { kind: 'mask', position: misfit };
  } else if (rules.billType === 'phone_number' && /\p{L}/u.test(text)) {
    return { kind: 'letters' };
  }
  if (!length) return { kind: 'none' };
  const count = mask ? fillingOf(mask, text) : text.length;
  if (count > length.most) return { kind: 'too-long', typed: count, most: length.most };
  if (count < length.least) return { kind: 'count', typed: count, ...length };
  return { kind: 'fits', typed: count };
}

/**
 * Walks the mask along the text. Literals may be typed or left out: people read the digits.
 * Answers the position (from one) of the first character that fits nowhere, or null.
 */
function misfitOf(mask: Mask, text: string): number | null {
  let slot = 0;
  for (const [index, character] of [...text].entries()) {
    let here = mask.slots[slot];
    while (here?.kind === 'literal' && here.text !== character) {
      slot += 1;
      here = mask.slots[slot];
    }
    if (!here) return null;
    if (here.kind === 'digit' && !/^\d$/.test(character)) return index + 1;
    slot += 1;
  }
  return null;
}

/** How many characters of the text are not the mask's own literals. */
function fillingOf(mask: Mask, text: string): number {
  let slot = 0;
  let count = 0;
  for (const character of text) {
    while (mask.slots[slot]?.kind === 'literal' && mask.slots[slot]?.text !== character) slot += 1;
    if (mask.slots[slot]?.kind !== 'literal') count += 1;
    slot += 1;
  }
  return count;
}
