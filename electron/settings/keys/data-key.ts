import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The secret of one environment of a till: 32 random bytes. All other keys are derived from it. */
export interface DataKey {
  readonly bytes: Buffer;
  /** Identifies the key without revealing it. */
  readonly id: string;
}

/** Each use has its own derived key, which reveals neither the other keys nor the data key. */
const HKDF_INFO = {
  id: 'mostrador data key id 1',
  'pin-pepper': 'mostrador pin pepper 1',
  'staff-seals': 'mostrador staff seals 1',
  'gift-card-codes': 'mostrador gift card codes 1',
  'backup-seal': 'mostrador backup seal 1',
  'backup-identity': 'mostrador backup identity 1',
  'evidence-signing': 'mostrador evidence signing 1',
  'chain-password': 'mostrador chain password 1',
} as const;
type Purpose = Exclude<keyof typeof HKDF_INFO, 'id'>;

const DATA_KEY_BYTES = 32;

export function createDataKey(): DataKey {
  return toDataKey(randomBytes(DATA_KEY_BYTES));
}

/** Throws a TypeError unless there are exactly 32 bytes. */
export function toDataKey(bytes: Uint8Array): DataKey {
  if (bytes.length !== DATA_KEY_BYTES) throw new TypeError(`a data key of ${bytes.length} bytes`);
  const keyBytes = Buffer.from(bytes);
  return { bytes: keyBytes, id: deriveBytes(keyBytes, HKDF_INFO.id).toString('hex', 0, 8) };
}

export function deriveKey(key: DataKey, purpose: Purpose): Buffer {
  return deriveBytes(key.bytes, HKDF_INFO[purpose]);
}

function deriveBytes(bytes: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, 'mostrador', info, DATA_KEY_BYTES));
}

/**
 * Returns a seal over a text as hex (HMAC-SHA-256). Only the holder of the data key can create it.
 */
export function computeSeal(key: DataKey, text: string): string {
  return createHmac('sha256', deriveKey(key, 'backup-seal')).update(text).digest('hex');
}

export function isSealValid(key: DataKey, text: string, seal: string): boolean {
  return isEqualInConstantTime(computeSeal(key, text), seal);
}

/** Compares two texts in constant time. */
export function isEqualInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
