import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before main. A PIN's hash is made with a small part of its cost, which takes more than anything else that a
 * till does: what the cost is good for is tried beside it, in electron/counter/staff, and by the tills that start without this.
 */
const { scrypt } = crypto;
type Done = (error: Error | null, key: Buffer) => void;
Reflect.set(
  crypto,
  'scrypt',
  (password: Buffer, salt: Buffer, length: number, options: ScryptOptions, done: Done) =>
    scrypt(password, salt, length, { ...options, N: 16 }, done),
);
syncBuiltinESMExports();
