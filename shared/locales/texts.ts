import { texts as en } from './en/index.ts';
import { texts as esCO } from './es-CO/index.ts';
import { texts as esMX } from './es-MX/index.ts';
import type { LANGUAGES } from './languages.ts';

/** The texts that main and page share. */
export const TEXTS = {
  'es-MX': esMX,
  'es-CO': esCO,
  en,
} satisfies Readonly<Record<(typeof LANGUAGES)[number], object>>;

/** The complete language, to which all others fall back. */
export const DEFAULT_TEXTS = esMX;
