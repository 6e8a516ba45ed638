import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import type { Vault, VaultFailure } from '../../platform/index.ts';

/** The calls of `safeStorage` that are not deprecated. */
export interface KeyStore {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>;
  getSelectedStorageBackend(): string;
}

interface VaultOptions {
  readonly keyStore: KeyStore;
  readonly platform: NodeJS.Platform;
  readonly deadlineMs: number;
}

const STORE_PREFIX = 'store:';
const MEMORY_PREFIX = 'memory:';
const WEAK_BACKENDS = ['basic_text', 'unknown'];

export function createVault({ keyStore, platform, deadlineMs }: VaultOptions): Vault {
  const memoryTexts = new Map<string, string>();

  const withTimeout = async <Value>(
    work: () => Promise<Value>,
  ): Promise<Result<Value, VaultFailure>> => {
    const { promise: timeout, resolve } = Promise.withResolvers<Result<Value, VaultFailure>>();
    const timer = setTimeout(() => resolve(fail('silent' as const)), deadlineMs);
    try {
      return await Promise.race([work().then((value) => ok(value)), timeout]);
    } catch {
      return fail('failed');
    } finally {
      clearTimeout(timer);
    }
  };

  const isStrong = async (): Promise<boolean> => {
    const available = await withTimeout(() => keyStore.isAsyncEncryptionAvailable());
    if (!available.ok || !available.value) return false;
    // Only Linux has more than one backend; the call above has made it choose.
    return platform !== 'linux' || !WEAK_BACKENDS.includes(keyStore.getSelectedStorageBackend());
  };

  return {
    isStrong,
    seal: async (text) => {
      if (!(await isStrong())) {
        const name = `${MEMORY_PREFIX}${randomUUID()}`;
        memoryTexts.set(name, text);
        return ok(name);
      }
      const sealed = await withTimeout(() => keyStore.encryptStringAsync(text));
      return sealed.ok ? ok(STORE_PREFIX + sealed.value.toString('base64')) : sealed;
    },
    open: async (sealed) => {
      if (!sealed.startsWith(STORE_PREFIX)) {
        const text = memoryTexts.get(sealed);
        return text === undefined ? fail('lost') : ok({ text, needsReseal: false });
      }
      const bytes = Buffer.from(sealed.slice(STORE_PREFIX.length), 'base64');
      const opened = await withTimeout(() => keyStore.decryptStringAsync(bytes));
      if (!opened.ok) return opened.problem === 'silent' ? opened : fail('lost');
      return ok({ text: opened.value.result, needsReseal: opened.value.shouldReEncrypt });
    },
  };
}
