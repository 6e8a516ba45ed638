import uFuzzy from '@leeoniya/ufuzzy';

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
 * Whole words, beginnings and insides are `String.includes`. Typing errors are uFuzzy's: one
 * letter wrong, missing, too many or exchanged, at the beginning of a word, so that a word may be
 * wrong and not yet finished. It is the fastest of the libraries that meet the ranking list (see
 * `tests/bench/search.ts`): minisearch finds no unfinished word with an error in it, and fuse.js
 * looks at every name with every letter.
 */
export interface Vocabulary {
  /** Adds the words of one name and one trade. Places are added in growing order. */
  add(place: number, nameWords: readonly string[], trade: readonly string[]): void;
  /** Writes into `grades`, by place, the best grade of `word`, typed without an error. */
  grade(word: string, grades: Uint8Array): void;
  /** The same for what fits with one typing error; answers the words of names that fitted so. */
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
  const trades = createPostings();
  return {
    add: (place, nameWords, trade) => {
      for (const word of nameWords) names.add(word, place);
      for (const word of trade) trades.add(word, place);
    },
    grade: (word, grades) => {
      for (let index = 0; index < names.words.length; index += 1) {
        const at = (names.words[index] ?? '').indexOf(word);
        if (at < 0) continue;
        const isWhole = at === 0 && names.words[index] === word;
        names.mark(index, isWhole ? WHOLE : at === 0 ? BEGINNING : INSIDE, grades);
      }
      if (word.length >= TRADE_FROM) {
        for (let index = 0; index < trades.words.length; index += 1) {
          if (trades.words[index]?.startsWith(word)) trades.mark(index, TRADE, grades);
        }
      }
    },
    gradeMistyped: (word, grades) => {
      const mistyped: string[] = [];
      for (const index of tolerantMatch.filter(names.words, word) ?? []) {
        names.mark(index, TYPO, grades);
        mistyped.push(names.words[index] ?? '');
      }
      for (const index of tolerantMatch.filter(trades.words, word) ?? []) {
        trades.mark(index, TYPO, grades);
      }
      return mistyped;
    },
  };
}

interface Postings {
  readonly words: string[];
  add(word: string, place: number): void;
  mark(index: number, grade: number, grades: Uint8Array): void;
}

function createPostings(): Postings {
  const words: string[] = [];
  const places: number[][] = [];
  const known = new Map<string, number[]>();
  return {
    words,
    add: (word, place) => {
      const list = known.get(word);
      if (list) {
        if (list.at(-1) !== place) list.push(place);
        return;
      }
      const made = [place];
      known.set(word, made);
      words.push(word);
      places.push(made);
    },
    mark: (index, grade, grades) => {
      for (const place of places[index] ?? []) {
        if ((grades[place] ?? MISS) > grade) grades[place] = grade;
      }
    },
  };
}
