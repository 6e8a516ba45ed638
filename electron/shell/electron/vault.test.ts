import { describe, expect, it } from 'vitest';
import { createVault, type KeyStore } from './vault.ts';

/** Reverses text: enough to detect that the stored text is not the plain text. */
const reversingKeyStore: KeyStore = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from([...text].reverse().join('')),
  decryptStringAsync: async (sealed) => ({
    result: [...sealed.toString()].reverse().join(''),
    shouldReEncrypt: false,
  }),
  getSelectedStorageBackend: () => 'gnome_libsecret',
};

const createTestVault = (overrides: Partial<KeyStore> = {}, platform: NodeJS.Platform = 'linux') =>
  createVault({ keyStore: { ...reversingKeyStore, ...overrides }, platform, deadlineMs: 30 });

describe('the vault', () => {
  it('seals secrets with a strong key store so that another process can open them', async () => {
    const sealed = await createTestVault().seal('llave secreta');
    expect(sealed).toMatchObject({ ok: true });
    if (!sealed.ok) return;
    expect(Buffer.from(sealed.value.slice('store:'.length), 'base64').toString()).toBe(
      'aterces evall',
    );
    expect(await createTestVault().open(sealed.value)).toEqual({
      ok: true,
      value: { text: 'llave secreta', needsReseal: false },
    });
    expect(await createTestVault().isStrong()).toBe(true);
  });

  it.each(['basic_text', 'unknown'])('treats the backend %s as no key store', async (backend) => {
    const vault = createTestVault({ getSelectedStorageBackend: () => backend });
    expect(await vault.isStrong()).toBe(false);
    const sealed = await vault.seal('llave secreta');
    expect(JSON.stringify(sealed)).not.toMatch(/secreta|aterces|bGxhdmU/);
    if (!sealed.ok) throw new Error('memory takes it');
    expect(await vault.open(sealed.value)).toMatchObject({ value: { text: 'llave secreta' } });
    // As another process, or this till after a restart.
    expect(await createTestVault().open(sealed.value)).toEqual({ ok: false, problem: 'lost' });
  });

  it('checks the backend name only on Linux', async () => {
    const unknownBackend = { getSelectedStorageBackend: () => 'unknown' };
    expect(await createTestVault(unknownBackend, 'win32').isStrong()).toBe(true);
    expect(
      await createTestVault({ isAsyncEncryptionAvailable: async () => false }, 'win32').isStrong(),
    ).toBe(false);
  });

  it('stops waiting for a key store that does not respond', async () => {
    const never = new Promise<never>(() => {});
    expect(await createTestVault({ isAsyncEncryptionAvailable: () => never }).isStrong()).toBe(
      false,
    );
    expect(await createTestVault({ encryptStringAsync: () => never }).seal('a')).toEqual({
      ok: false,
      problem: 'silent',
    });
    expect(await createTestVault({ decryptStringAsync: () => never }).open('store:YQ==')).toEqual({
      ok: false,
      problem: 'silent',
    });
  });

  it('returns failures as values', async () => {
    const rejectCall = async (): Promise<never> => {
      throw new Error('no');
    };
    expect(await createTestVault({ encryptStringAsync: rejectCall }).seal('a')).toEqual({
      ok: false,
      problem: 'failed',
    });
    expect(await createTestVault({ decryptStringAsync: rejectCall }).open('store:YQ==')).toEqual({
      ok: false,
      problem: 'lost',
    });
    expect(await createTestVault({ isAsyncEncryptionAvailable: rejectCall }).isStrong()).toBe(
      false,
    );
  });

  it('returns needsReseal if the system has a newer key', async () => {
    const decryptStringAsync = async () => ({ result: 'a', shouldReEncrypt: true });
    expect(await createTestVault({ decryptStringAsync }).open('store:YQ==')).toEqual({
      ok: true,
      value: { text: 'a', needsReseal: true },
    });
  });
});
