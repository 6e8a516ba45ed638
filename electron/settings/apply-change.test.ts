import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ok,
  provisioningSchema,
  type SettingsChange,
  settingsChangeSchema,
  settingsViewSchema,
} from '../../shared/contract/index.ts';
import { silentLog, type Vault } from '../platform/index.ts';
import {
  changeArbitrary,
  PNG,
  SANDBOX_PROVISIONING,
  SECRET,
  SERVICE_CHANGE,
  UPLOAD_SERVER,
} from './apply-change.fixture.ts';
import { readProvisioningText } from './provisioning-file.ts';
import { createSettings, type Settings } from './settings.ts';
import { createSettingsExport } from './settings-export.ts';
import { toSettingsView } from './settings-view.ts';
import { settingsFileSchema } from './till-settings.ts';

/** Seals by reversing Base64: the sealed text differs from the original, which can be restored. */
const vault: Vault = {
  isStrong: async () => true,
  seal: async (text) => ok(reverse(Buffer.from(text).toString('base64'))),
  open: async (sealed) =>
    ok({ text: Buffer.from(reverse(sealed), 'base64').toString(), needsReseal: false }),
};
const reverse = (text: string): string => text.split('').reverse().join('');

let folder: string;
let keyFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-change-'));
  keyFile = join(folder, 'key.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'logo.png'), PNG);
  writeFileSync(join(folder, 'ca.pem'), '-----BEGIN CERTIFICATE-----\nx\n');
  writeFileSync(join(folder, 'plain.txt'), 'nothing of the kind');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function open(): Promise<{ settings: Settings; written: () => unknown }> {
  let written: unknown;
  const settings = createSettings({
    store: {
      name: 'settings.json',
      read: () => undefined,
      write: (value) => {
        written = JSON.parse(JSON.stringify(value));
      },
    },
    vault,
    log: silentLog,
  });
  if (!settings.ok) throw new Error('the settings did not open');
  const prepared = await settings.value.prepare(SANDBOX_PROVISIONING, folder);
  if (!prepared.ok || !prepared.value.save().ok) throw new Error('not provisioned');
  return { settings: settings.value, written: () => written };
}

async function saveChange(
  settings: Settings,
  change: SettingsChange,
  revision = settings.getRevision(),
) {
  const prepared = await settings.prepareChange(change, revision);
  if (!prepared.ok) return prepared;
  const saved = prepared.value.save();
  return saved.ok ? ok(prepared.value) : saved;
}

const buildUploadChange = (
  to: Partial<Extract<SettingsChange, { section: 'reconciliation' }>['to']>,
) => ({ section: 'reconciliation', to: { ...UPLOAD_SERVER, ...to }, isUntried: true }) as const;

describe('a change of the settings', () => {
  it('leaves a valid file without secrets after any sequence of changes', async () => {
    let savedCount = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(changeArbitrary, { maxLength: 12 }), async (changes) => {
        const { settings, written } = await open();
        for (const candidate of changes) {
          // As the IPC registrar does: an invalid change never reaches the settings.
          const change = settingsChangeSchema.safeParse(candidate);
          if (!change.success) continue;
          const before = JSON.stringify(written());
          const result = await saveChange(settings, change.data);
          if (result.ok) savedCount += 1;
          else expect(JSON.stringify(written())).toBe(before);
        }
        const file = settingsFileSchema.parse(written());
        expect(JSON.stringify(file)).not.toContain(SECRET);
        const active = settings.getActive();
        if (!active) throw new Error('no till');
        expect(file.tills.sandbox).toEqual(JSON.parse(JSON.stringify(active)));
        const secrets = await settings.readSecrets('sandbox');
        const view = toSettingsView({
          revision: settings.getRevision(),
          settings: active,
          secrets,
          billerName: () => null,
        });
        expect(JSON.stringify(settingsViewSchema.parse(view))).not.toContain(SECRET);
        const exported = createSettingsExport({
          name: 'till',
          settings: active,
          secrets,
          cashiers: SANDBOX_PROVISIONING.cashiers,
        });
        expect(JSON.stringify(exported)).not.toContain(SECRET);
        const exportedProvisioning: unknown = JSON.parse(String(exported.files[0]?.[1]));
        provisioningSchema.parse({
          ...Object(exportedProvisioning),
          apiKey: 'a',
          secretKey: 's',
          cashiers: SANDBOX_PROVISIONING.cashiers,
        });
      }),
      { numRuns: 60 },
    );
    expect(savedCount).toBeGreaterThan(50);
  });

  it('keeps keys that are not replaced and computes a new account fingerprint', async () => {
    const { settings } = await open();
    const before = settings.getActive()?.accountPrint;
    expect((await saveChange(settings, { ...SERVICE_CHANGE, secretKey: 'new' })).ok).toBe(true);
    expect(await settings.readSecrets('sandbox')).toEqual({
      apiKey: SANDBOX_PROVISIONING.apiKey,
      secretKey: 'new',
    });
    expect(settings.getActive()?.accountPrint).not.toBe(before);
  });

  it('refuses a change as stale when other settings were saved since', async () => {
    const { settings } = await open();
    const revision = settings.getRevision();
    const prepared = await settings.prepareChange({ section: 'lock', minutes: 9 }, revision);
    expect((await saveChange(settings, { section: 'lock', minutes: 3 })).ok).toBe(true);
    const stale = { ok: false, problem: { kind: 'stale-settings' } };
    expect(prepared.ok && prepared.value.save()).toEqual(stale);
    expect(await saveChange(settings, { section: 'lock', minutes: 9 }, revision)).toEqual(stale);
    expect(settings.getActive()?.lockAfterMinutes).toBe(3);
  });

  it('records a change with only the names of its secrets', async () => {
    const { settings } = await open();
    const saved = await saveChange(settings, { ...SERVICE_CHANGE, apiKey: `${SECRET}-new` });
    if (!saved.ok) throw new Error('not kept');
    expect(JSON.stringify(saved.value.note)).not.toContain(SECRET);
    expect(saved.value.note).toMatchObject({ section: 'service', secrets: ['apiKey'] });
    expect(saved.value.note.changed).toContainEqual({
      field: 'baseUrl',
      from: 'https://service.example',
      to: 'https://other.example',
    });
  });

  it.each<[string, () => SettingsChange]>([
    ['address-not-https', () => ({ ...SERVICE_CHANGE, baseUrl: 'http://service.example' })],
    [
      'address-with-password',
      () => ({ ...SERVICE_CHANGE, baseUrl: 'https://lupita:secreta@service.example' }),
    ],
    ['proxy-address', () => ({ ...SERVICE_CHANGE, proxy: 'socks' })],
    ['ca-unreadable', () => ({ ...SERVICE_CHANGE, caFile: join(folder, 'gone.pem') })],
    ['ca-not-pem', () => ({ ...SERVICE_CHANGE, caFile: join(folder, 'plain.txt') })],
    [
      'logo-unreadable',
      () => ({ section: 'logo', from: { kind: 'path', path: join(folder, 'gone.png') } }),
    ],
    [
      'logo-not-png',
      () => ({ section: 'logo', from: { kind: 'path', path: join(folder, 'plain.txt') } }),
    ],
    ['sftp-secret-missing', () => buildUploadChange({})],
    [
      'sftp-key-unreadable',
      () => buildUploadChange({ privateKey: { kind: 'path', path: join(folder, 'gone.key') } }),
    ],
    [
      'sftp-key-not-a-key',
      () => buildUploadChange({ privateKey: { kind: 'text', text: 'nothing' } }),
    ],
  ])('refuses an invalid change as %s without changing anything', async (reason, change) => {
    const { settings, written } = await open();
    const before = written();
    expect(await saveChange(settings, change())).toEqual({
      ok: false,
      problem: { kind: 'setting', reason },
    });
    expect(written()).toBe(before);
  });

  it('reads a key, a logo and a certificate from their files', async () => {
    const { settings } = await open();
    await saveChange(settings, buildUploadChange({ privateKey: { kind: 'path', path: keyFile } }));
    await saveChange(settings, {
      section: 'logo',
      from: { kind: 'path', path: join(folder, 'logo.png') },
    });
    await saveChange(settings, { ...SERVICE_CHANGE, caFile: join(folder, 'ca.pem') });
    expect((await settings.readSecrets('sandbox'))?.sftpPrivateKey).toContain('PRIVATE KEY');
    expect(settings.getActive()).toMatchObject({
      shop: { logoPng: PNG.toString('base64') },
      caPem: expect.stringContaining('BEGIN CERTIFICATE'),
    });
  });

  it('does not lose keys that the vault cannot open at the moment', async () => {
    const { settings, written } = await open();
    const lockedSettings = createSettings({
      store: { name: 'settings.json', read: written, write: () => {} },
      vault: { ...vault, open: async () => ({ ok: false, problem: 'silent' }) },
      log: silentLog,
    });
    if (!lockedSettings.ok) throw new Error('the settings did not open');
    expect(
      await saveChange(
        lockedSettings.value,
        buildUploadChange({ password: 'x' }),
        settings.getRevision(),
      ),
    ).toEqual({
      ok: false,
      problem: { kind: 'key-store-locked' },
    });
    expect((await saveChange(lockedSettings.value, { section: 'lock', minutes: 7 })).ok).toBe(true);
  });

  it('exports everything except secrets and lists the missing fields', async () => {
    const { settings } = await open();
    await saveChange(settings, buildUploadChange({ password: SECRET }));
    const active = settings.getActive();
    if (!active) throw new Error('no till');
    const secrets = await settings.readSecrets('sandbox');
    const { files, lacks } = createSettingsExport({
      name: 'till',
      settings: active,
      secrets,
      cashiers: SANDBOX_PROVISIONING.cashiers,
    });
    const read = readProvisioningText(String(files[0]?.[1]));
    expect(read).toMatchObject({ problem: { kind: 'provisioning-incomplete' } });
    const fields =
      !read.ok && read.problem.kind === 'provisioning-incomplete' ? read.problem.fields : [];
    expect([...fields].sort()).toEqual([...lacks].sort());
  });
});
