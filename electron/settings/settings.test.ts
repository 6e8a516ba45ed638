import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Provisioning, type Result } from '../../shared/contract/index.ts';
import { getLockMinutes } from '../../shared/rules/index.ts';
import { silentLog, type Vault } from '../platform/index.ts';
import { readProvisioningFile, readProvisioningText } from './provisioning-file.ts';
import { createSettings, type Settings } from './settings.ts';
import type { SettingsStore } from './stored-settings.ts';
import { computeAccountFingerprint, type TillSettings } from './till-settings.ts';
import { createTrainingProvisioning } from './training-till.ts';

const SECRET = 'PLANTED-SECRET';

const production: Provisioning = {
  ...createTrainingProvisioning('es-MX'),
  // Training's own would be guessed at once.
  cashiers: createTrainingProvisioning('es-MX').cashiers.map((one) => ({
    ...one,
    pin: `8412${one.pin}`,
  })),
  environment: 'production',
  baseUrl: 'https://service.example',
  vendor: 'vendor',
  apiKey: 'key',
  secretKey: SECRET,
  reconciliation: { host: 'sftp.example', user: 'shop', password: SECRET, uploads: true },
};

const reverse = (text: string): string => text.split('').reverse().join('');
const strong: Vault = {
  isStrong: async () => true,
  seal: async (text) => ok(reverse(Buffer.from(text).toString('base64'))),
  open: async (sealed) =>
    ok({ text: Buffer.from(reverse(sealed), 'base64').toString(), sealAgain: false }),
};
/** Like a machine without a key store: what is sealed is gone with the process. */
const weakVault = (): Vault => {
  const held = new Map<string, string>();
  return {
    isStrong: async () => false,
    seal: async (text) => {
      held.set(`memory:${held.size}`, text);
      return ok(`memory:${held.size - 1}`);
    },
    open: async (sealed) => {
      const text = held.get(sealed);
      return text === undefined ? fail('lost') : ok({ text, sealAgain: false });
    },
  };
};

let folder: string;
let written: unknown;
const store: SettingsStore = {
  name: 'settings.json',
  read: () => written,
  write: (value) => {
    written = structuredClone(value);
  },
};

const open = (vault: Vault): Settings => {
  const settings = createSettings({ store, vault, log: silentLog });
  if (!settings.ok) throw new Error('the settings did not open');
  return settings.value;
};

