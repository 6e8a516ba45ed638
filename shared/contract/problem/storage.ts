import { z } from 'zod';
import { anyTextSchema, environmentNameSchema } from '../value-schemas.ts';

/** Why the ledger or the settings cannot be read or written. */
export const storageReasonSchema = z.enum([
  'full',
  'read-only',
  'damaged',
  /** Its schema differs from the one that this program creates: another program changed it. */
  'altered',
  /** Its file was deleted or replaced while the till was running. */
  'gone',
  'newer-version',
  /** The settings, not the ledger, cannot be read. */
  'damaged-settings',
  /** The settings, not the ledger, were written by a newer version. */
  'newer-settings',
  'earlier-format',
  'in-use',
  'failed',
]);

/** Problems of the ledger's file, its backups, and the keys that decrypt them. */
export const storageProblemSchemas = [
  z.strictObject({
    kind: z.literal('storage'),
    reason: storageReasonSchema,
    /** The name of the file without its folder, for the help line. */
    file: anyTextSchema,
  }),
  /** A file that a person named must not be written; nothing was changed. */
  z.strictObject({
    kind: z.literal('output-file'),
    reason: z.enum(['exists', 'in-profile']),
    file: anyTextSchema,
  }),
  /** A backup could not be made or stored. Existing backups are kept. */
  z.strictObject({
    kind: z.literal('backup'),
    reason: z.enum([
      'no-folder',
      'not-a-folder',
      'full',
      'read-only',
      'ledger-damaged',
      'ledger-gone',
      'copy-damaged',
      'no-key',
      'under-way',
      'failed',
    ]),
  }),
  /** A backup cannot replace the ledger; nothing was changed. */
  z.strictObject({
    kind: z.literal('restore'),
    reason: z.enum([
      'not-there',
      'not-a-ledger',
      'damaged',
      'altered',
      'not-as-sealed',
      /** It has no seal of this till: a supervisor may insist. */
      'unsealed',
      /** Neither this till's key nor the given recovery key decrypts it. */
      'other-key',
      'other-environment',
      'other-till',
      'newer-version',
      /** Its ledger is from before version 1, which cannot be migrated. */
      'earlier-format',
      /** The current ledger has rows that the backup lacks; a supervisor may insist. */
      'older',
      /** The backup and the current ledger diverged: each has rows that the other lacks. */
      'diverged',
      /** Staff, PINs, roles or cash differ, and no entry in either log explains it. */
      'differs',
      /** The current ledger cannot be read, so it cannot be compared. */
      'cannot-compare',
      /** On the command line: replacing a ledger requires a supervisor's PIN. */
      'needs-pin',
    ]),
  }),
  /** Production keys need a strong key store, and this computer or shell has none. */
  z.strictObject({ kind: z.literal('no-key-store'), environment: environmentNameSchema }),
  /** The key store exists but could not be opened: secrets can be neither read nor added for now. */
  z.strictObject({ kind: z.literal('key-store-locked') }),
  /** The data key, which protects PINs, gift-card codes and backups, cannot be opened. */
  z.strictObject({
    kind: z.literal('data-key'),
    reason: z.enum([
      /** The key store cannot open it: another user, a reinstalled system, or a copied profile. */
      'lost',
      'no-answer',
      /** The key ring is locked or its question was dismissed: unlocked, it opens the key again. */
      'locked',
      /** The key store that protects it is not available now. */
      'no-key-store',
      'missing',
      'damaged',
      'other-ledger',
    ]),
  }),
  z.strictObject({
    kind: z.literal('recovery-key'),
    reason: z.enum([
      /** A character is wrong, missing or superfluous. */
      'not-a-key',
      'wrong',
      'none-confirmed',
      /** The shown key was replaced, or the till was locked since. */
      'offer-over',
      'other-end',
      /** It is printed only on a real printer, because a file would store it. */
      'no-paper',
    ]),
  }),
] as const;
