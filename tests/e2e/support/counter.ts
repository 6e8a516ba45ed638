import { expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import { typeAsPerson } from '../../support/human-pace.ts';
import { getText, type PageKey, toWholeWordPattern } from '../../support/page-texts.ts';
import type { Till } from './till.ts';

/** A cashier at the counter, who has a keyboard and no mouse. Every key is counted. */
export interface Counter {
  readonly page: Page;
  keys(): number;
  press(...keys: readonly string[]): Promise<void>;
  /** The key of an action, once the screen offers it: one that is pressed sooner does nothing. */
  pressAndWait(key: 'Control+p' | 'Control+y'): Promise<void>;
  type(text: string): Promise<void>;
  /** A text of the bill flow in this counter's language, up to its first blank. */
  getText(key: PageKey): string;
  expectText(words: string | RegExp): Promise<void>;
  expectQuestion(words: string | RegExp): Promise<void>;
  notice(): Locator;
  signIn(name: string, pin: string): Promise<void>;
  find(text: string, name: string | RegExp): Promise<void>;
  /** From the account number on, up to the confirm step. */
  goToConfirm(bill: Bill): Promise<void>;
  /** Esc, step by step, until the home screen asks for the next customer's wish. */
  goHome(): Promise<void>;
  /** A result takes no key for its first moment: this presses until the counter is free. */
  nextCustomer(): Promise<void>;
  tape(): Promise<string>;
}

/** A result is looked at for longer than its first moment, which takes no key. */
const KEY_GRACE_MS = 450;

export interface Bill {
  readonly account: string;
  readonly name?: string;
  /** Typed where the flow asks for it; left out where the whole balance is paid. */
  readonly amount?: string;
  /** Left out: exactly what is due. */
  readonly cash?: string;
}

export function createCounter(till: Till, language: Language = 'es-MX'): Counter {
  let keys = 0;
  const words = (key: PageKey): string => getText(language, key);
  const atHome = getText(language, 'home.title');
  const oneOf = (...keys: readonly PageKey[]): RegExp =>
    new RegExp(keys.map((key) => RegExp.escape(words(key))).join('|'));
  const heading = (): Locator => till.page.getByRole('heading', { level: 1 });

  const counter: Counter = {
    get page() {
      return till.page;
    },
    keys: () => keys,
    press: async (...pressed) => {
      for (const key of pressed) {
        keys += 1;
        await till.page.keyboard.press(key);
      }
    },
    pressAndWait: async (key) => {
      await till.page.locator(`[aria-keyshortcuts="${key}" i]:visible`).first().waitFor();
      await counter.press(key);
    },
    type: async (typed) => {
      keys += typed.length;
      await typeAsPerson(till.page.keyboard, typed);
    },
    getText: words,
    expectText: (said) =>
      till.page
        .getByText(typeof said === 'string' ? toWholeWordPattern(said) : said)
        .filter({ visible: true })
        .first()
        .waitFor(),
    expectQuestion: (said) => expect(heading()).toContainText(said),
    notice: () => till.page.getByRole('alert').or(till.page.getByRole('status')),
    signIn: async (name, pin) => {
      await till.page.getByRole('option', { name }).waitFor();
      await till.page.getByRole('option').first().focus();
      await counter.type(name.slice(0, 2));
      await counter.press('Enter');
      await till.page.locator('input[type=password]').waitFor();
      await counter.type(pin);
      await counter.press('Enter');
      await counter.expectQuestion(atHome);
    },
    find: async (typed, name) => {
      await counter.expectQuestion(atHome);
      // The list may still be on its way at the first customer of a new till.
      await expect(async () => {
        await till.page.getByRole('combobox').fill('', { timeout: 5_000 });
        await till.page.getByRole('combobox').fill(typed, { timeout: 5_000 });
        await till.page.getByRole('option', { name }).first().waitFor({ timeout: 5_000 });
      }).toPass();
      await till.page.getByRole('combobox').focus();
      await counter.press('Enter');
      await counter.expectText(
        oneOf('pay.account.account_number', 'pay.account.phone_number', 'pay.account.bar_code'),
      );
    },
    goToConfirm: async (bill) => {
      await counter.type(bill.account);
      await counter.press('Enter');
      if (bill.name !== undefined) {
        await till.page.getByLabel(words('pay.account.name')).waitFor();
        await counter.type(bill.name);
        await counter.press('Enter');
      }
      await counter.expectQuestion(oneOf('pay.amount.title', 'pay.amount.fixedTitle'));
      if (bill.amount !== undefined) await counter.type(bill.amount);
      await counter.press('Enter');
      await counter.expectQuestion(words('pay.cash.title'));
      if (bill.cash !== undefined) await counter.type(bill.cash);
      await counter.press('Enter');
      await counter.expectQuestion(words('pay.confirm.title'));
    },
    goHome: async () => {
      await expect(async () => {
        if (!(await heading().innerText()).includes(atHome)) await counter.press('Escape');
        await expect(heading()).toContainText(atHome, { timeout: 500 });
      }).toPass();
    },
    nextCustomer: async () => {
      await expect(async () => {
        // A key that comes sooner is lost, and it is a second until the next.
        await till.page.waitForTimeout(KEY_GRACE_MS);
        await counter.press('Enter');
        await expect(heading()).toContainText(atHome, { timeout: 1_000 });
      }).toPass();
    },
    tape: async () => {
      const paper = till.page.getByRole('article').last();
      await expect(paper).toContainText(/./);
      return await paper.innerText();
    },
  };
  return counter;
}
