import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Vault } from '../../../electron/platform/index.ts';
import { fail, ok } from '../../../shared/contract/index.ts';

/**
 * A vault that encrypts, as a system's key store does: the sealed text cannot be read from the
 * disk.
 */
export function createSealingVault(): Vault {
  const key = randomBytes(32);
  return {
    getStrength: async () => 'strong',
    seal: async (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ok(Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64'));
    },
    open: async (text) => {
      const bytes = Buffer.from(text, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return opened.length === 0
        ? fail('lost')
        : ok({ text: opened.toString(), needsReseal: false });
    },
  };
}
