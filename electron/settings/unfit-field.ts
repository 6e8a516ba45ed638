import { mayLockAfter } from '../../shared/rules/index.ts';
import { fieldWithControls } from './control-characters.ts';
import { isPlainAddress, uploadsBesideChain } from './parse-provisioning.ts';
import type { SettingsFile, TillSettings } from './till-settings.ts';

/**
 * The first field of a settings file that no provisioning, patch or screen would have let in; null
 * if all of it could have come from there. The file may have been through an editor, and a backup's
 * settings through other hands.
 */
export function unfitField({ tills }: Pick<SettingsFile, 'tills'>): string | null {
  for (const [environment, till] of Object.entries(tills)) {
    if (till.environment !== environment) return `${environment}.environment`;
    const field = unfitIn(till);
    if (field !== null) return `${environment}.${field}`;
  }
  return null;
}

function unfitIn(till: TillSettings): string | null {
  const { caPem: _, ...texts } = till;
  const field = fieldWithControls(texts);
  if (field !== null) return field;
  const { environment, lockAfterMinutes } = till;
  if (uploadsBesideChain(till)) return 'reconciliation.uploads';
  if (lockAfterMinutes !== undefined && !mayLockAfter(lockAfterMinutes, environment)) {
    return 'lockAfterMinutes';
  }
  return isPlainAddress(till) ? null : 'baseUrl';
}
