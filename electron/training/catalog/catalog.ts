import type { TrainingBiller, TrainingBillerKind } from './biller.ts';
import { FIXED_BILLERS } from './fixed-billers.ts';
import { generateBillers } from './generate-billers.ts';

export interface TrainingCatalog {
  findBiller(id: number): TrainingBiller | null;
  /** Ascending by id. */
  listBillers(kind: TrainingBillerKind): readonly TrainingBiller[];
}

/** Of the seed that was asked for last: services that run in one process share it. */
let cachedBillers: {
  readonly seed: number;
  readonly all: ReadonlyMap<number, TrainingBiller>;
} | null = null;

function loadBillers(seed: number): ReadonlyMap<number, TrainingBiller> {
  if (cachedBillers?.seed === seed) return cachedBillers.all;
  const sorted = [...FIXED_BILLERS, ...generateBillers(seed)].sort((a, b) => a.id - b.id);
  const all = new Map(sorted.map((one) => [one.id, one]));
  cachedBillers = { seed, all };
  return all;
}

/** Generates nothing until somebody asks for more than the fixed billers. */
export function createTrainingCatalog(seed: number): TrainingCatalog {
  const fixed = new Map(FIXED_BILLERS.map((one) => [one.id, one]));
  const lists = new Map<TrainingBillerKind, readonly TrainingBiller[]>();

  return {
    findBiller: (id) => fixed.get(id) ?? loadBillers(seed).get(id) ?? null,
    listBillers: (kind) => {
      const known = lists.get(kind);
      if (known) return known;
      const made = [...loadBillers(seed).values()].filter((one) => one.kind === kind);
      lists.set(kind, made);
      return made;
    },
  };
}
