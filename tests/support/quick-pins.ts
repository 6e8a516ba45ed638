import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before main. Hashes PINs at a small part of the real cost, which is higher than that of
 * anything else in a till. The unit tests in electron/counter/staff and the tills that start
 * without this file test the real cost.
 */
const { scrypt } = crypto;
type ScryptCallback = (error: Error | null, key: Buffer) => void;
Reflect.set(
  crypto,
  'scrypt',
  (
    password: Buffer,
    salt: Buffer,
    length: number,
    options: ScryptOptions,
    callback: ScryptCallback,
  ) => scrypt(password, salt, length, { ...options, N: 16 }, callback),
);
syncBuiltinESMExports();
