import type { CustomerDisplay } from '../../../shared/contract/index.ts';

/** A display of the computer, as far as a window needs it. */
export interface Display {
  readonly id: number;
  readonly bounds: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/** As a person counts them who stands before them: from left to right, then from above. */
export function sortDisplays<One extends Display>(displays: readonly One[]): readonly One[] {
  return [...displays].sort((a, b) => a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y);
}

/** The id of the display that has this number now, counted from 1; null if there are not so many. */
export function findDisplayId(displays: readonly Display[], number: number): number | null {
  return sortDisplays(displays)[number - 1]?.id ?? null;
}

/**
 * The display that faces the customer; null if it is not there. Never the till's own, which the
 * customer's window would cover, and never another one than the one that was chosen. `chosenId` is
 * null where none was: it is then the first that is not the till's.
 */
export function findCustomerDisplay<One extends Display>(
  displays: readonly One[],
  tillsId: number | null,
  chosenId: number | null,
): One | null {
  const isIt = ({ id }: One): boolean => (chosenId === null ? id !== tillsId : id === chosenId);
  const found = sortDisplays(displays).find(isIt);
  return found === undefined || found.id === tillsId ? null : found;
}

export function toCustomerDisplays(
  displays: readonly Display[],
  tillsId: number | null,
): CustomerDisplay[] {
  return sortDisplays(displays).map(({ id, bounds }, index) => ({
    number: index + 1,
    width: bounds.width,
    height: bounds.height,
    isTills: id === tillsId,
  }));
}
