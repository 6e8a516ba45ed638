/** Distinct words, each with the places where it occurs. A word is known by its index. */
export interface Postings {
  readonly words: string[];
  /** Places are added in growing order. */
  add(word: string, place: number): void;
  beginningWith(typed: string): readonly number[];
  /** Words that contain it. */
  containing(typed: string): number[];
  /** At least all words that begin with it if one typing error is allowed. */
  nearly(typed: string): number[];
  placesOf(index: number): readonly number[];
}

export function createPostings(): Postings {
  const words: string[] = [];
  const places: number[][] = [];
  const known = new Map<string, number[]>();
  /** The words by their first letter, and by their first two: a short word begins few others. */
  const byBeginning = new Map<string, number[]>();
  let spelling: Spelling | null = null;

  const noteBeginning = (beginning: string): void => {
    const alike = byBeginning.get(beginning);
    if (alike) alike.push(words.length);
    else byBeginning.set(beginning, [words.length]);
  };

  return {
    words,
    add: (word, place) => {
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
    beginningWith: (typed) => {
      const alike = byBeginning.get(typed.slice(0, 2)) ?? [];
      return typed.length <= 2 ? alike : alike.filter((index) => words[index]?.startsWith(typed));
    },
    containing: (typed) => {
      spelling ??= spellingOf(words);
      return containing(spelling, typed);
    },
    nearly: (typed) => {
      spelling ??= spellingOf(words);
      return nearly(spelling, typed);
    },
    placesOf: (index) => places[index] ?? [],
  };
}

/** All words as one text, which is faster to search than string by string. */
interface Spelling {
  /** All words with a space between them. */
  readonly text: string;
  /** Where each word begins in `text`, and where one after the last would. */
  readonly starts: Uint32Array;
  /** The first three letters of each word, one in each byte; `OTHER` if not all are ASCII. */
  readonly heads: Uint32Array;
}

const OTHER = 0xffffffff;
const ASCII = /^[a-z0-9]*$/;

function spellingOf(words: readonly string[]): Spelling {
  const starts = new Uint32Array(words.length + 1);
  const heads = new Uint32Array(words.length);
  let start = 0;
  for (const [index, word] of words.entries()) {
    heads[index] = ASCII.test(word) ? headOf(word) : OTHER;
    start += word.length + 1;
    starts[index + 1] = start;
  }
  return { text: words.join(' '), starts, heads };
}

function headOf(word: string): number {
  let head = 0;
  for (let at = 0; at < 3; at += 1)
    head = (head << 8) | (at < word.length ? word.charCodeAt(at) : 0);
  return head;
}

function containing({ text, starts }: Spelling, typed: string): number[] {
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

/**
 * One error leaves two of the first three letters in place, or moves them by one. Words with other
 * letters are all candidates: uFuzzy takes such a letter for a word boundary.
 */
function nearly({ heads }: Spelling, typed: string): number[] {
  const first = typed.charCodeAt(0);
  const second = typed.charCodeAt(1);
  const third = typed.charCodeAt(2);
  const found: number[] = [];
  for (let index = 0; index < heads.length; index += 1) {
    const head = heads[index] ?? OTHER;
    const one = head >>> 16;
    const two = (head >>> 8) & 0xff;
    const three = head & 0xff;
    const may =
      (one === first && (two === second || two === third || three === second || three === third)) ||
      (one === second && (two === first || two === third)) ||
      (two === second && three === third) ||
      (two === first && three === second);
    if (may || head === OTHER) found.push(index);
  }
  return found;
}
