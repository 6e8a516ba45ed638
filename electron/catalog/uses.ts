import type { BillerUseRow } from './queries.ts';

/** What this shop uses: a count that fades by half each month since the last use. */
export interface Uses {
  count(billerId: number): number;
  /** Above zero for every biller that was ever used. */
  weight(billerId: number, now: number): number;
  add(billerId: number, now: number): void;
  ids(): Iterable<number>;
  newestFirst(): number[];
}

const HALF_LIFE = 30 * 24 * 60 * 60 * 1000;

export function createUses(rows: readonly BillerUseRow[]): Uses {
  const known = new Map(
    rows.map((row) => [row.billerId, { uses: row.uses, last: Date.parse(row.lastUsedAt) }]),
  );
  return {
    count: (billerId) => known.get(billerId)?.uses ?? 0,
    weight: (billerId, now) => {
      const use = known.get(billerId);
      if (!use) return 0;
      // A use in the future is a clock that was wrong: as good as now.
      return use.uses * 0.5 ** (Math.max(0, now - use.last) / HALF_LIFE) + Number.MIN_VALUE;
    },
    add: (billerId, now) => {
      known.set(billerId, { uses: (known.get(billerId)?.uses ?? 0) + 1, last: now });
    },
    ids: () => known.keys(),
    newestFirst: () =>
      [...known].sort(([, a], [, b]) => b.last - a.last).map(([billerId]) => billerId),
  };
}