const provision = async (
  settings: Settings,
  provisioning: Provisioning,
  from: string,
): Promise<Result<TillSettings>> => {
  const prepared = await settings.prepare(provisioning, from);
  return prepared.ok ? prepared.value.keep() : prepared;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-settings-'));
  written = undefined;
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('settings', () => {
  it('has no active settings on a new till', () => {
    expect(open(strong).active()).toBeNull();
  });

  it('keep nothing before they are told to', async () => {
    const settings = open(strong);
    const prepared = await settings.prepare(production, folder);
    expect(written).toBeUndefined();
    expect(settings.of('production')).toBeNull();
    expect(prepared.ok && prepared.value.keep().ok).toBe(true);
    expect(settings.of('production')?.posNumber).toBe(production.posNumber);
  });

  it('keep the password of a proxy in the vault, and its address in the file', async () => {
    const proxy = `http://shop:${SECRET}@proxy.example:3128`;
    await provision(open(strong), { ...production, proxy }, folder);
    expect(JSON.stringify(written)).not.toContain(SECRET);
    const again = open(strong);
    expect(again.active()?.proxy).toBe('http://proxy.example:3128/');
    expect((await again.secrets('production'))?.proxy).toBe(proxy);
  });

  it('say nothing of what a damaged vault gave back', async () => {
    await provision(open(strong), production, folder);
    const lines: string[] = [];
    const note = (fields: object, message: string): void => {
      lines.push(`${message} ${JSON.stringify(fields)}`);
    };
    const damaged: Vault = {
      ...strong,
      open: async () => ok({ text: `${SECRET} {`, sealAgain: false }),
    };
    const log = { info: note, warn: note, error: note };
    const settings = createSettings({ store, vault: damaged, log });
    expect(settings.ok && (await settings.value.secrets('production'))).toBeNull();
    expect(lines.join()).not.toContain('PLANTED');
    expect(lines).not.toHaveLength(0);
  });

  it('keep what is not secret in the file, and what is in the vault', async () => {
    expect((await provision(open(strong), production, folder)).ok).toBe(true);
    expect(JSON.stringify(written)).not.toContain(SECRET);
    expect(JSON.stringify(written)).not.toContain('84121111');
    const again = open(strong);
    expect(again.active()?.environment).toBe('production');
    expect(again.active()?.shop.name).toBe('Abarrotes Lupita');
    expect((await again.secrets('production'))?.secretKey).toBe(SECRET);
    expect((await again.secrets('production'))?.sftpPassword).toBe(SECRET);
  });

  it('refuse production keys without a strong key store, and keep nothing', async () => {
    const answer = await provision(open(weakVault()), production, folder);
    expect(answer).toEqual({
      ok: false,
      problem: { kind: 'no-key-store', environment: 'production' },
    });
    expect(written).toBeUndefined();
  });

  it('hold sandbox keys in memory alone where there is no key store', async () => {
    const settings = open(weakVault());
    await provision(settings, { ...production, environment: 'sandbox' }, folder);
    expect((await settings.secrets('sandbox'))?.secretKey).toBe(SECRET);
    expect(JSON.stringify(written)).not.toContain(SECRET);
    expect(await open(weakVault()).secrets('sandbox')).toBeNull();
  });

  it('tell another account from this one without holding its key', async () => {
    const settings = open(strong);
    await provision(settings, production, folder);
    const print = settings.active()?.accountPrint;
    expect(print).toBe(computeAccountFingerprint(production));
    expect(computeAccountFingerprint({ ...production, apiKey: 'other' })).not.toBe(print);
    expect(computeAccountFingerprint({ ...production, secretKey: 'other' })).toBe(print);
    expect(JSON.stringify(written)).not.toContain('"key"');
  });

  it('keep each environment beside the others', async () => {
    const settings = open(strong);
    await provision(settings, { ...production, environment: 'sandbox', posNumber: '1' }, folder);
    await provision(settings, production, folder);
    expect(settings.active()?.environment).toBe('production');
    expect((await settings.secrets('sandbox'))?.apiKey).toBe('key');
  });

  it('read the files that are named, and say which one cannot be read', async () => {
    writeFileSync(
      join(folder, 'ca.pem'),
      '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n',
    );
    writeFileSync(join(folder, 'logo.png'), 'not a picture');
    const settings = open(strong);
    const taken = await provision(settings, { ...production, caFile: 'ca.pem' }, folder);
    expect(taken.ok && taken.value.caPem).toContain('BEGIN CERTIFICATE');
    expect(await provision(settings, { ...production, caFile: 'gone.pem' }, folder)).toMatchObject({
      problem: { kind: 'provisioning', field: 'caFile' },
    });
    const withLogo = { ...production, shop: { ...production.shop, logo: 'logo.png' } };
    expect(await provision(settings, withLogo, folder)).toMatchObject({
      problem: { kind: 'provisioning', field: 'shop.logo' },
    });
  });

  it('say when the disk is full, and go on with what was there', async () => {
    const full: SettingsStore = {
      ...store,
      write: () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    };
    const settings = createSettings({ store: full, vault: strong, log: silentLog });
    if (!settings.ok) throw new Error('the settings did not open');
    expect(await provision(settings.value, production, folder)).toMatchObject({
      problem: { kind: 'storage', reason: 'full' },
    });
    expect(settings.value.active()).toBeNull();
  });

  it('rejects settings of a newer version without changing the file', () => {
    written = { format: 2, revision: 7, tills: [], somethingNew: true };
    expect(createSettings({ store, vault: strong, log: silentLog })).toEqual({
      ok: false,
      problem: { kind: 'storage', reason: 'newer-settings', file: store.name },
    });
    expect(written).toEqual({ format: 2, revision: 7, tills: [], somethingNew: true });
  });

  it('adopts the settings of a backup on an empty till and rejects those of a newer version', async () => {
    const made = await provision(open(strong), production, folder);
    if (!made.ok) throw new Error('not provisioned');
    written = undefined;
    const fresh = open(strong);
    const newer = { ok: false, problem: { kind: 'restore', reason: 'newer-version' } };
    expect(fresh.prepareFromBackup(JSON.stringify({ ...made.value, somethingNew: true }))).toEqual(
      newer,
    );
    const ready = fresh.prepareFromBackup(JSON.stringify(made.value));
    if (!ready.ok) throw new Error('not ready');
    expect([fresh.active(), written]).toEqual([null, undefined]);
    expect(ready.value.keep()).toEqual({ ok: true, value: made.value });
    expect(fresh.active()).toEqual(made.value);
  });

  it('leave a damaged file as it is', () => {
    written = { tills: 'nonsense' };
    expect(createSettings({ store, vault: strong, log: silentLog })).toMatchObject({
      problem: { kind: 'storage', reason: 'damaged' },
    });
    expect(written).toEqual({ tills: 'nonsense' });
  });
});

const server = { host: 'sftp.example', user: 'shop', uploads: true };
const LACKING = [
  'cashiers.ana.pin',
  'cashiers.luis.pin',
  'cashiers.carmen.pin',
  'apiKey',
  'secretKey',
  'reconciliation.password',
];
const withoutSecrets = ({ apiKey: _, secretKey: __, cashiers, ...rest }: Provisioning) => ({
  ...rest,
  reconciliation: server,
  cashiers: cashiers.map(({ pin: ___, ...cashier }) => cashier),
});

describe('a provisioning file', () => {
  const read = (value: unknown) => readProvisioningText(JSON.stringify(value));

  it('is taken when it is right, also with a byte order mark', async () => {
    const file = join(folder, 'till.json');
    writeFileSync(file, `\uFEFF${JSON.stringify(production)}`);
    expect(await readProvisioningFile(file)).toEqual({
      ok: true,
      value: { provisioning: production, folder },
    });
  });

  it.each([
    ['an unknown field', { ...production, colour: 'red' }, 'colour'],
    ['an unknown field of the shop', { ...production, shop: { name: 'x', fax: '1' } }, 'shop.fax'],
    ['plain http', { ...production, baseUrl: 'http://service.example' }, 'baseUrl'],
    ['a zone that does not exist', { ...production, timeZone: 'America/Macondo' }, 'timeZone'],
    ['a bar in the POS number', { ...production, posNumber: '0|7' }, 'posNumber'],
    [
      'a printer without tcp://',
      {
        ...production,
        printer: { kind: 'network', address: '10.0.0.5', model: 'epson', columns: 48 },
      },
      'printer.address',
    ],
    [
      'a printer at half a path',
      { ...production, printer: { kind: 'path', path: 'lp0', model: 'epson', columns: 48 } },
      'printer.path',
    ],
    [
      'a folder for PDF files that is somewhere',
      { ...production, printer: { kind: 'pdf', folder: 'recibos', columns: 48 } },
      'printer.folder',
    ],
    [
      'no owner',
      { ...production, cashiers: [{ id: 'a', name: 'A', pin: '1234', role: 'cashier' }] },
      'cashiers',
    ],
    [
      'a short PIN',
      { ...production, cashiers: [{ id: 'a', name: 'A', pin: '12', role: 'owner' }] },
      'cashiers.0.pin',
    ],
  ])('names the field: %s', (_, value, field) => {
    expect(read(value)).toMatchObject({ ok: false, problem: { kind: 'provisioning', field } });
  });

  it.each([
    ['a key', { ...production, secretKey: undefined }, ['secretKey']],
    ['what a till without secrets gives away', withoutSecrets(production), LACKING],
    [
      'the way to the server',
      { ...production, reconciliation: server },
      ['reconciliation.password'],
    ],
  ])('names everything that is left out: %s', (_, value, fields) => {
    expect(read(value)).toEqual({
      ok: false,
      problem: { kind: 'provisioning-incomplete', fields },
    });
  });

  it.each([
    ['shop.name', { shop: { ...production.shop, name: 'Lupita\u001b@' } }],
    ['shop.address', { shop: { ...production.shop, address: 'Calle 1\nTOTAL 0.00' } }],
    ['shop.helpLine', { shop: { ...production.shop, helpLine: '800\u2028000' } }],
    ['chainName', { chainName: 'lupita\u0000' }],
    ['secretKey', { secretKey: 'a\r\nX-Header: 1' }],
    ['reconciliation.user', { reconciliation: { ...production.reconciliation, user: 'u\u007f' } }],
    ['cashiers.0.name', { cashiers: [{ id: 'a', name: 'A\u202enA', pin: '8417', role: 'owner' }] }],
  ])('is refused with a control character in %s', (field, part) => {
    const read = readProvisioningText(JSON.stringify({ ...production, ...part }));
    expect(read).toMatchObject({ problem: { kind: 'provisioning', field } });
  });

  it.each([0, 31, 240])('locks no production till after %d minutes', (lockAfterMinutes) => {
    const locked = { ...production, lockAfterMinutes };
    expect(readProvisioningText(JSON.stringify(locked))).toMatchObject({
      problem: { kind: 'provisioning', field: 'lockAfterMinutes' },
    });
    const sandbox = { ...locked, environment: 'sandbox' };
    expect(readProvisioningText(JSON.stringify(sandbox))).toMatchObject({ ok: true });
    expect(getLockMinutes(lockAfterMinutes, 'production')).toBe(30);
    expect(getLockMinutes(lockAfterMinutes, 'sandbox')).toBe(lockAfterMinutes);
  });

  it('takes a private key of several lines', () => {
    const reconciliation = { ...production.reconciliation, privateKey: 'BEGIN\nkey\r\nEND\n' };
    const text = JSON.stringify({ ...production, reconciliation });
    expect(readProvisioningText(text)).toMatchObject({ ok: true });
  });

  it('says so when it is no JSON, or is not there', async () => {
    expect(readProvisioningText('{')).toMatchObject({
      problem: { field: '(file)', reason: 'a JSON file' },
    });
    expect(await readProvisioningFile(join(folder, 'gone.json'))).toMatchObject({
      problem: { field: '(file)' },
    });
  });
});
