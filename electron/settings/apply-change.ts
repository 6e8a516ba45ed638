import { createPrivateKey } from 'node:crypto';
import {
  assertNever,
  fail,
  ok,
  type Result,
  type SettingsChange,
} from '../../shared/contract/index.ts';
import { isLockDelayAllowed, MAX_LOCK_MINUTES } from '../../shared/rules/index.ts';
import { isPng } from '../platform/png/index.ts';
import { applyChainChange } from './apply-chain-change.ts';
import { isCertificate, readNamedFile } from './named-files.ts';
import {
  computeAccountFingerprint,
  removeProxyPassword,
  type SettingsAndSecrets,
  type TillSettings,
} from './till-settings.ts';

type SectionChange<Section extends SettingsChange['section']> = Extract<
  SettingsChange,
  { section: Section }
>;

/**
 * Returns the settings and secrets after a change of one section. Reads the files that the change
 * names; saves nothing. A null value removes the field, as in the file.
 */
export async function applyChange(
  { settings, secrets }: SettingsAndSecrets,
  change: SettingsChange,
): Promise<Result<SettingsAndSecrets>> {
  const withFields = (fields: Partial<TillSettings>): Result<SettingsAndSecrets> =>
    ok({ settings: { ...settings, ...fields }, secrets });

  switch (change.section) {
    case 'shop': {
      const { name, address, helpLine } = change;
      return withFields({
        shop: {
          ...settings.shop,
          name,
          address: address ?? undefined,
          helpLine: helpLine ?? undefined,
        },
      });
    }
    case 'logo': {
      const png = await readLogo(change);
      if (!png.ok) return png;
      return withFields({ shop: { ...settings.shop, logoPng: png.value ?? undefined } });
    }
    case 'pos':
      return withFields({ posNumber: change.posNumber, chainName: change.chainName });
    case 'zone':
      return withFields({ timeZone: change.timeZone });
    case 'language':
      return withFields({ language: change.language });
    case 'service':
      return await applyServiceChange({ settings, secrets }, change);
    case 'training-service':
      return withFields({
        version: change.version,
        deadlineSeconds: change.deadlineSeconds ?? undefined,
      });
    case 'printer':
      return withFields({ printer: change.printer });
    case 'cash-out':
      return withFields({ cashOutBillers: change.billers });
    case 'drp':
      return withFields({ drpBillers: change.billers });
    case 'fee':
      return withFields({ customerFee: change.fee });
    case 'shop-copy':
      return withFields({ shopCopy: change.isPrinted });
    case 'receipts':
      return withFields({ receipts: change.receipts });
    case 'walk-in-bills':
      return withFields({ keepWalkInBills: change.areKept });
    case 'money':
      return withFields({
        lowBalance: change.lowBalance ?? undefined,
        currency: change.currency ?? undefined,
        country: change.country ?? undefined,
      });
    case 'lock':
      if (change.minutes !== null && !isLockDelayAllowed(change.minutes, settings.environment)) {
        const reason = `must be from 1 to ${MAX_LOCK_MINUTES} minutes in production`;
        return fail({ kind: 'provisioning', field: 'lockAfterMinutes', reason });
      }
      return withFields({ lockAfterMinutes: change.minutes ?? undefined });
    case 'printed':
      return withFields({ keepPrintedDays: change.days ?? undefined });
    case 'customers':
      return withFields({ keepCustomerDays: change.days ?? undefined });
    case 'cash':
      return withFields({ shifts: change.shifts, drawers: change.drawers });
    case 'keypad':
      return withFields({ keypad: change.keypad });
    case 'theme':
      return withFields({ theme: change.theme });
    case 'letters':
      return withFields({ letters: change.letters });
    case 'sounds':
      return withFields({ sounds: change.areOn });
    case 'full-screen':
      return withFields({ fullScreen: change.isOn });
    case 'customer-screen': {
      if (change.to === null) return withFields({ customerScreen: undefined });
      return withFields({ customerScreen: { display: change.to.display ?? undefined } });
    }
    case 'reconciliation':
      return await applyReconciliationChange({ settings, secrets }, change);
    case 'chain':
      return await applyChainChange({ settings, secrets }, change);
    case 'heartbeat': {
      if (change.to === null) return withFields({ heartbeat: undefined });
      const { file, everySeconds } = change.to;
      return withFields({ heartbeat: { file, everySeconds: everySeconds ?? undefined } });
    }
    case 'updates': {
      const { feed, by } = change.to;
      return withFields({ updates: { feed: feed ?? undefined, by } });
    }
    case 'backup': {
      if (change.to === null) return withFields({ backup: undefined });
      const { folder, keep } = change.to;
      return withFields({ backup: { folder, keep: keep ?? undefined } });
    }
    default:
      return assertNever(change);
  }
}

async function readLogo({ from }: SectionChange<'logo'>): Promise<Result<string | null>> {
  if (from.kind === 'none') return ok(null);
  const content =
    from.kind === 'path' ? await readNamedFile(from.path) : Buffer.from(from.base64, 'base64');
  if (content === null) return fail({ kind: 'setting', reason: 'logo-unreadable' });
  if (!isPng(content)) return fail({ kind: 'setting', reason: 'logo-not-png' });
  return ok(content.toString('base64'));
}

