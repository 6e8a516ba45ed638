/**
 * The shop's logo as a thermal printer can show it: a PNG, set as wide as the paper or 24 mm high,
 * and in black and white: plain where it is drawn in two tones, in fine dots where it has shades.
 *
 * Promises: the same picture and the same paper give the same dots; nothing is read before the
 * first logo is; what is no PNG, is damaged or is too large is null, and never throws.
 */
export { isLogo, type LogoDots, logoDots } from './logo.ts';
export { readPng, type Tones } from './read-png.ts';
