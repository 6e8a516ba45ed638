/** Powers of the generator of the field with 256 elements that QR codes use. */
const POWERS: readonly number[] = computePowers();

function computePowers(): number[] {
  const powers = [1];
  while (powers.length < 255) {
    const doubled = 2 * (powers.at(-1) ?? 0);
    powers.push(doubled > 255 ? doubled ^ 285 : doubled);
  }
  return powers;
}

export function getPower(exponent: number): number {
  return POWERS[exponent % 255] ?? 0;
}

export function multiply(first: number, second: number): number {
  if (first === 0 || second === 0) return 0;
  return getPower(POWERS.indexOf(first) + POWERS.indexOf(second));
}

/** Returns the value of a polynomial; its highest power is first. */
export function evaluatePolynomial(words: readonly number[], x: number): number {
  return words.reduce((sum, word) => multiply(sum, x) ^ word, 0);
}

/**
 * Returns the remainder of a message, shifted by `count` places, divided by its generator
 * polynomial.
 */
export function computeRemainder(message: readonly number[], count: number): number[] {
  let generator = [1];
  for (let root = 0; root < count; root += 1) {
    const shifted = [...generator, 0];
    const scaled = [0, ...generator.map((word) => multiply(word, getPower(root)))];
    generator = shifted.map((word, index) => word ^ (scaled[index] ?? 0));
  }
  const remainder = [...message, ...new Array<number>(count).fill(0)];
  for (let index = 0; index < message.length; index += 1) {
    const factor = remainder[index] ?? 0;
    for (const [step, word] of generator.entries()) {
      remainder[index + step] = (remainder[index + step] ?? 0) ^ multiply(word, factor);
    }
  }
  return remainder.slice(message.length);
}
