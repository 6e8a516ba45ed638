import type { Biller, FoundBiller } from '../../shared/contract/index.ts';
import { words } from './folding.ts';
import { highlightsOf } from './highlights.ts';
import { createIds, type Ids } from './ids.ts';
import { createRanking, type Entry, type RankingQuery } from './ranking.ts';
import { BEGINNING, createVocabulary, MISS, mayHoldError, type Vocabulary } from './vocabulary.ts';

/**
 * Finds billers as one types. The order of what is found:
 *
 * 1. the exact id; 2. the exact name; 3. every typed word begins a word of the name or of the
 * biller's trade, or its id; 4. some typed word stands inside a word; 5. some typed word fits only
 * with a typing error.
 *
 * Within each of these what this shop uses comes first, most used and latest first; then its own
 * country before others; then the beginning of the name, whole words, beginnings of words, the
 * trade; and then the alphabet. Insides, and then typing errors, are only looked for while the
 * rest does not fill the answer. An empty text answers what this shop uses.
 */
export interface SearchIndex {
  search(query: SearchQuery): FoundBiller[];
}

export interface SearchQuery extends RankingQuery {
  readonly text: string;
}

/** Billers worked on between two places where the work may be interrupted. */
const SLICE = 500;

/** Builds the index; stops after each slice, so that its caller can let others work. */
export function* buildIndex(billers: readonly Biller[]): Generator<void, SearchIndex> {
  const entries: Entry[] = [];
  for (const [done, biller] of billers.entries()) {
    entries.push({ name: words(biller.name).join(' '), biller });
    if (done % SLICE === SLICE - 1) yield;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.biller.id - b.biller.id));
  yield;
  const vocabulary = createVocabulary();
  for (const [place, { name, biller }] of entries.entries()) {
    vocabulary.add(place, name === '' ? [] : name.split(' '), biller.type);
    if (place % SLICE === SLICE - 1) yield;
  }
  const ids = createIds(entries.map((entry) => entry.biller.id));
  return indexOver(entries, vocabulary, ids);
}

function indexOver(entries: readonly Entry[], vocabulary: Vocabulary, ids: Ids): SearchIndex {
  const ranking = createRanking(entries, ids);

  /**
   * The words of the last search: who types a second word, letter by letter, does not wait for the
   * first one to be looked for again at each of them.
   */
  let lastWords: ReadonlyMap<string, GradedWord> = new Map();

  const gradedWords = (typed: readonly string[]): GradedWord[] => {
    const graded = typed.map((word) => lastWords.get(word) ?? gradeWord(word));
    lastWords = new Map(graded.map((one) => [one.word, one]));
    return graded;
  };

  const gradeWord = (word: string): GradedWord => {
    const beginnings = new Uint8Array(entries.length).fill(MISS);
    for (const place of ids.beginningWith(word)) beginnings[place] = BEGINNING;
    vocabulary.gradeBeginnings(word, beginnings);
    let insides: Uint8Array | null = null;
    const withInsides = (): Uint8Array => {
      if (insides !== null) return insides;
      insides = Uint8Array.from(beginnings);
      vocabulary.gradeInsides(word, insides);
      return insides;
    };
    let withErrors: GradedWithErrors | null = null;
    return {
      word,
      beginnings,
      withInsides,
      withErrors: () => {
        if (withErrors !== null) return withErrors;
        const grades = Uint8Array.from(withInsides());
        const mistyped = mayHoldError(word) ? vocabulary.gradeMistyped(word, grades) : [];
        withErrors = { grades, mistyped };
        return withErrors;
      },
    };
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
        // Signs alone are not an empty text: they ask for something that is not there.
        const places = query.text.trim() === '' ? mostUsed(query) : [];
        return answer(places, [], new Set(), query);
      }
      const name = inOrder.join(' ');
      const exactId = ids.exactly(name);
      const graded = gradedWords(typed);
      const rank = (byWord: readonly Uint8Array[]) =>
        ranking.rank(worstOf(byWord), name, exactId, query);
      // What fits less well comes after it: it is only looked for while the answer is not full.
      let places = rank(graded.map(({ beginnings }) => beginnings));
      if (places.length < query.limit) places = rank(graded.map((one) => one.withInsides()));
      if (places.length >= query.limit || !typed.some(mayHoldError)) {
        return answer(places, typed, new Set(), query);
      }
      const withErrors = graded.map((one) => one.withErrors());
      const mistyped = new Set(withErrors.flatMap((one) => one.mistyped));
      return answer(rank(withErrors.map(({ grades }) => grades)), typed, mistyped, query);
    },
  };
}

interface GradedWithErrors {
  readonly grades: Uint8Array;
  /** Words of names that fit `word` only with an error. */
  readonly mistyped: readonly string[];
}

/**
 * A typed word with its best grade at each place. The rest is looked for when it is first asked
 * for.
 */
interface GradedWord {
  readonly word: string;
  /** Of whole words, beginnings, trades and ids alone. */
  readonly beginnings: Uint8Array;
  readonly withInsides: () => Uint8Array;
  readonly withErrors: () => GradedWithErrors;
}

/** Every typed word must fit: a biller is as good as its worst one. */
function worstOf(byWord: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = byWord;
  if (!first) throw new Error('no typed word');
  if (others.length === 0) return first;
  const worst = Uint8Array.from(first);
  for (const grades of others) {
    for (let place = 0; place < worst.length; place += 1) {
      const grade = grades[place] ?? MISS;
      if (grade > (worst[place] ?? MISS)) worst[place] = grade;
    }
  }
  return worst;
}
