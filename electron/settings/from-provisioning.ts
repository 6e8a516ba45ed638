import { fail, ok, type Provisioning, type Result } from '../../shared/contract/index.ts';
import { isPng } from '../platform/png/index.ts';
import { getCaFingerprint, isCertificate, readNamedFile } from './named-files.ts';
import {
  computeAccountFingerprint,
  removeProxyPassword,
  type Secrets,
  type TillSettings,
} from './till-settings.ts';

/** Cashiers are stored in the ledger, not in the settings. */
type ProvisioningWithoutCashiers = Omit<Provisioning, 'cashiers'>;

export function toSecrets(provisioning: ProvisioningWithoutCashiers): Secrets {
  const { apiKey, secretKey, proxy, reconciliation, chain } = provisioning;
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(reconciliation?.password === undefined ? {} : { sftpPassword: reconciliation.password }),
    ...(reconciliation?.privateKey === undefined
      ? {}
      : { sftpPrivateKey: reconciliation.privateKey }),
    ...(chain?.password === undefined ? {} : { chainPassword: chain.password }),
    ...(chain?.office === undefined
      ? {}
      : { officeUser: chain.office.user, officePassword: chain.office.password }),
  };
}

/** Converts a provisioning to settings. Reads the files that it names, relative to `folder`. */
export async function toTillSettings(
  provisioning: ProvisioningWithoutCashiers & { readonly cashiers?: unknown },
  folder: string,
): Promise<Result<TillSettings>> {
  const { apiKey, secretKey, cashiers, reconciliation, chain, caFile, proxy, shop, ...rest } =
    provisioning;
  const { logo, ...shopText } = shop;
  const ca = caFile === undefined ? ok(null) : await readFieldFile(folder, caFile, 'caFile');
  if (!ca.ok) return ca;
  if (ca.value && !isCertificate(ca.value)) {
    return fail({
      kind: 'provisioning',
      field: 'caFile',
      reason: 'must be a certificate in PEM format',
    });
  }
  const picture = logo === undefined ? ok(null) : await readFieldFile(folder, logo, 'shop.logo');
  if (!picture.ok) return picture;
  if (picture.value && !isPng(picture.value)) {
    return fail({
      kind: 'provisioning',
      field: 'shop.logo',
      reason: 'must be an undamaged PNG picture',
    });
  }
  if (chain !== undefined && getCaFingerprint(chain.ca) === null) {
    return fail({
      kind: 'provisioning',
      field: 'chain.ca',
      reason: 'must be a certificate in PEM format',
    });
  }
  return ok({
    ...rest,
    accountPrint: computeAccountFingerprint(provisioning),
    ...(proxy === undefined ? {} : { proxy: removeProxyPassword(proxy) }),
    ...(ca.value ? { caPem: ca.value.toString('utf8') } : {}),
    shop: { ...shopText, ...(picture.value ? { logoPng: picture.value.toString('base64') } : {}) },
    ...(reconciliation ? { reconciliation: removeUploadSecrets(reconciliation) } : {}),
    ...(chain ? { chain: removeChainPasswords(chain) } : {}),
  });
}

function removeUploadSecrets(
  reconciliation: NonNullable<Provisioning['reconciliation']>,
): NonNullable<TillSettings['reconciliation']> {
  const { password, privateKey, ...rest } = reconciliation;
  return rest;
}

function removeChainPasswords({
  password: _,
  office: _office,
  ...rest
}: NonNullable<Provisioning['chain']>): NonNullable<TillSettings['chain']> {
  return rest;
}

async function readFieldFile(folder: string, name: string, field: string): Promise<Result<Buffer>> {
  const content = await readNamedFile(name, folder);
  if (content !== null) return ok(content);
  const reason = 'must be a readable file of at most 1 MB';
  return fail({ kind: 'provisioning', field, reason });
}
