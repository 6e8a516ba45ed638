import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type FontFace, parseFontFace } from './font-face.ts';
import {
  FONT_FOLDER,
  getFontFileName,
  TEXT_FONT_FILES,
  UNIFONT_FILE,
  UNIFONTEX_FILE,
} from './font-files.ts';
import { createWoffTableReader } from './woff.ts';

/** A glyph of one of the faces. `isFromPixelFont`: the face is drawn on a grid of 8 or 16 by 16 squares. */
export interface FontFaceGlyph {
  readonly face: FontFace;
  readonly glyph: number;
  readonly isFromPixelFont: boolean;
  /** How many cells it takes; 0 for an accent over the character before it. */
  readonly cells: 0 | 1 | 2;
}

const MAX_BMP_CODE_POINT = 0xffff;

/** A font is read when the first character that needs it is drawn, and is then cached. */
const faceCache = new Map<string, FontFace>();

function loadFace(file: string): FontFace {
  const cached = faceCache.get(file);
  if (cached) return cached;
  const face = parseFontFace(createWoffTableReader(readFileSync(resolveFontPath(file))));
  faceCache.set(file, face);
  return face;
}

/** Beside the bundle, one folder above one of its chunks, or in the package if main runs unbuilt. */
export function resolveFontPath(file: string): string {
  for (const folder of [`./${FONT_FOLDER}/`, `../${FONT_FOLDER}/`]) {
    const path = fileURLToPath(new URL(folder + getFontFileName(file), import.meta.url));
    if (existsSync(path)) return path;
  }
  return createRequire(import.meta.url).resolve(file);
}

/**
 * The glyph for a character, from the text face if it has one; null if no shipped font has one.
 * Throws if a font that is needed cannot be read.
 */
export function findGlyph(codePoint: number): FontFaceGlyph | null {
  if (codePoint <= MAX_BMP_CODE_POINT) {
    for (const file of TEXT_FONT_FILES) {
      const face = loadFace(file);
      const glyph = face.getGlyphIndex(codePoint);
      // The accents of the text face need its own positioning; those of the grid face fit any letter.
      if (glyph !== 0 && face.getAdvanceWidth(glyph) > 0)
        return { face, glyph, isFromPixelFont: false, cells: 1 };
    }
  }
  return findPixelFontGlyph(codePoint);
}

/** The same from the grid face, whose accents fit its letters. */
export function findPixelFontGlyph(codePoint: number): FontFaceGlyph | null {
  const face = loadFace(codePoint <= MAX_BMP_CODE_POINT ? UNIFONT_FILE : UNIFONTEX_FILE);
  const glyph = face.getGlyphIndex(codePoint);
  if (glyph === 0) return null;
  const advance = face.getAdvanceWidth(glyph);
  const cells = advance === 0 ? 0 : advance * 2 > face.unitsPerEm ? 2 : 1;
  return { face, glyph, isFromPixelFont: true, cells };
}