async function applyServiceChange(
  { settings, secrets }: SettingsAndSecrets,
  change: SectionChange<'service'>,
): Promise<Result<SettingsAndSecrets>> {
  const { baseUrl, vendor, version, deadlineSeconds } = change;
  const address = URL.parse(baseUrl);
  if (address?.protocol !== 'https:') {
    return fail({ kind: 'setting', reason: 'address-not-https' });
  }
  if (address.username !== '' || address.password !== '') {
    return fail({ kind: 'setting', reason: 'address-with-password' });
  }
  const apiKey = change.apiKey ?? secrets.apiKey;
  const secretKey = change.secretKey ?? secrets.secretKey;
  if (apiKey === undefined || secretKey === undefined) {
    return fail({ kind: 'setting', reason: 'keys-missing' });
  }
  const caPem = await readCertificateAuthority(change.caFile, settings.caPem);
  if (!caPem.ok) return caPem;
  if (
    typeof change.proxy === 'string' &&
    !/^https?:$/.test(URL.parse(change.proxy)?.protocol ?? '')
  ) {
    return fail({ kind: 'setting', reason: 'proxy-address' });
  }
  const proxy = change.proxy === undefined ? (secrets.proxy ?? settings.proxy) : change.proxy;
  return ok({
    settings: {
      ...settings,
      baseUrl,
      vendor,
      version,
      accountPrint: computeAccountFingerprint({ baseUrl, vendor, apiKey }),
      caPem: caPem.value,
      deadlineSeconds: deadlineSeconds ?? undefined,
      proxy: removeProxyPassword(proxy ?? undefined),
    },
    secrets: { ...secrets, apiKey, secretKey, proxy: proxy ?? undefined },
  });
}

async function readCertificateAuthority(
  input: string | null | undefined,
  current: string | undefined,
): Promise<Result<string | undefined>> {
  if (input === undefined) return ok(current);
  if (input === null) return ok(undefined);
  const content = await readNamedFile(input);
  if (content === null) return fail({ kind: 'setting', reason: 'ca-unreadable' });
  if (!isCertificate(content)) return fail({ kind: 'setting', reason: 'ca-not-pem' });
  return ok(content.toString('utf8'));
}

async function applyReconciliationChange(
  { settings, secrets }: SettingsAndSecrets,
  { to }: SectionChange<'reconciliation'>,
): Promise<Result<SettingsAndSecrets>> {
  const { sftpPassword: _password, sftpPrivateKey: _key, ...otherSecrets } = secrets;
  if (to === null) {
    return ok({ settings: { ...settings, reconciliation: undefined }, secrets: otherSecrets });
  }
  const {
    password,
    privateKey,
    timeZone,
    uploadTime,
    uploadZone,
    port,
    folder,
    hostKey,
    mode,
    ...requiredFields
  } = to;
  if (to.uploads && settings.chain !== undefined) {
    return fail({ kind: 'setting', reason: 'uploads-beside-chain' });
  }
  const key = await readSftpKey(privateKey, secrets.sftpPrivateKey);
  if (!key.ok) return key;
  const sftpPassword = password === undefined ? secrets.sftpPassword : (password ?? undefined);
  if (to.uploads && sftpPassword === undefined && key.value === undefined) {
    return fail({ kind: 'setting', reason: 'sftp-secret-missing' });
  }
  return ok({
    settings: {
      ...settings,
      reconciliation: {
        ...requiredFields,
        timeZone: timeZone ?? undefined,
        uploadTime: uploadTime ?? undefined,
        uploadZone: uploadZone ?? undefined,
        port: port ?? undefined,
        folder: folder ?? undefined,
        hostKey: (hostKey === undefined ? settings.reconciliation?.hostKey : hostKey) ?? undefined,
        mode: mode ?? undefined,
      },
    },
    secrets: { ...otherSecrets, sftpPassword, sftpPrivateKey: key.value },
  });
}

async function readSftpKey(
  input: NonNullable<SectionChange<'reconciliation'>['to']>['privateKey'],
  current: string | undefined,
): Promise<Result<string | undefined>> {
  if (input === undefined) return ok(current);
  if (input === null) return ok(undefined);
  const text =
    input.kind === 'text' ? input.text : (await readNamedFile(input.path))?.toString('utf8');
  if (text === undefined) return fail({ kind: 'setting', reason: 'sftp-key-unreadable' });
  if (!isPrivateKey(text)) return fail({ kind: 'setting', reason: 'sftp-key-not-a-key' });
  return ok(text);
}

/** Accepts PEM, which Node reads, and the OpenSSH format, which the SFTP client reads. */
function isPrivateKey(text: string): boolean {
  if (text.length > 20_000) return false;
  if (/-----BEGIN OPENSSH PRIVATE KEY-----[\s\S]+-----END OPENSSH PRIVATE KEY-----/.test(text)) {
    return true;
  }
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
}
