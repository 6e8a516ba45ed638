import { fail, ok, type Provisioning, type Result } from '../../shared/contract/index.ts';
import { withReplacedPasswords } from './chain-passwords.ts';
import { toSecrets, toTillSettings } from './from-provisioning.ts';
import { isObject, mergePatch } from './merge-patch.ts';
import { parsePatchedProvisioning } from './parse-provisioning.ts';
import type { SettingsAndSecrets } from './till-settings.ts';

/** The settings after a patch of the provisioning file. */
export interface PatchedSettings extends SettingsAndSecrets {
  /** The cashiers in the patch; null if it contains none, and the present ones stay. */
  readonly cashiers: Provisioning['cashiers'] | null;
  /** The fields in the patch, dotted to the second level: `apiKey`, `reconciliation.host`. */
  readonly fieldNames: readonly string[];
}

/**
 * Applies a patch of the provisioning file to the current settings and secrets. If there are none,
 * the patch must be a complete file. Reads the files that it names, relative to `folder`; saves
 * nothing.
 */
export async function applyPatch(
  before: SettingsAndSecrets | null,
  patch: unknown,
  folder: string,
): Promise<Result<PatchedSettings>> {
  if (!isObject(patch)) {
    return fail({ kind: 'provisioning', field: '(file)', reason: 'must be a JSON object' });
  }
  const base = before === null ? {} : toProvisioning(before);
  const parsed = parsePatchedProvisioning(mergePatch(base, patch), before === null);
  if ('problem' in parsed) return fail(parsed.problem);
  const { cashiers = null, ...provisioning } = parsed.value;
  const settings = await toTillSettings(provisioning, folder);
  if (!settings.ok) return settings;
  const fieldNames = listNamedFields(patch);
  const { caPem, shop } = before?.settings ?? {};
  return ok({
    settings: {
      ...settings.value,
      ...(caPem === undefined || fieldNames.includes('caFile') ? {} : { caPem }),
      shop: {
        ...settings.value.shop,
        ...(shop?.logoPng === undefined || fieldNames.includes('shop.logo')
          ? {}
          : { logoPng: shop.logoPng }),
      },
    },
    secrets: withReplacedPasswords(before, {
      settings: settings.value,
      secrets: toSecrets(provisioning),
    }),
    cashiers,
    fieldNames,
  });
}

/**
 * Converts settings and secrets back to the form of the provisioning file, without the contents of
 * the files that it names.
 */
function toProvisioning({ settings, secrets }: SettingsAndSecrets): Record<string, unknown> {
  const { accountPrint: _, caPem: _pem, shop, reconciliation, chain, ...rest } = settings;
  const { logoPng: _logo, ...texts } = shop;
  const { apiKey, secretKey, proxy, sftpPassword, sftpPrivateKey, chainPassword } = secrets;
  const { officeUser: user, officePassword } = secrets;
  const office = officePassword === undefined ? undefined : { user, password: officePassword };
  const fields = {
    ...rest,
    shop: texts,
    apiKey,
    secretKey,
    proxy: proxy ?? settings.proxy,
    reconciliation: reconciliation && {
      ...reconciliation,
      password: sftpPassword,
      privateKey: sftpPrivateKey,
    },
    chain: chain && { ...chain, password: chainPassword, office },
  };
  // JSON removes fields that are undefined.
  return JSON.parse(JSON.stringify(fields));
}

function listNamedFields(patch: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(patch).flatMap(([name, value]) =>
    isObject(value) ? [name, ...Object.keys(value).map((key) => `${name}.${key}`)] : [name],
  );
}

/** Fields with secrets in a patch or a provisioning file. */
const SECRET_FIELDS = ['apiKey', 'secretKey', 'proxy', 'cashiers'];
const UPLOAD_SECRET_FIELDS = ['password', 'privateKey'];

/**
 * Returns the patch without its secrets, to rewrite the file that it came from; null if it contains
 * none. Cashiers are removed completely: they are useless without their PINs.
 */
export function removePatchSecrets(patch: unknown): Record<string, unknown> | null {
  if (!isObject(patch)) return null;
  let isSecret = false;
  const removeFields = (names: readonly string[], value: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(value).filter(([name, field]) => {
        const isRemoved = names.includes(name) && field !== null;
        isSecret ||= isRemoved;
        return !isRemoved;
      }),
    );
  const rest = removeFields(SECRET_FIELDS, patch);
  if (isObject(rest.reconciliation)) {
    rest.reconciliation = removeFields(UPLOAD_SECRET_FIELDS, rest.reconciliation);
  }
  if (isObject(rest.chain)) rest.chain = removeFields(['password', 'office'], rest.chain);
  return isSecret ? rest : null;
}
