import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The one secret of a till's environment: 32 random bytes. What it is used for is derived from it. */
export interface DataKey {
  readonly bytes: Buffer;
  /** Names the key without telling anything of it. */
  readonly id: string;
}

/** Each use has a key of its own: none of them tells another, or the data key. */
const HKDF_INFO = {
  id: 'mostrador data key id 1',
  'pin-pepper': 'mostrador pin pepper 1',
  'gift-card-codes': 'mostrador gift card codes 1',
  'backup-seal': 'mostrador backup seal 1',
  'backup-identity': 'mostrador backup identity 1',
} as const;
type Purpose = Exclude<keyof typeof HKDF_INFO, 'id'>;

const DATA_KEY_BYTES = 32;

export function createDataKey(): DataKey {
  return toDataKey(randomBytes(DATA_KEY_BYTES));
}

/** Throws if these are not the bytes of a data key. */
export function toDataKey(bytes: Uint8Array): DataKey {
  if (bytes.length !== DATA_KEY_BYTES) throw new TypeError(`a data key of ${bytes.length} bytes`);
  const own = Buffer.from(bytes);
  return { bytes: own, id: deriveBytes(own, HKDF_INFO.id).toString('hex', 0, 8) };
}

export function deriveKey(key: DataKey, purpose: Purpose): Buffer {
  return deriveBytes(key.bytes, HKDF_INFO[purpose]);
}

function deriveBytes(bytes: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, 'mostrador', info, DATA_KEY_BYTES));
}

/** A seal over a text, which only who holds the data key can make; hex. */
export function computeSeal(key: DataKey, text: string): string {
  return createHmac('sha256', deriveKey(key, 'backup-seal')).update(text).digest('hex');
}

export function isSealValid(key: DataKey, text: string, seal: string): boolean {
  return isEqualInConstantTime(computeSeal(key, text), seal);
}

/** In constant time. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
