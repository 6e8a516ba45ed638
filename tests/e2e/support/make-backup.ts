import { expect } from '@playwright/test';
import type { CallOutput } from '../../../shared/contract/index.ts';
import type { Till } from './till.ts';

/**
 * Repeats the call until it succeeds: the till makes one backup at a time, and its daily one starts
 * two minutes after the till.
 */
export async function makeBackup(till: Till): Promise<CallOutput<'backup.create'>> {
  const backups: CallOutput<'backup.create'>[] = [];
  await expect(async () => {
    backups.push(await till.callTill('backup.create', {}));
  }).toPass();
  const [backup] = backups;
  if (backup === undefined) throw new Error('backup: not created');
  return backup;
}
