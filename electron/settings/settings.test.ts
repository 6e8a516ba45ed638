import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Provisioning, type Result } from '../../shared/contract/index.ts';
import { limitLockMinutes } from '../../shared/rules/index.ts';
import { silentLog, type Vault } from '../platform/index.ts';
import { parseProvisioningText, readProvisioningFile } from './provisioning-file.ts';
import { createReadOnlySettingsStore } from './read-only-store.ts';
import { createSettings, type Settings } from './settings.ts';
import type { SettingsStore } from './stored-settings.ts';
import { computeAccountFingerprint, type TillSettings } from './till-settings.ts';
import { createTrainingProvisioning } from './training-provisioning.ts';

const SECRET = 'PLANTED-SECRET';

const production: Provisioning = {
  ...createTrainingProvisioning('es-MX'),
  // Obvious PINs like those of training are refused in production.
  cashiers: createTrainingProvisioning('es-MX').cashiers.map((cashier) => ({
    ...cashier,
    pin: `8412${cashier.pin}`,
  })),
  environment: 'production',
  baseUrl: 'https://service.example',
  vendor: 'vendor',
  apiKey: 'key',
  secretKey: SECRET,
  reconciliation: { host: 'sftp.example', user: 'shop', password: SECRET, uploads: true },
};

const reverse = (text: string): string => text.split('').reverse().join('');
const STRONG_VAULT: Vault = {
  getStrength: async () => 'strong',
  seal: async (text) => ok(reverse(Buffer.from(text).toString('base64'))),
  open: async (sealed) =>
    ok({ text: Buffer.from(reverse(sealed), 'base64').toString(), needsReseal: false }),
};
/** Like a machine without a key store: sealed texts do not outlive the process. */
const createWeakVault = (): Vault => {
  const sealedTexts = new Map<string, string>();
  return {
    getStrength: async () => 'none',
    seal: async (text) => {
      sealedTexts.set(`memory:${sealedTexts.size}`, text);
      return ok(`memory:${sealedTexts.size - 1}`);
    },
    open: async (sealed) => {
      const text = sealedTexts.get(sealed);
      return text === undefined ? fail('lost') : ok({ text, needsReseal: false });
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

const provisionTill = async (
  settings: Settings,
  provisioning: Provisioning,
  sourceFolder: string,
): Promise<Result<TillSettings>> => {
  const prepared = await settings.prepare(provisioning, sourceFolder);
  return prepared.ok ? prepared.value.save() : prepared;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-settings-'));
  written = undefined;
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('settings', () => {
  it('returns no active settings on a new till', () => {
    expect(open(STRONG_VAULT).getActiveTillSettings()).toBeNull();
  });

  it('saves nothing before keep is called', async () => {
    const settings = open(STRONG_VAULT);
    const prepared = await settings.prepare(production, folder);
    expect(written).toBeUndefined();
    expect(settings.getTillSettings('production')).toBeNull();
    expect(prepared.ok && prepared.value.save().ok).toBe(true);
    expect(settings.getTillSettings('production')?.posNumber).toBe(production.posNumber);
  });

  it('stores the password of a proxy in the vault and its address in the file', async () => {
    const proxy = `http://shop:${SECRET}@proxy.example:3128`;
    await provisionTill(open(STRONG_VAULT), { ...production, proxy }, folder);
    expect(JSON.stringify(written)).not.toContain(SECRET);
    const reopened = open(STRONG_VAULT);
    expect(reopened.getActiveTillSettings()?.proxy).toBe('http://proxy.example:3128/');
    expect((await reopened.readSecrets('production'))?.proxy).toBe(proxy);
  });

  it('logs nothing of the text that a damaged vault returns', async () => {
    await provisionTill(open(STRONG_VAULT), production, folder);
    const lines: string[] = [];
    const recordLine = (fields: object, message: string): void => {
      lines.push(`${message} ${JSON.stringify(fields)}`);
    };
    const damagedVault: Vault = {
      ...STRONG_VAULT,
      open: async () => ok({ text: `${SECRET} {`, needsReseal: false }),
    };
    const log = { info: recordLine, warn: recordLine, error: recordLine };
    const settings = createSettings({ store, vault: damagedVault, log });
    expect(settings.ok && (await settings.value.readSecrets('production'))).toBeNull();
    expect(lines.join()).not.toContain('PLANTED');
    expect(lines).not.toHaveLength(0);
  });

  it('stores secrets in the vault and everything else in the file', async () => {
    expect((await provisionTill(open(STRONG_VAULT), production, folder)).ok).toBe(true);
    expect(JSON.stringify(written)).not.toContain(SECRET);
    expect(JSON.stringify(written)).not.toContain('84121111');
    const reopened = open(STRONG_VAULT);
    expect(reopened.getActiveTillSettings()?.environment).toBe('production');
    expect(reopened.getActiveTillSettings()?.shop.name).toBe('Abarrotes Lupita');
    expect((await reopened.readSecrets('production'))?.secretKey).toBe(SECRET);
    expect((await reopened.readSecrets('production'))?.sftpPassword).toBe(SECRET);
  });

  it('refuses production keys without a strong key store and saves nothing', async () => {
    const answer = await provisionTill(open(createWeakVault()), production, folder);
    expect(answer).toEqual({
      ok: false,
      problem: { kind: 'no-key-store', environment: 'production' },
    });
    expect(written).toBeUndefined();
  });

  it('keeps sandbox keys only in memory without a key store', async () => {
    const settings = open(createWeakVault());
    await provisionTill(settings, { ...production, environment: 'sandbox' }, folder);
    expect((await settings.readSecrets('sandbox'))?.secretKey).toBe(SECRET);
    expect(JSON.stringify(written)).not.toContain(SECRET);
    expect(await open(createWeakVault()).readSecrets('sandbox')).toBeNull();
  });

  it('identifies an account without storing its key', async () => {
    const settings = open(STRONG_VAULT);
    await provisionTill(settings, production, folder);
    const fingerprint = settings.getActiveTillSettings()?.accountPrint;
    expect(fingerprint).toBe(computeAccountFingerprint(production));
    expect(computeAccountFingerprint({ ...production, apiKey: 'other' })).not.toBe(fingerprint);
    expect(computeAccountFingerprint({ ...production, secretKey: 'other' })).toBe(fingerprint);
    expect(JSON.stringify(written)).not.toContain('"key"');
  });

  it('keeps the settings of each environment separately', async () => {
    const settings = open(STRONG_VAULT);
    await provisionTill(
      settings,
      { ...production, environment: 'sandbox', posNumber: '1' },
      folder,
    );
    await provisionTill(settings, production, folder);
    expect(settings.getActiveTillSettings()?.environment).toBe('production');
    expect((await settings.readSecrets('sandbox'))?.apiKey).toBe('key');
  });

  it('reads the files of a provisioning and names the field of an unusable one', async () => {
    writeFileSync(
      join(folder, 'ca.pem'),
      '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n',
    );
    writeFileSync(join(folder, 'logo.png'), 'not a picture');
    const settings = open(STRONG_VAULT);
    const provisioned = await provisionTill(settings, { ...production, caFile: 'ca.pem' }, folder);
    expect(provisioned.ok && provisioned.value.caPem).toContain('BEGIN CERTIFICATE');
    expect(
      await provisionTill(settings, { ...production, caFile: 'gone.pem' }, folder),
    ).toMatchObject({
      problem: { kind: 'provisioning', field: 'caFile' },
    });
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [join(folder, 'pipe.pem')]);
      const withPipe = { ...production, caFile: 'pipe.pem' };
      expect(await provisionTill(settings, withPipe, folder)).toMatchObject({
        problem: { kind: 'provisioning', field: 'caFile' },
      });
    }
    const withLogo = { ...production, shop: { ...production.shop, logo: 'logo.png' } };
    expect(await provisionTill(settings, withLogo, folder)).toMatchObject({
      problem: { kind: 'provisioning', field: 'shop.logo' },
    });
  });

  it('reports a full disk and keeps the previous settings', async () => {
    const fullStore: SettingsStore = {
      ...store,
      write: () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    };
    const settings = createSettings({ store: fullStore, vault: STRONG_VAULT, log: silentLog });
    if (!settings.ok) throw new Error('the settings did not open');
    expect(await provisionTill(settings.value, production, folder)).toMatchObject({
      problem: { kind: 'storage', reason: 'full' },
    });
    expect(settings.value.getActiveTillSettings()).toBeNull();
  });

  it('rejects settings of a newer version without changing the file', () => {
    written = { format: 2, revision: 7, tills: [], somethingNew: true };
    expect(createSettings({ store, vault: STRONG_VAULT, log: silentLog })).toEqual({
      ok: false,
      problem: { kind: 'storage', reason: 'newer-settings', file: store.name },
    });
    expect(written).toEqual({ format: 2, revision: 7, tills: [], somethingNew: true });
  });

  it('adopts the settings of a backup on an empty till and rejects those of a newer version', async () => {
    const provisioned = await provisionTill(open(STRONG_VAULT), production, folder);
    if (!provisioned.ok) throw new Error('not provisioned');
    written = undefined;
    const emptyTill = open(STRONG_VAULT);
    const newer = { ok: false, problem: { kind: 'restore', reason: 'newer-version' } };
    expect(
      emptyTill.prepareSettingsFromBackup(
        JSON.stringify({ ...provisioned.value, somethingNew: true }),
      ),
    ).toEqual(newer);
    const prepared = emptyTill.prepareSettingsFromBackup(JSON.stringify(provisioned.value));
    if (!prepared.ok) throw new Error('not ready');
    expect([emptyTill.getActiveTillSettings(), written]).toEqual([null, undefined]);
    expect(prepared.value.save()).toEqual({ ok: true, value: provisioned.value });
    expect(emptyTill.getActiveTillSettings()).toEqual(provisioned.value);
  });

  it('does not change a damaged settings file', () => {
    written = { tills: 'nonsense' };
    expect(createSettings({ store, vault: STRONG_VAULT, log: silentLog })).toMatchObject({
      problem: { kind: 'storage', reason: 'damaged-settings' },
    });
    expect(written).toEqual({ tills: 'nonsense' });
  });
});

const server = { host: 'sftp.example', user: 'shop', uploads: true };
const MISSING_FIELDS = [
  'cashiers.ana.pin',
  'cashiers.luis.pin',
  'cashiers.carmen.pin',
  'apiKey',
  'secretKey',
  'reconciliation.password',
];
const removeSecrets = ({ apiKey: _, secretKey: __, cashiers, ...rest }: Provisioning) => ({
  ...rest,
  reconciliation: server,
  cashiers: cashiers.map(({ pin: ___, ...cashier }) => cashier),
});

describe('a provisioning file', () => {
  const parse = (value: unknown) => parseProvisioningText(JSON.stringify(value));

  it('reads a valid provisioning file with a byte order mark', async () => {
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
    ['a blank POS number', { ...production, posNumber: ' ' }, 'posNumber'],
    ['a blank shop name', { ...production, shop: { name: ' ' } }, 'shop.name'],
    ['a blank chain name', { ...production, chainName: ' ' }, 'chainName'],
    ['a chain name with a slash', { ...production, chainName: '../lupita' }, 'chainName'],
    ['a chain name that hides the file', { ...production, chainName: '.lupita' }, 'chainName'],
    ['a chain name of 41 characters', { ...production, chainName: 'a'.repeat(41) }, 'chainName'],
    [
      'a printer without tcp://',
      {
        ...production,
        printer: { kind: 'network', address: '10.0.0.5', model: 'epson', columns: 48 },
      },
      'printer.address',
    ],
    [
      'a printer with a relative path',
      { ...production, printer: { kind: 'path', path: 'lp0', model: 'epson', columns: 48 } },
      'printer.path',
    ],
    [
      'a relative folder for PDF files',
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
  ])('names the invalid field of a provisioning file: %s', (_, value, field) => {
    expect(parse(value)).toMatchObject({ ok: false, problem: { kind: 'provisioning', field } });
  });

  it.each([
    ['a key', { ...production, secretKey: undefined }, ['secretKey']],
    ['the export of a till without secrets', removeSecrets(production), MISSING_FIELDS],
    [
      'the password of the server',
      { ...production, reconciliation: server },
      ['reconciliation.password'],
    ],
  ])('lists all missing fields of a provisioning file: %s', (_, value, fields) => {
    expect(parse(value)).toEqual({
      ok: false,
      problem: { kind: 'provisioning-incomplete', fields },
    });
  });

  it.each(['Súper Más', 'lupita.mx', "Farmacias D'Ana & Hijos", 'a'.repeat(40)])(
    'accepts the chain name %s',
    (chainName) => {
      const read = parseProvisioningText(JSON.stringify({ ...production, chainName }));
      expect(read).toMatchObject({ ok: true, value: { chainName } });
    },
  );

  it('reads a POS number, a chain name and a shop name without blanks around them', () => {
    const padded = { posNumber: ' 07 ', chainName: ' Su\u0301per ', shop: { name: ' Lupita ' } };
    expect(parseProvisioningText(JSON.stringify({ ...production, ...padded }))).toMatchObject({
      value: { posNumber: '07', chainName: 'Súper', shop: { name: 'Lupita' } },
    });
  });

  it('opens a till whose stored POS number and names are blank', async () => {
    await provisionTill(open(STRONG_VAULT), production, folder);
    const file = JSON.parse(JSON.stringify(written));
    Object.assign(file.tills.production, { posNumber: ' ', chainName: '' });
    file.tills.production.shop.name = ' ';
    written = file;
    expect(open(STRONG_VAULT).getActiveTillSettings()?.posNumber).toBe(' ');
  });

  it('opens a till whose stored hosts have a form that only an earlier version accepted', async () => {
    await provisionTill(open(STRONG_VAULT), production, folder);
    const file = JSON.parse(JSON.stringify(written));
    const printer = { kind: 'network', address: 'tcp://127.0.0.010', model: 'epson', columns: 42 };
    Object.assign(file.tills.production, { printer, baseUrl: 'https://api.example:0443' });
    file.tills.production.reconciliation.host = 'sftp.example.com:22';
    written = file;
    expect(open(STRONG_VAULT).getActiveTillSettings()).toMatchObject({
      printer,
      reconciliation: { host: 'sftp.example.com:22' },
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
  ])('refuses a provisioning file with a control character in %s', (field, part) => {
    const read = parseProvisioningText(JSON.stringify({ ...production, ...part }));
    expect(read).toMatchObject({ problem: { kind: 'provisioning', field } });
  });

  it.each([0, 31, 240])('refuses a lock delay of %d minutes in production', (lockAfterMinutes) => {
    const lockedProvisioning = { ...production, lockAfterMinutes };
    expect(parseProvisioningText(JSON.stringify(lockedProvisioning))).toMatchObject({
      problem: { kind: 'provisioning', field: 'lockAfterMinutes' },
    });
    const sandbox = { ...lockedProvisioning, environment: 'sandbox' };
    expect(parseProvisioningText(JSON.stringify(sandbox))).toMatchObject({ ok: true });
    expect(limitLockMinutes(lockAfterMinutes, 'production')).toBe(30);
    expect(limitLockMinutes(lockAfterMinutes, 'sandbox')).toBe(lockAfterMinutes);
  });

  it('accepts a private key with several lines', () => {
    const reconciliation = { ...production.reconciliation, privateKey: 'BEGIN\nkey\r\nEND\n' };
    const text = JSON.stringify({ ...production, reconciliation });
    expect(parseProvisioningText(text)).toMatchObject({ ok: true });
  });

  it('reports a provisioning file that is not JSON or does not exist', async () => {
    expect(parseProvisioningText('{')).toMatchObject({
      problem: { field: '(file)', reason: 'must be a JSON file' },
    });
    expect(await readProvisioningFile(join(folder, 'gone.json'))).toMatchObject({
      problem: { field: '(file)' },
    });
  });

  it.skipIf(process.platform === 'win32')(
    'refuses a provisioning file that others can write, or that another account owns',
    async () => {
      const file = join(folder, 'till.json');
      writeFileSync(file, JSON.stringify(production));
      for (const mode of [0o666, 0o602, 0o660]) {
        chmodSync(file, mode);
        expect(await readProvisioningFile(file)).toMatchObject({
          problem: { field: '(file)', reason: expect.stringContaining('chmod 600') },
        });
      }
      chmodSync(file, 0o644);
      expect(await readProvisioningFile(file)).toMatchObject({ ok: true });
      if (process.getuid?.() !== 0) return;
      chownSync(file, 12_345, 12_345);
      expect(await readProvisioningFile(file)).toMatchObject({
        problem: { reason: expect.stringContaining('must belong to') },
      });
    },
  );
});

describe('the settings file', () => {
  it.each(['null', '[]', '{}', '{"settings":null}', '{"settings":[]}', '"text"', ''])(
    'reports damaged settings, not a first start, for the content %j',
    (content) => {
      const store = createReadOnlySettingsStore(folder);
      expect(store.read()).toBeUndefined();
      writeFileSync(join(folder, 'settings.json'), content);
      expect(createSettings({ store, vault: STRONG_VAULT, log: silentLog })).toMatchObject({
        problem: { kind: 'storage', reason: 'damaged-settings', file: 'settings.json' },
      });
      expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(content);
    },
  );
});
