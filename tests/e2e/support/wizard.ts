import { expect, type Page } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import {
  getText,
  type PageKey,
  readPageTexts,
  toWholeWordPattern,
} from '../../support/page-texts.ts';

/** The first-run screens, by their words. Each question is looked at before it is answered, by whoever wants to. */
export interface Wizard {
  getText(key: PageKey): string;
  expectText(key: PageKey): Promise<void>;
  /** Waits for the question, and looks at it. */
  expectQuestion(title: PageKey): Promise<void>;
  waitForQuestion(title: PageKey): Promise<void>;
  /** An answer of the list that is open. */
  pick(option: string | PageKey): Promise<void>;
  choose(title: PageKey, option: string | PageKey): Promise<void>;
  fill(title: PageKey, fields: Readonly<Partial<Record<PageKey, string>>>): Promise<void>;
  press(key: string): Promise<void>;
  chooseFile(file: string): Promise<void>;
}

export function createWizard(
  page: Page,
  language: Language = 'es-MX',
  look: (title: PageKey) => Promise<void> = async () => {},
): Wizard {
  const isKey = (key: string): key is PageKey => key in readPageTexts('es-MX');
  const words = (key: PageKey): string => getText(language, key);
  const waitForQuestion = (title: PageKey): Promise<void> =>
    // A title names the person that it asks of.
    expect(page.getByRole('heading', { level: 1 })).toContainText(
      words(title).split('{{')[0]?.trim() ?? '',
    );
  const expectQuestion = async (title: PageKey): Promise<void> => {
    await waitForQuestion(title);
    await look(title);
  };
  const pick = async (option: string | PageKey): Promise<void> => {
    await page.getByRole('option', { name: isKey(option) ? words(option) : option }).focus();
    await press('Enter');
  };
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  return {
    getText: words,
    expectQuestion,
    waitForQuestion,
    pick,
    press,
    expectText: (key) =>
      page
        .getByText(toWholeWordPattern(words(key)))
        .first()
        .waitFor(),
    choose: async (title, option) => {
      await expectQuestion(title);
      await pick(option);
    },
    fill: async (title, fields) => {
      await expectQuestion(title);
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
