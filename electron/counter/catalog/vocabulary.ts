import uFuzzy from '@leeoniya/ufuzzy';
import { getBillerTypeWords } from './biller-type-words.ts';
import { createPostings, type Postings } from './postings.ts';

/** How well a typed word matches a biller; lower is better. */
export const WHOLE_WORD = 0;
export const WORD_PREFIX = 1;
export const TYPE_WORD = 2;
export const INSIDE_WORD = 3;
export const TYPO = 4;
export const NO_MATCH = 255;

/** Shorter words must match exactly: with an error they would match half the catalogue. */
const MIN_TYPO_WORD_LENGTH = 4;
/** Shorter words do not match a biller's type. */
const MIN_TYPE_WORD_LENGTH = 3;

/**
 * The distinct words of all names, with the places where they occur. A hundred thousand names
 * contain some thirty thousand words, so a keystroke searches a third of the text, and a matching
 * word counts for every biller that has it.
 *
 * Typing errors are those of uFuzzy: one letter wrong, missing, extra or exchanged with the next,
 * matched from the beginning of a word, so that a word may be misspelt and incomplete. uFuzzy is the
 * fastest library that passes the ranking list (see `tests/bench/search.ts`): minisearch does not
 * find an incomplete word with an error, and fuse.js scans every name for every letter.
 *
 * The grading methods write a grade into `grades`, by place, where it is better than the present one.
 */
export interface Vocabulary {
  /** Adds the words of one name, and the biller's type. Places are added in ascending order. */
  add(place: number, nameWords: readonly string[], type: string): void;
  /** Grades names and types with a word that is `word` or begins with it. */
  gradePrefixes(word: string, grades: Uint8Array): void;
  /** Grades names with a word that contains `word`. */
  gradeInsides(word: string, grades: Uint8Array): void;
  /** Finds the words that match `word` with one typing error; returns a function that grades them. */
  findTypos(word: string): (grades: Uint8Array) => void;
  /** Those of `nameWords` that match `word` with at most one typing error. */
  filterTypos(nameWords: readonly string[], word: string): readonly string[];
}

/** Created with the first vocabulary, after the sign-in, so that it does not delay typing. */
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

/** Numbers must be exact, and uFuzzy only tolerates errors in Latin letters. */
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
  const placesByType = new Map<string, number[]>();

  const getPlacesOfType = (type: string): number[] => {
    const existing = placesByType.get(type);
    if (existing) return existing;
    const places: number[] = [];
    for (const word of getBillerTypeWords(type)) typeWords.add(word, placesOfType.length);
    placesOfType.push(places);
    placesByType.set(type, places);
    return places;
  };

  /** Several words match the same type; its thousands of places are graded only once. */
  const markByType = (indexes: readonly number[], grade: number, grades: Uint8Array): void => {
    for (const type of new Set(indexes.flatMap(typeWords.getPlaces))) {
      applyGrade(placesOfType[type] ?? [], grade, grades);
    }
  };

  return {
    add: (place, nameWords, type) => {
      for (const word of nameWords) names.add(word, place);
      getPlacesOfType(type).push(place);
    },
    gradePrefixes: (word, grades) => {
      const beginning = names.findByPrefix(word);
      const wholeWord = beginning.find((index) => names.words[index] === word);
      names.applyGrade(beginning, WORD_PREFIX, grades);
      if (wholeWord !== undefined) names.applyGrade([wholeWord], WHOLE_WORD, grades);
      if (word.length < MIN_TYPE_WORD_LENGTH) return;
      markByType(typeWords.findByPrefix(word), TYPE_WORD, grades);
    },
    gradeInsides: (word, grades) => {
      names.applyGrade(names.findContaining(word), INSIDE_WORD, grades);
    },
    findTypos: (word) => {
      const findInPostings = (postings: Postings): number[] =>
        tolerantMatch.filter(postings.words, word, postings.findTypoCandidates(word)) ?? [];
      const [nameMatches, typeMatches] = [findInPostings(names), findInPostings(typeWords)];
      return (grades) => {
        names.applyGrade(nameMatches, TYPO, grades);
        markByType(typeMatches, TYPO, grades);
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
