/** Distinct words, each with the places where it occurs. A word is identified by its index. */
export interface Postings {
  readonly words: string[];
  /** Places are added in ascending order. */
  add(word: string, place: number): void;
  findByPrefix(typed: string): readonly number[];
  findContaining(typed: string): number[];
  /** All words that begin with `typed` with at most one typing error, and possibly others. */
  findTypoCandidates(typed: string): number[];
  getPlaces(index: number): readonly number[];
  /** Writes `grade` at those places of these words that have a worse grade. */
  applyGrade(indexes: readonly number[], grade: number, grades: Uint8Array): void;
}

export function createPostings(): Postings {
  const words: string[] = [];
  const places: number[][] = [];
  const placesByWord = new Map<string, number[]>();
  /** The words by their first letter, and by their first two. */
  const byBeginning = new Map<string, number[]>();
  let wordText: WordText | null = null;
  let flat: FlatPlaces | null = null;

  const addBeginning = (beginning: string): void => {
    const wordIndexes = byBeginning.get(beginning);
    if (wordIndexes) wordIndexes.push(words.length);
    else byBeginning.set(beginning, [words.length]);
  };

  return {
    words,
    add: (word, place) => {
      flat = null;
      const wordPlaces = placesByWord.get(word);
      if (wordPlaces) {
        if (wordPlaces.at(-1) !== place) wordPlaces.push(place);
        return;
      }
      const newPlaces = [place];
      addBeginning(word.slice(0, 1));
      if (word.length > 1) addBeginning(word.slice(0, 2));
      placesByWord.set(word, newPlaces);
      words.push(word);
      places.push(newPlaces);
      wordText = null;
    },
    findByPrefix: (typed) => {
      const wordIndexes = byBeginning.get(typed.slice(0, 2)) ?? [];
      return typed.length <= 2
        ? wordIndexes
        : wordIndexes.filter((index) => words[index]?.startsWith(typed));
    },
    findContaining: (typed) => {
      wordText ??= buildWordText(words);
      return findWordsContaining(wordText, typed);
    },
    findTypoCandidates: (typed) => {
      wordText ??= buildWordText(words);
      return findWordsNear(wordText, typed);
    },
    getPlaces: (index) => places[index] ?? [],
    applyGrade: (indexes, grade, grades) => {
      flat ??= flattenPlaces(places);
      const { all, ends } = flat;
      for (const index of indexes) {
        const end = ends[index] ?? 0;
        for (let at = index === 0 ? 0 : (ends[index - 1] ?? 0); at < end; at += 1) {
          const place = all[at] ?? 0;
          if ((grades[place] ?? 0) > grade) grades[place] = grade;
        }
      }
    },
  };
}

/** The places of all words in one array, because a loop over thousands of small arrays is slow. */
interface FlatPlaces {
  readonly all: Uint32Array;
  /** Where the places of each word end. */
  readonly ends: Uint32Array;
}

function flattenPlaces(places: readonly (readonly number[])[]): FlatPlaces {
  const ends = new Uint32Array(places.length);
  let end = 0;
  for (const [index, wordPlaces] of places.entries()) {
    end += wordPlaces.length;
    ends[index] = end;
  }
  const all = new Uint32Array(end);
  for (const [index, wordPlaces] of places.entries())
    all.set(wordPlaces, (ends[index] ?? 0) - wordPlaces.length);
  return { all, ends };
}

/** All words as one text, which is faster to search than string by string. */
interface WordText {
  /** All words with a space between them. */
  readonly text: string;
  /** Where each word begins in `text`, plus where a word after the last one would begin. */
  readonly starts: Uint32Array;
  /** The words by their first letters: thirty thousand words have a few thousand heads. */
  readonly byHead: readonly PrefixGroup[];
}

interface PrefixGroup {
  /** The first four letters, one per byte; `NON_ASCII_PREFIX` if not all letters are ASCII. */
  readonly head: number;
  readonly indexes: number[];
}

const PREFIX_LENGTH = 4;
const NON_ASCII_PREFIX = 0xffffffff;
const ASCII_WORD = /^[a-z0-9]*$/;

function buildWordText(words: readonly string[]): WordText {
  const starts = new Uint32Array(words.length + 1);
  const byHead = new Map<number, PrefixGroup>();
  let start = 0;
  for (const [index, word] of words.entries()) {
    const head = ASCII_WORD.test(word) ? encodePrefix(word) : NON_ASCII_PREFIX;
    const group = byHead.get(head);
    if (group) group.indexes.push(index);
    else byHead.set(head, { head, indexes: [index] });
    start += word.length + 1;
    starts[index + 1] = start;
  }
  return { text: words.join(' '), starts, byHead: [...byHead.values()] };
}

function encodePrefix(word: string): number {
  let head = 0;
  for (let at = 0; at < PREFIX_LENGTH; at += 1) {
    head = (head << 8) | (at < word.length ? word.charCodeAt(at) : 0);
  }
  return head >>> 0;
}

function findWordsContaining({ text, starts }: WordText, typed: string): number[] {
  const indexes: number[] = [];
  let index = 0;
  for (let at = text.indexOf(typed); at >= 0; ) {
    let wordEnd = starts[index + 1] ?? text.length;
    while (wordEnd <= at) {
      index += 1;
      wordEnd = starts[index + 1] ?? text.length;
    }
    indexes.push(index);
    at = text.indexOf(typed, wordEnd);
  }
  return indexes;
}

/** All words with non-ASCII letters are candidates: uFuzzy treats such letters as boundaries. */
function findWordsNear({ byHead }: WordText, typed: string): number[] {
  const typedHead = encodePrefix(typed);
  const candidates: number[] = [];
  for (const { head, indexes } of byHead) {
    if (head !== NON_ASCII_PREFIX && !isWithinOneTypo(head, typedHead)) continue;
    for (const index of indexes) candidates.push(index);
  }
  return candidates;
}

/** Whether at most one error makes these equal. The error is at the first differing letter. */
function isWithinOneTypo(head: number, typed: number): boolean {
  const bits = Math.clz32(head ^ typed) & ~7;
  const mask = 0x00ffffff >>> bits;
  const isSubstitution = (head & mask) === (typed & mask);
  if (isSubstitution || bits >= 24) return true;
  const isInsertion = (head & mask) === ((typed >>> 8) & mask);
  const isDeletion = ((head >>> 8) & mask) === (typed & mask);
  if (isInsertion || isDeletion) return true;
  const isTransposition =
    getLetterAt(head, bits) === getLetterAt(typed, bits + 8) &&
    getLetterAt(head, bits + 8) === getLetterAt(typed, bits);
  return isTransposition && (head & (mask >>> 8)) === (typed & (mask >>> 8));
}

function getLetterAt(head: number, bits: number): number {
  return (head >>> (24 - bits)) & 0xff;
}
