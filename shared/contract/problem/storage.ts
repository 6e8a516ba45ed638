import { z } from 'zod';
import { anyText, environmentNameSchema } from '../values.ts';

/** Why a ledger, or the settings beside it, cannot be read or written. */
export const storageReasonSchema = z.enum([
  'full',
  'read-only',
  'damaged',
  /** Its schema is not the one that this program makes: somebody else changed it. */
  'altered',
  /** Its file was deleted or replaced while the till was open. */
  'gone',
  'newer-version',
  /** The settings, not the ledger. */
  'newer-settings',
  'earlier-format',
  'in-use',
  'failed',
]);

/** The ledger's file, its copies, and the keys that open what is sealed in them. */
export const storageProblems = [
  z.strictObject({
    kind: z.literal('storage'),
    reason: storageReasonSchema,
    /** The file's name without its folder, for the help line. */
    file: anyText,
  }),
  /** A copy of the ledger could not be made or kept. Existing copies stay. */
  z.strictObject({
    kind: z.literal('backup'),
    reason: z.enum([
      'no-folder',
      'not-a-folder',
      'full',
      'read-only',
      'ledger-damaged',
      'copy-damaged',
      'no-key',
      'under-way',
      'failed',
    ]),
  }),
  /** A backup cannot replace the ledger. Nothing was changed. */
  z.strictObject({
    kind: z.literal('restore'),
    reason: z.enum([
      'not-there',
      'not-a-ledger',
      'damaged',
      'altered',
      'not-as-sealed',
      /** No seal of this till stands beside it: a supervisor may insist. */
      'unsealed',
      /** It is encrypted, and neither this till's key nor the recovery key given opens it. */
      'other-key',
      'other-environment',
      'other-till',
      'newer-version',
      /** It is from before version 1 of the ledger, which cannot be migrated. */
      'earlier-format',
      /** The ledger in use holds something that the backup lacks; a supervisor may insist. */
      'older',
      /** The backup and the ledger in use diverged: each holds something that the other lacks. */
      'diverged',
      /** People, PINs, roles or cash differ, and no act in either log tells why. */
      'differs',
      /** The ledger in use cannot be read, and so not be compared. */
      'cannot-compare',
      /** From the command line: whoever restores over a ledger gives a supervisor's PIN. */
      'needs-pin',
    ]),
  }),
  /** Production keys need a strong key store, and this machine or shell has none. */
  z.strictObject({ kind: z.literal('no-key-store'), environment: environmentNameSchema }),
  /** It exists but did not open: secrets can be neither read nor added for now. */
  z.strictObject({ kind: z.literal('key-store-locked') }),
  /** The key of PINs, gift-card codes and backups does not open. */
  z.strictObject({
    kind: z.literal('data-key'),
    reason: z.enum([
      /** The key store does not open it: another user, a system installed anew, a copied profile. */
      'lost',
      'no-answer',
      /** It was kept by a key store that is not there now. */
      'no-key-store',
      'missing',
      'damaged',
      'other-ledger',
    ]),
  }),
  z.strictObject({
    kind: z.literal('recovery-key'),
    reason: z.enum([
      /** A letter is wrong, missing or too many. */
      'not-a-key',
      'wrong',
      'none-confirmed',
      /** The key that was shown was replaced, or the till was locked since. */
      'offer-over',
      'other-end',
      /** Only a printer prints it: a file would keep it. */
      'no-paper',
    ]),
  }),
] as const;
