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
export function findDisplayId(displays: readonly Display[], displayNumber: number): number | null {
  return sortDisplays(displays)[displayNumber - 1]?.id ?? null;
}

/** Two ids may name the same part of the desktop: mirrored displays, or an id of before a replug. */
export function isSamePlace(a: Display, b: Display): boolean {
  return a.id === b.id || haveEqualBounds(a, b);
}

export function haveEqualBounds(a: Display, b: Display): boolean {
  return (
    a.bounds.x === b.bounds.x &&
    a.bounds.y === b.bounds.y &&
    a.bounds.width === b.bounds.width &&
    a.bounds.height === b.bounds.height
  );
}

/**
 * The display that faces the customer; null if it is not connected. Never the till's own display,
 * which the customer window would cover, and never a display other than the chosen one. `chosenId`
 * is null if none was chosen: it is then the first display without the till.
 */
export function findCustomerDisplay<AnyDisplay extends Display>(
  displays: readonly AnyDisplay[],
  tillDisplay: Display | null,
  chosenId: number | null,
): AnyDisplay | null {
  const isTills = (display: AnyDisplay): boolean =>
    tillDisplay !== null && isSamePlace(display, tillDisplay);
  const display = sortDisplays(displays).find((candidate) =>
    chosenId === null ? !isTills(candidate) : candidate.id === chosenId,
  );
  return display === undefined || isTills(display) ? null : display;
}

export function toCustomerDisplays(
  displays: readonly Display[],
  tillDisplay: Display | null,
): ConnectedDisplay[] {
  return sortDisplays(displays).map((display, index) => ({
    number: index + 1,
    width: display.bounds.width,
    height: display.bounds.height,
    isTills: tillDisplay !== null && isSamePlace(display, tillDisplay),
  }));
}
