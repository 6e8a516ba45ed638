import { expect } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import { getText } from '../../support/page-texts.ts';
import type { Counter } from './counter.ts';

export type BackOfficePage =
  | 'shift'
  | 'earnings'
  | 'customers'
  | 'staff'
  | 'daily-file'
  | 'chain'
  | 'audit'
  | 'settings'
  | 'backup'
  | 'updates'
  | 'training';

/** Opens a room behind the counter, by keyboard. */
export async function openBackOfficePage(
  counter: Counter,
  language: Language,
  room: BackOfficePage,
): Promise<void> {
  const name = getText(language, `backOffice.${room}`);
  await counter.press('F7');
  const options = counter.page.getByRole('listbox').getByRole('option');
  await options.filter({ hasText: name }).first().waitFor();
  const names = await options.allInnerTexts();
  const place = names.findIndex((one) => one.startsWith(name));
  expect(place).toBeGreaterThanOrEqual(0);
  await expect(options.first()).toBeFocused();
  for (let n = 0; n < place; n += 1) await counter.press('ArrowDown');
  await counter.press('Enter');
}
