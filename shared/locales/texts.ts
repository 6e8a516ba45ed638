import { texts as en } from './en/index.ts';
import { texts as esCO } from './es-CO/index.ts';
import { texts as esMX } from './es-MX/index.ts';
import type { LANGUAGES } from './languages.ts';

/** What both sides say. */
export const TEXTS = {
  'es-MX': esMX,
  'es-CO': esCO,
  en,
} satisfies Readonly<Record<(typeof LANGUAGES)[number], object>>;

/** Whole, and what every other language falls back to. */
export const MEXICO = esMX;
