import { describe, expect, it } from 'vitest';
import { createVault, type KeyStore } from './vault.ts';

/** Turns text around: enough to see that what is kept is not what was given. */
const turned: KeyStore = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from([...text].reverse().join('')),
  decryptStringAsync: async (sealed) => ({
    result: [...sealed.toString()].reverse().join(''),
    shouldReEncrypt: false,
  }),
  getSelectedStorageBackend: () => 'gnome_libsecret',
};

const vaultOn = (changed: Partial<KeyStore> = {}, platform: NodeJS.Platform = 'linux') =>
  createVault({ keyStore: { ...turned, ...changed }, platform, deadlineMs: 30 });

describe('the vault', () => {
  it('keeps secrets in a strong key store across processes', async () => {
    const sealed = await vaultOn().seal('llave secreta');
    expect(sealed).toMatchObject({ ok: true });
    if (!sealed.ok) return;
    expect(Buffer.from(sealed.value.slice('store:'.length), 'base64').toString()).toBe(
      'aterces evall',
    );
    expect(await vaultOn().open(sealed.value)).toEqual({
      ok: true,
      value: { text: 'llave secreta', sealAgain: false },
    });
    expect(await vaultOn().isStrong()).toBe(true);
  });

  it.each(['basic_text', 'unknown'])('takes %s for no key store at all', async (backend) => {
    const vault = vaultOn({ getSelectedStorageBackend: () => backend });
    expect(await vault.isStrong()).toBe(false);
    const sealed = await vault.seal('llave secreta');
    expect(JSON.stringify(sealed)).not.toMatch(/secreta|aterces|bGxhdmU/);
    if (!sealed.ok) throw new Error('memory takes it');
    expect(await vault.open(sealed.value)).toMatchObject({ value: { text: 'llave secreta' } });
    // Another process, or this till after a restart.
    expect(await vaultOn().open(sealed.value)).toEqual({ ok: false, problem: 'lost' });
  });

  it('asks for the name of the store on Linux alone', async () => {
    const other = { getSelectedStorageBackend: () => 'unknown' };
    expect(await vaultOn(other, 'win32').isStrong()).toBe(true);
    expect(
      await vaultOn({ isAsyncEncryptionAvailable: async () => false }, 'win32').isStrong(),
    ).toBe(false);
  });

  it('does not wait for ever for a key store that asks a person', async () => {
    const never = new Promise<never>(() => {});
    expect(await vaultOn({ isAsyncEncryptionAvailable: () => never }).isStrong()).toBe(false);
    expect(await vaultOn({ encryptStringAsync: () => never }).seal('a')).toEqual({
      ok: false,
      problem: 'silent',
    });
    expect(await vaultOn({ decryptStringAsync: () => never }).open('store:YQ==')).toEqual({
      ok: false,
      problem: 'silent',
    });
  });

  it('answers what failed as a value', async () => {
    const broken = async (): Promise<never> => {
      throw new Error('no');
    };
    expect(await vaultOn({ encryptStringAsync: broken }).seal('a')).toEqual({
      ok: false,
      problem: 'failed',
    });
    expect(await vaultOn({ decryptStringAsync: broken }).open('store:YQ==')).toEqual({
      ok: false,
      problem: 'lost',
    });
    expect(await vaultOn({ isAsyncEncryptionAvailable: broken }).isStrong()).toBe(false);
  });

  it('passes on that the system has a newer key', async () => {
    const decryptStringAsync = async () => ({ result: 'a', shouldReEncrypt: true });
    expect(await vaultOn({ decryptStringAsync }).open('store:YQ==')).toEqual({
      ok: true,
      value: { text: 'a', sealAgain: true },
    });
  });
});
