/** Pseudo-random numbers, always the same for the same key: this module has no state. */

/** Hashes a text to 32 bits (FNV-1a with a final mix). */
export function hashText(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

export interface RandomSource {
  /** 0 <= n < below */
  nextIntegerBelow(limit: number): number;
  nextIntegerBetween(min: number, max: number): number;
  isWithinPercent(percent: number): boolean;
  pickItem<Item>(items: readonly Item[]): Item;
}

/** Creates a sequence of numbers (mulberry32) that the key determines. */
export function createRandomSource(seedText: string): RandomSource {
  let state = hashText(seedText);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    nextIntegerBelow: below,
    nextIntegerBetween: (min, max) => min + below(max - min + 1),
    isWithinPercent: (percent) => below(100) < percent,
    pickItem: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
