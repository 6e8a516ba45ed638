import { createHash } from 'node:crypto';

/**
 * A till's own fraction, from 0 up to 1: the same at every start, and spread evenly over the tills of
 * a chain. What a thousand tills do within an hour, each does at its own moment of it.
 */
export function computeSpreadFraction(chainName: string, posNumber: string): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([chainName, posNumber]))
    .digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}
