import { PRINTER_MODELS } from '../../../shared/contract/index.ts';

type Model = (typeof PRINTER_MODELS)[number];

/** Model names of a make, for names that do not contain the make. */
const MODEL_PATTERNS: readonly (readonly [Model, RegExp])[] = [
  ['epson', /\bTM-[A-Z]\d/i],
  ['star', /\b(TSP|SP|mC-?Print|mPOP)\s?\d*/],
];

/** The make that a name suggests; null if it suggests none. The person confirms it. */
export function findModelByPrinterName(name: string): Model | null {
  const namedModel = PRINTER_MODELS.find((model) => new RegExp(`\\b${model}\\b`, 'i').test(name));
  return namedModel ?? MODEL_PATTERNS.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

const MAX_NAME_LENGTH = 80;

/** A name from another device, cleaned and shortened for the screen. */
export function toPrinterDisplayName(name: string): string {
  const cleaned = name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return [...cleaned].slice(0, MAX_NAME_LENGTH).join('');
}
