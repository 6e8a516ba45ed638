/**
 * Bytes for a printer, of lines that are laid out. What stands around the service's text goes
 * through node-thermal-printer's commands; the service's text, pictures, the cut and the drawer
 * never do. Nor does Star's QR code: node-thermal-printer 4.6.1 leaves out the command in front of its
 * data, which would come out as text.
 */
export { type EncodedPaper, encodePaper } from './encode.ts';
