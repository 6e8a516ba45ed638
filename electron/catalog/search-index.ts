import type { FoundBiller } from '../../shared/contract/index.ts';
import type { Entry } from './entry.ts';
import { words } from './folding.ts';
import { createGradesPool, fewestOf, type Matches, matchesIn, worsen } from './grades.ts';
import { highlightsOf } from './highlights.ts';
import { createIdIndex, type IdIndex } from './id-index.ts';
import { createRanking, type Ranking, type RankingQuery } from './ranking.ts';
import {
  BEGINNING,
  createVocabulary,
  INSIDE,
  MISS,
  mayHoldError,
  TYPO,
  type Vocabulary,
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
  search(query: SearchQuery): FoundBiller[];
}

export interface SearchQuery extends RankingQuery {
  readonly text: string;
}

/** Billers handled between two interruptions. */
const SLICE = 500;

/** Builds the index. Stops after each slice, so that the caller can let others work. */
export function* buildIndex(unsorted: readonly Entry[]): Generator<void, SearchIndex> {
  const entries = [...unsorted].sort(inOrder);
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
    if (place % SLICE === SLICE - 1) yield;
  }
  const ids = createIdIndex(entries.map(({ biller }) => biller.id));
  return indexOver(entries, vocabulary, ids, createRanking(entries, others, ids));
}

/** By key and id. */
function inOrder(a: Entry, b: Entry): number {
  if (a.main.key === b.main.key) return a.biller.id - b.biller.id;
  return a.main.key < b.main.key ? -1 : 1;
}

const NONE: ReadonlySet<string> = new Set();

/** As long as a search of all places takes to look at so many names, here and there in the memory. */
const MOST_NAMES = 1_000;

