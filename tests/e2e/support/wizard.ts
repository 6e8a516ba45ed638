import { expect, type Page } from '@playwright/test';
import { dictionary } from '../../../renderer/features/setup/dictionary.ts';
import type { Language } from '../../../shared/contract/index.ts';
import { asWritten, textOf } from '../../support/words-of.ts';
import { isInOrder } from './in-order.ts';

export type SetupKey = keyof (typeof dictionary)['es-MX'];

/** The first-run screens, by their words. Each question is looked at before it is answered. */
export interface Wizard {
  words(key: SetupKey): string;
  sees(key: SetupKey): Promise<void>;
  asks(title: SetupKey): Promise<void>;
  choose(title: SetupKey, option: string | SetupKey): Promise<void>;
  fill(title: SetupKey, fields: Readonly<Partial<Record<SetupKey, string>>>): Promise<void>;
  press(key: string): Promise<void>;
  chooseFile(file: string): Promise<void>;
}

export function createWizard(page: Page, language: Language = 'es-MX'): Wizard {
  const isKey = (key: string): key is SetupKey => key in dictionary['es-MX'];
  const words = (key: SetupKey): string => textOf(dictionary, language, key);
  const asks = async (title: SetupKey): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words(title));
    await isInOrder(page, language);
  };
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  return {
    words,
    asks,
    press,
    sees: (key) =>
      page
        .getByText(asWritten(words(key)))
        .first()
        .waitFor(),
    choose: async (title, option) => {
      await asks(title);
      await page.getByRole('option', { name: isKey(option) ? words(option) : option }).focus();
      await press('Enter');
    },
    fill: async (title, fields) => {
      await asks(title);
      for (const [key, value] of Object.entries(fields))
        await page.getByLabel(isKey(key) ? words(key) : key, { exact: true }).fill(value);
      await press('Enter');
    },
    chooseFile: async (file) => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: words('setup.file.choose') }).press('Enter');
      await (await choosing).setFiles(file);
    },
  };
}
