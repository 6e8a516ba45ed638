/**
 * Text made comparable, whoever typed it and however. Pure; the text that is shown stays unchanged.
 */
export { plain } from './plain.ts';
