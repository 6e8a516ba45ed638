/** Distinct words, each with the places where it occurs. A word is known by its index. */
export interface Postings {
  readonly words: string[];
  /** Places are added in growing order. */
  add(word: string, place: number): void;
  findByPrefix(typed: string): readonly number[];
  /** Words that contain it. */
  findContaining(typed: string): number[];
  /** At least all words that begin with it if one typing error is allowed. */
  findTypoCandidates(typed: string): number[];
  getPlaces(index: number): readonly number[];
  /** Writes `grade` at the places of these words where the grade is worse. */
  applyGrade(indexes: readonly number[], grade: number, grades: Uint8Array): void;
}

export function createPostings(): Postings {
  const words: string[] = [];
  const places: number[][] = [];
  const known = new Map<string, number[]>();
  /** The words by their first letter, and by their first two: a short word begins few others. */
  const byBeginning = new Map<string, number[]>();
  let spelling: WordText | null = null;
  let flat: FlatPlaces | null = null;

  const noteBeginning = (beginning: string): void => {
    const alike = byBeginning.get(beginning);
    if (alike) alike.push(words.length);
    else byBeginning.set(beginning, [words.length]);
  };

  return {
    words,
    add: (word, place) => {
      flat = null;
      const list = known.get(word);
      if (list) {
        if (list.at(-1) !== place) list.push(place);
        return;
      }
      const made = [place];
      noteBeginning(word.slice(0, 1));
      if (word.length > 1) noteBeginning(word.slice(0, 2));
      known.set(word, made);
      words.push(word);
      places.push(made);
      spelling = null;
    },
    findByPrefix: (typed) => {
      const alike = byBeginning.get(typed.slice(0, 2)) ?? [];
      return typed.length <= 2 ? alike : alike.filter((index) => words[index]?.startsWith(typed));
    },
    findContaining: (typed) => {
      spelling ??= buildWordText(words);
      return findWordsContaining(spelling, typed);
    },
    findTypoCandidates: (typed) => {
      spelling ??= buildWordText(words);
      return findWordsNear(spelling, typed);
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

/** The places of all words, one after the other: a walk through thousands of small arrays is slow. */
interface FlatPlaces {
  readonly all: Uint32Array;
  /** Where the places of each word end. */
  readonly ends: Uint32Array;
}

function flattenPlaces(places: readonly (readonly number[])[]): FlatPlaces {
  const ends = new Uint32Array(places.length);
  let end = 0;
  for (const [index, some] of places.entries()) {
    end += some.length;
    ends[index] = end;
  }
  const all = new Uint32Array(end);
  for (const [index, some] of places.entries()) all.set(some, (ends[index] ?? 0) - some.length);
  return { all, ends };
}

/** All words as one text, which is faster to search than string by string. */
interface WordText {
  /** All words with a space between them. */
  readonly text: string;
  /** Where each word begins in `text`, and where one after the last would. */
  readonly starts: Uint32Array;
  /** The words that begin alike: thirty thousand have a few thousand heads. */
  readonly byHead: readonly PrefixGroup[];
}

interface PrefixGroup {
  /** The first four letters, one in each byte; `OTHER` if not all letters are ASCII. */
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
    const alike = byHead.get(head);
    if (alike) alike.indexes.push(index);
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
  const found: number[] = [];
  let index = 0;
  for (let at = text.indexOf(typed); at >= 0; ) {
    let behind = starts[index + 1] ?? text.length;
    while (behind <= at) {
      index += 1;
      behind = starts[index + 1] ?? text.length;
    }
    found.push(index);
    at = text.indexOf(typed, behind);
  }
  return found;
}

/** Words with other letters are all candidates: uFuzzy takes such a letter for a word boundary. */
function findWordsNear({ byHead }: WordText, typed: string): number[] {
  const typedHead = encodePrefix(typed);
  const found: number[] = [];
  for (const { head, indexes } of byHead) {
    if (head !== NON_ASCII_PREFIX && !isWithinOneTypo(head, typedHead)) continue;
    for (const index of indexes) found.push(index);
  }
  return found;
}

/** Whether one error at most makes these alike: it may stand at the first letter that differs. */
function isWithinOneTypo(head: number, typed: number): boolean {
  const bits = Math.clz32(head ^ typed) & ~7;
  const behind = 0x00ffffff >>> bits;
  const isOther = (head & behind) === (typed & behind);
  if (isOther || bits >= 24) return true;
  const isTooMany = (head & behind) === ((typed >>> 8) & behind);
  const isMissing = ((head >>> 8) & behind) === (typed & behind);
  if (isTooMany || isMissing) return true;
  const isExchanged =
    getLetterAt(head, bits) === getLetterAt(typed, bits + 8) &&
    getLetterAt(head, bits + 8) === getLetterAt(typed, bits);
  return isExchanged && (head & (behind >>> 8)) === (typed & (behind >>> 8));
}

function getLetterAt(head: number, bits: number): number {
  return (head >>> (24 - bits)) & 0xff;
}
