/** The field of 256 of QR codes: x^8 + x^4 + x^3 + x^2 + 1. */
function times(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if (((right >> bit) & 1) === 1) product ^= left;
  }
  return product;
}

/** Reed and Solomon's code words for data that is one block. */
export function errorCorrection(data: readonly number[], count: number): number[] {
  const divisor = divisorOf(count);
  let rest = new Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    const shifted = [...rest.slice(1), 0];
    rest = shifted.map((value, index) => value ^ times(divisor[index] ?? 0, factor));
  }
  return rest;
}

/** (x - 1)(x - 2)(x - 4)…, the highest power, which is 1, left out. */
function divisorOf(count: number): number[] {
  let divisor = [...new Array<number>(count - 1).fill(0), 1];
  let root = 1;
  for (let power = 0; power < count; power += 1) {
    divisor = divisor.map(
      (value, index) => times(value, root) ^ (index + 1 < count ? (divisor[index + 1] ?? 0) : 0),
    );
    root = times(root, 2);
  }
  return divisor;
}
