import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok, type Provisioning, type SettingsChange } from '../../shared/contract/index.ts';
import { silentLog, type Vault } from '../platform/index.ts';
import { removePatchSecrets } from './apply-patch.ts';
import { listChainPasswords, withNewPassword, withProvenPassword } from './chain-passwords.ts';
import { readProvisioningText } from './provisioning-file.ts';
import { createSettings, type Settings } from './settings.ts';
import { createSettingsExport } from './settings-export.ts';
import { toSettingsView } from './settings-view.ts';
import type { TillSettings } from './till-settings.ts';
import { createTrainingProvisioning } from './training-till.ts';

/** An authority that nobody has the key of. */
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
const server = { host: 'sftp.example', user: 'shop', password: 'x' };

let folder: string;
let written: unknown;
let isStrong: boolean;
const vault: Vault = {
  isStrong: async () => isStrong,
  seal: async (text) => ok(Buffer.from(text).toString('base64')),
  open: async (text) => ok({ text: Buffer.from(text, 'base64').toString(), sealAgain: false }),
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
const provision = async (settings: Settings, value: Provisioning = sandbox): Promise<void> => {
  const prepared = await settings.prepare(value, folder);
  expect(prepared.ok && prepared.value.keep().ok).toBe(true);
};
const change = async (
  settings: Settings,
  wanted: Extract<SettingsChange, { section: 'chain' | 'reconciliation' }>,
) => {
  const prepared = await settings.prepareChange(wanted, settings.revision());
  if (!prepared.ok) return prepared.problem;
  expect(prepared.value.keep().ok).toBe(true);
  return prepared.value.note;
};
const patch = async (settings: Settings, wanted: unknown) => {
  const prepared = await settings.preparePatch(wanted, folder);
  if (!prepared.ok) return prepared.problem;
  expect(prepared.value.keep().ok).toBe(true);
  return prepared.value.note;
};
const passwords = async (settings: Settings) =>
  listChainPasswords((await settings.secrets('sandbox')) ?? {});
const till = (settings: Settings): TillSettings => {
  const active = settings.active();
  if (active === null) throw new Error('no till');
  return active;
};
const fields = {
  kind: 'fields' as const,
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

describe('the block of a chain', () => {
  it('is kept with its password in the vault alone, and seen without it', async () => {
    const settings = open();
    await provision(settings);
    const { password: _, ...rest } = chain;
    expect(till(settings).chain).toEqual(rest);
    const secrets = await settings.secrets('sandbox');
    const view = toSettingsView({
      revision: 1,
      settings: till(settings),
      secrets,
      billerName: () => null,
    });
    expect(view.held).toContain('chainPassword');
    expect(view.chain).toMatchObject({ user: chain.user, shop: 'Centro' });
    expect(view.chain?.caFingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    const next = createSettingsExport({
      name: 'x',
      settings: till(settings),
      secrets,
      cashiers: [],
    });
    expect(next.lacks).toContain('chain');
    // Another till has a role of its own.
    expect(JSON.stringify(next.files)).not.toContain(chain.user);
    const { sealed: _sealed, ...open_ } = Object(written);
    expect(JSON.stringify([open_, view, next])).not.toContain(FIRST);
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
  ])('is refused by name: %s %j', (field, part) => {
    const read = readProvisioningText(JSON.stringify({ ...sandbox, chain: { ...chain, ...part } }));
    expect(read).toMatchObject({ problem: { kind: 'provisioning', field } });
  });

  it('reports every missing chain field and an unreadable certificate', async () => {
    expect(readProvisioningText(JSON.stringify({ ...sandbox, chain: {} }))).toMatchObject({
      problem: {
        kind: 'provisioning-incomplete',
        fields: ['chain.hosts', 'chain.database', 'chain.user', 'chain.ca', 'chain.password'],
      },
    });
    const torn = { ...chain, ca: CA.replace(/\n.{20}/, '\n') };
    expect(await open().prepare({ ...sandbox, chain: torn }, folder)).toMatchObject({
      problem: { kind: 'provisioning', field: 'chain.ca' },
    });
  });

  it('is never beside uploads: not in a file, a patch, a screen or an editor', async () => {
    const beside = { kind: 'provisioning', field: 'reconciliation.uploads' };
    const both = { ...sandbox, reconciliation: { ...server, uploads: true } };
    const read = readProvisioningText(JSON.stringify(both));
    expect(read).toMatchObject({ problem: beside });
    if (!read.ok && read.problem.kind === 'provisioning') {
      expect(read.problem.reason).toContain('mostrador chain');
    }
    const settings = open();
    await provision(settings);
    expect(await patch(settings, { reconciliation: { ...server, uploads: true } })).toMatchObject(
      beside,
    );
    const to = {
      host: 'sftp.example',
      user: 'u',
      password: 'x',
      uploads: true,
      ...{ timeZone: null, uploadTime: null, uploadZone: null, port: null, folder: null },
      mode: null,
    };
    const upload = { section: 'reconciliation', to, isUntried: true } as const;
    expect(await change(settings, upload)).toMatchObject({ reason: 'uploads-beside-chain' });
    expect(
      await change(settings, { section: 'chain', to: { kind: 'none' }, isUntried: false }),
    ).toMatchObject({
      changed: [{ field: 'chain', to: null }],
      secrets: ['chainPassword'],
    });
    expect(await passwords(settings)).toEqual([]);
    await change(settings, upload);
    expect(till(settings).reconciliation?.uploads).toBe(true);
    const text = JSON.stringify({ chain });
    const enrolled = { kind: 'enrolled', file: { kind: 'text', text } } as const;
    expect(
      await change(settings, { section: 'chain', to: enrolled, isUntried: true }),
    ).toMatchObject({
      reason: 'chain-beside-uploads',
    });
    expect(await patch(settings, { chain })).toMatchObject(beside);
    await patch(settings, { chain, reconciliation: { uploads: false } });
    expect(till(settings).chain?.user).toBe(chain.user);
    Object(written).tills.sandbox.reconciliation.uploads = true;
    expect(
      createSettings({
        store: { name: 'settings.json', read: () => written, write: () => {} },
        vault,
        log: silentLog,
      }),
    ).toMatchObject({
      problem: { kind: 'storage', reason: 'damaged' },
    });
  });

  it('is set on the screen by the file of enroll or by hand, and says what does not fit', async () => {
    const settings = open();
    await provision(settings, { ...sandbox, chain: undefined });
    const set = (to: Extract<SettingsChange, { section: 'chain' }>['to']) =>
      change(settings, { section: 'chain', to, isUntried: true });
    const path = join(folder, 'till-07.json');
    const from = (text: string) => set({ kind: 'enrolled', file: { kind: 'text', text } });
    for (const text of ['no JSON', '{}', '[]', JSON.stringify(chain)]) {
      expect(await from(text)).toMatchObject({ kind: 'setting', reason: 'chain-file' });
    }
    expect(await set({ kind: 'enrolled', file: { kind: 'path', path } })).toMatchObject({
      reason: 'chain-file',
    });
    expect(await from(JSON.stringify({ chain: { ...chain, hosts: ['a b'] } }))).toMatchObject({
      field: 'chain.hosts.0',
    });
    expect(await set(fields)).toMatchObject({ reason: 'chain-ca' });
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, 'no certificate');
    expect(await set({ ...fields, caFile })).toMatchObject({ reason: 'chain-ca' });
    writeFileSync(caFile, CA);
    expect(await set({ ...fields, caFile })).toMatchObject({ reason: 'chain-password-missing' });
    expect(till(settings).chain).toBeUndefined();
    writeFileSync(path, `\uFEFF${JSON.stringify({ posNumber: '07', chain })}`);
    const note = await set({ kind: 'enrolled', file: { kind: 'path', path } });
    expect(note).toMatchObject({ secrets: ['chainPassword'], isUntried: true });
    expect(JSON.stringify(note)).not.toContain('CERTIFICATE');
    // Others hosts, the same password and authority.
    await set(fields);
    expect(till(settings).chain).toMatchObject({ hosts: ['db2.example'], ca: CA });
    expect(await passwords(settings)).toEqual([FIRST]);
  });
});

describe('the role of the office', () => {
  const office = { user: 'cadena_office', password: 'SECRET-office' };
  const held = async (settings: Settings) =>
    (await settings.secrets('sandbox'))?.officePassword ?? null;

  it('comes with the file into the vault alone, and stays when other fields change', async () => {
    const settings = open();
    await provision(settings, { ...sandbox, chain: { ...chain, office } });
    expect(await held(settings)).toBe(office.password);
    const { sealed: _, ...inTheOpen } = Object(written);
    expect(JSON.stringify(inTheOpen)).not.toContain('office');
    expect(JSON.stringify(removePatchSecrets({ chain: { office } }))).toBe('{"chain":{}}');
    expect(await patch(settings, { posNumber: '09' })).toMatchObject({ secrets: [] });
    await change(settings, { section: 'chain', to: fields, isUntried: true });
    expect(await held(settings)).toBe(office.password);
  });

  it('that a person typed stays when a file is read that says nothing of it', async () => {
    const settings = open();
    await provision(settings);
    await settings.changeSecrets('sandbox', (secrets) => ({
      ...secrets,
      officeUser: office.user,
      officePassword: 'typed',
    }));
    await provision(settings);
    expect(await held(settings)).toBe('typed');
    await patch(settings, { chain: { office } });
    expect(await held(settings)).toBe(office.password);
  });

  it('goes with its chain, and with another database', async () => {
    const settings = open();
    await provision(settings, { ...sandbox, chain: { ...chain, office } });
    await patch(settings, { chain: { database: 'another' } });
    expect(await held(settings)).toBeNull();
    await patch(settings, { chain: { office } });
    await change(settings, { section: 'chain', to: { kind: 'none' }, isUntried: false });
    expect(await held(settings)).toBeNull();
  });
});

describe('the password of the chain', () => {
  const rotated = async (settings: Settings, next: string): Promise<void> => {
    const { chain: kept } = till(settings);
    if (kept === undefined) throw new Error('no chain');
    const noted = await settings.changeSecrets('sandbox', (held) => withNewPassword(held, next));
    expect(noted.ok).toBe(true);
    expect((await passwords(settings))[0]).toBe(next);
    await settings.changeSecrets('sandbox', (held) => withProvenPassword(held, kept));
  };

  it('that was replaced is not put back by any file that is read again', async () => {
    const settings = open();
    await provision(settings);
    await settings.changeSecrets('sandbox', (held) => withNewPassword(held, 'second'));
    expect(await passwords(settings)).toEqual(['second', FIRST]);
    // Also in the middle of it, when either may be the one.
    await provision(settings);
    expect(await passwords(settings)).toEqual(['second', FIRST]);
    await rotated(settings, 'second');
    expect(await passwords(settings)).toEqual(['second']);
    await provision(settings);
    await patch(settings, { chain: { ...chain, hosts: ['db3.example'] } });
    await patch(settings, { posNumber: till(settings).posNumber });
    const text = JSON.stringify({ chain });
    const enrolled = { kind: 'enrolled', file: { kind: 'text', text } } as const;
    await change(settings, { section: 'chain', to: enrolled, isUntried: true });
    expect(await passwords(open())).toEqual(['second']);
    // A till that is enrolled again has another, and the one of before is known for good.
    await provision(settings, { ...sandbox, chain: { ...chain, password: 'again' } });
    expect(await passwords(settings)).toEqual(['again']);
    await provision(settings);
    expect(await passwords(settings)).toEqual(['again']);
    // Another role has nothing to do with it.
    await provision(settings, { ...sandbox, chain: { ...chain, user: 'cadena_till_08' } });
    expect(await passwords(settings)).toEqual([FIRST]);
  });

  it('is not replaced where what is sealed does not last, and makes a prepared change stale', async () => {
    const settings = open();
    await provision(settings);
    const asked = { section: 'language', language: 'en' } as const;
    const prepared = await settings.prepareChange(asked, settings.revision());
    await settings.changeSecrets('sandbox', (held) => withNewPassword(held, 'second'));
    expect(prepared.ok && prepared.value.keep()).toMatchObject({
      problem: { kind: 'stale-settings' },
    });
    isStrong = false;
    expect(await settings.changeSecrets('sandbox', () => ({}))).toMatchObject({
      problem: { kind: 'no-key-store' },
    });
    expect(await passwords(settings)).toEqual(['second', FIRST]);
  });
});
