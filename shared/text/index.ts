/** Pure functions that normalize, decode and check texts. Displayed texts stay unchanged. */
export { hasControlCharacters } from './control-characters.ts';
export { decodePercent } from './decode-percent.ts';
export { toSearchText } from './to-search-text.ts';
