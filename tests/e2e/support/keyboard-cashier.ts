import { expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import { typeAsPerson } from '../../support/human-pace.ts';
import {
  getTextBeforePlaceholder,
  type LocaleFileKey,
  toWholeWordPattern,
} from '../../support/page-texts.ts';
import type { Till } from './till.ts';

/** A cashier at the counter, with a keyboard and no mouse. Every key is counted. */
export interface KeyboardCashier {
  readonly page: Page;
  getKeyCount(): number;
  press(...keys: readonly string[]): Promise<void>;
  /** Presses the key of an action once the screen offers it; earlier the key has no effect. */
  pressAndWait(key: 'Control+p' | 'Control+y'): Promise<void>;
  type(text: string): Promise<void>;
  /** A text of the bill flow in this counter's language, up to its first placeholder. */
  getText(key: LocaleFileKey): string;
  expectText(text: string | RegExp): Promise<void>;
  expectQuestion(text: string | RegExp): Promise<void>;
  getNotice(): Locator;
  signIn(name: string, pin: string): Promise<void>;
  find(text: string, name: string | RegExp): Promise<void>;
  /** Answers the question for the amount, which is not asked if the whole balance is due. */
  enterAmount(amount?: string): Promise<void>;
  /** Goes from the account step to the confirm step. */
  goToConfirm(bill: Bill): Promise<void>;
  /** Presses Esc until the home screen is open. */
  goHome(): Promise<void>;
  /** Presses Enter until the home screen is open: a result ignores keys at first. */
  goToNextCustomer(): Promise<void>;
  readTape(): Promise<string>;
}

export interface Bill {
  readonly account: string;
  readonly name?: string;
  /** Entered at the amount step; omitted to pay the whole balance. */
  readonly amount?: string;
  /** Omitted: the exact amount due. */
  readonly cash?: string;
}

export function createKeyboardCashier(till: Till, language: Language = 'es-MX'): KeyboardCashier {
  let keyCount = 0;
  const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);
  const homeTitle = getTextBeforePlaceholder(language, 'home.title');
  const toAnyTextPattern = (...keys: readonly LocaleFileKey[]): RegExp =>
    new RegExp(keys.map((key) => RegExp.escape(getPageText(key))).join('|'));
  const getHeading = (): Locator => till.page.getByRole('heading', { level: 1 });

  const counter: KeyboardCashier = {
    get page() {
      return till.page;
    },
    getKeyCount: () => keyCount,
    press: async (...keys) => {
      for (const key of keys) {
        keyCount += 1;
        await till.page.keyboard.press(key);
      }
    },
    pressAndWait: async (key) => {
      await till.page.locator(`[aria-keyshortcuts="${key}" i]:visible`).first().waitFor();
      await counter.press(key);
    },
    type: async (text) => {
      keyCount += text.length;
      await typeAsPerson(till.page.keyboard, text);
    },
    getText: getPageText,
    expectText: (text) =>
      till.page
        .getByText(typeof text === 'string' ? toWholeWordPattern(text) : text)
        .filter({ visible: true })
        .first()
        .waitFor(),
    expectQuestion: (text) => expect(getHeading()).toContainText(text),
    getNotice: () => till.page.getByRole('alert').or(till.page.getByRole('status')),
    signIn: async (name, pin) => {
      await till.page.getByRole('option', { name }).waitFor();
      await till.page.getByRole('option').first().focus();
      await counter.type(name.slice(0, 2));
      await counter.press('Enter');
      await till.page.locator('input[type=password]').waitFor();
      await counter.type(pin);
      await counter.press('Enter');
      await counter.expectQuestion(homeTitle);
    },
    find: async (text, name) => {
      await counter.expectQuestion(homeTitle);
      // The biller list of a new till may still be loading.
      await expect(async () => {
        await till.page.getByRole('combobox').fill('', { timeout: 5_000 });
        await till.page.getByRole('combobox').fill(text, { timeout: 5_000 });
        await till.page.getByRole('option', { name }).first().waitFor({ timeout: 5_000 });
      }).toPass();
      await till.page.getByRole('combobox').focus();
      await counter.press('Enter');
      await counter.expectText(
        toAnyTextPattern(
          'pay.account.account_number',
          'pay.account.phone_number',
          'pay.account.bar_code',
        ),
      );
    },
    enterAmount: async (amount) => {
      await counter.expectQuestion(
        toAnyTextPattern(
          'pay.amount.title',
          'pay.amount.fixedTitle',
          'pay.cash.title',
          'pay.decide.earlierTitle',
          'basket.cash.title_one',
          'basket.cash.title_other',
        ),
      );
      const title = await getHeading().innerText();
      if (!toAnyTextPattern('pay.amount.title', 'pay.amount.fixedTitle').test(title)) return;
      if (amount !== undefined) await counter.type(amount);
      await counter.press('Enter');
    },
    goToConfirm: async (bill) => {
      await counter.type(bill.account);
      await counter.press('Enter');
      if (bill.name !== undefined) {
        await till.page.getByLabel(getPageText('pay.account.name')).waitFor();
        await counter.type(bill.name);
        await counter.press('Enter');
      }
      await counter.enterAmount(bill.amount);
      await counter.expectQuestion(getPageText('pay.cash.title'));
      if (bill.cash !== undefined) await counter.type(bill.cash);
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('pay.confirm.title'));
    },
    goHome: async () => {
      await expect(async () => {
        const question = till.page.getByRole('dialog', { name: getPageText('leave.title') });
        if (await question.isVisible()) await counter.press('F11');
        else if (!(await getHeading().innerText()).includes(homeTitle)) {
          await counter.press('Escape');
        }
        await expect(getHeading()).toContainText(homeTitle, { timeout: 500 });
      }).toPass();
    },
    goToNextCustomer: async () => {
      await expect(async () => {
        if (!(await getHeading().innerText()).includes(homeTitle)) {
          // A result ignores keys at first, and shows that on its buttons.
          const nextButton = till.page.locator('button[aria-keyshortcuts="Enter"]:enabled');
          await nextButton.waitFor({ timeout: 5_000 });
          await counter.press('Enter');
        }
        await expect(getHeading()).toContainText(homeTitle, { timeout: 1_000 });
      }).toPass();
    },
    readTape: async () => {
      const paper = till.page.getByRole('article').last();
      await expect(paper).toContainText(/./);
      return await paper.innerText();
    },
  };
  return counter;
}
