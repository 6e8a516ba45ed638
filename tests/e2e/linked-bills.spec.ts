import type { Page } from '@playwright/test';
import type { Language } from '../../shared/contract/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { samplePairs } from '../support/sampling.ts';
import { VERSIONS_WITH_LINKED_BILLS } from '../support/versions.ts';
import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  type LocaleFileKey,
  OWNER,
  test,
} from './support/index.ts';

/** Accounts that the shop stores at the service; only version 3 has them. */

const RUNS = samplePairs('linked bills', VERSIONS_WITH_LINKED_BILLS, LANGUAGES);

async function openBillList(counter: KeyboardCashier, language: Language) {
  await counter.press('F6');
  await counter.expectQuestion(getTextBeforePlaceholder(language, 'bills.title'));
}

/** Links an account from the list; afterwards the screen shows its bill or the rejection. */
async function linkAccount(
  counter: KeyboardCashier,
  language: Language,
  account: { readonly biller: string; readonly row: RegExp; readonly account: string },
): Promise<void> {
  const { page } = counter;
  await counter.press('Insert');
  await counter.expectQuestion(getTextBeforePlaceholder(language, 'bills.linkBiller'));
  await expect(async () => {
    await page.getByRole('combobox').fill('');
    await page.getByRole('combobox').fill(account.biller);
    await page.getByRole('option', { name: account.row }).first().waitFor({ timeout: 2_000 });
  }).toPass();
  await counter.press('Enter');
  await counter.expectQuestion(getTextBeforePlaceholder(language, 'bills.linkAccount'));
  await counter.type(account.account);
  await counter.press('Enter');
}

for (const [version, language] of RUNS) {
  test.describe(`${version}, ${language}`, () => {
    test.use({ provisioning: { version, language } });
    const getPageText = (key: LocaleFileKey) => getTextBeforePlaceholder(language, key);
    /** The key bar has the same text on every screen. */
    const getPayButton = (page: Page) =>
      page.getByRole('main').getByRole('button', { name: getPageText('bills.pay') });
    const checkScreen = (page: Page): Promise<void> => expectScreenInOrder(page, language);

    test('stores linked accounts, each with its bill or its reason', async ({ counter, till }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await test.step('links, refreshes, opens, pays and unlinks an account', async () => {
        await openBillList(counter, language);
        await counter.expectText(getPageText('bills.empty'));
        await checkScreen(till.page);
        await linkAccount(counter, language, {
          biller: 'cfe com',
          row: /CFE/,
          account: '501000000007',
        });
        await counter.expectText(getPageText('bills.balance'));
        await counter.expectText('501000000007');
        await counter.press('F1');
        // A key during the request has no effect.
        await expect(async () => {
          await counter.press('Control+m');
          await till.page
            .getByText(getPageText('bills.extra.consumptionKwh'))
            .waitFor({ timeout: 1_000 });
        }).toPass();
        await checkScreen(till.page);

        await counter.press('Escape');
        await counter.expectQuestion(getPageText('bills.title'));
        await counter.type('5010');
        await counter.press('Enter');
        await counter.press('Enter');
        await counter.expectQuestion(counter.getText('pay.cash.title'));
        await counter.press('Enter');
        await counter.expectQuestion(counter.getText('pay.confirm.title'));
        await counter.press('F12');
        await counter.expectQuestion(counter.getText('receipts.paidExact'));
        await counter.goToNextCustomer();
        const [payment] = await till.callTill('payments.recent', { limit: 1 });
        expect(payment).toMatchObject({
          kind: 'bill',
          state: 'paid',
          billerId: 40,
          accountNumber: '501000000007',
        });

        // It was paid and is still linked.
        await openBillList(counter, language);
        await counter.expectText('501000000007');
        await counter.press('Enter');
        await getPayButton(till.page).waitFor();
        await counter.press('Delete');
        await expect(till.page.getByRole('dialog')).toContainText(getPageText('bills.unlinkTitle'));
        await checkScreen(till.page);
        await counter.press('Escape');
        await expect(till.page.getByRole('dialog')).toHaveCount(0);
        await counter.press('Delete');
        await till.page.getByRole('dialog').waitFor();
        await counter.press('Enter');
        await counter.expectText(getPageText('bills.empty'));
        expect(await till.callTill('bills.list', { page: 1 })).toMatchObject({ bills: [] });
      });

      await test.step('keeps an unknown account with its reason and does not let it be paid', async () => {
        await linkAccount(counter, language, {
          biller: 'cfe com',
          row: /CFE/,
          account: '501000000004',
        });
        await counter.expectText('R2');
        await checkScreen(till.page);
        await counter.press('Escape');
        await counter.expectQuestion(getPageText('bills.linkBiller'));
        await counter.press('Escape');
        await counter.expectQuestion(getPageText('bills.title'));
        await counter.expectText(/501000000004.*R2/);
        await counter.press('Enter');
        await counter.expectText(getPageText('bills.refresh'));
        await expect(getPayButton(till.page)).toHaveCount(0);
        await checkScreen(till.page);
        const mainText = await till.page.getByRole('main').innerText();
        await counter.press('Enter');
        expect(await till.page.getByRole('main').innerText()).toBe(mainText);
        await counter.press('Escape', 'Escape');
        await expect(till.page.getByRole('heading', { level: 1 })).not.toContainText(
          getPageText('bills.title'),
        );
      });
    });
  });
}

test.describe('v1.6', () => {
  test.use({ provisioning: { version: 'v1.6' } });

  test('offers no linked bills in v1.6, neither by key nor by call', async ({ counter, till }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await expect(till.page.locator('[data-key=F6]')).toHaveCount(0);
    await counter.press('F6');
    await counter.find('cfe com', /CFE/);
    await expect(till.callTill('bills.list', { page: 1 })).rejects.toThrow(/not-offered/);
  });
});
