import { createPrivateKey } from 'node:crypto';
import {
  assertNever,
  fail,
  ok,
  type Result,
  type SettingsChange,
} from '../../shared/contract/index.ts';
import { isLockDelayAllowed, MAX_LOCK_MINUTES } from '../../shared/rules/index.ts';
import { applyChainChange } from './apply-chain-change.ts';
import { isCertificate, isPng, readNamedFile } from './named-files.ts';
import {
  computeAccountFingerprint,
  removeProxyPassword,
  type SettingsAndSecrets,
  type TillSettings,
} from './till-settings.ts';

type ChangeOf<Section extends SettingsChange['section']> = Extract<
  SettingsChange,
  { section: Section }
>;

/**
 * The settings and secrets as they would be after a change of one section. Files that it names are
 * read; nothing is kept. A section's value that is null leaves the field out, as in the file.
 */
export async function applyChange(
  { settings, secrets }: SettingsAndSecrets,
  change: SettingsChange,
): Promise<Result<SettingsAndSecrets>> {
  const set = (fields: Partial<TillSettings>): Result<SettingsAndSecrets> =>
    ok({ settings: { ...settings, ...fields }, secrets });

  switch (change.section) {
    case 'shop': {
      const { name, address, helpLine } = change;
      return set({
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
      return set({ shop: { ...settings.shop, logoPng: png.value ?? undefined } });
    }
    case 'pos':
      return set({ posNumber: change.posNumber, chainName: change.chainName });
    case 'zone':
      return set({ timeZone: change.timeZone });
    case 'language':
      return set({ language: change.language });
    case 'service':
      return await applyServiceChange({ settings, secrets }, change);
    case 'training-service':
      return set({
        version: change.version,
        deadlineSeconds: change.deadlineSeconds ?? undefined,
      });
    case 'printer':
      return set({ printer: change.printer });
    case 'cash-out':
      return set({ cashOutBillers: change.billers });
    case 'drp':
      return set({ drpBillers: change.billers });
    case 'fee':
      return set({ customerFee: change.fee });
    case 'shop-copy':
      return set({ shopCopy: change.isPrinted });
    case 'receipts':
      return set({ receipts: change.receipts });
    case 'walk-in-bills':
      return set({ keepWalkInBills: change.areKept });
    case 'money':
      return set({
        lowBalance: change.lowBalance ?? undefined,
        currency: change.currency ?? undefined,
        country: change.country ?? undefined,
      });
    case 'lock':
      if (change.minutes !== null && !isLockDelayAllowed(change.minutes, settings.environment)) {
        const reason = `from 1 to ${MAX_LOCK_MINUTES} minutes in production`;
        return fail({ kind: 'provisioning', field: 'lockAfterMinutes', reason });
      }
      return set({ lockAfterMinutes: change.minutes ?? undefined });
    case 'printed':
      return set({ keepPrintedDays: change.days ?? undefined });
    case 'customers':
      return set({ keepCustomerDays: change.days ?? undefined });
    case 'cash':
      return set({ shifts: change.shifts, drawers: change.drawers });
    case 'keypad':
      return set({ keypad: change.keypad });
    case 'theme':
      return set({ theme: change.theme });
    case 'letters':
      return set({ letters: change.letters });
    case 'sounds':
      return set({ sounds: change.areOn });
    case 'full-screen':
      return set({ fullScreen: change.isOn });
    case 'customer-screen': {
      if (change.to === null) return set({ customerScreen: undefined });
      return set({ customerScreen: { display: change.to.display ?? undefined } });
    }
    case 'reconciliation':
      return await applyReconciliationChange({ settings, secrets }, change);
    case 'chain':
      return await applyChainChange({ settings, secrets }, change);
    case 'heartbeat': {
      if (change.to === null) return set({ heartbeat: undefined });
      const { file, everySeconds } = change.to;
      return set({ heartbeat: { file, everySeconds: everySeconds ?? undefined } });
    }
    case 'updates': {
      const { feed, by } = change.to;
      return set({ updates: { feed: feed ?? undefined, by } });
    }
    case 'backup': {
      if (change.to === null) return set({ backup: undefined });
      const { folder, keep } = change.to;
      return set({ backup: { folder, keep: keep ?? undefined } });
    }
    default:
      return assertNever(change);
  }
}

async function readLogo({ from }: ChangeOf<'logo'>): Promise<Result<string | null>> {
  if (from.kind === 'none') return ok(null);
  const content =
    from.kind === 'path' ? await readNamedFile(from.path) : Buffer.from(from.base64, 'base64');
  if (content === null) return fail({ kind: 'setting', reason: 'logo-unreadable' });
  if (!isPng(content)) return fail({ kind: 'setting', reason: 'logo-not-png' });
  return ok(content.toString('base64'));
}

async function applyServiceChange(
  { settings, secrets }: SettingsAndSecrets,
  change: ChangeOf<'service'>,
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
  given: string | null | undefined,
  kept: string | undefined,
): Promise<Result<string | undefined>> {
  if (given === undefined) return ok(kept);
  if (given === null) return ok(undefined);
  const content = await readNamedFile(given);
  if (content === null) return fail({ kind: 'setting', reason: 'ca-unreadable' });
  if (!isCertificate(content)) return fail({ kind: 'setting', reason: 'ca-not-pem' });
  return ok(content.toString('utf8'));
}

async function applyReconciliationChange(
  { settings, secrets }: SettingsAndSecrets,
  { to }: ChangeOf<'reconciliation'>,
): Promise<Result<SettingsAndSecrets>> {
  const { sftpPassword: _password, sftpPrivateKey: _key, ...others } = secrets;
  if (to === null) {
    return ok({ settings: { ...settings, reconciliation: undefined }, secrets: others });
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
    ...needed
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
        ...needed,
        timeZone: timeZone ?? undefined,
        uploadTime: uploadTime ?? undefined,
        uploadZone: uploadZone ?? undefined,
        port: port ?? undefined,
        folder: folder ?? undefined,
        hostKey: (hostKey === undefined ? settings.reconciliation?.hostKey : hostKey) ?? undefined,
        mode: mode ?? undefined,
      },
    },
    secrets: { ...others, sftpPassword, sftpPrivateKey: key.value },
  });
}

async function readSftpKey(
  given: NonNullable<ChangeOf<'reconciliation'>['to']>['privateKey'],
  kept: string | undefined,
): Promise<Result<string | undefined>> {
  if (given === undefined) return ok(kept);
  if (given === null) return ok(undefined);
  const text =
    given.kind === 'text' ? given.text : (await readNamedFile(given.path))?.toString('utf8');
  if (text === undefined) return fail({ kind: 'setting', reason: 'sftp-key-unreadable' });
  if (!isPrivateKey(text)) return fail({ kind: 'setting', reason: 'sftp-key-not-a-key' });
  return ok(text);
}

/** PEM as Node reads it, or OpenSSH's own form, which the SFTP client reads. */
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
