/**
 * The settings of a till that is set up: all values of its provisioning file, returned without secrets
 * and changed one section at a time. A result never contains a secret, only whether it is set.
 */
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { discoveredPrinterSchema, printerStateSchema } from '../printing.ts';
import { printerSettingsSchema } from '../provisioning.ts';
import { keyCheckSchema } from '../till.ts';
import { anyText, approvalSchema, integer } from '../value-schemas.ts';
import { settingsChangeSchema } from './change.ts';
import { settingsViewSchema } from './view.ts';

export const savedSettingsSchema = z.strictObject({
  settings: settingsViewSchema,
  /** The result of the check; null if nothing was checked. */
  found: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('account'), account: keyCheckSchema }),
      z.strictObject({ kind: z.literal('sftp'), fingerprint: anyText }),
    ])
    .nullable(),
});
export type SavedSettings = z.infer<typeof savedSettingsSchema>;

export const settingsCalls = {
  'settings.read': defineCall(
    'settings',
    z.strictObject({ approval: approvalSchema.nullable() }),
    settingsViewSchema,
  ),
  /**
   * Validates and saves one section. The till uses it at once, without signing anyone out. `revision`
   * is that of the settings that the person saw: if they were changed since, returns `stale-settings`
   * and saves nothing. Returns `payment-state` for another account's keys while payments are
   * unresolved.
   */
  'settings.change': defineCall(
    'settings',
    z.strictObject({
      revision: integer,
      change: settingsChangeSchema,
      approval: approvalSchema.nullable(),
    }),
    savedSettingsSchema,
  ),
  /** Prints a test page on this printer. Saves nothing. */
  'settings.testPrinter': defineCall(
    'settings',
    z.strictObject({ printer: printerSettingsSchema, approval: approvalSchema.nullable() }),
    printerStateSchema,
  ),
  /** Searches for printers; takes a few seconds. */
  'settings.findPrinters': defineCall(
    'settings',
    z.strictObject({ approval: approvalSchema.nullable() }),
    z.array(discoveredPrinterSchema),
  ),
  /**
   * Writes a provisioning file for another till, without secrets and PINs, into the profile's export
   * folder, together with the logo and the certificate.
   */
  'settings.export': defineCall(
    'settings',
    z.strictObject({ approval: approvalSchema.nullable() }),
    z.strictObject({
      path: anyText,
      /** Fields that the file lacks and another till needs. */
      lacks: z.array(anyText),
    }),
  ),
};

export { type SettingsChange, type SettingsSection, settingsChangeSchema } from './change.ts';
export { SECRET_NAMES, type SecretName, type SettingsView, settingsViewSchema } from './view.ts';
