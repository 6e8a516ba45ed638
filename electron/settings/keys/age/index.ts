import { hkdfSync } from 'node:crypto';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type DataKey, deriveKey } from '../data-key.ts';

/**
 * Everything that needs the age library. Loaded only where a recovery key or a backup is at hand:
 * neither the start nor a payment waits for it.
 */

const PREFIX = 'AGE-SECRET-KEY-';

export interface AgeKeyPair {
  /** The secret half. */
  readonly identity: string;
  /** The public half: whoever has it can encrypt, and read nothing. */
  readonly recipient: string;
}

/** The till's own pair, which is the same for as long as the data key is. */
export async function deriveTillKeyPair(key: DataKey): Promise<AgeKeyPair> {
  const bytes = deriveKey(key, 'backup-identity');
  const identity = bech32.encodeFromBytes(PREFIX, bytes).toUpperCase();
  return { identity, recipient: await identityToRecipient(identity) };
}

export async function createRecoveryKeyPair(): Promise<AgeKeyPair> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Null if it is not a whole key: a letter is wrong, missing or too many. */
export async function toRecipient(identity: string): Promise<string | null> {
  try {
    return await identityToRecipient(identity);
  } catch {
    return null;
  }
}

export async function encryptToRecipient(recipient: string, bytes: Uint8Array): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(bytes)).toString('base64');
}

/** Throws if it was not encrypted to this identity, or was changed. */
export async function decryptWithIdentity(identity: string, text: string): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return await decrypter.decrypt(Buffer.from(text, 'base64'));
}

/**
 * What only the holder of the recovery key can say of a data key: that it is hers. A backup carries
 * it, so that a new computer, which knows no data key yet, does not take a stranger's.
 */
export function computeRecoveryProof(key: DataKey, identity: string): string {
  const bytes = hkdfSync('sha256', identity, key.bytes, 'mostrador recovery key vouches 1', 32);
  return Buffer.from(bytes).toString('hex');
}
