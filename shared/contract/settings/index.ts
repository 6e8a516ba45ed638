/**
 * The settings of a till that is set up: its provisioning file, returned without secrets and changed
 * by a patch of it. A result never contains a secret, only whether it is set.
 */
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { discoveredPrinterSchema, printerStateSchema } from '../printing.ts';
import { printerSettingsSchema } from '../provisioning.ts';
import { apiKeyCheckResultSchema } from '../till.ts';
import { anyTextSchema, approvalSchema, booleanSchema, integerSchema } from '../value-schemas.ts';
import { settingsPatchFilesSchema, settingsPatchSchema } from './patch.ts';
import { settingsViewSchema } from './view.ts';

export const settingsSaveResultSchema = z.strictObject({
  settings: settingsViewSchema,
  /** The result of the check; null if nothing was checked. */
  found: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('account'), account: apiKeyCheckResultSchema }),
      z.strictObject({ kind: z.literal('sftp'), fingerprint: anyTextSchema }),
      /** Otherwise `chain retire` must end the till's login in the chain that it has left. */
      z.strictObject({ kind: z.literal('chain-left'), isLoginRetired: booleanSchema }),
    ])
    .nullable(),
});
export type SettingsSaveResult = z.infer<typeof settingsSaveResultSchema>;

export const settingsCalls = {
  'settings.read': defineCall(
    'settings',
    z.strictObject({ approval: approvalSchema.nullable() }),
    settingsViewSchema,
  ),
  /**
   * Validates and saves a patch, usually of one section. The till uses it at once, without signing
   * anyone out. `revision` is that of the settings that the person saw: if they were changed since,
   * returns `stale-settings` and saves nothing. Returns `payment-state` for another account's keys
   * while payments are unresolved.
   */
  'settings.change': defineCall(
    'settings',
    z.strictObject({
      revision: integerSchema,
      patch: settingsPatchSchema,
      files: settingsPatchFilesSchema.optional(),
      /**
       * Saved without testing the printer, the upload server or the chain's database, or although
       * unsent changes remain in the chain, because a person insisted; the audit log records this.
       */
      isUntried: booleanSchema.optional(),
      approval: approvalSchema.nullable(),
    }),
    settingsSaveResultSchema,
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
      path: anyTextSchema,
      /** Fields that the file lacks and another till needs. */
      lacks: z.array(anyTextSchema),
    }),
  ),
};

export {
  applyDefaults,
  type ChoiceSettingName,
  type ChoiceSettingValue,
  type GenericSetting,
  getSettingsSection,
  listGenericSettings,
  listSettingNamesWith,
  pageSettingsShape,
  SECRET_NAMES,
  SETTINGS,
  type SecretName,
  type ValueSettingName,
  type WithDefaults,
} from './declarations.ts';
export { type SettingsPatch, type SettingsPatchFiles, settingsPatchSchema } from './patch.ts';
export {
  type EffectivePublicSettings,
  type PublicSettings,
  publicSettingsSchema,
  type SettingsView,
  settingsViewSchema,
} from './view.ts';
