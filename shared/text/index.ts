/**
 * Text made comparable, whoever typed it and however; text out of an address. Pure; the text that is
 * shown stays unchanged.
 */
export { hasControlCharacters } from './controls.ts';
export { decodePercent } from './percent.ts';
export { toSearchText } from './plain.ts';
