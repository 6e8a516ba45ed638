import uFuzzy from '@leeoniya/ufuzzy';
import { billerTypeWords } from './biller-type-words.ts';
import { createPostings, type Postings } from './postings.ts';

/** How well a typed word fits a biller; less is better. `MISS`: it does not fit. */
export const WHOLE = 0;
export const BEGINNING = 1;
export const BY_TYPE = 2;
export const INSIDE = 3;
export const TYPO = 4;
export const MISS = 255;

/** Shorter words must be typed correctly: with an error they would match half the catalogue. */
const TOLERATED_FROM = 4;
/** One or two letters do not match a biller's type. */
const TRADE_FROM = 3;

/**
 * The distinct words of all names, with the places in which they stand. A hundred thousand names
 * are made of some thirty thousand words, so a keystroke looks at a third of the text, and what it
 * finds once holds for every biller of that name.
 *
 * Typing errors are uFuzzy's: one letter wrong, missing, too many or exchanged, at the beginning of
 * a word, so that a word may be wrong and not yet finished. It is the fastest of the libraries that
 * meet the ranking list (see `tests/bench/search.ts`): minisearch finds no unfinished word with an
 * error in it, and fuse.js looks at every name with every letter.
 *
 * Each method writes into `grades`, by place, what is better than the grade that stands there.
 */
export interface Vocabulary {
  /** Adds the words of one name, and the biller's type. Places are added in growing order. */
  add(place: number, nameWords: readonly string[], type: string): void;
  /** Names and types with a word that is `word` or begins with it. */
  gradeBeginnings(word: string, grades: Uint8Array): void;
  /** Names with a word that contains `word`. */
  gradeInsides(word: string, grades: Uint8Array): void;
  /** Finds what matches `word` with one typing error; what is returned grades it. */
  mistyped(word: string): (grades: Uint8Array) => void;
  /** Those of these words that match `word` so. */
  mistypedAmong(nameWords: readonly string[], word: string): readonly string[];
}

/** Made with the first vocabulary, which is after the sign-in, and not while somebody types. */
let made: uFuzzy | null = null;
const tolerant = (): uFuzzy => {
  made ??= new uFuzzy(TOLERANCE);
  return made;
};

const TOLERANCE: uFuzzy.Options = {
  intraMode: 1,
  // Only at the beginning of a word: errors inside words match too much.
  interLft: 2,
  intraRules: (word) => {
    const errors = mayHoldError(word) ? 1 : 0;
    return {
      intraSlice: [0, Number.POSITIVE_INFINITY],
      intraIns: errors,
      intraSub: errors,
      intraTrn: errors,
      intraDel: errors,
    };
  },
};

/** Numbers must be exact, and uFuzzy only knows errors of Latin letters. */
export function mayHoldError(word: string): boolean {
  return word.length >= TOLERATED_FROM && /^[a-z]+$/.test(word);
}

export function createVocabulary(): Vocabulary {
  const tolerantMatch = tolerant();
  const names = createPostings();
  /**
   * The places of a type are stored once for each type: there are few types, with thousands of
   * billers each.
   */
  const typeWords = createPostings();
  const placesOfType: number[][] = [];
  const byType = new Map<string, number[]>();

  const billersOf = (type: string): number[] => {
    const known = byType.get(type);
    if (known) return known;
    const made: number[] = [];
    for (const word of billerTypeWords(type)) typeWords.add(word, placesOfType.length);
    placesOfType.push(made);
    byType.set(type, made);
    return made;
  };

  /** Several words find the same type, and each of its thousands of places is looked at once. */
  const markByType = (indexes: readonly number[], grade: number, grades: Uint8Array): void => {
    for (const type of new Set(indexes.flatMap(typeWords.placesOf))) {
      mark(placesOfType[type] ?? [], grade, grades);
    }
  };

  return {
    add: (place, nameWords, type) => {
      for (const word of nameWords) names.add(word, place);
      billersOf(type).push(place);
    },
    gradeBeginnings: (word, grades) => {
      const beginning = names.beginningWith(word);
      const whole = beginning.find((index) => names.words[index] === word);
      names.mark(beginning, BEGINNING, grades);
      if (whole !== undefined) names.mark([whole], WHOLE, grades);
      if (word.length < TRADE_FROM) return;
      markByType(typeWords.beginningWith(word), BY_TYPE, grades);
    },
    gradeInsides: (word, grades) => {
      names.mark(names.containing(word), INSIDE, grades);
    },
    mistyped: (word) => {
      const found = (postings: Postings): number[] =>
        tolerantMatch.filter(postings.words, word, postings.nearly(word)) ?? [];
      const [ofNames, ofTypes] = [found(names), found(typeWords)];
      return (grades) => {
        names.mark(ofNames, TYPO, grades);
        markByType(ofTypes, TYPO, grades);
      };
    },
    mistypedAmong: (nameWords, word) =>
      (tolerantMatch.filter([...nameWords], word) ?? []).map((index) => nameWords[index] ?? ''),
  };
}

/** Writes `grade` at the places where the grade is worse. */
function mark(places: readonly number[], grade: number, grades: Uint8Array): void {
  for (const place of places) {
    if ((grades[place] ?? 0) > grade) grades[place] = grade;
  }
}
