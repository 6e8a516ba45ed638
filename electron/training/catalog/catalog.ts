import type { TrainingBiller, TrainingBillerKind } from './biller.ts';
import { FIXED_BILLERS } from './fixed-billers.ts';
import { generateBillers } from './generate.ts';

export interface TrainingCatalog {
  biller(id: number): TrainingBiller | null;
  /** Ascending by id. */
  list(kind: TrainingBillerKind): readonly TrainingBiller[];
}

/** Of the seed that was asked for last: services that run in one process share it. */
let known: { readonly seed: number; readonly all: ReadonlyMap<number, TrainingBiller> } | null =
  null;

function allOf(seed: number): ReadonlyMap<number, TrainingBiller> {
  if (known?.seed === seed) return known.all;
  const sorted = [...FIXED_BILLERS, ...generateBillers(seed)].sort((a, b) => a.id - b.id);
  const all = new Map(sorted.map((one) => [one.id, one]));
  known = { seed, all };
  return all;
}

/** Generates nothing until somebody asks for more than the fixed billers. */
export function createTrainingCatalog(seed: number): TrainingCatalog {
  const fixed = new Map(FIXED_BILLERS.map((one) => [one.id, one]));
  const lists = new Map<TrainingBillerKind, readonly TrainingBiller[]>();

  return {
    biller: (id) => fixed.get(id) ?? allOf(seed).get(id) ?? null,
    list: (kind) => {
      const known = lists.get(kind);
      if (known) return known;
      const made = [...allOf(seed).values()].filter((one) => one.kind === kind);
      lists.set(kind, made);
      return made;
    },
  };
}
