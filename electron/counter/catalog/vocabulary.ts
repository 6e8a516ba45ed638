import uFuzzy from '@leeoniya/ufuzzy';
import { getBillerTypeWords } from './biller-type-words.ts';
import { createPostings, type Postings } from './postings.ts';

/** How well a typed word fits a biller; less is better. `NO_MATCH`: it does not fit. */
export const WHOLE_WORD = 0;
export const WORD_PREFIX = 1;
export const TYPE_WORD = 2;
export const INSIDE_WORD = 3;
export const TYPO = 4;
export const NO_MATCH = 255;

/** Shorter words must be typed correctly: with an error they would match half the catalogue. */
const MIN_TYPO_WORD_LENGTH = 4;
/** One or two letters do not match a biller's type. */
const MIN_TYPE_WORD_LENGTH = 3;

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
  gradePrefixes(word: string, grades: Uint8Array): void;
  /** Names with a word that contains `word`. */
  gradeInsides(word: string, grades: Uint8Array): void;
  /** Finds what matches `word` with one typing error; what is returned grades it. */
  findTypos(word: string): (grades: Uint8Array) => void;
  /** Those of these words that match `word` so. */
  filterTypos(nameWords: readonly string[], word: string): readonly string[];
}

/** Made with the first vocabulary, which is after the sign-in, and not while somebody types. */
let cachedFuzzyMatcher: uFuzzy | null = null;
const getFuzzyMatcher = (): uFuzzy => {
  cachedFuzzyMatcher ??= new uFuzzy(FUZZY_OPTIONS);
  return cachedFuzzyMatcher;
};

const FUZZY_OPTIONS: uFuzzy.Options = {
  intraMode: 1,
  // Only at the beginning of a word: errors inside words match too much.
  interLft: 2,
  intraRules: (word) => {
    const errors = canHaveTypo(word) ? 1 : 0;
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
export function canHaveTypo(word: string): boolean {
  return word.length >= MIN_TYPO_WORD_LENGTH && /^[a-z]+$/.test(word);
}

export function createVocabulary(): Vocabulary {
  const tolerantMatch = getFuzzyMatcher();
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
    for (const word of getBillerTypeWords(type)) typeWords.add(word, placesOfType.length);
    placesOfType.push(made);
    byType.set(type, made);
    return made;
  };

  /** Several words find the same type, and each of its thousands of places is looked at once. */
  const markByType = (indexes: readonly number[], grade: number, grades: Uint8Array): void => {
    for (const type of new Set(indexes.flatMap(typeWords.getPlaces))) {
      applyGrade(placesOfType[type] ?? [], grade, grades);
    }
  };

  return {
    add: (place, nameWords, type) => {
      for (const word of nameWords) names.add(word, place);
      billersOf(type).push(place);
    },
    gradePrefixes: (word, grades) => {
      const beginning = names.findByPrefix(word);
      const whole = beginning.find((index) => names.words[index] === word);
      names.applyGrade(beginning, WORD_PREFIX, grades);
      if (whole !== undefined) names.applyGrade([whole], WHOLE_WORD, grades);
      if (word.length < MIN_TYPE_WORD_LENGTH) return;
      markByType(typeWords.findByPrefix(word), TYPE_WORD, grades);
    },
    gradeInsides: (word, grades) => {
      names.applyGrade(names.findContaining(word), INSIDE_WORD, grades);
    },
    findTypos: (word) => {
      const found = (postings: Postings): number[] =>
        tolerantMatch.filter(postings.words, word, postings.findTypoCandidates(word)) ?? [];
      const [ofNames, ofTypes] = [found(names), found(typeWords)];
      return (grades) => {
        names.applyGrade(ofNames, TYPO, grades);
        markByType(ofTypes, TYPO, grades);
      };
    },
    filterTypos: (nameWords, word) =>
      (tolerantMatch.filter([...nameWords], word) ?? []).map((index) => nameWords[index] ?? ''),
  };
}

/** Writes `grade` at the places where the grade is worse. */
function applyGrade(places: readonly number[], grade: number, grades: Uint8Array): void {
  for (const place of places) {
    if ((grades[place] ?? 0) > grade) grades[place] = grade;
  }
}
