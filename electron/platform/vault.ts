/**
 * Where secrets are kept. `seal` gives back text that may be written to a file; only this machine
 * and user can `open` it. A vault that is not strong must not be given production keys.
 */
export interface Vault {
  isStrong(): Promise<boolean>;
  /** Rejects where the key store does not answer in time or refuses. */
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}
