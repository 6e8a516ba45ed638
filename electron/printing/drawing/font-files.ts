/**
 * The fonts, named as in their packages; the build copies them beside the bundle. A monospaced text
 * face is used first, and Unifont for the characters that it lacks.
 */
export const TEXT_FONT_FILES: readonly string[] = [
  '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-500-normal.woff',
  '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-ext-500-normal.woff',
  '@fontsource/ibm-plex-mono/files/ibm-plex-mono-cyrillic-500-normal.woff',
  '@fontsource/ibm-plex-mono/files/ibm-plex-mono-cyrillic-ext-500-normal.woff',
  '@fontsource/ibm-plex-mono/files/ibm-plex-mono-vietnamese-500-normal.woff',
];

/** The same in bold, for our own words in a PDF file; characters that it lacks use the plain face. */
export const BOLD_FONT_FILES: readonly string[] = [
  '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-700-normal.woff',
  '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-ext-700-normal.woff',
];

/** Unicode's first plane: 57,000 characters on a grid of 8 or 16 by 16. */
export const UNIFONT_FILE = '@fontsource/unifont/files/unifont-latin-400-normal.woff';

/** The same for the planes above it: emoji, old scripts, rare ideographs. */
export const UNIFONTEX_FILE = '@fontsource/unifontex/files/unifontex-latin-400-normal.woff';

export const FONT_FILES: readonly string[] = [
  ...TEXT_FONT_FILES,
  ...BOLD_FONT_FILES,
  UNIFONT_FILE,
  UNIFONTEX_FILE,
];

/** The folder in dist/main that the build copies them to. */
export const FONT_FOLDER = 'fonts';

/** A font's file name without the folders of its package. */
export function getFontFileName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
