import { createHash } from 'node:crypto';

/**
 * A fraction from 0 (inclusive) to 1 (exclusive) that is fixed per till and evenly distributed over
 * the tills of a chain. It spreads work that a thousand tills do within the same hour.
 */
export function computeLoadSpreadFraction(chainName: string, posNumber: string): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([chainName, posNumber]))
    .digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}
