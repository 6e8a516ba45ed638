import type { BillerMatch } from '../../../shared/contract/index.ts';
import { foldToWords } from './fold-text.ts';
import {
  createGradesPool,
  findSparsestPlaces,
  type Matches,
  mergeWorstGrades,
  toMatches,
} from './grades.ts';
import { computeHighlights } from './highlights.ts';
import { createIdIndex, type IdIndex } from './id-index.ts';
import { createRanking, type Ranking, type RankingQuery } from './ranking.ts';
import type { SearchEntry } from './search-entry.ts';
import {
  canHaveTypo,
  createVocabulary,
  INSIDE_WORD,
  NO_MATCH,
  TYPO,
  type Vocabulary,
  WORD_PREFIX,
} from './vocabulary.ts';

/**
 * Finds billers while the cashier types. "Home" is the shop's own country, "abroad" any other. The
 * classes of results, in this order:
 *
 * 1. the exact id; 2. the exact name; 3. the exact main name (`main-name.ts`), at home; 4. every
 * typed word begins a word of the name or of the biller's trade, or its id; 5. some typed word
 * occurs only inside a word; 6. some typed word matches only with a typing error.
 *
 * Within each class, billers that this shop uses come first, by most and latest use; then home
 * before abroad; then the beginning of the name, whole words, beginnings of words, the trade; and
 * then the alphabet, a main biller before the others of its family. Cash-outs are not counted as
 * uses, and top-ups and gift cards are searched separately, so each flow has its own uses. Classes 5
 * and 6 are only searched while the others do not fill the limit. An empty text returns the billers
 * that this shop uses.
 */
export interface SearchIndex {
  search(query: SearchQuery): BillerMatch[];
}

export interface SearchQuery extends RankingQuery {
  readonly text: string;
}

/** Billers indexed before the generator yields. */
const ENTRIES_PER_SLICE = 500;

/** Builds the index. Yields after each slice, so that other work can run. */
export function* buildSearchIndex(
  unsortedEntries: readonly SearchEntry[],
): Generator<void, SearchIndex> {
  const entries = [...unsortedEntries].sort(compareEntries);
  yield;
  const vocabulary = createVocabulary();
  const aliasPlaces = new Map<string, number[]>();
  for (const [place, { name, main, biller }] of entries.entries()) {
    vocabulary.add(place, name === '' ? [] : name.split(' '), biller.type);
    for (const alias of main.aliases) {
      const places = aliasPlaces.get(alias);
      if (places === undefined) aliasPlaces.set(alias, [place]);
      else places.push(place);
    }
    if (place % ENTRIES_PER_SLICE === ENTRIES_PER_SLICE - 1) yield;
  }
  const ids = createIdIndex(entries.map(({ biller }) => biller.id));
  return createSearchIndex(entries, vocabulary, ids, createRanking(entries, aliasPlaces, ids));
}

function compareEntries(a: SearchEntry, b: SearchEntry): number {
  if (a.main.key === b.main.key) return a.biller.id - b.biller.id;
  return a.main.key < b.main.key ? -1 : 1;
}

const NO_TYPOS: ReadonlySet<string> = new Set();

/** More comparisons than this, scattered in memory, take longer than a search of all places. */
const MAX_NAME_COMPARISONS = 1_000;

