/**
 * The secrets that a till makes for itself: one data key for each environment, and the owner's
 * recovery key.
 *
 * **The data key** is 32 random bytes, made when an environment is first set up. By HKDF it gives
 * each use a key of its own: the pepper of the PINs' hashes, the key that seals gift-card codes, the
 * key of the backups' seals, and the till's own pair for which backups are encrypted. The vault
 * keeps it (`key-<environment>.json` in the profile, 0600). Without a strong vault it stands in that
 * file in the clear, which the screens say; in production that is refused (`no-key-store`). The
 * service's keys are not under it: each is sealed by the vault itself (`settings/`), and no backup
 * carries them.
 *
 * It is opened after the ledger and off the way to the sign-in: the first PIN waits for it, and
 * nobody is signed in without one. So from the first sign-in on it is in memory, and sealing a code
 * costs microseconds and waits for nothing.
 *
 * **The ledger names the key** that it was written with. A key file that is gone is therefore never
 * replaced by a new key in silence, which would make every PIN wrong and every code unreadable; and
 * another till's file is refused.
 *
 * **If the vault cannot open it** (another user of the computer, a system installed anew, a profile
 * copied elsewhere), the till says so at the sign-in and nobody gets in. No record of money depends
 * on it: the ledger itself is not encrypted, and what is unreadable without it are PINs, codes and
 * the backups. The way out is the recovery key, for which the key file holds an encrypted copy; the
 * vault of today then takes the data key over. With neither, the till is set up anew in an empty
 * profile, and the old ledger stays a file that the help line can read.
 *
 * **The recovery key** is an age identity, made in main and kept in memory until the owner has typed
 * its end back. The till then keeps only its public half, a copy of the data key encrypted to it,
 * and a proof that its holder vouched for this data key, by which a new computer knows a backup's
 * data key from a stranger's. The key itself is on the owner's paper alone: no file, ledger, print
 * job or log ever holds it. A backup is encrypted to the till's own pair and to the recovery key,
 * and `age -d` with that paper reads it anywhere.
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
  recoverySchema,
  type StoredRecoveryKey,
} from './key-file.ts';
export { createKeys, type Keys } from './keys.ts';
export { parseRecoveryKey } from './recovery-key-text.ts';
