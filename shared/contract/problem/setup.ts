import { z } from 'zod';
import { updateRefusalReasonSchema } from '../updates.ts';
import { anyText } from '../values.ts';

/** How the till is set up: its files, its settings, its updates. */
export const setupProblems = [
  /** The provisioning file: the field, and what it should be. */
  z.strictObject({ kind: z.literal('provisioning'), field: anyText, reason: anyText }),
  /** The machine-wide files of a fleet. `name`: whose the till is, or what the words are about. */
  z.strictObject({
    kind: z.literal('machine-file'),
    reason: z.enum([
      /** The till of this computer is another account's. */
      'other-account',
      /** This computer is not in the table: the disk may be a copy. */
      'other-computer',
      /** The profile is of another till than the table gives this computer. */
      'other-till',
      /** Others than administrators could have written it. */
      'writable',
      /** Others than the till's account can read the secrets. */
      'secrets-open',
    ]),
    name: anyText,
  }),
  /** Fields that the provisioning file lacks and a person must add. */
  z.strictObject({ kind: z.literal('provisioning-incomplete'), fields: z.array(anyText) }),
  /** Somebody else changed the settings since these were shown; nothing was changed. */
  z.strictObject({ kind: z.literal('stale-settings') }),
  /** A setting that cannot be kept as it was given; nothing was changed. */
  z.strictObject({
    kind: z.literal('setting'),
    reason: z.enum([
      'logo-unreadable',
      'logo-not-png',
      'ca-unreadable',
      'ca-not-pem',
      'address-not-https',
      'address-with-password',
      'proxy-address',
      'keys-missing',
      'sftp-key-unreadable',
      'sftp-key-not-a-key',
      'sftp-secret-missing',
      'backup-folder',
      'heartbeat-folder',
      /** The file that enrolled this till cannot be read, or is another one. */
      'chain-file',
      'chain-password-missing',
      'chain-ca',
      /** A till of a chain uploads no daily file of its own. */
      'chain-beside-uploads',
      'uploads-beside-chain',
      /** It would leave a chain that does not know all of it yet, or how a payment ended. */
      'chain-unsent',
      'chain-unresolved',
    ]),
  }),
  /** The old version goes on. */
  z.strictObject({ kind: z.literal('update'), reason: updateRefusalReasonSchema }),
] as const;
