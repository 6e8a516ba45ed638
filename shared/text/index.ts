/**
 * Text made comparable, whoever typed it and however; text out of an address. Pure; the text that is
 * shown stays unchanged.
 */
export { hasControls } from './controls.ts';
export { percentDecoded } from './percent.ts';
export { plain } from './plain.ts';
