import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok, type Provisioning, type SettingsPatchFiles } from '../../shared/contract/index.ts';
import { silentLog, type Vault } from '../platform/index.ts';
import { removePatchSecrets } from './apply-patch.ts';
import {
  listChainPasswords,
  withAcceptedChainPassword,
  withNewChainPassword,
} from './chain-passwords.ts';
import { mergePatchFiles } from './patch-files.ts';
import { parseProvisioningText } from './provisioning-file.ts';
import { toSettingsScreenProblem } from './refusals.ts';
import { createSettings, type Settings } from './settings.ts';
import { createSettingsExport } from './settings-export.ts';
import { toSettingsView } from './settings-view.ts';
import type { TillSettings } from './till-settings.ts';
import { createTrainingProvisioning } from './training-provisioning.ts';

/** A certificate authority whose key was discarded. */
const CA = `-----BEGIN CERTIFICATE-----
MIIBgTCCASegAwIBAgIULhqoof0sipONBGGSxeT0T9FFly4wCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKVGVzdCBjaGFpbjAgFw0yNjExMjIxNjE4NTBaGA8yMTI2MTAy
OTE2MTg1MFowFTETMBEGA1UEAwwKVGVzdCBjaGFpbjBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABD8N8Gk7ldDQ+dFA0amO2psZFutmcE4k3jUuTtHPvMOic1fq0ZaQ
CxFCHV9vacfSm9n22r1FjGzJvF8V9BTdbgqjUzBRMB0GA1UdDgQWBBSDmAH6fgou
7bJoc2GPgOef0Ll4ozAfBgNVHSMEGDAWgBSDmAH6fgou7bJoc2GPgOef0Ll4ozAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDVhAglcWT7wr6GnCPH
inQghrCybaF7OOlV+EC2IA2lHwIged0IyA2Nl0OPp8NiyYwBa7E8oDLMC3SsOu3y
dLyClaY=
-----END CERTIFICATE-----
`;
const FIRST = 'PLANTED-first-password';
const chain = {
  hosts: ['db.example:5432', '[::1]', '10.0.0.7:6432'],
  database: 'cadena',
  user: 'cadena_till_07',
  password: FIRST,
  ca: CA,
  shop: 'Centro',
};
const sandbox: Provisioning = {
  ...createTrainingProvisioning('es-MX'),
  environment: 'sandbox',
  baseUrl: 'https://service.example',
  vendor: 'vendor',
  apiKey: 'key',
  secretKey: 'secret',
  chain,
};
const uploadServer = { host: 'sftp.example', user: 'shop', password: 'x' };

let folder: string;
let written: unknown;
let isStrong: boolean;
const vault: Vault = {
  getStrength: async () => (isStrong ? 'strong' : 'none'),
  seal: async (text) => ok(Buffer.from(text).toString('base64')),
  open: async (text) => ok({ text: Buffer.from(text, 'base64').toString(), needsReseal: false }),
};
const open = (): Settings => {
  const store = {
    name: 'settings.json',
    read: () => written,
    write: (value: unknown) => {
      written = JSON.parse(JSON.stringify(value));
    },
  };
  const settings = createSettings({ store, vault, log: silentLog });
  if (!settings.ok) throw new Error('the settings did not open');
  return settings.value;
};
const provisionTill = async (settings: Settings, value: Provisioning = sandbox): Promise<void> => {
  const prepared = await settings.prepare(value, folder);
  expect(prepared.ok && prepared.value.save().ok).toBe(true);
};
/** Saves a patch as the settings screen does. */
const savePatch = async (settings: Settings, patch: object, files: SettingsPatchFiles = {}) => {
  const merged = await mergePatchFiles({ ...patch }, files);
  if (!merged.ok) return merged.problem;
  const prepared = await settings.preparePatch(merged.value, folder);
  if (!prepared.ok) return toSettingsScreenProblem(prepared.problem, 'chain' in merged.value);
  expect(prepared.value.save().ok).toBe(true);
  return prepared.value.note;
};
const applyPatch = async (settings: Settings, patch: unknown) => {
  const prepared = await settings.preparePatch(patch, folder);
  if (!prepared.ok) return prepared.problem;
  expect(prepared.value.save().ok).toBe(true);
  return prepared.value.note;
};
const readPasswords = async (settings: Settings) =>
  listChainPasswords((await settings.readSecrets('sandbox')) ?? {});
