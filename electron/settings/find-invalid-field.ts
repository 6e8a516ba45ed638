import { isLockDelayAllowed } from '../../shared/rules/index.ts';
import { findFieldWithControlCharacters } from './control-characters.ts';
import { findBaseUrlProblem, hasBothChainAndUploads } from './parse-provisioning.ts';
import type { SettingsFile, TillSettings } from './till-settings.ts';

/**
 * Returns the first field of a settings file with a value that provisioning, patches and screens
 * reject; null if all fields are valid. Somebody may have edited the file, or the settings in a
 * backup.
 */
export function findInvalidField({ tills }: Pick<SettingsFile, 'tills'>): string | null {
  for (const [environment, till] of Object.entries(tills)) {
    if (till.environment !== environment) return `${environment}.environment`;
    const field = findInvalidTillField(till);
    if (field !== null) return `${environment}.${field}`;
  }
  return null;
}

function findInvalidTillField(till: TillSettings): string | null {
  const { caPem: _, ...texts } = till;
  const field = findFieldWithControlCharacters(texts);
  if (field !== null) return field;
  const { environment, lockAfterMinutes } = till;
  if (hasBothChainAndUploads(till)) return 'reconciliation.uploads';
  if (lockAfterMinutes !== undefined && !isLockDelayAllowed(lockAfterMinutes, environment)) {
    return 'lockAfterMinutes';
  }
  return findBaseUrlProblem(till) === null ? null : 'baseUrl';
}
