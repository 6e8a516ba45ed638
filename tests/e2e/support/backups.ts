import { expect } from '@playwright/test';
import type { CallOutput } from '../../../shared/contract/index.ts';
import type { Till } from './till.ts';

/** Two minutes after its start the till may be making its daily one, and it makes one at a time. */
export async function makeBackup(till: Till): Promise<CallOutput<'backup.make'>> {
  const made: CallOutput<'backup.make'>[] = [];
  await expect(async () => {
    made.push(await till.callTill('backup.make', {}));
  }).toPass();
  const [copy] = made;
  if (copy === undefined) throw new Error('backup: not created');
  return copy;
}
