import { PRINTER_MODELS } from '../../../shared/contract/index.ts';

type Model = (typeof PRINTER_MODELS)[number];

/** What printers of a maker are called where the maker is not named. */
const MODEL_PATTERNS: readonly (readonly [Model, RegExp])[] = [
  ['epson', /\bTM-[A-Z]\d/i],
  ['star', /\b(TSP|SP|mC-?Print|mPOP)\s?\d*/],
];

/** The make that a name suggests; null where it says nothing. The person confirms it. */
export function findModelByName(name: string): Model | null {
  const named = PRINTER_MODELS.find((one) => new RegExp(`\\b${one}\\b`, 'i').test(name));
  return named ?? MODEL_PATTERNS.find(([, shape]) => shape.test(name))?.[0] ?? null;
}

const MAX_NAME_LENGTH = 80;

/** A name as another device gave it, fit for a screen. */
export function toDisplayName(name: string): string {
  const seen = name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return [...seen].slice(0, MAX_NAME_LENGTH).join('');
}
