import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The one secret of a till's environment: 32 random bytes. What it is used for is derived from it. */
export interface DataKey {
  readonly bytes: Buffer;
  /** Names the key without telling anything of it. */
  readonly id: string;
}

/** Each use has a key of its own: none of them tells another, or the data key. */
const PURPOSES = {
  id: 'mostrador data key id 1',
  'pin-pepper': 'mostrador pin pepper 1',
  'gift-card-codes': 'mostrador gift card codes 1',
  'backup-seal': 'mostrador backup seal 1',
  'backup-identity': 'mostrador backup identity 1',
} as const;
type Purpose = Exclude<keyof typeof PURPOSES, 'id'>;

const BYTES = 32;

export function newDataKey(): DataKey {
  return dataKeyOf(randomBytes(BYTES));
}

/** Throws if these are not the bytes of a data key. */
export function dataKeyOf(bytes: Uint8Array): DataKey {
  if (bytes.length !== BYTES) throw new TypeError(`a data key of ${bytes.length} bytes`);
  const own = Buffer.from(bytes);
  return { bytes: own, id: derive(own, PURPOSES.id).toString('hex', 0, 8) };
}

export function derivedKey(key: DataKey, purpose: Purpose): Buffer {
  return derive(key.bytes, PURPOSES[purpose]);
}

function derive(bytes: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, 'mostrador', info, BYTES));
}

/** A seal over a text, which only who holds the data key can make; hex. */
export function sealUnder(key: DataKey, text: string): string {
  return createHmac('sha256', derivedKey(key, 'backup-seal')).update(text).digest('hex');
}

export function isSealedUnder(key: DataKey, text: string, seal: string): boolean {
  return equalTexts(sealUnder(key, text), seal);
}

/** In constant time. */
export function equalTexts(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
