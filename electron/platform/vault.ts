import type { Result } from '../../shared/contract/index.ts';

/**
 * Stores secrets. With a strong key store, a sealed secret outlives the process. Without one, a
 * sealed text is only a name for a secret that this process holds in memory: nothing is ever
 * written in clear text, and after a restart the secret is `lost`.
 */
export interface Vault {
  /**
   * Whether the system has a key store that cannot be opened from a copy of the disk. Production
   * keys need one.
   */
  isStrong(): Promise<boolean>;
  seal(text: string): Promise<Result<string, VaultFailure>>;
  open(sealed: string): Promise<Result<OpenedSecret, VaultFailure>>;
}

export interface OpenedSecret {
  readonly text: string;
  /** The system has a newer key: the caller should seal the text again and store the result. */
  readonly needsReseal: boolean;
}

/**
 * `silent`: the key store did not answer in time (it may be asking the user for a password).
 * `lost`: sealed in memory by another process, sealed by another user, or damaged.
 */
export type VaultFailure = 'silent' | 'lost' | 'failed';
