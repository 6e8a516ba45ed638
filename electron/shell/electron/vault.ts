import { randomUUID } from 'node:crypto';
import type { SafeStorage } from 'electron';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import {
  fromKeyStoreSeal,
  toKeyStoreSeal,
  type Vault,
  type VaultFailure,
  type VaultStrength,
} from '../../platform/index.ts';

/** The calls of `safeStorage` that are not deprecated and whose answers say what happened. */
export type KeyStore = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

interface VaultOptions {
  readonly keyStore: KeyStore;
  readonly platform: NodeJS.Platform;
  readonly deadlineMs: number;
}

const MEMORY_PREFIX = 'memory:';
const TAG_BYTES = 3;
/** On Linux, the tag of a constant key in Chromium's source; elsewhere of the system's key. */
const CONSTANT_KEY_TAG = 'v10';
/** On Linux, the tags of keys that a key ring or its portal holds. */
const KEY_RING_TAGS = ['v11', 'v12'];
const PROBE_TEXT = 'probe';

/**
 * The vault on Electron's `safeStorage`. On Linux, `safeStorage` reports that it is available even
 * when no key ring answered, and seals with a constant key; the name of its backend is only that of
 * the desktop. What it sealed tells the truth: the first bytes are the tag of the key.
 */
export function createVault({ keyStore, platform, deadlineMs }: VaultOptions): Vault {
  const memoryTexts = new Map<string, string>();

  /** Returns `failed` if the call rejects. */
  const withTimeout = async <Value>(
    work: () => Promise<Value>,
  ): Promise<Result<Value, 'no-answer' | 'failed'>> => {
    const { promise: timeout, resolve } =
      Promise.withResolvers<Result<Value, 'no-answer' | 'failed'>>();
    const timer = setTimeout(() => resolve(fail('no-answer')), deadlineMs);
    try {
      return await Promise.race([work().then((value) => ok(value)), timeout]);
    } catch {
      return fail('failed');
    } finally {
      clearTimeout(timer);
    }
  };

  const isConstantKey = (sealed: Buffer): boolean =>
    platform === 'linux' && readTag(sealed) === CONSTANT_KEY_TAG;

  /** What the key store seals now with its present key; null if the program has no key store. */
  const sealProbe = async (): Promise<Result<Buffer | null, 'no-answer' | 'failed'>> => {
    const available = await withTimeout(() => keyStore.isAsyncEncryptionAvailable());
    if (!available.ok) return available;
    if (!available.value) return ok(null);
    return await withTimeout(() => keyStore.encryptStringAsync(PROBE_TEXT));
  };

  const getStrength = async (): Promise<VaultStrength> => {
    const probe = await sealProbe();
    if (!probe.ok) return 'unavailable';
    return probe.value === null || isConstantKey(probe.value) ? 'none' : 'strong';
  };

  const seal: Vault['seal'] = async (text) => {
    const strength = await getStrength();
    if (strength === 'unavailable') return fail('no-answer');
    if (strength === 'none') {
      const name = `${MEMORY_PREFIX}${randomUUID()}`;
      memoryTexts.set(name, text);
      return ok(name);
    }
    const sealed = await withTimeout(() => keyStore.encryptStringAsync(text));
    if (!sealed.ok) return fail('no-answer');
    return isConstantKey(sealed.value) ? fail('locked') : ok(toKeyStoreSeal(sealed.value));
  };

  /** Why the key store refused to open the text. */
  const findFailure = async (sealed: Buffer): Promise<VaultFailure> => {
    const probe = await sealProbe();
    if (!probe.ok) return probe.problem === 'failed' ? 'locked' : 'no-answer';
    if (probe.value === null) return 'none';
    const tag = readTag(sealed);
    const hasKey = tag === readTag(probe.value) || !KEY_RING_TAGS.includes(tag);
    return hasKey ? 'lost' : 'locked';
  };

  const open: Vault['open'] = async (sealed) => {
    const bytes = fromKeyStoreSeal(sealed);
    if (bytes === null) {
      const text = memoryTexts.get(sealed);
      return text === undefined ? fail('lost') : ok({ text, needsReseal: false });
    }
    const opened = await withTimeout(() => keyStore.decryptStringAsync(bytes));
    if (!opened.ok)
      return fail(opened.problem === 'failed' ? await findFailure(bytes) : 'no-answer');
    const { result: text, shouldReEncrypt } = opened.value;
    const isOutdated = shouldReEncrypt || isConstantKey(bytes);
    return ok({ text, needsReseal: isOutdated && (await getStrength()) === 'strong' });
  };

  return { getStrength, seal, open };
}

function readTag(sealed: Buffer): string {
  return sealed.toString('latin1', 0, TAG_BYTES);
}
