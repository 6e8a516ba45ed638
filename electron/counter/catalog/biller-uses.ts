import type { BillerUseRow } from './catalog-queries.ts';

/** How much this shop uses each biller: a weight that halves with each 30 days since the last use. */
export interface BillerUses {
  getUseCount(billerId: number): number;
  /** Above zero for every used biller. */
  computeUseWeight(billerId: number, now: number): number;
  addUse(billerId: number, now: number): void;
  listBillerIds(): Iterable<number>;
  /** Ids by weight, highest first. */
  listBillerIdsByUse(now: number): number[];
}

const HALF_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export function createBillerUses(rows: readonly BillerUseRow[]): BillerUses {
  const usesById = new Map(
    rows.map((row) => [row.billerId, { uses: row.uses, last: Date.parse(row.lastUsedAt) }]),
  );
  const computeWeight = (billerId: number, now: number): number => {
    const use = usesById.get(billerId);
    if (!use) return 0;
    // A use in the future was recorded by a wrong clock and counts as now.
    return use.uses * 0.5 ** (Math.max(0, now - use.last) / HALF_LIFE_MS) + Number.MIN_VALUE;
  };
  return {
    getUseCount: (billerId) => usesById.get(billerId)?.uses ?? 0,
    computeUseWeight: computeWeight,
    addUse: (billerId, now) => {
      usesById.set(billerId, { uses: (usesById.get(billerId)?.uses ?? 0) + 1, last: now });
    },
    listBillerIds: () => usesById.keys(),
    listBillerIdsByUse: (now) =>
      [...usesById.keys()]
        .map((billerId) => ({ billerId, weight: computeWeight(billerId, now) }))
        .sort((a, b) => b.weight - a.weight)
        .map(({ billerId }) => billerId),
  };
}
