import { fail, ok, type Provisioning, type Result } from '../../shared/contract/index.ts';
import { withReplacedChainPasswords } from './chain-passwords.ts';
import { toTillSettings } from './from-provisioning.ts';
import { applyJsonMergePatch, isPlainObject } from './merge-patch.ts';
import {
  isSameSettingsSection,
  parseProvisioning,
  parseProvisioningPatch,
} from './parse-provisioning.ts';
import {
  addSecrets,
  type ProvisioningWithoutCashiers,
  removeSecrets,
  SETTINGS_WITH_SECRETS,
  toSecrets,
} from './secret-fields.ts';
import type { SettingsAndSecrets, TillSecrets, TillSettings } from './till-settings.ts';

/** The settings after a patch of the provisioning file. */
export interface PatchedSettings extends SettingsAndSecrets {
  /** The cashiers in the patch; null if it contains none, and the present ones stay. */
  readonly cashiers: Provisioning['cashiers'] | null;
  /** The fields in the patch, dotted to the second level: `apiKey`, `reconciliation.host`. */
  readonly namedFields: readonly string[];
}

/** The settings before a patch. */
export interface CurrentSettings {
  readonly settings: TillSettings;
  /** Null if the vault cannot be opened now: then only settings beside secrets can be changed. */
  readonly secrets: TillSecrets | null;
}

/**
 * Applies a patch of the provisioning file to the current settings and secrets; settings that it does
 * not name stay exactly as stored. If there are none, the patch must be a complete file. Reads the
 * files that it names, relative to `folder`; saves nothing.
 */
export async function applySettingsPatch(
  before: CurrentSettings | null,
  patch: unknown,
  folder: string,
): Promise<Result<PatchedSettings>> {
  if (!isPlainObject(patch)) {
    return fail({ kind: 'provisioning', field: '(file)', reason: 'must be a JSON object' });
  }
  const namedFields = listNamedFields(patch);
  if (before === null) {
    const parsed = parseProvisioning(applyJsonMergePatch({}, patch));
    if ('problem' in parsed) return fail(parsed.problem);
    const { cashiers, ...provisioning } = parsed.value;
    const settings = await toTillSettings(provisioning, folder);
    if (!settings.ok) return settings;
    const after = { settings: settings.value, secrets: toSecrets(provisioning) };
    const secrets = withReplacedChainPasswords(null, after);
    return ok({ settings: settings.value, secrets, cashiers, namedFields });
  }
  const names = Object.keys(patch);
  const isBesideSecret = names.some((name) =>
    SETTINGS_WITH_SECRETS.some((secretName) => isSameSettingsSection(name, secretName)),
  );
  const isTraining = before.settings.environment === 'training';
  if (isBesideSecret && before.secrets === null && !isTraining) {
    return fail({ kind: 'key-store-locked' });
  }
  const current = { settings: before.settings, secrets: before.secrets ?? {} };
  const base = toProvisioning(current);
  const parsed = parseProvisioningPatch(applyJsonMergePatch(base, patch), names);
  if ('problem' in parsed) return fail(parsed.problem);
  const { cashiers = null, ...changed } = parsed.value;
  const unchanged = Object.fromEntries(
    Object.entries(base).filter(([name]) => !names.includes(name)),
  );
  const provisioning = { ...unchanged, ...changed } as ProvisioningWithoutCashiers;
  const read = await toTillSettings(provisioning, folder);
  if (!read.ok) return read;
  const settings = withUnchangedFiles(before.settings, read.value, namedFields);
  const after = { settings, secrets: toSecrets(provisioning) };
  const secrets = isBesideSecret ? withReplacedChainPasswords(current, after) : current.secrets;
  return ok({ settings, secrets, cashiers, namedFields });
}

/** The contents of files, and the account, that a patch does not change. */
function withUnchangedFiles(
  { accountPrint, caPem, shop }: TillSettings,
  settings: TillSettings,
  namedFields: readonly string[],
): TillSettings {
  const isChanged = (...names: string[]): boolean =>
    names.some((name) => namedFields.includes(name));
  return {
    ...settings,
    ...(isChanged('baseUrl', 'vendor', 'apiKey') ? {} : { accountPrint }),
    ...(caPem === undefined || isChanged('caFile') ? {} : { caPem }),
    shop: {
      ...settings.shop,
      ...(shop.logoPng === undefined || isChanged('shop.logo') ? {} : { logoPng: shop.logoPng }),
    },
  };
}

/**
 * Converts settings and secrets back to the form of the provisioning file, without the contents of
 * the files that it names.
 */
function toProvisioning({ settings, secrets }: SettingsAndSecrets): object {
  const { accountPrint: _, caPem: _pem, shop, ...rest } = settings;
  const { logoPng: _logo, ...texts } = shop;
  // JSON removes fields that are undefined.
  return addSecrets(JSON.parse(JSON.stringify({ ...rest, shop: texts })), secrets);
}

function listNamedFields(patch: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(patch).flatMap(([name, value]) =>
    isPlainObject(value) ? [name, ...Object.keys(value).map((key) => `${name}.${key}`)] : [name],
  );
}

/**
 * Returns the patch without its secrets, to rewrite the file that it came from; null if it contains
 * none.
 */
export function removePatchSecrets(patch: unknown): Record<string, unknown> | null {
  if (!isPlainObject(patch)) return null;
  const rest = removeSecrets(patch);
  return JSON.stringify(rest) === JSON.stringify(patch) ? null : rest;
}
