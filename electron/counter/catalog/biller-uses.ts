import type { BillerUseRow } from './catalog-queries.ts';

/** What this shop uses: a count that fades by half each month since the last use. */
export interface BillerUses {
  getCount(billerId: number): number;
  /** Above zero for every biller that was ever used. */
  computeWeight(billerId: number, now: number): number;
  add(billerId: number, now: number): void;
  listIds(): Iterable<number>;
  /** By most and latest use. */
  listMostUsedFirst(now: number): number[];
}

const HALF_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export function createBillerUses(rows: readonly BillerUseRow[]): BillerUses {
  const known = new Map(
    rows.map((row) => [row.billerId, { uses: row.uses, last: Date.parse(row.lastUsedAt) }]),
  );
  const computeWeight = (billerId: number, now: number): number => {
    const use = known.get(billerId);
    if (!use) return 0;
    // A use in the future was recorded by a wrong clock and counts as now.
    return use.uses * 0.5 ** (Math.max(0, now - use.last) / HALF_LIFE_MS) + Number.MIN_VALUE;
  };
  return {
    getCount: (billerId) => known.get(billerId)?.uses ?? 0,
    computeWeight,
    add: (billerId, now) => {
      known.set(billerId, { uses: (known.get(billerId)?.uses ?? 0) + 1, last: now });
    },
    listIds: () => known.keys(),
    listMostUsedFirst: (now) =>
      [...known.keys()]
        .map((billerId) => ({ billerId, weight: computeWeight(billerId, now) }))
        .sort((a, b) => b.weight - a.weight)
        .map(({ billerId }) => billerId),
  };
}