const getActiveTill = (settings: Settings): TillSettings => {
  const active = settings.getActiveTillSettings();
  if (active === null) throw new Error('no till');
  return active;
};
const chainFields = {
  hosts: ['db2.example'],
  database: chain.database,
  user: chain.user,
  shop: null,
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-chain-settings-'));
  written = undefined;
  isStrong = true;
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the chain settings', () => {
  it('stores the chain password only in the vault and shows the chain without it', async () => {
    const settings = open();
    await provisionTill(settings);
    const { password: _, ...rest } = chain;
    expect(getActiveTill(settings).chain).toEqual(rest);
    const secrets = await settings.readSecrets('sandbox');
    const view = toSettingsView({
      revision: 1,
      settings: getActiveTill(settings),
      secrets,
      billerName: () => null,
    });
    expect(view.held).toContain('chainPassword');
    expect(view.settings.chain).toMatchObject({ user: chain.user, shop: 'Centro' });
    expect(view.chainCaFingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    const exported = createSettingsExport({
      name: 'x',
      settings: getActiveTill(settings),
      secrets,
      cashiers: [],
    });
    expect(exported.missingFields).toContain('chain');
    // Another till has its own role.
    expect(JSON.stringify(exported.files)).not.toContain(chain.user);
    const { sealed: _sealed, ...unsealed } = Object(written);
    expect(JSON.stringify([unsealed, view, exported])).not.toContain(FIRST);
    expect(removePatchSecrets({ chain })).toEqual({ chain: rest });
  });

  it.each([
    ['chain.hosts.0', { hosts: ['https://db.example'] }],
    ['chain.hosts.0', { hosts: ['db.example:70000'] }],
    ['chain.hosts.0', { hosts: ['user@db'] }],
    ['chain.hosts', { hosts: [] }],
    ['chain.hosts', { hosts: ['db', 'db'] }],
    ['chain.ca', { ca: 'ca.pem' }],
    ['chain.ca', { ca: `${CA}\u001b[2J` }],
    ['chain.database', { database: '' }],
    ['chain.user', { user: 'a\nb' }],
    ['chain.sslmode', { sslmode: 'disable' }],
  ])('refuses invalid chain settings with the field name: %s %j', (field, part) => {
    const read = parseProvisioningText(
      JSON.stringify({ ...sandbox, chain: { ...chain, ...part } }),
    );
    expect(read).toMatchObject({ problem: { kind: 'provisioning', field } });
  });

  it('reports every missing chain field and an unreadable certificate', async () => {
    expect(parseProvisioningText(JSON.stringify({ ...sandbox, chain: {} }))).toMatchObject({
      problem: {
        kind: 'provisioning-incomplete',
        fields: ['chain.hosts', 'chain.database', 'chain.user', 'chain.ca', 'chain.password'],
      },
    });
    const damagedChain = { ...chain, ca: CA.replace(/\n.{20}/, '\n') };
    expect(await open().prepare({ ...sandbox, chain: damagedChain }, folder)).toMatchObject({
      problem: { kind: 'provisioning', field: 'chain.ca' },
    });
  });

  it('refuses a chain together with uploads in a file, a patch, a change and an edited file', async () => {
    const uploadsProblem = { kind: 'provisioning', field: 'reconciliation.uploads' };
    const chainAndUploads = { ...sandbox, reconciliation: { ...uploadServer, uploads: true } };
    const read = parseProvisioningText(JSON.stringify(chainAndUploads));
    expect(read).toMatchObject({ problem: uploadsProblem });
    if (!read.ok && read.problem.kind === 'provisioning') {
      expect(read.problem.reason).toContain('mostrador-cli chain start');
    }
    const settings = open();
    await provisionTill(settings);
    expect(
      await applyPatch(settings, { reconciliation: { ...uploadServer, uploads: true } }),
    ).toMatchObject(uploadsProblem);
    const reconciliation = {
      host: 'sftp.example',
      user: 'u',
      password: 'x',
      uploads: true,
      ...{ timeZone: null, uploadTime: null, uploadZone: null, port: null, folder: null },
      mode: null,
    };
    const upload = { reconciliation };
    expect(await savePatch(settings, upload)).toMatchObject({ reason: 'uploads-beside-chain' });
    expect(await savePatch(settings, { chain: null })).toMatchObject({
      section: 'chain',
      changed: [{ field: 'chain', to: null }],
      secrets: ['chainPassword'],
    });
    expect(await readPasswords(settings)).toEqual([]);
    await savePatch(settings, upload);
    expect(getActiveTill(settings).reconciliation?.uploads).toBe(true);
    const text = JSON.stringify({ chain });
    expect(await savePatch(settings, {}, { chain: { kind: 'text', text } })).toMatchObject({
      reason: 'chain-beside-uploads',
    });
    expect(await applyPatch(settings, { chain })).toMatchObject(uploadsProblem);
    await applyPatch(settings, { chain, reconciliation: { uploads: false } });
    expect(getActiveTill(settings).chain?.user).toBe(chain.user);
    Object(written).tills.sandbox.reconciliation.uploads = true;
    expect(
      createSettings({
        store: { name: 'settings.json', read: () => written, write: () => {} },
        vault,
        log: silentLog,
      }),
    ).toMatchObject({
      problem: { kind: 'storage', reason: 'damaged-settings' },
    });
  });

  it('sets the chain from an enrolment file or from fields and reports what is invalid', async () => {
    const settings = open();
    await provisionTill(settings, { ...sandbox, chain: undefined });
    const setFields = (files: SettingsPatchFiles = {}) =>
      savePatch(settings, { chain: chainFields }, files);
    const path = join(folder, 'till-07.json');
    const setEnrolledText = (text: string) =>
      savePatch(settings, {}, { chain: { kind: 'text', text } });
    const setEnrolledFile = () => savePatch(settings, {}, { chain: { kind: 'path', path } });
    for (const text of ['no JSON', '{}', '[]', JSON.stringify(chain)]) {
      expect(await setEnrolledText(text)).toMatchObject({ kind: 'setting', reason: 'chain-file' });
    }
    expect(await setEnrolledFile()).toMatchObject({ reason: 'chain-file' });
    expect(
      await setEnrolledText(JSON.stringify({ chain: { ...chain, hosts: ['a b'] } })),
    ).toMatchObject({
      field: 'chain.hosts.0',
    });
    expect(await setFields()).toMatchObject({ reason: 'chain-ca' });
    const caFile = join(folder, 'ca.pem');
    const files = { 'chain.ca': { kind: 'path', path: caFile } } as const;
    writeFileSync(caFile, 'no certificate');
    expect(await setFields(files)).toMatchObject({ reason: 'chain-ca' });
    writeFileSync(caFile, CA);
    expect(await setFields(files)).toMatchObject({
      reason: 'chain-password-missing',
    });
    expect(getActiveTill(settings).chain).toBeUndefined();
    writeFileSync(path, `\uFEFF${JSON.stringify({ posNumber: '07', chain })}`);
    const note = await setEnrolledFile();
    expect(note).toMatchObject({ section: 'chain', secrets: ['chainPassword'] });
    expect(JSON.stringify(note)).not.toContain('CERTIFICATE');
    // Other hosts, but the same password and certificate authority.
    await setFields();
    expect(getActiveTill(settings).chain).toMatchObject({ hosts: ['db2.example'], ca: CA });
    expect(await readPasswords(settings)).toEqual([FIRST]);
  });
});

