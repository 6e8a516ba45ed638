import uFuzzy from '@leeoniya/ufuzzy';
import { createPostings } from './postings.ts';
import { tradeWords } from './trades.ts';

/** How well a typed word fits a biller; less is better. `MISS` where it does not fit at all. */
export const WHOLE = 0;
export const BEGINNING = 1;
export const TRADE = 2;
export const INSIDE = 3;
export const TYPO = 4;
export const MISS = 255;

/** Words shorter than this must be typed right: an error in them fits half the catalogue. */
const TOLERATED_FROM = 4;
/** A trade is not guessed from one letter. */
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
  /** Names and trades with a word that is `word` or begins with it. */
  gradeBeginnings(word: string, grades: Uint8Array): void;
  /** Names with a word in which `word` stands. */
  gradeInsides(word: string, grades: Uint8Array): void;
  /** What fits with one typing error; answers the words of names that fitted so. */
  gradeMistyped(word: string, grades: Uint8Array): readonly string[];
}

const tolerantMatch = new uFuzzy({
  intraMode: 1,
  // At a beginning of a word only: errors inside words fit too much.
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
});

/** Numbers are typed as they stand, and uFuzzy knows the errors of Latin letters. */
export function mayHoldError(word: string): boolean {
  return word.length >= TOLERATED_FROM && /^[a-z]+$/.test(word);
}

export function createVocabulary(): Vocabulary {
  const names = createPostings();
  /**
   * Where a trade's word stands is known by type: there are few, and thousands of billers of each.
   */
  const trades = createPostings();
  const placesOfType: number[][] = [];
  const byType = new Map<string, number[]>();

  const billersOf = (type: string): number[] => {
    const known = byType.get(type);
    if (known) return known;
    const made: number[] = [];
    for (const word of tradeWords(type)) trades.add(word, placesOfType.length);
    placesOfType.push(made);
    byType.set(type, made);
    return made;
  };

  const markTrade = (index: number, grade: number, grades: Uint8Array): void => {
    for (const type of trades.placesOf(index)) mark(placesOfType[type] ?? [], grade, grades);
  };

  return {
    add: (place, nameWords, type) => {
      for (const word of nameWords) names.add(word, place);
      billersOf(type).push(place);
    },
    gradeBeginnings: (word, grades) => {
      for (const index of names.beginningWith(word)) {
        mark(names.placesOf(index), names.words[index] === word ? WHOLE : BEGINNING, grades);
      }
      if (word.length < TRADE_FROM) return;
      for (const index of trades.beginningWith(word)) markTrade(index, TRADE, grades);
    },
    gradeInsides: (word, grades) => {
      for (const index of names.containing(word)) mark(names.placesOf(index), INSIDE, grades);
    },
    gradeMistyped: (word, grades) => {
      const mistyped: string[] = [];
      for (const index of tolerantMatch.filter(names.words, word, names.nearly(word)) ?? []) {
        mark(names.placesOf(index), TYPO, grades);
        mistyped.push(names.words[index] ?? '');
      }
      for (const index of tolerantMatch.filter(trades.words, word, trades.nearly(word)) ?? []) {
        markTrade(index, TYPO, grades);
      }
      return mistyped;
    },
  };
}

/** Writes `grade` at the places where a worse one stands. */
function mark(places: readonly number[], grade: number, grades: Uint8Array): void {
  for (const place of places) {
    if ((grades[place] ?? 0) > grade) grades[place] = grade;
  }
}
