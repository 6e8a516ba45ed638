/**
 * Text as the search compares it: without case, accents or the signs inside acronyms, as words.
 * Each character remembers where it stands in the original, so that what was typed can be marked
 * there, whether the name came composed (NFC) or decomposed (NFD). That, and the signs, are why it
 * is not `plain` of `shared/text`.
 */
export interface FoldedText {
  /** Folded words with one space between them. */
  readonly text: string;
  /** For each UTF-16 unit of `text`: where its original begins and ends, in UTF-16 units. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Letters that no decomposition reduces to a base letter. */
const PLAIN: ReadonlyMap<string, string> = new Map([
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

/** C.F.E. is one word, and so is AT&T: these stand inside words and separate nothing. */
const INSIDE = /^[.'’´`&·\p{M}\p{Cf}]$/u;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;
const PLAIN_WORD = /^[a-z0-9]$/;

/** Folds a name or a query with its positions. Never throws, whatever the text holds. */
export function fold(original: string): FoldedText {
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
      // A combining mark belongs to the letter before it: marking one marks the other.
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
  return { text, starts, ends };
}

const ASCII = /^[ -~]*$/;
const ASCII_INSIDE = /[.'`&]/g;
const ASCII_WORDS = /[a-z0-9]+/g;

/** Folded words of a text, without positions. Most names are plain ASCII: those go fast. */
export function words(original: string): string[] {
  if (ASCII.test(original)) {
    return original.toLowerCase().replace(ASCII_INSIDE, '').match(ASCII_WORDS) ?? [];
  }
  const { text } = fold(original);
  return text === '' ? [] : text.split(' ');
}

const known = new Map<string, string | null>();

/** Folded letters of one code point; empty for what stands inside words; null for a separator. */
function foldCharacter(character: string): string | null {
  if (PLAIN_WORD.test(character)) return character;
  const kept = known.get(character);
  if (kept !== undefined) return kept;
  const folded = foldUnknown(character);
  // A till meets a few hundred characters; a text of every code point must not grow it for ever.
  if (known.size < 4096) known.set(character, folded);
  return folded;
}

function foldUnknown(character: string): string | null {
  if (INSIDE.test(character)) return '';
  let folded = '';
  for (const part of character.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    folded += PLAIN.get(part) ?? (LETTER_OR_DIGIT.test(part) ? part : '');
  }
  return folded === '' ? null : folded;
}
