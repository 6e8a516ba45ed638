import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { FONT_FOLDER, FURTHER_FONT, fontName, TEXT_FONTS, WIDE_FONT } from './font-files.ts';
import { type Face, readFace } from './true-type.ts';
import { woffTables } from './woff.ts';

/** A glyph of one of the faces. `isGrid`: the face is drawn on a grid of 8 or 16 by 16 squares. */
export interface FoundGlyph {
  readonly face: Face;
  readonly glyph: number;
  readonly isGrid: boolean;
  /** How many cells it takes; 0 for an accent over the character before it. */
  readonly cells: 0 | 1 | 2;
}

const LAST_OF_FIRST_PLANE = 0xffff;

/** A font is read when the first character that needs it is drawn, and is then kept. */
const loaded = new Map<string, Face>();

function load(file: string): Face {
  const known = loaded.get(file);
  if (known) return known;
  const face = readFace(woffTables(readFileSync(fontPath(file))));
  loaded.set(file, face);
  return face;
}

/** Beside the bundle, one folder above a chunk of it, or in the package if main runs unbuilt. */
export function fontPath(file: string): string {
  for (const folder of [`./${FONT_FOLDER}/`, `../${FONT_FOLDER}/`]) {
    const path = fileURLToPath(new URL(folder + fontName(file), import.meta.url));
    if (existsSync(path)) return path;
  }
  return createRequire(import.meta.url).resolve(file);
}

/**
 * The glyph for a character, from the text face if it has one; null if no shipped font has one.
 * Throws if a font that is needed cannot be read.
 */
export function glyphOf(codePoint: number): FoundGlyph | null {
  if (codePoint <= LAST_OF_FIRST_PLANE) {
    for (const file of TEXT_FONTS) {
      const face = load(file);
      const glyph = face.glyphOf(codePoint);
      // The accents of the text face need its own positioning; those of the grid fit any letter.
      if (glyph !== 0 && face.advanceOf(glyph) > 0) return { face, glyph, isGrid: false, cells: 1 };
    }
  }
  return gridGlyphOf(codePoint);
}

/** The same from the grid's face, whose accents fit its letters. */
export function gridGlyphOf(codePoint: number): FoundGlyph | null {
  const face = load(codePoint <= LAST_OF_FIRST_PLANE ? WIDE_FONT : FURTHER_FONT);
  const glyph = face.glyphOf(codePoint);
  if (glyph === 0) return null;
  const advance = face.advanceOf(glyph);
  const cells = advance === 0 ? 0 : advance * 2 > face.unitsPerEm ? 2 : 1;
  return { face, glyph, isGrid: true, cells };
}
