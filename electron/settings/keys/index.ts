/**
 * The secrets that a till generates: one data key per environment, and the owner's recovery key.
 *
 * **The data key** is 32 random bytes, generated when an environment is first set up. HKDF derives a
 * separate key for each use: the pepper of the PIN hashes, the key that seals gift-card codes, the
 * key of the backups' seals, the password with which the till joins a chain, and the till's key pair to which backups are encrypted. The vault seals
 * it, and the result is stored in `key-<environment>.json` of the profile (0600). Without a strong
 * vault the file contains it in clear text, and the screens show that; production refuses it
 * (`no-key-store`). The data key does not protect the service's keys: the vault seals each of them
 * directly (`settings/`), and no backup contains them.
 *
 * The data key is opened after the ledger and does not delay the sign-in screen: checking the first
 * PIN waits for it, and nobody can sign in without a PIN. From the first sign-in on it is in memory,
 * and sealing a code takes microseconds.
 *
 * **The ledger stores the id of its data key.** A missing key file is therefore never silently
 * replaced by a new key, which would make every PIN wrong and every code unreadable; and another
 * till's key file is rejected.
 *
 * **If the vault cannot open the data key** (another user of the computer, a reinstalled system, a
 * profile copied to another computer), the sign-in screen shows that, and nobody can sign in. No
 * record of money depends on the data key: the ledger itself is not encrypted, and only PINs, codes
 * and the backups are unreadable without it. The solution is the recovery key, to which the key file
 * contains an encrypted copy of the data key; the present vault then seals the data key. With
 * neither, the till has to be set up in an empty profile, and support can still read the old ledger.
 *
 * **The recovery key** is an age identity, generated in main and kept in memory until the owner has
 * typed its end. The till then stores only its public half, a copy of the data key encrypted to it,
 * and a proof that the holder of the recovery key confirmed this data key. With that proof a new
 * computer distinguishes the data key of the owner's backup from a foreign one. Only the owner's
 * paper contains the key itself: no file, ledger, print job or log ever does. A backup is encrypted
 * to the till's key pair and to the recovery key, and `age -d` with the key on that paper can read it
 * anywhere.
 *
 * Times are ISO 8601 in UTC. Returns `data-key`, `recovery-key`, `no-key-store` and `storage`
 * problems.
 */

export { type CodeSealer, createCodeSealer } from './code-sealer.ts';
export {
  computeSeal,
  createDataKey,
  type DataKey,
  deriveKey,
  isEqualInConstantTime,
  isSealValid,
  toDataKey,
} from './data-key.ts';
export {
  getKeyFileName,
  isRecoveryKeyConfirmed,
  readRecoveryRecipient,
  type StoredRecoveryKey,
  storedRecoveryKeySchema,
} from './key-file.ts';
export { createDataKeyStore, type LedgerKeys } from './keys.ts';
export { parseRecoveryKey } from './recovery-key-text.ts';
