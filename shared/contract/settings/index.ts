/**
 * The settings of a till that is set up: all that its provisioning file says, shown without secrets
 * and changed one section at a time. No answer ever contains a secret, only whether there is one.
 */
import { z } from 'zod';
import { call } from '../define.ts';
import { foundPrinter, printerState } from '../printing.ts';
import { printerSettings } from '../provisioning.ts';
import { keyCheck } from '../till.ts';
import { anyText, approval, integer } from '../values.ts';
import { settingsChange } from './change.ts';
import { settingsView } from './view.ts';

export const settingsKept = z.strictObject({
  settings: settingsView,
  /** The result of the check; null if there was none. */
  found: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('account'), account: keyCheck }),
      z.strictObject({ kind: z.literal('sftp'), fingerprint: anyText }),
    ])
    .nullable(),
});
export type SettingsKept = z.infer<typeof settingsKept>;

export const settingsCalls = {
  'settings.read': call(
    'settings',
    z.strictObject({ approval: approval.nullable() }),
    settingsView,
  ),
  /**
   * Checks one section and keeps it. The till uses it at once, and nobody is signed out. `revision`
   * is that of the settings that the person saw: if they were changed since, it returns
   * `stale-settings` and changes nothing. It returns `payment-state` for another account's keys
   * while payments are unresolved.
   */
  'settings.change': call(
    'settings',
    z.strictObject({
      revision: integer,
      change: settingsChange,
      approval: approval.nullable(),
    }),
    settingsKept,
  ),
  /** Prints a test page on this printer. Keeps nothing. */
  'settings.tryPrinter': call(
    'settings',
    z.strictObject({ printer: printerSettings, approval: approval.nullable() }),
    printerState,
  ),
  /** The printers that are there, within some seconds. */
  'settings.findPrinters': call(
    'settings',
    z.strictObject({ approval: approval.nullable() }),
    z.array(foundPrinter),
  ),
  /**
   * Writes a provisioning file for the next till, without secrets and PINs, into the profile's
   * folder for exports, with the logo and the certificate beside it.
   */
  'settings.export': call(
    'settings',
    z.strictObject({ approval: approval.nullable() }),
    z.strictObject({
      path: anyText,
      /** Fields that the file lacks and the next till needs. */
      lacks: z.array(anyText),
    }),
  ),
};

export { type SettingsChange, type SettingsSection, settingsChange } from './change.ts';
export { SECRET_NAMES, type SecretName, type SettingsView, settingsView } from './view.ts';
