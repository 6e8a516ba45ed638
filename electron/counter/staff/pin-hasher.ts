import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { type EnvironmentName, ok, type Result } from '../../../shared/contract/index.ts';
import { createSerialQueue } from '../../platform/index.ts';

/** scrypt's cost: 128 bytes × N × r of memory for each guess. Written into each hash. */
export interface PinCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * The least that OWASP asks for with scrypt: 128 MiB and some 300 ms on a till's machine, off the
 * main thread. Argon2 is not in the cryptography that Electron is built with.
 */
export const FULL_PIN_COST: PinCost = { N: 2 ** 17, r: 8, p: 1 };
/** For training, whose PINs the manual gives. */
const TRAINING_PIN_COST: PinCost = { N: 2 ** 15, r: 8, p: 1 };

/** What the program hands to the tills of an environment; tests hand in a cheaper one. */
export function getPinCost(environment: EnvironmentName): PinCost {
  return environment === 'training' ? TRAINING_PIN_COST : FULL_PIN_COST;
}

export interface PinHasher {
  /** Whether PINs can be hashed and compared now: their pepper comes from the vault. */
  checkReady(): Promise<Result<null>>;
  /** `scrypt-peppered$N$r$p$salt$key`, salt and key in Base64. Throws unless it is ready. */
  hash(pin: string): Promise<string>;
  /** In constant time. A hash that cannot be read matches nothing. Throws unless it is ready. */
  matches(pin: string, hash: string): Promise<boolean>;
}

const SCHEME = 'scrypt-peppered';
const KEY_BYTES = 32;

/**
 * Hashes PINs with a pepper: without it, which no copy of the ledger holds, the ten thousand PINs of
 * four digits cannot be tried on a hash.
 */
export function createPinHasher(ports: {
  readonly pepper: () => Promise<Result<Uint8Array>>;
  readonly cost: PinCost;
}): PinHasher {
  const { cost } = ports;
  // Each takes 128 MiB while it runs: one at a time.
  const inTurn = createSerialQueue();

  const derive = async (pin: string, salt: Buffer, by: PinCost): Promise<Buffer> => {
    const pepper = await ports.pepper();
    if (!pepper.ok) throw new Error('a PIN was compared before the data key was open');
    const peppered = createHmac('sha256', pepper.value).update(pin).digest();
    return await inTurn(() => deriveScryptKey(peppered, salt, by));
  };

  return {
    checkReady: async () => {
      const pepper = await ports.pepper();
      return pepper.ok ? ok(null) : pepper;
    },
    hash: async (pin) => {
      const salt = randomBytes(16);
      const key = await derive(pin, salt, cost);
      const parts = [cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')];
      return [SCHEME, ...parts].join('$');
    },
    matches: async (pin, hash) => {
      const [scheme, n, r, p, salt, key] = hash.split('$');
      if (scheme !== SCHEME || !salt || !key) return false;
      const by = { N: Number(n), r: Number(r), p: Number(p) };
      // What stands in a ledger must not cost more than what we write.
      if (!isAcceptedCost(by)) return false;
      const expected = Buffer.from(key, 'base64');
      const found = await derive(pin, Buffer.from(salt, 'base64'), by);
      return expected.length === found.length && timingSafeEqual(expected, found);
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
