/**
 * The shop's logo for a thermal printer: a PNG, scaled to the paper's width or to 24 mm high, in
 * black and white. A picture in two tones stays plain; one with shades becomes fine dots.
 *
 * Promises: the same picture and the same paper give the same dots; nothing is read before the
 * first logo is; a file that is not a PNG, is damaged or is too large gives null, and never throws.
 */
export { isLogo, renderLogo } from './logo.ts';
export { type GrayscaleImage, readPng } from './read-png.ts';
