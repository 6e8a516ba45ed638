import type { Result } from '../../shared/contract/index.ts';

/**
 * Stores secrets. With a strong key store, a sealed secret outlives the process. Without one, a
 * sealed text is only a name for a secret that this process holds in memory: nothing is ever
 * written in clear text, and after a restart the secret is `lost`.
 */
export interface Vault {
  getStrength(): Promise<VaultStrength>;
  seal(text: string): Promise<Result<string, VaultFailure>>;
  open(sealed: string): Promise<Result<OpenedSecret, VaultFailure>>;
}

/**
 * `strong`: the key store cannot be opened from a copy of the disk; production keys need one.
 * `none`: there is none, or this process did not get its key.
 * `unavailable`: it does not answer or refuses for now. Nothing is sealed or replaced meanwhile.
 */
export type VaultStrength = 'strong' | 'none' | 'unavailable';

export interface OpenedSecret {
  readonly text: string;
  /** The system has a newer key: the caller should seal the text again and store the result. */
  readonly needsReseal: boolean;
}

/**
 * `no-answer`: the key store did not answer in time (it may be asking the user for a password).
 * `locked`: this process has no key for the text, because the key ring was locked or its question
 * was dismissed. A new process asks for it again.
 * `none`: the text was sealed by a key store, and this program has none.
 * `lost`: the key store has its key, and that key does not open the text; or the text was held in
 * the memory of another process.
 */
export type VaultFailure = 'no-answer' | 'locked' | 'none' | 'lost';

const KEY_STORE_PREFIX = 'store:';

export function toKeyStoreSeal(bytes: Buffer): string {
  return KEY_STORE_PREFIX + bytes.toString('base64');
}

/** The bytes that the key store sealed; null if the text only names a secret in memory. */
export function fromKeyStoreSeal(sealed: string): Buffer | null {
  if (!sealed.startsWith(KEY_STORE_PREFIX)) return null;
  return Buffer.from(sealed.slice(KEY_STORE_PREFIX.length), 'base64');
}
