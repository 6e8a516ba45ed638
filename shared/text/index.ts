/**
 * Text made comparable, whoever typed it and however; text out of an address. Pure; the text that is
 * shown stays unchanged.
 */
export { hasControlCharacters } from './control-characters.ts';
export { decodePercent } from './decode-percent.ts';
export { toSearchText } from './to-search-text.ts';
