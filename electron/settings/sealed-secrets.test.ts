import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Provisioning } from '../../shared/contract/index.ts';
import {
  silentLog,
  toKeyStoreSeal,
  type Vault,
  type VaultFailure,
  type VaultStrength,
} from '../platform/index.ts';
import { SANDBOX_PROVISIONING, SERVICE_PATCH, UPLOAD_SERVER } from './apply-patch.fixture.ts';
import { createSettings, type Settings } from './settings.ts';
import { settingsFileSchema } from './till-settings.ts';

let strength: VaultStrength;
let failure: VaultFailure | null;
let needsReseal: boolean;
let written: unknown;
/** Runs once while the next text is sealed. */
let duringSeal: () => Promise<unknown>;

const vault: Vault = {
  getStrength: async () => strength,
  seal: async (text) => {
    const work = duringSeal;
    duringSeal = async () => null;
    await work();
    return ok(
      strength === 'none'
        ? `memory:${text}`
        : toKeyStoreSeal(Buffer.from(`${text}#${needsReseal}`)),
    );
  },
  open: async (sealed) => {
    if (failure !== null) return fail(failure);
    const text = sealed.startsWith('store:')
      ? (Buffer.from(sealed.slice(6), 'base64').toString().split('#')[0] ?? '')
      : sealed.replace('memory:', '');
    return ok({ text, needsReseal });
  },
};

const open = (): Settings => {
  const settings = createSettings({
    store: {
      name: 'settings.json',
      read: () => written,
      write: (value) => {
        written = JSON.parse(JSON.stringify(value));
      },
    },
    vault,
    log: silentLog,
  });
  if (!settings.ok) throw new Error('the settings did not open');
  return settings.value;
};
const readSealed = () => settingsFileSchema.parse(written).sealed.sandbox;
const provisionTill = async (settings: Settings, provisioning: Provisioning) => {
  const prepared = await settings.prepare(provisioning, '/');
  return prepared.ok ? prepared.value.save() : prepared;
};
const LOCKED = fail({ kind: 'key-store-locked' } as const);
const PASSWORD_PATCH = { reconciliation: { ...UPLOAD_SERVER, password: 'new' } };

beforeEach(async () => {
  strength = 'strong';
  failure = null;
  needsReseal = false;
  written = undefined;
  duringSeal = async () => null;
  const provisioned = await provisionTill(open(), {
    ...SANDBOX_PROVISIONING,
    reconciliation: { host: 'sftp.example', user: 'shop', uploads: true, password: 'first' },
  });
  expect(provisioned.ok).toBe(true);
});

describe('secrets that the key store does not open', () => {
  it.each(['no-answer', 'locked', 'none'] as const)(
    'replaces nothing by a change, a patch or a whole file while the answer is %s',
    async (answer) => {
      const before = written;
      failure = answer;
      const settings = open();
      expect(await settings.changeSecrets('sandbox', () => ({ chainPassword: 'x' }))).toEqual(
        LOCKED,
      );
      expect(await settings.preparePatch(PASSWORD_PATCH, '/')).toEqual(LOCKED);
      expect(
        await settings.preparePatch({ ...SERVICE_PATCH, apiKey: 'a', secretKey: 'b' }, '/'),
      ).toEqual(LOCKED);
      expect(await provisionTill(settings, SANDBOX_PROVISIONING)).toEqual(LOCKED);
      expect(written).toEqual(before);
      failure = null;
      expect(await open().readSecrets('sandbox')).toMatchObject({ sftpPassword: 'first' });
    },
  );

  it('replaces lost secrets only with all of them: not by one changed secret', async () => {
    const before = readSealed();
    failure = 'lost';
    expect(await open().changeSecrets('sandbox', () => ({ chainPassword: 'x' }))).toEqual(LOCKED);
    expect(await open().preparePatch(PASSWORD_PATCH, '/')).toEqual(LOCKED);
    expect(readSealed()).toBe(before);
    const patch = { ...SERVICE_PATCH, apiKey: 'a', secretKey: 'b' };
    const prepared = await open().preparePatch(patch, '/');
    expect(prepared.ok && prepared.value.save().ok).toBe(true);
    failure = null;
    expect(await open().readSecrets('sandbox')).toEqual({ apiKey: 'a', secretKey: 'b' });
  });

  it('takes a whole file in place of lost secrets', async () => {
    failure = 'lost';
    expect((await provisionTill(open(), SANDBOX_PROVISIONING)).ok).toBe(true);
  });

  it.each(['none', 'unavailable'] as const)(
    'never replaces sealed secrets by secrets in memory while the key store is %s',
    async (weak) => {
      const before = written;
      strength = weak;
      expect(await provisionTill(open(), SANDBOX_PROVISIONING)).toEqual(LOCKED);
      expect(await open().preparePatch(PASSWORD_PATCH, '/')).toEqual(LOCKED);
      expect(written).toEqual(before);
    },
  );
});

describe('the reseal with a newer key', () => {
  it('seals again with a strong key store only', async () => {
    const before = readSealed();
    needsReseal = true;
    strength = 'none';
    expect(await open().readSecrets('sandbox')).toMatchObject({ sftpPassword: 'first' });
    expect(readSealed()).toBe(before);
    strength = 'strong';
    await open().readSecrets('sandbox');
    expect(readSealed()).not.toBe(before);
  });

  it('keeps secrets that were saved meanwhile', async () => {
    const settings = open();
    duringSeal = () =>
      settings.changeSecrets('sandbox', (current) => ({ ...current, sftpPassword: 'second' }));
    needsReseal = true;
    await settings.readSecrets('sandbox');
    needsReseal = false;
    expect(await settings.readSecrets('sandbox')).toMatchObject({ sftpPassword: 'second' });
  });
});
