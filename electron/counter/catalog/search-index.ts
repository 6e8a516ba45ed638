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
 * Finds billers as one types. The order of what is found:
 *
 * 1. the exact id; 2. the exact name; 3. the exact main name (`main-name.ts`), at home; 4. every
 * typed word begins a word of the name or of the biller's trade, or its id; 5. some typed word
 * stands inside a word; 6. some typed word fits only with a typing error.
 *
 * Within each of these what this shop uses comes first, most used and latest first; then its own
 * country before others; then the beginning of the name, whole words, beginnings of words, the
 * trade; and then the alphabet, a main biller before its sisters. What a cash-out uses is not
 * counted, and a top-up or a gift card is looked for among their own, so each flow has its own uses.
 * Insides, and then typing errors, are only looked for while the rest does not fill the answer. An
 * empty text answers what this shop uses.
 */
export interface SearchIndex {
  search(query: SearchQuery): BillerMatch[];
}

export interface SearchQuery extends RankingQuery {
  readonly text: string;
}

/** Billers handled between two interruptions. */
const ENTRIES_PER_SLICE = 500;

/** Builds the index. Stops after each slice, so that the caller can let others work. */
export function* buildSearchIndex(unsorted: readonly SearchEntry[]): Generator<void, SearchIndex> {
  const entries = [...unsorted].sort(compareEntries);
  yield;
  const vocabulary = createVocabulary();
  const others = new Map<string, number[]>();
  for (const [place, { name, main, biller }] of entries.entries()) {
    vocabulary.add(place, name === '' ? [] : name.split(' '), biller.type);
    for (const other of main.others) {
      const places = others.get(other);
      if (places === undefined) others.set(other, [place]);
      else places.push(place);
    }
    if (place % ENTRIES_PER_SLICE === ENTRIES_PER_SLICE - 1) yield;
  }
  const ids = createIdIndex(entries.map(({ biller }) => biller.id));
  return createSearchIndex(entries, vocabulary, ids, createRanking(entries, others, ids));
}

/** By key and id. */
function compareEntries(a: SearchEntry, b: SearchEntry): number {
  if (a.main.key === b.main.key) return a.biller.id - b.biller.id;
  return a.main.key < b.main.key ? -1 : 1;
}

const NO_TYPOS: ReadonlySet<string> = new Set();

/** As long as a search of all places takes to look at so many names, here and there in the memory. */
const MAX_NAME_COMPARISONS = 1_000;

