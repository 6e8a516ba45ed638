import { expect, type Page } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import {
  getTextBeforePlaceholder,
  type LocaleFileKey,
  readPageTexts,
  toWholeWordPattern,
} from '../../support/page-texts.ts';

/**
 * The first-run screens, found by their texts. `checkScreen` checks each question before it is
 * answered.
 */
export interface Wizard {
  getText(key: LocaleFileKey): string;
  expectText(key: LocaleFileKey): Promise<void>;
  /** Waits for the question, and checks its screen. */
  expectQuestion(title: LocaleFileKey): Promise<void>;
  waitForQuestion(title: LocaleFileKey): Promise<void>;
  /** Picks an option of the open list. */
  pick(option: string | LocaleFileKey): Promise<void>;
  choose(title: LocaleFileKey, option: string | LocaleFileKey): Promise<void>;
  fill(
    title: LocaleFileKey,
    fields: Readonly<Partial<Record<LocaleFileKey, string>>>,
  ): Promise<void>;
  press(key: string): Promise<void>;
  chooseFile(file: string): Promise<void>;
}

export function createWizard(
  page: Page,
  language: Language = 'es-MX',
  checkScreen: (title: LocaleFileKey) => Promise<void> = async () => {},
): Wizard {
  const isKey = (key: string): key is LocaleFileKey => key in readPageTexts('es-MX');
  const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);
  const waitForQuestion = (title: LocaleFileKey): Promise<void> =>
    // A title can contain the name of a person.
    expect(page.getByRole('heading', { level: 1 })).toContainText(
      getPageText(title).split('{{')[0]?.trim() ?? '',
    );
  const expectQuestion = async (title: LocaleFileKey): Promise<void> => {
    await waitForQuestion(title);
    await checkScreen(title);
  };
  const pick = async (option: string | LocaleFileKey): Promise<void> => {
    await page.getByRole('option', { name: isKey(option) ? getPageText(option) : option }).focus();
    await press('Enter');
  };
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  return {
    getText: getPageText,
    expectQuestion,
    waitForQuestion,
    pick,
    press,
    expectText: (key) =>
      page
        .getByText(toWholeWordPattern(getPageText(key)))
        .first()
        .waitFor(),
    choose: async (title, option) => {
      await expectQuestion(title);
      await pick(option);
    },
    fill: async (title, fields) => {
      await expectQuestion(title);
      for (const [key, value] of Object.entries(fields))
        await page.getByLabel(isKey(key) ? getPageText(key) : key, { exact: true }).fill(value);
      await press('Enter');
    },
    chooseFile: async (file) => {
      const chooserEvent = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: getPageText('setup.file.choose') }).press('Enter');
      await (await chooserEvent).setFiles(file);
    },
  };
}
