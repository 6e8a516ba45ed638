/**
 * The shop's logo for a thermal printer: a PNG, scaled to the paper's width or to 24 mm high, in
 * black and white. A picture in two tones is thresholded; a picture with shades is dithered.
 *
 * Guarantees: the same picture and the same paper give the same dots. A file that is not a PNG, is
 * damaged or is too large returns null, and never throws.
 */
export { renderLogo } from './logo.ts';
