import { expect } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import { getTextBeforePlaceholder, type LocaleFileKey } from '../../support/page-texts.ts';
import type { KeyboardCashier } from './keyboard-cashier.ts';

export type BackOfficePage =
  | 'shift'
  | 'earnings'
  | 'outliers'
  | 'customers'
  | 'claims'
  | 'bill-codes'
  | 'staff'
  | 'daily-file'
  | 'chain'
  | 'audit'
  | 'settings'
  | 'backup'
  | 'updates'
  | 'training';

/** Opens a back-office page with the keyboard. */
export async function openBackOfficePage(
  counter: KeyboardCashier,
  language: Language,
  backOfficePage: BackOfficePage,
): Promise<void> {
  const name = getTextBeforePlaceholder(language, `backOffice.${backOfficePage}`);
  await counter.press('F7');
  await chooseOption(counter, name);
}

/** Opens a section from the list of settings with the keyboard; an owner sees all sections. */
export async function openSettingsSection(
  counter: KeyboardCashier,
  language: Language,
  section: string,
): Promise<void> {
  await counter.expectQuestion(getTextBeforePlaceholder(language, 'settings.title'));
  const key = `settings.section.${section}` as LocaleFileKey;
  await chooseOption(counter, getTextBeforePlaceholder(language, key));
}

async function chooseOption(counter: KeyboardCashier, name: string): Promise<void> {
  const options = counter.page.getByRole('listbox').getByRole('option');
  await options.filter({ hasText: name }).first().waitFor();
  const names = await options.allInnerTexts();
  const index = names.findIndex((optionText) => optionText.startsWith(name));
  expect(index).toBeGreaterThanOrEqual(0);
  await expect(options.first()).toBeFocused();
  for (let step = 0; step < index; step += 1) await counter.press('ArrowDown');
  await counter.press('Enter');
}
