/** Distinct words, each with the places in which it stands. A word is known by its index. */
export interface Postings {
  readonly words: string[];
  /** Places are added in growing order. */
  add(word: string, place: number): void;
  beginningWith(typed: string): number[];
  /** Words in which it stands, wherever that is. */
  containing(typed: string): number[];
  /** All words that begin with it when one typing error is allowed, and others. */
  nearly(typed: string): number[];
  placesOf(index: number): readonly number[];
}

export function createPostings(): Postings {
  const words: string[] = [];
  const places: number[][] = [];
  const known = new Map<string, number[]>();
  const byFirst = new Map<string, number[]>();
  let spelling: Spelling | null = null;

  return {
    words,
    add: (word, place) => {
      const list = known.get(word);
      if (list) {
        if (list.at(-1) !== place) list.push(place);
        return;
      }
      const made = [place];
      const first = word.charAt(0);
      const alike = byFirst.get(first);
      if (alike) alike.push(words.length);
      else byFirst.set(first, [words.length]);
      known.set(word, made);
      words.push(word);
      places.push(made);
      spelling = null;
    },
    beginningWith: (typed) =>
      (byFirst.get(typed.charAt(0)) ?? []).filter((index) => words[index]?.startsWith(typed)),
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

/** The words once more, as one text: looked through in one go, and not string by string. */
interface Spelling {
  /** All words with a space between them. */
  readonly text: string;
  /** Where each word begins in `text`, and behind them where one more would. */
  readonly starts: Uint32Array;
  /** The first three letters of each word, one in each byte; `OTHER` where not all are ASCII. */
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
 * One error leaves two of the first three letters standing, or moves them by one. Words with other
 * letters are all looked at: uFuzzy takes such a letter for a boundary between words.
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
