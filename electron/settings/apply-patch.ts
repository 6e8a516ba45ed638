import { fail, ok, type Provisioning, type Result } from '../../shared/contract/index.ts';
import { withReplacedPasswords } from './chain-passwords.ts';
import { toSecrets, toTillSettings } from './from-provisioning.ts';
import { isObject, mergePatch } from './merge-patch.ts';
import { parsePatchedProvisioning } from './parse-provisioning.ts';
import type { SettingsAndSecrets } from './till-settings.ts';

/** The settings after a patch of the provisioning file. */
export interface PatchedSettings extends SettingsAndSecrets {
  /** The people that it names; null if it names none, and they stay. */
  readonly cashiers: Provisioning['cashiers'] | null;
  /** The fields that it names, dotted to the second level: `apiKey`, `reconciliation.host`. */
  readonly named: readonly string[];
}

/**
 * Puts a patch of the provisioning file on the settings and secrets that are kept; without any, it
 * has to be a whole file. Files that it names are read, relative to `folder`; nothing is kept.
 */
export async function applyPatch(
  before: SettingsAndSecrets | null,
  patch: unknown,
  folder: string,
): Promise<Result<PatchedSettings>> {
  if (!isObject(patch)) {
    return fail({ kind: 'provisioning', field: '(file)', reason: 'a JSON object' });
  }
  const base = before === null ? {} : toProvisioning(before);
  const parsed = parsePatchedProvisioning(mergePatch(base, patch), before === null);
  if ('problem' in parsed) return fail(parsed.problem);
  const { cashiers = null, ...provisioning } = parsed.value;
  const settings = await toTillSettings(provisioning, folder);
  if (!settings.ok) return settings;
  const named = listNamedFields(patch);
  const { caPem, shop } = before?.settings ?? {};
  return ok({
    settings: {
      ...settings.value,
      ...(caPem === undefined || named.includes('caFile') ? {} : { caPem }),
      shop: {
        ...settings.value.shop,
        ...(shop?.logoPng === undefined || named.includes('shop.logo')
          ? {}
          : { logoPng: shop.logoPng }),
      },
    },
    secrets: withReplacedPasswords(before, {
      settings: settings.value,
      secrets: toSecrets(provisioning),
    }),
    cashiers,
    named,
  });
}

/** What is kept, as the file would say it; what lies in files stays in them. */
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
  // Through JSON, so that a field without a value is not there.
  return JSON.parse(JSON.stringify(fields));
}

function listNamedFields(patch: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(patch).flatMap(([name, value]) =>
    isObject(value) ? [name, ...Object.keys(value).map((one) => `${name}.${one}`)] : [name],
  );
}

/** Where secrets lie in a patch or a provisioning file. */
const SECRET_FIELDS = ['apiKey', 'secretKey', 'proxy', 'cashiers'];
const UPLOAD_SECRET_FIELDS = ['password', 'privateKey'];

/**
 * The patch without what is secret in it, for the file that it came in; null if nothing is. People go
 * as a whole: without their PINs they say nothing.
 */
export function removePatchSecrets(patch: unknown): Record<string, unknown> | null {
  if (!isObject(patch)) return null;
  let isSecret = false;
  const keep = (names: readonly string[], value: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(value).filter(([name, one]) => {
        const goes = names.includes(name) && one !== null;
        isSecret ||= goes;
        return !goes;
      }),
    );
  const rest = keep(SECRET_FIELDS, patch);
  if (isObject(rest.reconciliation)) {
    rest.reconciliation = keep(UPLOAD_SECRET_FIELDS, rest.reconciliation);
  }
  if (isObject(rest.chain)) rest.chain = keep(['password', 'office'], rest.chain);
  return isSecret ? rest : null;
}
