import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import type { Log, Vault } from '../../platform/index.ts';
import { type DataKey, toDataKey } from './data-key.ts';
import type { DataKeyFile } from './key-file.ts';

/**
 * Ports for storing the data key in its file: sealed by the vault, or in clear text without a
 * strong vault.
 */
interface KeyWrappingPorts {
  readonly environment: EnvironmentName;
  readonly vault: Vault;
  readonly log: Log;
}

/**
 * With the key, because nobody can take it back without the vault: the ledger's people are sealed, and
 * a person without a seal is not one of a ledger of an earlier version.
 */
const STAFF_SEALED_PREFIX = 'staff-sealed:';

/**
 * Returns the stored form of the key: sealed by the vault if the system has a strong one. A key that
 * the vault sealed (`previous`) is replaced neither by one in clear text, nor while the key ring is
 * locked, which opens it again once it is unlocked.
 */
export async function wrapDataKey(
  ports: KeyWrappingPorts,
  key: DataKey,
  isStaffSealed: boolean,
  previous: DataKeyFile['kept'] | null,
): Promise<Result<DataKeyFile['kept']>> {
  const { environment, vault, log } = ports;
  const unwrapped = previous === null ? null : await unwrapDataKey(ports, previous);
  if (unwrapped?.ok === false && isTemporary(unwrapped.problem)) return unwrapped;
  const text = `${isStaffSealed ? STAFF_SEALED_PREFIX : ''}${key.bytes.toString('base64')}`;
  const strength = await vault.getStrength();
  if (strength === 'unavailable') return fail({ kind: 'data-key', reason: 'no-answer' });
  if (strength === 'strong') {
    const sealed = await vault.seal(text);
    if (sealed.ok) return ok({ by: 'vault', sealed: sealed.value });
    log.error({ environment, failure: sealed.problem }, 'data-key: vault seal failed');
    return fail({ kind: 'data-key', reason: 'no-answer' });
  }
  if (environment === 'production') return fail({ kind: 'no-key-store', environment });
  if (previous?.by === 'vault') return fail({ kind: 'data-key', reason: 'no-key-store' });
  return ok({ by: 'file', key: text });
}

/** Returns the stored text, and whether the vault has to seal them again. */
export async function unwrapDataKey(
  { environment, vault, log }: KeyWrappingPorts,
  stored: DataKeyFile['kept'],
): Promise<Result<{ text: string; needsReseal: boolean }>> {
  if (stored.by === 'file') {
    // If the system has a strong vault by now, it seals the key; a key for production was never
    // stored in a file.
    return ok({ text: stored.key, needsReseal: (await vault.getStrength()) === 'strong' });
  }
  const opened = await vault.open(stored.sealed);
  if (opened.ok) return ok({ text: opened.value.text, needsReseal: opened.value.needsReseal });
  log.error({ environment, failure: opened.problem }, 'data-key: vault open failed');
  const reason = opened.problem === 'none' ? 'no-key-store' : opened.problem;
  return fail({ kind: 'data-key', reason });
}

function isTemporary(problem: Problem): boolean {
  if (problem.kind !== 'data-key') return false;
  return problem.reason === 'no-answer' || problem.reason === 'locked';
}

/** Parses the stored text; null if it is not the key with that id. */
export function parseDataKey(
  text: string,
  id: string,
): { readonly key: DataKey; readonly isStaffSealed: boolean } | null {
  try {
    const isStaffSealed = text.startsWith(STAFF_SEALED_PREFIX);
    const key = toDataKey(Buffer.from(text.replace(STAFF_SEALED_PREFIX, ''), 'base64'));
    return key.id === id ? { key, isStaffSealed } : null;
  } catch {
    return null;
  }
}
