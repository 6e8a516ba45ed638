import type { Result } from '../../shared/contract/index.ts';

/**
 * Keeps secrets. If the machine has a strong key store, a sealed secret outlives the process. If it
 * has none, a sealed text is only a name for a secret that this process holds in memory: nothing is
 * ever written in the clear, and after a restart the secret is `lost`.
 */
export interface Vault {
  /** A key store of the system that a copy of the disk does not open. Production keys need it. */
  isStrong(): Promise<boolean>;
  seal(text: string): Promise<Result<string, VaultFailure>>;
  open(sealed: string): Promise<Result<OpenedSecret, VaultFailure>>;
}

export interface OpenedSecret {
  readonly text: string;
  /** The system has a newer key: seal the text again and keep that. */
  readonly sealAgain: boolean;
}

/**
 * `silent`: the key store did not answer in time (it may be asking the person for a password).
 * `lost`: sealed by another process in memory, by another user, or damaged.
 */
export type VaultFailure = 'silent' | 'lost' | 'failed';
