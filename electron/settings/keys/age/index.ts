import { hkdfSync } from 'node:crypto';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type DataKey, deriveKey } from '../data-key.ts';

/**
 * Everything that needs the age library. It is loaded only for a recovery key or a backup, so that
 * neither the start nor a payment waits for it.
 */

const PREFIX = 'AGE-SECRET-KEY-';

export interface AgeKeyPair {
  /** The secret half. */
  readonly identity: string;
  /** The public half: it can encrypt but not decrypt. */
  readonly recipient: string;
}

/** The till's own key pair, derived from the data key and as stable as that. */
export async function deriveTillKeyPair(key: DataKey): Promise<AgeKeyPair> {
  const bytes = deriveKey(key, 'backup-identity');
  const identity = bech32.encodeFromBytes(PREFIX, bytes).toUpperCase();
  return { identity, recipient: await identityToRecipient(identity) };
}

export async function createRecoveryKeyPair(): Promise<AgeKeyPair> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Returns the public half; null for an invalid key: a character is wrong, missing or extra. */
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

/** Throws if the text was not encrypted to this identity, or was changed. */
export async function decryptWithIdentity(identity: string, text: string): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return await decrypter.decrypt(Buffer.from(text, 'base64'));
}

/**
 * Proof that the holder of the recovery key confirmed this data key; only that holder can compute
 * it. A backup contains it, so that a new computer, which has no data key yet, does not accept a
 * foreign one.
 */
export function computeRecoveryProof(key: DataKey, identity: string): string {
  const bytes = hkdfSync('sha256', identity, key.bytes, 'mostrador recovery key vouches 1', 32);
  return Buffer.from(bytes).toString('hex');
}
