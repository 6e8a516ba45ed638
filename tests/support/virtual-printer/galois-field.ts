/** The field of 256 in which QR codes calculate, by its logarithms. */
const POWERS: readonly number[] = computePowers();

function computePowers(): number[] {
  const found = [1];
  while (found.length < 255) {
    const doubled = 2 * (found.at(-1) ?? 0);
    found.push(doubled > 255 ? doubled ^ 285 : doubled);
  }
  return found;
}

export function getPower(of: number): number {
  return POWERS[of % 255] ?? 0;
}

export function multiply(one: number, other: number): number {
  if (one === 0 || other === 0) return 0;
  return getPower(POWERS.indexOf(one) + POWERS.indexOf(other));
}

/** The value of a polynomial, its highest power first. */
export function evaluatePolynomial(words: readonly number[], x: number): number {
  return words.reduce((sum, word) => multiply(sum, x) ^ word, 0);
}

/** What is left of a message, moved up by `count` places, after division by its generator. */
export function computeRemainder(message: readonly number[], count: number): number[] {
  let generator = [1];
  for (let root = 0; root < count; root += 1) {
    const moved = [...generator, 0];
    const scaled = [0, ...generator.map((word) => multiply(word, getPower(root)))];
    generator = moved.map((word, place) => word ^ (scaled[place] ?? 0));
  }
  const rest = [...message, ...new Array<number>(count).fill(0)];
  for (let place = 0; place < message.length; place += 1) {
    const factor = rest[place] ?? 0;
    for (const [step, word] of generator.entries()) {
      rest[place + step] = (rest[place + step] ?? 0) ^ multiply(word, factor);
    }
  }
  return rest.slice(message.length);
}
