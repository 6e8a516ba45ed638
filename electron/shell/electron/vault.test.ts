import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import type { Vault } from '../../platform/index.ts';
import { createKeyRingDouble, type KeyRingDouble } from './key-ring-double.ts';
import { createVault, type KeyStore } from './vault.ts';

const DEADLINE_MS = 30;

const startVault = (ring: KeyRingDouble, overrides: Partial<KeyStore> = {}): Vault =>
  createVault({
    keyStore: { ...ring.startProcess(), ...overrides },
    platform: 'linux',
    deadlineMs: DEADLINE_MS,
  });

async function sealText(vault: Vault, text = 'llave secreta'): Promise<string> {
  const sealed = await vault.seal(text);
  if (!sealed.ok) throw new Error(sealed.problem);
  return sealed.value;
}

const opened = (text: string, needsReseal = false) => ok({ text, needsReseal });
const rejectCall = async (): Promise<never> => {
  throw new Error('no');
};

describe('the vault', () => {
  it('seals secrets with an open key ring so that another process can open them', async () => {
    const ring = createKeyRingDouble();
    const sealed = await sealText(startVault(ring));
    expect(sealed).not.toContain('secreta');
    expect(await startVault(ring).open(sealed)).toEqual(opened('llave secreta'));
    expect(await startVault(ring).getStrength()).toBe('strong');
  });

  it.each(['absent', 'locked'] as const)(
    'seals in memory only with a key ring that is %s, although Electron says it is available',
    async (state) => {
      const ring = createKeyRingDouble(state);
      const vault = startVault(ring);
      expect(await vault.getStrength()).toBe('none');
      const sealed = await sealText(vault);
      expect(Buffer.from(sealed, 'base64').toString()).not.toContain('secreta');
      expect(await vault.open(sealed)).toEqual(opened('llave secreta'));
      // As another process, or this till after a restart.
      expect(await startVault(ring).open(sealed)).toEqual(fail('lost'));
    },
  );

  it('seals nothing while the key ring asks for its password, and seals once it is open', async () => {
    const ring = createKeyRingDouble('asking');
    const vault = startVault(ring);
    expect(await vault.getStrength()).toBe('unavailable');
    expect(await vault.seal('a')).toEqual(fail('no-answer'));
    ring.answer(true);
    expect(await vault.getStrength()).toBe('strong');
    expect(await startVault(ring).open(await sealText(vault))).toEqual(opened('llave secreta'));
  });

  it('does not return a text that the constant key sealed after a strong probe', async () => {
    const store = createKeyRingDouble().startProcess();
    let sealCount = 0;
    const encryptStringAsync: KeyStore['encryptStringAsync'] = async (text) => {
      sealCount += 1;
      return sealCount === 1 ? await store.encryptStringAsync(text) : Buffer.from(`v10${text}`);
    };
    expect(await startVault(createKeyRingDouble(), { encryptStringAsync }).seal('a')).toEqual(
      fail('locked'),
    );
  });

  it.each(['locked', 'absent'] as const)(
    'reports locked and not lost for a sealed text while the key ring is %s',
    async (state) => {
      const ring = createKeyRingDouble();
      const sealed = await sealText(startVault(ring));
      ring.state = state;
      const process = startVault(ring);
      expect(await process.open(sealed)).toEqual(fail('locked'));
      ring.state = 'open';
      // Electron asks the ring once for each process.
      expect(await process.open(sealed)).toEqual(fail('locked'));
      expect(await startVault(ring).open(sealed)).toEqual(opened('llave secreta'));
    },
  );

  it('reports no answer while the question is open, then opens the text in the same process', async () => {
    const ring = createKeyRingDouble();
    const sealed = await sealText(startVault(ring));
    ring.state = 'asking';
    const process = startVault(ring);
    expect(await process.open(sealed)).toEqual(fail('no-answer'));
    ring.answer(true);
    expect(await process.open(sealed)).toEqual(opened('llave secreta'));
  });

  it('reports locked after the question was dismissed', async () => {
    const ring = createKeyRingDouble();
    const sealed = await sealText(startVault(ring));
    ring.state = 'asking';
    const process = startVault(ring);
    const pending = process.open(sealed);
    ring.answer(false);
    expect(await pending).toEqual(fail('locked'));
  });

  it('reports lost only if the key is there and does not open the text', async () => {
    const sealed = await sealText(startVault(createKeyRingDouble('open', 'ring-1')));
    expect(await startVault(createKeyRingDouble('open', 'ring-2')).open(sealed)).toEqual(
      fail('lost'),
    );
    const damaged = `store:${Buffer.from('v10:damaged').toString('base64')}`;
    expect(await startVault(createKeyRingDouble()).open(damaged)).toEqual(fail('lost'));
  });

  it('asks to reseal a text of the constant key only with a strong key store', async () => {
    const weak = await createKeyRingDouble('absent').startProcess().encryptStringAsync('a');
    const sealed = `store:${weak.toString('base64')}`;
    expect(await startVault(createKeyRingDouble()).open(sealed)).toEqual(opened('a', true));
    expect(await startVault(createKeyRingDouble('absent')).open(sealed)).toEqual(opened('a'));
  });

  it('takes v10 as the tag of the system’s key beside Linux', async () => {
    const keyStore = createKeyRingDouble('absent').startProcess();
    for (const platform of ['win32', 'darwin'] as const) {
      const vault = createVault({ keyStore, platform, deadlineMs: DEADLINE_MS });
      expect(await vault.getStrength()).toBe('strong');
      expect(await vault.open(await sealText(vault))).toEqual(opened('llave secreta'));
    }
  });

  it('reports locked while macOS refuses its key: then nothing can be sealed either', async () => {
    const vault = createVault({
      keyStore: {
        isAsyncEncryptionAvailable: async () => true,
        encryptStringAsync: rejectCall,
        decryptStringAsync: rejectCall,
      },
      platform: 'darwin',
      deadlineMs: DEADLINE_MS,
    });
    expect(await vault.getStrength()).toBe('unavailable');
    expect(await vault.seal('a')).toEqual(fail('no-answer'));
    expect(await vault.open('store:djEwYQ==')).toEqual(fail('locked'));
  });

  it('reports none for a sealed text in a program without a key store', async () => {
    const vault = startVault(createKeyRingDouble(), {
      isAsyncEncryptionAvailable: async () => false,
      decryptStringAsync: rejectCall,
    });
    expect(await vault.open('store:djExYQ==')).toEqual(fail('none'));
    expect(await vault.getStrength()).toBe('none');
  });

  it('stops waiting for a key store that does not respond', async () => {
    const never = new Promise<never>(() => {});
    const silent = { isAsyncEncryptionAvailable: () => never };
    expect(await startVault(createKeyRingDouble(), silent).getStrength()).toBe('unavailable');
    const vault = startVault(createKeyRingDouble(), {
      encryptStringAsync: () => never,
      decryptStringAsync: () => never,
    });
    expect(await vault.seal('a')).toEqual(fail('no-answer'));
    expect(await vault.open('store:djExYQ==')).toEqual(fail('no-answer'));
  });
});
