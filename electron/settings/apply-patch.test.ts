import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fail,
  ok,
  provisioningSchema,
  type SettingsPatch,
  type SettingsPatchFiles,
  settingsPatchSchema,
  settingsViewSchema,
} from '../../shared/contract/index.ts';
import { silentLog, type Vault } from '../platform/index.ts';
import {
  PNG,
  patchArbitrary,
  SANDBOX_PROVISIONING,
  SECRET,
  SERVICE_PATCH,
  UPLOAD_SERVER,
} from './apply-patch.fixture.ts';
import { mergePatchFiles } from './patch-files.ts';
import { parseProvisioningText } from './provisioning-file.ts';
import { toSettingsScreenProblem } from './refusals.ts';
import { createSettings, type Settings } from './settings.ts';
import { createSettingsExport } from './settings-export.ts';
import { toSettingsView } from './settings-view.ts';
import { settingsFileSchema } from './till-settings.ts';

/** Seals by reversing Base64: the sealed text differs from the original, which can be restored. */
const vault: Vault = {
  getStrength: async () => 'strong',
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

/** Saves a patch as the settings screen does. */
async function savePatch(
  settings: Settings,
  patch: SettingsPatch,
  { revision, files = {} }: { revision?: number; files?: SettingsPatchFiles } = {},
) {
  const merged = await mergePatchFiles(patch, files);
  if (!merged.ok) return merged;
  const prepared = await settings.preparePatch(merged.value, folder, revision);
  if (!prepared.ok) {
    return fail(toSettingsScreenProblem(prepared.problem, 'chain' in merged.value));
  }
  const saved = prepared.value.save();
  return saved.ok ? ok(prepared.value) : saved;
}

describe('a patch of the settings', () => {
  it('leaves a valid file without secrets after any sequence of patches', async () => {
    let savedCount = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(patchArbitrary, { maxLength: 12 }), async (patches) => {
        const { settings, written } = await open();
        for (const candidate of patches) {
          // As the IPC registrar does: an invalid patch never reaches the settings.
          const patch = settingsPatchSchema.safeParse(candidate);
          if (!patch.success) continue;
          const before = JSON.stringify(written());
          const result = await savePatch(settings, patch.data);
          if (result.ok) savedCount += 1;
          else expect(JSON.stringify(written())).toBe(before);
        }
        const file = settingsFileSchema.parse(written());
        expect(JSON.stringify(file)).not.toContain(SECRET);
        const active = settings.getActiveTillSettings();
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
    const before = settings.getActiveTillSettings()?.accountPrint;
    expect((await savePatch(settings, { ...SERVICE_PATCH, secretKey: 'new' })).ok).toBe(true);
    expect(await settings.readSecrets('sandbox')).toEqual({
      apiKey: SANDBOX_PROVISIONING.apiKey,
      secretKey: 'new',
    });
    expect(settings.getActiveTillSettings()?.accountPrint).not.toBe(before);
  });

  it('refuses a patch as stale when other settings were saved since', async () => {
    const { settings } = await open();
    const revision = settings.getRevision();
    const prepared = await settings.preparePatch({ lockAfterMinutes: 9 }, folder);
    expect((await savePatch(settings, { lockAfterMinutes: 3 })).ok).toBe(true);
    const stale = { ok: false, problem: { kind: 'stale-settings' } };
    expect(prepared.ok && prepared.value.save()).toEqual(stale);
    expect(await savePatch(settings, { lockAfterMinutes: 9 }, { revision })).toEqual(stale);
    expect(settings.getActiveTillSettings()?.lockAfterMinutes).toBe(3);
  });

  it('keeps what a patch does not name exactly as an earlier version stored it', async () => {
    const { written } = await open();
    const file = settingsFileSchema.parse(written());
    const till = { ...file.tills.sandbox, chainName: ' mi|cadena ', keypad: undefined };
    const oldFile = JSON.parse(JSON.stringify({ ...file, tills: { sandbox: till } }));
    const reopened = createSettings({
      store: { name: 'settings.json', read: () => oldFile, write: () => {} },
      vault,
      log: silentLog,
    });
    if (!reopened.ok) throw new Error('the settings did not open');
    const saved = await savePatch(reopened.value, { theme: 'dark' });
    if (!saved.ok) throw new Error('not saved');
    expect(saved.value.settings).toEqual({ ...oldFile.tills.sandbox, theme: 'dark' });
    expect(saved.value.note).toEqual({
      section: 'theme',
      changed: [{ field: 'theme', from: null, to: 'dark' }],
      secrets: [],
    });
  });

  it('records a patch with only the names of its secrets', async () => {
    const { settings } = await open();
    const saved = await savePatch(settings, { ...SERVICE_PATCH, apiKey: `${SECRET}-new` });
    if (!saved.ok) throw new Error('not kept');
    expect(JSON.stringify(saved.value.note)).not.toContain(SECRET);
    expect(saved.value.note).toMatchObject({ section: 'service', secrets: ['apiKey'] });
    expect(saved.value.note.changed).toContainEqual({
      field: 'baseUrl',
      from: 'https://service.example',
      to: 'https://other.example',
    });
  });

  it.each<[string, () => SettingsPatch, (() => SettingsPatchFiles)?]>([
    ['address-not-https', () => ({ ...SERVICE_PATCH, baseUrl: 'http://service.example' })],
    [
      'address-with-password',
      () => ({ ...SERVICE_PATCH, baseUrl: 'https://lupita:secreta@service.example' }),
    ],
    ['ca-unreadable', () => ({ ...SERVICE_PATCH, caFile: join(folder, 'gone.pem') })],
    ['ca-not-pem', () => ({ ...SERVICE_PATCH, caFile: join(folder, 'plain.txt') })],
    ['logo-unreadable', () => ({ shop: { logo: join(folder, 'gone.png') } })],
    ['logo-not-png', () => ({ shop: { logo: join(folder, 'plain.txt') } })],
    ['logo-not-png', () => ({ shop: { logo: 'data:image/png;base64,AAAA' } })],
    ['sftp-secret-missing', () => ({ reconciliation: UPLOAD_SERVER })],
    [
      'sftp-key-unreadable',
      () => ({ reconciliation: UPLOAD_SERVER }),
      () => ({ 'reconciliation.privateKey': { kind: 'path', path: join(folder, 'gone.key') } }),
    ],
    [
      'sftp-key-not-a-key',
      () => ({ reconciliation: UPLOAD_SERVER }),
      () => ({ 'reconciliation.privateKey': { kind: 'text', text: 'nothing' } }),
    ],
  ])('refuses an invalid patch as %s without changing anything', async (reason, patch, files) => {
    const { settings, written } = await open();
    const before = written();
    expect(await savePatch(settings, patch(), { files: files?.() ?? {} })).toEqual({
      ok: false,
      problem: { kind: 'setting', reason },
    });
    expect(written()).toBe(before);
  });

  it.each([
    { proxy: 'socks' },
    { lowBalance: '-1' },
    {
      customerFee: { kind: 'fixed', utility: '-1', 'top-up': '0', 'gift-card': '0', partner: '0' },
    },
    { cashOutBillers: [1, 1] },
    { environment: 'production' },
    { cashiers: [] },
    { unheardOf: true },
  ])('does not accept %j from the settings screen', (patch) => {
    expect(settingsPatchSchema.safeParse(patch).success).toBe(false);
  });

  it('reads a key, a logo and a certificate from their files', async () => {
    const { settings } = await open();
    const files = { 'reconciliation.privateKey': { kind: 'path', path: keyFile } } as const;
    await savePatch(settings, { reconciliation: UPLOAD_SERVER }, { files });
    await savePatch(settings, { shop: { logo: join(folder, 'logo.png') } });
    await savePatch(settings, { ...SERVICE_PATCH, caFile: join(folder, 'ca.pem') });
    expect((await settings.readSecrets('sandbox'))?.sftpPrivateKey).toContain('PRIVATE KEY');
    expect(settings.getActiveTillSettings()).toMatchObject({
      shop: { logoPng: PNG.toString('base64') },
      caPem: expect.stringContaining('BEGIN CERTIFICATE'),
    });
  });

  it('does not lose keys that the vault cannot open at the moment', async () => {
    const { written } = await open();
    const lockedSettings = createSettings({
      store: { name: 'settings.json', read: written, write: () => {} },
      vault: { ...vault, open: async () => ({ ok: false, problem: 'no-answer' }) },
      log: silentLog,
    });
    if (!lockedSettings.ok) throw new Error('the settings did not open');
    expect(
      await savePatch(lockedSettings.value, {
        reconciliation: { ...UPLOAD_SERVER, password: 'x' },
      }),
    ).toEqual({
      ok: false,
      problem: { kind: 'key-store-locked' },
    });
    expect((await savePatch(lockedSettings.value, { lockAfterMinutes: 7 })).ok).toBe(true);
  });

  it('exports everything except secrets and lists the missing fields', async () => {
    const { settings } = await open();
    await savePatch(settings, { reconciliation: { ...UPLOAD_SERVER, password: SECRET } });
    const active = settings.getActiveTillSettings();
    if (!active) throw new Error('no till');
    const secrets = await settings.readSecrets('sandbox');
    const { files, missingFields: lacks } = createSettingsExport({
      name: 'till',
      settings: active,
      secrets,
      cashiers: SANDBOX_PROVISIONING.cashiers,
    });
    const read = parseProvisioningText(String(files[0]?.[1]));
    expect(read).toMatchObject({ problem: { kind: 'provisioning-incomplete' } });
    const fields =
      !read.ok && read.problem.kind === 'provisioning-incomplete' ? read.problem.fields : [];
    expect([...fields].sort()).toEqual([...lacks].sort());
  });
});
