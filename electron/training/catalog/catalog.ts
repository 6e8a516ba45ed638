import { TRAINING_DEFAULTS } from '../defaults.ts';
import type { TrainingBiller, TrainingBillerKind } from './biller.ts';
import { FIXED_BILLERS } from './fixed-billers.ts';
import { generateBillers } from './generate-billers.ts';

export interface TrainingCatalog {
  findBiller(id: number): TrainingBiller | null;
  /** Ascending by id. */
  listBillers(kind: TrainingBillerKind): readonly TrainingBiller[];
}

/** The most recent billers, which services in one process share. */
let cachedBillers: {
  readonly seed: number;
  readonly utilityCount: number;
  readonly billers: ReadonlyMap<number, TrainingBiller>;
} | null = null;

function loadBillers(seed: number, utilityCount: number): ReadonlyMap<number, TrainingBiller> {
  if (cachedBillers?.seed === seed && cachedBillers.utilityCount === utilityCount) {
    return cachedBillers.billers;
  }
  const sorted = [...FIXED_BILLERS, ...generateBillers(seed, utilityCount)].sort(
    (a, b) => a.id - b.id,
  );
  const billers = new Map(sorted.map((biller) => [biller.id, biller]));
  cachedBillers = { seed, utilityCount, billers };
  return billers;
}

/** Generates nothing until a caller needs more than the fixed billers. */
export function createTrainingCatalog(
  seed: number,
  utilityCount: number = TRAINING_DEFAULTS.utilityCount,
): TrainingCatalog {
  const fixedBillers = new Map(FIXED_BILLERS.map((biller) => [biller.id, biller]));
  const lists = new Map<TrainingBillerKind, readonly TrainingBiller[]>();

  return {
    findBiller: (id) => fixedBillers.get(id) ?? loadBillers(seed, utilityCount).get(id) ?? null,
    listBillers: (kind) => {
      const cached = lists.get(kind);
      if (cached) return cached;
      const billers = [...loadBillers(seed, utilityCount).values()].filter(
        (biller) => biller.kind === kind,
      );
      lists.set(kind, billers);
      return billers;
    },
  };
}
