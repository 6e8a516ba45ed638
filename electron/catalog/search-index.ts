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
    const beginnings = matchesIn(own);
    const better = ({ grades }: Matches, grade: (grades: Uint8Array) => void): Matches => {
      const copy = pool.copyOf(grades);
      made.push(copy);
      grade(copy);
      return matchesIn(copy);
    };
    let insides: Matches | null = null;
    const withInsides = (): Matches => {
      insides ??= better(beginnings, (grades) => vocabulary.gradeInsides(word, grades));
      return insides;
    };
    let withErrors: GradedWithErrors | null = null;
    return {
      word,
      made,
      beginnings,
      withInsides,
      withErrors: () => {
        if (withErrors !== null) return withErrors;
        let mistyped: readonly string[] = [];
        const matches = better(withInsides(), (grades) => {
          mistyped = vocabulary.gradeMistyped(word, grades);
        });
        withErrors = { matches, mistyped };
        return withErrors;
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
   * Where every word matches, if need be inside a word of the name. A short word stands inside half
   * the catalogue: where the longer ones match in few places, it is looked for only there.
   */
  const inside = (
    graded: readonly GradedWord[],
    matchesOf: (one: GradedWord) => Matches,
  ): Matches => {
    const byLength = graded.toSorted((a, b) => b.word.length - a.word.length);
    const long = byLength.filter(({ word }) => mayHoldError(word));
    const short = byLength.filter((one) => !long.includes(one));
    let worst = long.length === 0 ? null : worstOf(long.map(matchesOf));
    for (const one of short) {
      if (worst === null) worst = one.withInsides();
      else if (worst.few === null) worst = worstOf([worst, one.withInsides()]);
      else worst = insideOf(worst, worst.few, one);
    }
    if (worst === null) throw new Error('no typed word');
    return worst;
  };

  /** Which of a few places also match this word. */
  const insideOf = (
    { grades }: Matches,
    few: readonly number[],
    { word, beginnings }: GradedWord,
  ): Matches => {
    const both = pool.noMatches();
    scratch.push(both);
    const found = few.filter((place) => {
      const begins = beginnings.grades[place] ?? MISS;
      const isInside = begins > INSIDE && (entries[place]?.name ?? '').includes(word);
      const grade = Math.max(grades[place] ?? MISS, isInside ? INSIDE : begins);
      both[place] = grade;
      return grade !== MISS;
    });
    return { grades: both, few: found };
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
      const rank = (matches: Matches) => ranking.rank(matches, name, exactId, query);
      // Worse matches come after these, and are only searched while the answer is not full.
      const beginnings = worstOf(graded.map((one) => one.beginnings));
      if (ranking.fills(beginnings, query)) return answer(rank(beginnings), typed, NONE, query);
      const insides = inside(graded, (one) => one.withInsides());
      if (!typed.some(mayHoldError) || ranking.fills(insides, query)) {
        return answer(rank(insides), typed, NONE, query);
      }
      const tolerated = graded.filter(({ word }) => mayHoldError(word));
      const mistyped = new Set(tolerated.flatMap((one) => one.withErrors().mistyped));
      const withErrors = inside(graded, (one) => one.withErrors().matches);
      return answer(rank(withErrors), typed, mistyped, query);
    },
  };
}

interface GradedWithErrors {
  readonly matches: Matches;
  /** Words of names that match `word` only with a typing error. */
  readonly mistyped: readonly string[];
}

/** A typed word with its best grade at each place. Worse grades are searched on demand. */
interface GradedWord {
  readonly word: string;
  /** All grades that it has, given back once the word is no longer typed. */
  readonly made: readonly Uint8Array[];
  /** Grades from whole words, beginnings, types and ids only. */
  readonly beginnings: Matches;
  readonly withInsides: () => Matches;
  readonly withErrors: () => GradedWithErrors;
}
