/** The index of the first of these growing numbers that is not below `least`; their count where none is. */
export function lowerBound(growing: readonly number[], least: number): number {
  let low = 0;
  let high = growing.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((growing[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