function indexOver(
  entries: readonly Entry[],
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
    pool.giveBack(scratch);
    scratch = [];
    for (const [word, { made }] of last) if (!lastWords.has(word)) pool.giveBack(made);
    return graded;
  };

  const gradeWord = (word: string): GradedWord => {
    const made = [pool.noMatches()];
    const [own] = made;
    if (own === undefined) throw new Error('no grades');
    for (const place of ids.beginningWith(word)) own[place] = BEGINNING;
    vocabulary.gradeBeginnings(word, own);
    const better = (grades: Uint8Array, grade: (grades: Uint8Array) => void): Uint8Array => {
      const copy = pool.copyOf(grades);
      made.push(copy);
      grade(copy);
      return copy;
    };
    const insides = once(() => better(own, (grades) => vocabulary.gradeInsides(word, grades)));
    const typos = once(() => vocabulary.mistyped(word));
    const withTypos = (grades: Uint8Array): Uint8Array =>
      mayHoldError(word) ? better(grades, typos()) : grades;
    const beginnings = matchesIn(own);
    return {
      word,
      made,
      beginnings,
      at: {
        [INSIDE]: () => beginnings,
        [TYPO]: once(() => (mayHoldError(word) ? matchesIn(withTypos(own)) : beginnings)),
      },
      everywhere: {
        [INSIDE]: insides,
        [TYPO]: once(() => withTypos(insides())),
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
    const few = fewestOf(byWord);
    if (few === null) {
      const worst = pool.copyOf(first.grades);
      scratch.push(worst);
      worsen(
        worst,
        others.map(({ grades }) => grades),
      );
      return matchesIn(worst);
    }
    const worst = pool.noMatches();
    scratch.push(worst);
    const found = few.filter((place) => {
      let grade = 0;
      for (const { grades } of byWord) grade = Math.max(grade, grades[place] ?? MISS);
      worst[place] = grade;
      return grade !== MISS;
    });
    return { grades: worst, few: found };
  };

  /**
   * The places where the worst word matches with this grade. A word stands inside others all over
   * the catalogue: all places are searched for the rarest one, and names where that one stands for
   * the others. Where these names are many, searching all places is faster.
   */
  const worse = (graded: readonly GradedWord[], grade: Worse, most: number, query: SearchQuery) => {
    const [rarest, ...others] = graded.toSorted(
      (a, b) =>
        countOf(a.at[grade]()) - countOf(b.at[grade]()) ||
        countOf(a.beginnings) - countOf(b.beginnings) ||
        b.word.length - a.word.length,
    );
    if (!rarest) throw new Error('no typed word');
    const grades = rarest.everywhere[grade]();
    let names = 0;
    const gradeOf = ({ word, at, everywhere }: GradedWord, place: number): number => {
      const own = at[grade]().grades[place] ?? MISS;
      if (own <= INSIDE) return own;
      if (names === MOST_NAMES) return everywhere[grade]()[place] ?? MISS;
      names += 1;
      return entries[place]?.name.includes(word) ? INSIDE : own;
    };
    const isFit = (place: number): boolean => {
      let worst = grades[place] ?? MISS;
      for (const other of others) {
        if (worst > grade) return false;
        worst = Math.max(worst, gradeOf(other, place));
      }
      return worst === grade;
    };
    return ranking.rankWorse({ grades, isFit }, most, query);
  };

  const mostUsed = (query: SearchQuery): number[] => {
    const places = [...query.uses.ids()].flatMap((id) => ids.at(id) ?? []);
    return ranking.byUse(places, query).slice(0, query.limit);
  };

  const answer = (
    places: readonly number[],
    typed: readonly string[],
    mistyped: ReadonlySet<string>,
    query: SearchQuery,
  ): FoundBiller[] =>
    places.flatMap((place) => {
      const biller = entries[place]?.biller;
      if (!biller) return [];
      const matches = highlightsOf(biller.name, typed, mistyped);
      return [{ biller, matches, uses: query.uses.count(biller.id) }];
    });

  return {
    search: (query) => {
      const inOrder = words(query.text);
      const typed = [...new Set(inOrder)];
      if (typed.length === 0) {
        // Signs alone are not an empty text: they match nothing.
        const places = query.text.trim() === '' ? mostUsed(query) : [];
        return answer(places, [], NONE, query);
      }
      const name = inOrder.join(' ');
      const exactId = ids.exactly(name);
      const graded = gradedWords(typed);
      const beginnings = worstOf(graded.map((one) => one.beginnings));
      const places = ranking.rank(beginnings, name, exactId, query);
      // Worse matches come after these, and are only searched while the answer is not full.
      const isFull = () => places.length >= query.limit;
      const add = (grade: Worse) => {
        places.push(...worse(graded, grade, query.limit - places.length, query));
      };
      if (!isFull()) add(INSIDE);
      if (isFull() || !typed.some(mayHoldError)) return answer(places, typed, NONE, query);
      add(TYPO);
      const nameWords = places.flatMap((place) => entries[place]?.name.split(' ') ?? []);
      const mistyped = new Set(
        typed.filter(mayHoldError).flatMap((word) => vocabulary.mistypedAmong(nameWords, word)),
      );
      return answer(places, typed, mistyped, query);
    },
  };
}

type Worse = typeof INSIDE | typeof TYPO;

/** A typed word with its best grade at each place. Worse grades are searched on demand. */
interface GradedWord {
  readonly word: string;
  /** All grades that it has, given back once the word is no longer typed. */
  readonly made: readonly Uint8Array[];
  /** Grades from whole words, beginnings, types and ids only. */
  readonly beginnings: Matches;
  /** Grades as good as this one, without insides, which a look at a name tells. */
  readonly at: Readonly<Record<Worse, () => Matches>>;
  /** All grades as good as this one. */
  readonly everywhere: Readonly<Record<Worse, () => Uint8Array>>;
}

/** Many are more than any few. */
function countOf({ few }: Matches): number {
  return few?.length ?? Number.MAX_SAFE_INTEGER;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
