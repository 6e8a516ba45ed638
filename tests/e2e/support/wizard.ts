import { expect, type Page } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import { asWritten, type PageKey, pageTexts, textOf } from '../../support/words-of.ts';
import { isInOrder } from './in-order.ts';

/** The first-run screens, by their words. Each question is looked at before it is answered. */
export interface Wizard {
  words(key: PageKey): string;
  sees(key: PageKey): Promise<void>;
  asks(title: PageKey): Promise<void>;
  choose(title: PageKey, option: string | PageKey): Promise<void>;
  fill(title: PageKey, fields: Readonly<Partial<Record<PageKey, string>>>): Promise<void>;
  press(key: string): Promise<void>;
  chooseFile(file: string): Promise<void>;
}

export function createWizard(page: Page, language: Language = 'es-MX'): Wizard {
  const isKey = (key: string): key is PageKey => key in pageTexts('es-MX');
  const words = (key: PageKey): string => textOf(language, key);
  const asks = async (title: PageKey): Promise<void> => {
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
