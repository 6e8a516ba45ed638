import type { ConnectedDisplay } from '../../../shared/contract/index.ts';

/** The properties of a display that a window needs. */
export interface Display {
  readonly id: number;
  readonly bounds: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/**
 * Sorts displays in the order in which a person counts them: from left to right, then from top to
 * bottom.
 */
export function sortDisplays<AnyDisplay extends Display>(
  displays: readonly AnyDisplay[],
): readonly AnyDisplay[] {
  return [...displays].sort((a, b) => a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y);
}

/** The id of the display with this number, counted from 1; null if there are fewer displays. */
export function findDisplayId(displays: readonly Display[], number: number): number | null {
  return sortDisplays(displays)[number - 1]?.id ?? null;
}

/**
 * The display that faces the customer; null if it is not connected. Never the till's own display,
 * which the customer window would cover, and never a display other than the chosen one. `chosenId`
 * is null if none was chosen: it is then the first display without the till.
 */
export function findCustomerDisplay<AnyDisplay extends Display>(
  displays: readonly AnyDisplay[],
  tillDisplayId: number | null,
  chosenId: number | null,
): AnyDisplay | null {
  const isCustomerDisplay = ({ id }: AnyDisplay): boolean =>
    chosenId === null ? id !== tillDisplayId : id === chosenId;
  const display = sortDisplays(displays).find(isCustomerDisplay);
  return display === undefined || display.id === tillDisplayId ? null : display;
}

export function toCustomerDisplays(
  displays: readonly Display[],
  tillDisplayId: number | null,
): ConnectedDisplay[] {
  return sortDisplays(displays).map(({ id, bounds }, index) => ({
    number: index + 1,
    width: bounds.width,
    height: bounds.height,
    isTills: id === tillDisplayId,
  }));
}
