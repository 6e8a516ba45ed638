import { z } from 'zod';
import { updateRefusalReasonSchema } from '../updates.ts';
import { anyTextSchema } from '../value-schemas.ts';

/** Why a setting is invalid, where the settings screen explains it. */
const settingReasonSchema = z.enum([
  'logo-unreadable',
  'logo-not-png',
  'ca-unreadable',
  'ca-not-pem',
  'address-not-https',
  'address-with-password',
  'keys-missing',
  'sftp-key-unreadable',
  'sftp-key-not-a-key',
  'sftp-secret-missing',
  'backup-folder',
  'heartbeat-folder',
  /** The enrolment file of this till cannot be read, or is another file. */
  'chain-file',
  /** The code with which a till joins a chain: a part is missing, or a letter is wrong. */
  'join-code-cut',
  'join-code-mistyped',
  /** The code was used or is too old. */
  'join-code-spent',
  /** The server at the address of the code is not the one that made it. */
  'join-code-other-server',
  /** Another till of the chain has the POS number of this one. */
  'join-code-number-taken',
  'chain-password-missing',
  'chain-ca',
  /** A till of a chain does not upload its own daily file. */
  'chain-beside-uploads',
  'uploads-beside-chain',
  /** It would leave the chain before sending all changes, or with an unresolved payment. */
  'chain-unsent',
  'chain-unresolved',
  /** It would join another chain in that state. */
  'chain-other',
]);

/** Problems of provisioning, settings and updates. */
export const setupProblemSchemas = [
  /** The provisioning file is invalid: the field, and what it should be. */
  z.strictObject({
    kind: z.literal('provisioning'),
    field: anyTextSchema,
    reason: anyTextSchema,
    settingReason: settingReasonSchema.optional(),
  }),
  /** The machine-wide files of a fleet were rejected. `name`: the account, computer, till or file. */
  z.strictObject({
    kind: z.literal('machine-file'),
    reason: z.enum([
      /** The till on this computer belongs to another account. */
      'other-account',
      /** The table lacks this computer: the disk may be a copy. */
      'other-computer',
      /** The profile belongs to another till than the table assigns to this computer. */
      'other-till',
      /** Accounts other than administrators could have written the file. */
      'writable',
      /** Accounts other than the till's can read the secrets. */
      'secrets-open',
    ]),
    name: anyTextSchema,
  }),
  /** Fields that the provisioning file lacks and a person must add. */
  z.strictObject({ kind: z.literal('provisioning-incomplete'), fields: z.array(anyTextSchema) }),
  /** Another person changed the settings since they were shown; nothing was saved. */
  z.strictObject({ kind: z.literal('stale-settings') }),
  /** A setting is invalid; nothing was saved. */
  z.strictObject({
    kind: z.literal('setting'),
    reason: settingReasonSchema,
  }),
  /** An update was rejected; the old version keeps running. */
  z.strictObject({ kind: z.literal('update'), reason: updateRefusalReasonSchema }),
] as const;