describe('the office login', () => {
  const office = { user: 'cadena_office', password: 'SECRET-office' };
  const readOfficePassword = async (settings: Settings) =>
    (await settings.readSecrets('sandbox'))?.officePassword ?? null;

  it('stores the office login of the file only in the vault and keeps it when other fields change', async () => {
    const settings = open();
    await provisionTill(settings, { ...sandbox, chain: { ...chain, office } });
    expect(await readOfficePassword(settings)).toBe(office.password);
    const { sealed: _, ...unsealed } = Object(written);
    expect(JSON.stringify(unsealed)).not.toContain('office');
    expect(JSON.stringify(removePatchSecrets({ chain: { office } }))).toBe('{"chain":{}}');
    expect(await applyPatch(settings, { posNumber: '09' })).toMatchObject({ secrets: [] });
    await savePatch(settings, { chain: chainFields });
    expect(await readOfficePassword(settings)).toBe(office.password);
  });

  it('keeps an entered office login when a file without one is read', async () => {
    const settings = open();
    await provisionTill(settings);
    await settings.changeSecrets('sandbox', (secrets) => ({
      ...secrets,
      officeUser: office.user,
      officePassword: 'typed',
    }));
    await provisionTill(settings);
    expect(await readOfficePassword(settings)).toBe('typed');
    await applyPatch(settings, { chain: { office } });
    expect(await readOfficePassword(settings)).toBe(office.password);
  });

  it('removes the office login with its chain and for another database', async () => {
    const settings = open();
    await provisionTill(settings, { ...sandbox, chain: { ...chain, office } });
    await applyPatch(settings, { chain: { database: 'another' } });
    expect(await readOfficePassword(settings)).toBeNull();
    await applyPatch(settings, { chain: { office } });
    await savePatch(settings, { chain: null });
    expect(await readOfficePassword(settings)).toBeNull();
  });
});

