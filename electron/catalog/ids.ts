/** Finds places by an id or by how it begins, among ids in the order of places. */
export interface Ids {
  /** The place of the id itself. */
  at(id: number): number | undefined;
  /** The place of the id that was typed. */
  exactly(typed: string): number | undefined;
  beginningWith(typed: string): number[];
}

const DIGITS = /^[1-9]\d{0,14}$/;

export function createIds(ids: readonly number[]): Ids {
  const places = new Map(ids.map((id, place) => [id, place]));
  let sorted: number[] | null = null;

  const beginningWith = (digits: string): number[] => {
    // Most people type names: sorted when the first number is typed.
    sorted ??= [...ids].sort((a, b) => a - b);
    const found: number[] = [];
    const greatest = sorted.at(-1) ?? 0;
    // 139 begins the ids 139, 1390 to 1399, 13900 to 13999 and so on.
    for (let first = Number(digits), width = 1; first <= greatest; first *= 10, width *= 10) {
      for (let at = firstNotBelow(sorted, first); at < sorted.length; at += 1) {
        const id = sorted[at] ?? 0;
        if (id >= first + width) break;
        found.push(places.get(id) ?? 0);
      }
    }
    return found;
  };

  return {
    at: (id) => places.get(id),
    exactly: (typed) => (DIGITS.test(typed) ? places.get(Number(typed)) : undefined),
    beginningWith: (typed) => (DIGITS.test(typed) ? beginningWith(typed) : []),
  };
}

function firstNotBelow(sorted: readonly number[], id: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
