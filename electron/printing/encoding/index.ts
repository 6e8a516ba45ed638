/**
 * Bytes for a printer, of lines that are laid out. What stands around the service's text goes
 * through node-thermal-printer's commands; the service's text, pictures, the cut and the drawer
 * never do.
 */
export { type EncodedPaper, encodePaper } from './encode.ts';