describe('the chain password', () => {
  const rotatePassword = async (settings: Settings, next: string): Promise<void> => {
    const { chain: chainSettings } = getActiveTill(settings);
    if (chainSettings === undefined) throw new Error('no chain');
    const changed = await settings.changeSecrets('sandbox', (current) =>
      withNewChainPassword(current, next),
    );
    expect(changed.ok).toBe(true);
    expect((await readPasswords(settings))[0]).toBe(next);
    await settings.changeSecrets('sandbox', (current) =>
      withAcceptedChainPassword(current, chainSettings),
    );
  };

  it('does not restore a replaced chain password from a file that is read again', async () => {
    const settings = open();
    await provisionTill(settings);
    await settings.changeSecrets('sandbox', (current) => withNewChainPassword(current, 'second'));
    expect(await readPasswords(settings)).toEqual(['second', FIRST]);
    // Also during the replacement, when either password may be valid.
    await provisionTill(settings);
    expect(await readPasswords(settings)).toEqual(['second', FIRST]);
    await rotatePassword(settings, 'second');
    expect(await readPasswords(settings)).toEqual(['second']);
    await provisionTill(settings);
    await applyPatch(settings, { chain: { ...chain, hosts: ['db3.example'] } });
    await applyPatch(settings, { posNumber: getActiveTill(settings).posNumber });
    const text = JSON.stringify({ chain });
    await savePatch(settings, {}, { chain: { kind: 'text', text } });
    expect(await readPasswords(open())).toEqual(['second']);
    // A till that is enrolled again gets another password, and the previous one is never accepted
    // again.
    await provisionTill(settings, { ...sandbox, chain: { ...chain, password: 'again' } });
    expect(await readPasswords(settings)).toEqual(['again']);
    await provisionTill(settings);
    expect(await readPasswords(settings)).toEqual(['again']);
    // Another role is independent of these passwords.
    await provisionTill(settings, { ...sandbox, chain: { ...chain, user: 'cadena_till_08' } });
    expect(await readPasswords(settings)).toEqual([FIRST]);
  });

  it('makes a prepared change stale, and refuses a new chain password without a persistent key store', async () => {
    const settings = open();
    await provisionTill(settings);
    const prepared = await settings.preparePatch({ language: 'en' }, folder);
    await settings.changeSecrets('sandbox', (current) => withNewChainPassword(current, 'second'));
    expect(prepared.ok && prepared.value.save()).toMatchObject({
      problem: { kind: 'stale-settings' },
    });
    isStrong = false;
    expect(await settings.changeSecrets('sandbox', () => ({}))).toMatchObject({
      problem: { kind: 'no-key-store' },
    });
    expect(await readPasswords(settings)).toEqual(['second', FIRST]);
  });
});
