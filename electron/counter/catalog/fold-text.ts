/**
 * Text as the search compares it: words without case, accents or the punctuation inside acronyms.
 * Each character keeps its position in the original, composed (NFC) or decomposed (NFD), so that
 * matches can be highlighted there. `shared/text` handles neither positions nor this punctuation.
 */
export interface FoldedTextWithPositions {
  /** Folded words with one space between them. */
  readonly text: string;
  /** For each UTF-16 unit of `text`: where its original begins and ends, in UTF-16 units. */
  readonly originalStartIndexes: readonly number[];
  readonly originalEndIndexes: readonly number[];
}

/** Letters that no decomposition reduces to a base letter. */
const LETTER_REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ħ', 'h'],
]);

/** C.F.E. is one word, and so is AT&T: these characters do not separate words. */
const SIGN_INSIDE_WORD = /^[.'’´`&·\p{M}\p{Cf}]$/u;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;
const PLAIN_WORD = /^[a-z0-9]$/;

/** Folds a name or a query with its positions. Never throws, for any text. */
export function foldTextWithPositions(original: string): FoldedTextWithPositions {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let isBetweenWords = false;
  let at = 0;
  for (const character of original) {
    const end = at + character.length;
    const letters = foldCharacter(character);
    if (letters === null) {
      isBetweenWords = text !== '';
    } else if (letters === '') {
      // A combining mark is part of the letter before it, so both are highlighted together.
      if (ends.length > 0 && !isBetweenWords) ends[ends.length - 1] = end;
    } else {
      if (isBetweenWords) {
        text += ' ';
        starts.push(at);
        ends.push(at);
        isBetweenWords = false;
      }
      text += letters;
      for (let index = 0; index < letters.length; index += 1) {
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text, originalStartIndexes: starts, originalEndIndexes: ends };
}

/** Folded words of a text, without positions. */
export function splitIntoFoldedWords(original: string): string[] {
  const text = foldCaseAndAccents(original);
  return text === '' ? [] : text.split(' ');
}

/** The `text` of `foldTextWithPositions` alone, which is faster for the thousands of names of a refresh. */
export function foldCaseAndAccents(original: string): string {
  let text = '';
  let isBetweenWords = false;
  for (let at = 0; at < original.length; ) {
    const code = original.charCodeAt(at);
    const character = code < FIRST_SURROGATE ? original.charAt(at) : getCodePointAt(original, at);
    const letters = code < FOLDED_ASCII.length ? FOLDED_ASCII[code] : foldCharacter(character);
    at += character.length;
    if (letters === null) isBetweenWords = text !== '';
    else if (letters) {
      text += isBetweenWords ? ` ${letters}` : letters;
      isBetweenWords = false;
    }
  }
  return text;
}

const FIRST_SURROGATE = 0xd800;

function getCodePointAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

const foldedCharacters = new Map<string, string | null>();

/** Folded letters of one code point; empty for punctuation inside words; null for a separator. */
function foldCharacter(character: string): string | null {
  if (PLAIN_WORD.test(character)) return character;
  const cached = foldedCharacters.get(character);
  if (cached !== undefined) return cached;
  const folded = computeFoldedCharacter(character);
  // Names use a few hundred characters; a text with every code point must not fill the memory.
  if (foldedCharacters.size < 4096) foldedCharacters.set(character, folded);
  return folded;
}

function computeFoldedCharacter(character: string): string | null {
  if (SIGN_INSIDE_WORD.test(character)) return '';
  let folded = '';
  for (const part of character.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    folded += LETTER_REPLACEMENTS.get(part) ?? (LETTER_OR_DIGIT.test(part) ? part : '');
  }
  return folded === '' ? null : folded;
}

/** The folded letters of each ASCII character, because names are mostly ASCII. */
const FOLDED_ASCII: readonly (string | null)[] = Array.from({ length: 128 }, (_, code) =>
  foldCharacter(String.fromCharCode(code)),
);
