/** Repeatable random values: the same seed gives the same values. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns an integer; both limits are included. */
  between(min: number, max: number): number;
  isLikely(chance: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** Returns a version 4 UUID. */
  uuid(): string;
}

export function createRandom(seed: string): Random {
  let state = computeHash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const digits = (count: number): string =>
    Array.from({ length: count }, () => between(0, 15).toString(16)).join('');
  return {
    next,
    between,
    isLikely: (chance) => next() < chance,
    pick: (values) => {
      const value = values[between(0, values.length - 1)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
    uuid: () =>
      `${digits(8)}-${digits(4)}-4${digits(3)}-${between(8, 11).toString(16)}${digits(3)}-${digits(12)}`,
  };
}

function computeHash(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  }
  return hash;
}
