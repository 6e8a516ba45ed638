/**
 * Converts laid-out lines to bytes for a printer. Our own words around the service's text use
 * node-thermal-printer's commands; the service's text, pictures, the cut and the drawer never do.
 * Star's QR code does not either: node-thermal-printer 4.6.1 omits the command before its data, so
 * the data would be printed as text.
 */
export { type EncodedPaper, encodePaper } from './encode-paper.ts';
export { encodeRasterPicture } from './encode-raster.ts';
