import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { type EnvironmentName, ok, type Result } from '../../../shared/contract/index.ts';
import { createSerialQueue } from '../../platform/index.ts';

/** scrypt's cost: 128 bytes × N × r of memory for each guess. Stored in each hash. */
export interface PinCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * OWASP's minimum for scrypt: 128 MiB and about 300 ms on a till's machine, off the main thread.
 * Electron's cryptography library does not contain Argon2.
 */
export const FULL_PIN_COST: PinCost = { N: 2 ** 17, r: 8, p: 1 };
/** For training, whose PINs are published in the manual. */
const TRAINING_PIN_COST: PinCost = { N: 2 ** 15, r: 8, p: 1 };

/** The cost for the tills of an environment; tests use a lower one. */
export function getPinCost(environment: EnvironmentName): PinCost {
  return environment === 'training' ? TRAINING_PIN_COST : FULL_PIN_COST;
}

export interface PinHasher {
  /** Whether PINs can be hashed and compared now, which needs the pepper from the vault. */
  checkReady(): Promise<Result<null>>;
  /** `scrypt-peppered$N$r$p$salt$key`, salt and key in Base64. Throws unless it is ready. */
  hash(pin: string): Promise<string>;
  /** Compares in constant time. An unreadable hash matches nothing. Throws unless it is ready. */
  matchesHash(pin: string, hash: string): Promise<boolean>;
}

const SCHEME = 'scrypt-peppered';
const KEY_BYTES = 32;

/**
 * Hashes PINs with a pepper, which no copy of the ledger contains. Without the pepper, the ten
 * thousand PINs of four digits cannot be tried on a hash.
 */
export function createPinHasher(ports: {
  readonly pepper: () => Promise<Result<Uint8Array>>;
  readonly cost: PinCost;
}): PinHasher {
  const { cost } = ports;
  // One hash at a time, because each needs 128 MiB.
  const runExclusive = createSerialQueue();

  const deriveKey = async (pin: string, salt: Buffer, storedCost: PinCost): Promise<Buffer> => {
    const pepper = await ports.pepper();
    if (!pepper.ok) throw new Error('a PIN was compared before the data key was open');
    const peppered = createHmac('sha256', pepper.value).update(pin).digest();
    return await runExclusive(() => deriveScryptKey(peppered, salt, storedCost));
  };

  return {
    checkReady: async () => {
      const pepper = await ports.pepper();
      return pepper.ok ? ok(null) : pepper;
    },
    hash: async (pin) => {
      const salt = randomBytes(16);
      const key = await deriveKey(pin, salt, cost);
      const parts = [cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')];
      return [SCHEME, ...parts].join('$');
    },
    matchesHash: async (pin, hash) => {
      const [scheme, n, r, p, salt, key] = hash.split('$');
      if (scheme !== SCHEME || !salt || !key) return false;
      const storedCost = { N: Number(n), r: Number(r), p: Number(p) };
      // Reject costs above our own, so that a manipulated ledger cannot exhaust memory or CPU.
      if (!isAcceptedCost(storedCost)) return false;
      const expected = Buffer.from(key, 'base64');
      const actual = await deriveKey(pin, Buffer.from(salt, 'base64'), storedCost);
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}

function isAcceptedCost({ N, r, p }: PinCost): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(N));
  return isPowerOfTwo && N > 1 && N <= FULL_PIN_COST.N && r === FULL_PIN_COST.r && p === 1;
}

function deriveScryptKey(peppered: Buffer, salt: Buffer, cost: PinCost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(peppered, salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
