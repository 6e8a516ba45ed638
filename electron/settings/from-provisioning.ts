import { ok, type Result } from '../../shared/contract/index.ts';
import { isPng } from '../platform/png/index.ts';
import { getCaFingerprint, isCertificate, readDataUrlOrFile } from './file-source.ts';
import { failWithSettingsRefusal } from './refusals.ts';
import { type ProvisioningWithoutCashiers, removeSecrets } from './secret-fields.ts';
import {
  computeAccountFingerprint,
  removeProxyPassword,
  type TillSettings,
} from './till-settings.ts';

/** Converts a provisioning to settings. Reads the files that it names, relative to `folder`. */
export async function toTillSettings(
  provisioning: ProvisioningWithoutCashiers & { readonly cashiers?: unknown },
  folder: string,
): Promise<Result<TillSettings>> {
  const { caFile, proxy, shop, chain } = provisioning;
  const ca = caFile === undefined ? null : await readDataUrlOrFile(caFile, folder);
  if (caFile !== undefined && ca === null) return failWithSettingsRefusal('ca-unreadable');
  if (ca !== null && !isCertificate(ca)) return failWithSettingsRefusal('ca-not-pem');
  const logo = shop.logo === undefined ? null : await readDataUrlOrFile(shop.logo, folder);
  if (shop.logo !== undefined && logo === null) return failWithSettingsRefusal('logo-unreadable');
  if (logo !== null && !isPng(logo)) return failWithSettingsRefusal('logo-not-png');
  if (chain !== undefined && getCaFingerprint(chain.ca) === null)
    return failWithSettingsRefusal('chain-ca');
  const { caFile: _, shop: _shop, ...plain } = removeSecrets(provisioning);
  const { logo: _logo, ...texts } = shop;
  return ok({
    ...(plain as Omit<TillSettings, 'accountPrint' | 'shop'>),
    accountPrint: computeAccountFingerprint(provisioning),
    ...(proxy === undefined ? {} : { proxy: removeProxyPassword(proxy) }),
    ...(ca === null ? {} : { caPem: ca.toString('utf8') }),
    shop: { ...texts, ...(logo === null ? {} : { logoPng: logo.toString('base64') }) },
  });
}
