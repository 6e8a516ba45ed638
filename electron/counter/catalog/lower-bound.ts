/** The index of the first number not below `least` in an ascending list; its length if none is. */
export function findLowerBound(ascending: readonly number[], min: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < min) low = middle + 1;
    else high = middle;
  }
  return low;
}