function createSearchIndex(
  entries: readonly SearchEntry[],
  vocabulary: Vocabulary,
  ids: IdIndex,
  ranking: Ranking,
): SearchIndex {
  const pool = createGradesPool(entries.length);
  /** Arrays of the last search, besides the grades of its words. */
  let scratch: Uint8Array[] = [];

  /**
   * The words of the last search, so that the first word is not searched again for each letter of
   * the second.
   */
  let lastWords: ReadonlyMap<string, GradedWord> = new Map();

  const gradeWords = (typed: readonly string[]): GradedWord[] => {
    const graded = typed.map((word) => lastWords.get(word) ?? gradeWord(word));
    const previousWords = lastWords;
    lastWords = new Map(graded.map((gradedWord) => [gradedWord.word, gradedWord]));
    pool.release(scratch);
    scratch = [];
    for (const [word, { ownedGrades }] of previousWords)
      if (!lastWords.has(word)) pool.release(ownedGrades);
    return graded;
  };

  const gradeWord = (word: string): GradedWord => {
    const ownedGrades = [pool.takeEmpty()];
    const [ownGrades] = ownedGrades;
    if (ownGrades === undefined) throw new Error('no grades');
    for (const place of ids.findByPrefix(word)) ownGrades[place] = WORD_PREFIX;
    vocabulary.gradePrefixes(word, ownGrades);
    const copyAndGrade = (grades: Uint8Array, grade: (grades: Uint8Array) => void): Uint8Array => {
      const copy = pool.takeCopy(grades);
      ownedGrades.push(copy);
      grade(copy);
      return copy;
    };
    const getInsideGrades = memoize(() =>
      copyAndGrade(ownGrades, (grades) => vocabulary.gradeInsides(word, grades)),
    );
    const getTypoGrader = memoize(() => vocabulary.findTypos(word));
    const addTypoGrades = (grades: Uint8Array): Uint8Array =>
      canHaveTypo(word) ? copyAndGrade(grades, getTypoGrader()) : grades;
    const beginnings = toMatches(ownGrades);
    return {
      word,
      ownedGrades,
      beginnings,
      withoutInsides: {
        [INSIDE_WORD]: () => beginnings,
        [TYPO]: memoize(() =>
          canHaveTypo(word) ? toMatches(addTypoGrades(ownGrades)) : beginnings,
        ),
      },
      withInsides: {
        [INSIDE_WORD]: getInsideGrades,
        [TYPO]: memoize(() => addTypoGrades(getInsideGrades())),
      },
    };
  };

  /**
   * Every typed word must match; the worst match decides a biller's grade. If one word matches in
   * few places, only these are examined.
   */
  const mergeMatches = (byWord: readonly Matches[]): Matches => {
    const [first, ...others] = byWord;
    if (!first) throw new Error('no typed word');
    if (others.length === 0) return first;
    const sparsePlaces = findSparsestPlaces(byWord);
    if (sparsePlaces === null) {
      const worst = pool.takeCopy(first.grades);
      scratch.push(worst);
      mergeWorstGrades(
        worst,
        others.map(({ grades }) => grades),
      );
      return toMatches(worst);
    }
    const worst = pool.takeEmpty();
    scratch.push(worst);
    const matchingPlaces = sparsePlaces.filter((place) => {
      let grade = 0;
      for (const { grades } of byWord) grade = Math.max(grade, grades[place] ?? NO_MATCH);
      worst[place] = grade;
      return grade !== NO_MATCH;
    });
    return { grades: worst, sparsePlaces: matchingPlaces };
  };

  /**
   * The places where the worst word matches with this grade. Matches inside words are frequent, so
   * all places are searched for the rarest typed word only; for the other words, only the names at
   * its places are compared. Above `MAX_NAME_COMPARISONS`, searching all places is faster.
   */
  const findWeakMatches = (
    graded: readonly GradedWord[],
    grade: WeakGrade,
    limit: number,
    query: SearchQuery,
  ) => {
    const [rarest, ...others] = graded.toSorted(
      (a, b) =>
        countPlaces(a.withoutInsides[grade]()) - countPlaces(b.withoutInsides[grade]()) ||
        countPlaces(a.beginnings) - countPlaces(b.beginnings) ||
        b.word.length - a.word.length,
    );
    if (!rarest) throw new Error('no typed word');
    const grades = rarest.withInsides[grade]();
    let names = 0;
    const getWordGrade = (
      { word, withoutInsides, withInsides }: GradedWord,
      place: number,
    ): number => {
      const ownGrade = withoutInsides[grade]().grades[place] ?? NO_MATCH;
      if (ownGrade <= INSIDE_WORD) return ownGrade;
      if (names === MAX_NAME_COMPARISONS) return withInsides[grade]()[place] ?? NO_MATCH;
      names += 1;
      return entries[place]?.name.includes(word) ? INSIDE_WORD : ownGrade;
    };
    const isMatch = (place: number): boolean => {
      let worst = grades[place] ?? NO_MATCH;
      for (const otherWord of others) {
        if (worst > grade) return false;
        worst = Math.max(worst, getWordGrade(otherWord, place));
      }
      return worst === grade;
    };
    return ranking.rankWeakMatches({ grades, isMatch }, limit, query);
  };

  const listMostUsed = (query: SearchQuery): number[] => {
    const places = [...query.uses.listIds()].flatMap((id) => ids.getPlace(id) ?? []);
    return ranking.sortByUse(places, query).slice(0, query.limit);
  };

  const toBillerMatches = (
    places: readonly number[],
    typed: readonly string[],
    mistyped: ReadonlySet<string>,
    query: SearchQuery,
  ): BillerMatch[] =>
    places.flatMap((place) => {
      const biller = entries[place]?.biller;
      if (!biller) return [];
      const matches = computeHighlights(biller.name, typed, mistyped);
      return [{ biller, matches, uses: query.uses.getCount(biller.id) }];
    });

  return {
    search: (query) => {
      const typedWords = foldToWords(query.text);
      const typed = [...new Set(typedWords)];
      if (typed.length === 0) {
        // Punctuation alone is not an empty text: it matches nothing.
        const places = query.text.trim() === '' ? listMostUsed(query) : [];
        return toBillerMatches(places, [], NO_TYPOS, query);
      }
      const name = typedWords.join(' ');
      const exactId = ids.findExact(name);
      const graded = gradeWords(typed);
      const beginnings = mergeMatches(graded.map((gradedWord) => gradedWord.beginnings));
      const places = ranking.rank(beginnings, name, exactId, query);
      // Weaker matches come after these, and are only searched while the limit is not reached.
      const isFull = () => places.length >= query.limit;
      const addWeakMatches = (grade: WeakGrade) => {
        places.push(...findWeakMatches(graded, grade, query.limit - places.length, query));
      };
      if (!isFull()) addWeakMatches(INSIDE_WORD);
      if (isFull() || !typed.some(canHaveTypo))
        return toBillerMatches(places, typed, NO_TYPOS, query);
      addWeakMatches(TYPO);
      const nameWords = places.flatMap((place) => entries[place]?.name.split(' ') ?? []);
      const mistyped = new Set(
        typed.filter(canHaveTypo).flatMap((word) => vocabulary.filterTypos(nameWords, word)),
      );
      return toBillerMatches(places, typed, mistyped, query);
    },
  };
}

type WeakGrade = typeof INSIDE_WORD | typeof TYPO;

/** A typed word with its best grade at each place. Worse grades are searched on demand. */
interface GradedWord {
  readonly word: string;
  /** All grade arrays of this word, released once the word is no longer typed. */
  readonly ownedGrades: readonly Uint8Array[];
  /** Grades from whole words, beginnings, types and ids only. */
  readonly beginnings: Matches;
  /** All grades up to this one, without matches inside words, which a name comparison finds. */
  readonly withoutInsides: Readonly<Record<WeakGrade, () => Matches>>;
  /** All grades up to this one. */
  readonly withInsides: Readonly<Record<WeakGrade, () => Uint8Array>>;
}

/** Not counted if there are many: then the largest number. */
function countPlaces({ sparsePlaces }: Matches): number {
  return sparsePlaces?.length ?? Number.MAX_SAFE_INTEGER;
}

function memoize<Value>(compute: () => Value): () => Value {
  let cached: { readonly value: Value } | null = null;
  return () => {
    cached ??= { value: compute() };
    return cached.value;
  };
}
