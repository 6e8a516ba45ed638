import { SEPARATOR } from './split-into-segments.ts';

/**
 * What the sheet of the scanner check contains as bar codes. Short, so that they fit on a narrow paper.
 * `letters` shows the keyboard layout and Caps Lock, `fields` the separator and Num Lock.
 */
export const SCANNER_TEST_CODES = {
  letters: 'Mostrador-yZ',
  fields: `1234567${SEPARATOR}890`,
} as const;
