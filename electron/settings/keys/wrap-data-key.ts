import { type EnvironmentName, fail, ok, type Result } from '../../../shared/contract/index.ts';
import type { Log, Vault } from '../../platform/index.ts';
import { type DataKey, toDataKey } from './data-key.ts';
import type { KeyFile } from './key-file.ts';

/**
 * Ports for storing the data key in its file: sealed by the vault, or in clear text without a
 * strong vault.
 */
interface KeyWrappingPorts {
  readonly environment: EnvironmentName;
  readonly vault: Vault;
  readonly log: Log;
}

/** Returns the stored form of the key: sealed by the vault if the system has a strong one. */
export async function wrapDataKey(
  { environment, vault, log }: KeyWrappingPorts,
  key: DataKey,
): Promise<Result<KeyFile['kept']>> {
  if (await vault.isStrong()) {
    const sealed = await vault.seal(key.bytes.toString('base64'));
    if (sealed.ok) return ok({ by: 'vault', sealed: sealed.value });
    log.error({ environment, failure: sealed.problem }, 'data-key: vault seal failed');
    return fail({ kind: 'data-key', reason: 'no-answer' });
  }
  if (environment === 'production') return fail({ kind: 'no-key-store', environment });
  return ok({ by: 'file', key: key.bytes.toString('base64') });
}

/** Returns the key's bytes as Base64, and whether the vault has to seal them again. */
export async function unwrapDataKey(
  { environment, vault, log }: KeyWrappingPorts,
  { kept }: KeyFile,
): Promise<Result<{ text: string; needsReseal: boolean }>> {
  if (kept.by === 'file') {
    // If the system has a strong vault by now, it seals the key; a key for production was never
    // stored in a file.
    return ok({ text: kept.key, needsReseal: await vault.isStrong() });
  }
  if (!(await vault.isStrong())) return fail({ kind: 'data-key', reason: 'no-key-store' });
  const opened = await vault.open(kept.sealed);
  if (opened.ok) return ok({ text: opened.value.text, needsReseal: opened.value.needsReseal });
  log.error({ environment, failure: opened.problem }, 'data-key: vault open failed');
  const reason = opened.problem === 'lost' ? 'lost' : 'no-answer';
  return fail({ kind: 'data-key', reason });
}

/** Parses the Base64 text; null if it is not the key with that id. */
export function parseDataKey(text: string, id: string): DataKey | null {
  try {
    const key = toDataKey(Buffer.from(text, 'base64'));
    return key.id === id ? key : null;
  } catch {
    return null;
  }
}
