import { type EnvironmentName, fail, ok, type Result } from '../../../shared/contract/index.ts';
import type { Log, Vault } from '../../platform/index.ts';
import { type DataKey, toDataKey } from './data-key.ts';
import type { KeyFile } from './key-file.ts';

/** How the data key lies in its file: sealed by the vault, or in the clear where there is none. */
interface KeyWrappingPorts {
  readonly environment: EnvironmentName;
  readonly vault: Vault;
  readonly log: Log;
}

/** By the vault if the system has a strong one. */
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

/** The bytes, and whether they have to be given to the vault again. */
export async function unwrapDataKey(
  { environment, vault, log }: KeyWrappingPorts,
  { kept }: KeyFile,
): Promise<Result<{ text: string; again: boolean }>> {
  if (kept.by === 'file') {
    // A strong vault that came later takes it over; one for production was never in a file.
    return ok({ text: kept.key, again: await vault.isStrong() });
  }
  if (!(await vault.isStrong())) return fail({ kind: 'data-key', reason: 'no-key-store' });
  const found = await vault.open(kept.sealed);
  if (found.ok) return ok({ text: found.value.text, again: found.value.sealAgain });
  log.error({ environment, failure: found.problem }, 'data-key: vault open failed');
  const reason = found.problem === 'lost' ? 'lost' : 'no-answer';
  return fail({ kind: 'data-key', reason });
}

/** Null if these are not the bytes of the key of that id. */
export function parseDataKey(text: string, id: string): DataKey | null {
  try {
    const key = toDataKey(Buffer.from(text, 'base64'));
    return key.id === id ? key : null;
  } catch {
    return null;
  }
}