function createSearchIndex(
  entries: readonly SearchEntry[],
  vocabulary: Vocabulary,
  ids: IdIndex,
  ranking: Ranking,
): SearchIndex {
  const pool = createGradesPool(entries.length);
  /** What the last search made, besides the grades of its words. */
  let scratch: Uint8Array[] = [];

  /**
   * The words of the last search: while somebody types a second word, the first is not searched
   * again for every letter.
   */
  let lastWords: ReadonlyMap<string, GradedWord> = new Map();

  const gradedWords = (typed: readonly string[]): GradedWord[] => {
    const graded = typed.map((word) => lastWords.get(word) ?? gradeWord(word));
    const last = lastWords;
    lastWords = new Map(graded.map((one) => [one.word, one]));
    pool.release(scratch);
    scratch = [];
    for (const [word, { ownedGrades }] of last) if (!lastWords.has(word)) pool.release(ownedGrades);
    return graded;
  };

  const gradeWord = (word: string): GradedWord => {
    const ownedGrades = [pool.takeEmpty()];
    const [own] = ownedGrades;
    if (own === undefined) throw new Error('no grades');
    for (const place of ids.findByPrefix(word)) own[place] = WORD_PREFIX;
    vocabulary.gradePrefixes(word, own);
    const better = (grades: Uint8Array, grade: (grades: Uint8Array) => void): Uint8Array => {
      const copy = pool.takeCopy(grades);
      ownedGrades.push(copy);
      grade(copy);
      return copy;
    };
    const insides = memoize(() => better(own, (grades) => vocabulary.gradeInsides(word, grades)));
    const typos = memoize(() => vocabulary.findTypos(word));
    const withTypos = (grades: Uint8Array): Uint8Array =>
      canHaveTypo(word) ? better(grades, typos()) : grades;
    const beginnings = toMatches(own);
    return {
      word,
      ownedGrades,
      beginnings,
      withoutInsides: {
        [INSIDE_WORD]: () => beginnings,
        [TYPO]: memoize(() => (canHaveTypo(word) ? toMatches(withTypos(own)) : beginnings)),
      },
      withInsides: {
        [INSIDE_WORD]: insides,
        [TYPO]: memoize(() => withTypos(insides())),
      },
    };
  };

  /**
   * Every typed word must match; the worst match decides a biller's grade. Where one word matches
   * in few places, no others are looked at.
   */
  const worstOf = (byWord: readonly Matches[]): Matches => {
    const [first, ...others] = byWord;
    if (!first) throw new Error('no typed word');
    if (others.length === 0) return first;
    const few = findSparsestPlaces(byWord);
    if (few === null) {
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
    const found = few.filter((place) => {
      let grade = 0;
      for (const { grades } of byWord) grade = Math.max(grade, grades[place] ?? NO_MATCH);
      worst[place] = grade;
      return grade !== NO_MATCH;
    });
    return { grades: worst, sparsePlaces: found };
  };

  /**
   * The places where the worst word matches with this grade. A word stands inside others all over
   * the catalogue: all places are searched for the rarest one, and names where that one stands for
   * the others. Where these names are many, searching all places is faster.
   */
  const worse = (
    graded: readonly GradedWord[],
    grade: WeakGrade,
    most: number,
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
    const gradeOf = ({ word, withoutInsides, withInsides }: GradedWord, place: number): number => {
      const own = withoutInsides[grade]().grades[place] ?? NO_MATCH;
      if (own <= INSIDE_WORD) return own;
      if (names === MAX_NAME_COMPARISONS) return withInsides[grade]()[place] ?? NO_MATCH;
      names += 1;
      return entries[place]?.name.includes(word) ? INSIDE_WORD : own;
    };
    const isMatch = (place: number): boolean => {
      let worst = grades[place] ?? NO_MATCH;
      for (const other of others) {
        if (worst > grade) return false;
        worst = Math.max(worst, gradeOf(other, place));
      }
      return worst === grade;
    };
    return ranking.rankWeakMatches({ grades, isMatch }, most, query);
  };

  const mostUsed = (query: SearchQuery): number[] => {
    const places = [...query.uses.listIds()].flatMap((id) => ids.getPlace(id) ?? []);
    return ranking.sortByUse(places, query).slice(0, query.limit);
  };

  const answer = (
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
      const inOrder = foldToWords(query.text);
      const typed = [...new Set(inOrder)];
      if (typed.length === 0) {
        // Signs alone are not an empty text: they match nothing.
        const places = query.text.trim() === '' ? mostUsed(query) : [];
        return answer(places, [], NO_TYPOS, query);
      }
      const name = inOrder.join(' ');
      const exactId = ids.findExact(name);
      const graded = gradedWords(typed);
      const beginnings = worstOf(graded.map((one) => one.beginnings));
      const places = ranking.rank(beginnings, name, exactId, query);
      // Worse matches come after these, and are only searched while the answer is not full.
      const isFull = () => places.length >= query.limit;
      const add = (grade: WeakGrade) => {
        places.push(...worse(graded, grade, query.limit - places.length, query));
      };
      if (!isFull()) add(INSIDE_WORD);
      if (isFull() || !typed.some(canHaveTypo)) return answer(places, typed, NO_TYPOS, query);
      add(TYPO);
      const nameWords = places.flatMap((place) => entries[place]?.name.split(' ') ?? []);
      const mistyped = new Set(
        typed.filter(canHaveTypo).flatMap((word) => vocabulary.filterTypos(nameWords, word)),
      );
      return answer(places, typed, mistyped, query);
    },
  };
}

type WeakGrade = typeof INSIDE_WORD | typeof TYPO;

/** A typed word with its best grade at each place. Worse grades are searched on demand. */
interface GradedWord {
  readonly word: string;
  /** All grades that it has, given back once the word is no longer typed. */
  readonly ownedGrades: readonly Uint8Array[];
  /** Grades from whole words, beginnings, types and ids only. */
  readonly beginnings: Matches;
  /** Grades as good as this one, without insides, which a look at a name tells. */
  readonly withoutInsides: Readonly<Record<WeakGrade, () => Matches>>;
  /** All grades as good as this one. */
  readonly withInsides: Readonly<Record<WeakGrade, () => Uint8Array>>;
}

/** Many are more than any few. */
function countPlaces({ sparsePlaces }: Matches): number {
  return sparsePlaces?.length ?? Number.MAX_SAFE_INTEGER;
}

function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
