import type { TrainingBiller, TrainingBillerKind } from './biller.ts';
import { FIXED_BILLERS } from './fixed-billers.ts';
import { generateBillers } from './generate.ts';

export interface Catalogue {
  biller(id: number): TrainingBiller | null;
  /** Ascending by id. */
  list(kind: TrainingBillerKind): readonly TrainingBiller[];
}

/** Generates nothing until somebody asks for more than the fixed billers. */
export function createCatalogue(seed: number): Catalogue {
  const fixed = new Map(FIXED_BILLERS.map((one) => [one.id, one]));
  let all: Map<number, TrainingBiller> | null = null;
  const lists = new Map<TrainingBillerKind, readonly TrainingBiller[]>();

  const everything = (): Map<number, TrainingBiller> => {
    all ??= new Map(
      [...FIXED_BILLERS, ...generateBillers(seed)]
        .sort((a, b) => a.id - b.id)
        .map((one) => [one.id, one]),
    );
    return all;
  };

  return {
    biller: (id) => fixed.get(id) ?? everything().get(id) ?? null,
    list: (kind) => {
      const known = lists.get(kind);
      if (known) return known;
      const made = [...everything().values()].filter((one) => one.kind === kind);
      lists.set(kind, made);
      return made;
    },
  };
}
