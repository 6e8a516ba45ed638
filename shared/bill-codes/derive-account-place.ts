import { type AccountPlace, isSamePlace } from './bill-layout.ts';

/** A bill whose account a person typed from the paper. */
export interface TaughtBill {
  readonly references: readonly string[];
  readonly accountNumber: string;
}

export type DerivedPlace =
  | { readonly kind: 'place'; readonly place: AccountPlace }
  /** The account is in no reference of this bill (counted from 1). */
  | { readonly kind: 'not-in-code'; readonly billNumber: number }
  /** Each bill contains its account, but not at the same place. */
  | { readonly kind: 'different-places' }
  /** More than one place fits all bills: they are too similar. */
  | { readonly kind: 'ambiguous' };

/** The number of bills that teach a layout: from two it is derived, on the last it is verified. */
export const TAUGHT_BILL_COUNT = 3;

/** Finds the place of the account that all bills have in common. */
export function deriveAccountPlace(bills: readonly TaughtBill[]): DerivedPlace {
  const places = bills.map(listPlaces);
  const missing = places.findIndex((candidates) => candidates.length === 0);
  if (missing !== -1) return { kind: 'not-in-code', billNumber: missing + 1 };
  const [first = [], ...others] = places;
  const common = first.filter((place) =>
    others.every((candidates) => candidates.some((other) => isSamePlace(place, other))),
  );
  const [place, second] = common;
  if (place === undefined) return { kind: 'different-places' };
  // Up to the end, and up to the position that is the end on these bills: the same on equal lengths.
  if (second === undefined || common.every((other) => isSameStart(place, other))) {
    const fixed = common.find(({ to }) => to !== null) ?? place;
    return { kind: 'place', place: isWhole(bills, fixed) ? { ...fixed, to: null } : fixed };
  }
  return { kind: 'ambiguous' };
}

function isSameStart(a: AccountPlace, b: AccountPlace): boolean {
  return a.reference === b.reference && a.from === b.from;
}

/** Whether the account is the whole reference on each bill. */
function isWhole(bills: readonly TaughtBill[], { reference, from }: AccountPlace): boolean {
  return (
    from === 1 &&
    bills.every(({ references, accountNumber }) => references[reference - 1] === accountNumber)
  );
}

function listPlaces({ references, accountNumber }: TaughtBill): AccountPlace[] {
  return references.flatMap((reference, index) => {
    const places: AccountPlace[] = [];
    for (let start = 0; start + accountNumber.length <= reference.length; start += 1) {
      const to = start + accountNumber.length;
      if (accountNumber === '' || reference.slice(start, to) !== accountNumber) continue;
      places.push({ reference: index + 1, from: start + 1, to });
      if (to === reference.length) {
        places.push({ reference: index + 1, from: start + 1, to: null });
      }
    }
    return places;
  });
}
