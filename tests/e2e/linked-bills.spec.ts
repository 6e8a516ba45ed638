import type { Page } from '@playwright/test';
import type { Language } from '../../shared/contract/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { samplePairs } from '../support/sampling.ts';
import { VERSIONS_WITH_LINKED_BILLS } from '../support/versions.ts';
import {
  type Counter,
  expect,
  expectScreenInOrder,
  getText,
  OWNER,
  type PageKey,
  test,
} from './support/index.ts';

/** Accounts that the shop keeps at the service: version 3 alone has them. */

const RUNS = samplePairs('linked bills', VERSIONS_WITH_LINKED_BILLS, LANGUAGES);

async function toTheList(counter: Counter, language: Language) {
  await counter.press('F6');
  await counter.expectQuestion(getText(language, 'bills.title'));
}

/** From the list through biller and account; the bill or the refusal stands after it. */
async function link(
  counter: Counter,
  language: Language,
  wanted: { readonly biller: string; readonly row: RegExp; readonly account: string },
): Promise<void> {
  const { page } = counter;
  await counter.press('Insert');
  await counter.expectQuestion(getText(language, 'bills.linkWhose'));
  await expect(async () => {
    await page.getByRole('combobox').fill('');
    await page.getByRole('combobox').fill(wanted.biller);
    await page.getByRole('option', { name: wanted.row }).first().waitFor({ timeout: 2_000 });
  }).toPass();
  await counter.press('Enter');
  await counter.expectQuestion(getText(language, 'bills.linkWhich'));
  await counter.type(wanted.account);
  await counter.press('Enter');
}

for (const [version, language] of RUNS) {
  test.describe(`${version}, ${language}`, () => {
    test.use({ provisioning: { version, language } });
    const words = (key: PageKey) => getText(language, key);
    /** The key bar has the same word on every screen. */
    const toPay = (page: Page) =>
      page.getByRole('main').getByRole('button', { name: words('bills.pay') });
    const looks = (page: Page): Promise<void> => expectScreenInOrder(page, language);

    test('accounts are kept, each with its bill or its reason', async ({ counter, till }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await test.step('an account is linked, refreshed, looked into, paid from the list and unlinked', async () => {
        await toTheList(counter, language);
        await counter.expectText(words('bills.empty'));
        await looks(till.page);
        await link(counter, language, {
          biller: 'cfe com',
          row: /CFE/,
          account: '501000000007',
        });
        await counter.expectText(words('bills.balance'));
        await counter.expectText('501000000007');
        await counter.press('F1');
        // A key that comes while the service is being asked does nothing.
        await expect(async () => {
          await counter.press('Control+m');
          await till.page
            .getByText(words('bills.extra.consumptionKwh'))
            .waitFor({ timeout: 1_000 });
        }).toPass();
        await looks(till.page);

        await counter.press('Escape');
        await counter.expectQuestion(words('bills.title'));
        await counter.type('5010');
        await counter.press('Enter');
        await counter.press('Enter');
        await counter.expectQuestion(counter.getText('pay.amount.fixedTitle'));
        await counter.press('Enter');
        await counter.expectQuestion(counter.getText('pay.cash.title'));
        await counter.press('Enter');
        await counter.expectQuestion(counter.getText('pay.confirm.title'));
        await counter.press('F12');
        await counter.expectQuestion(counter.getText('receipts.paidExact'));
        await counter.nextCustomer();
        const [payment] = await till.callTill('payments.recent', { limit: 1 });
        expect(payment).toMatchObject({
          kind: 'bill',
          state: 'paid',
          billerId: 40,
          accountNumber: '501000000007',
        });

        // It was paid, and is still kept.
        await toTheList(counter, language);
        await counter.expectText('501000000007');
        await counter.press('Enter');
        await toPay(till.page).waitFor();
        await counter.press('Delete');
        await expect(till.page.getByRole('dialog')).toContainText(words('bills.unlinkTitle'));
        await looks(till.page);
        await counter.press('Escape');
        await expect(till.page.getByRole('dialog')).toHaveCount(0);
        await counter.press('Delete');
        await till.page.getByRole('dialog').waitFor();
        await counter.press('Enter');
        await counter.expectText(words('bills.empty'));
        expect(await till.callTill('bills.list', { page: 1 })).toMatchObject({ bills: [] });
      });

      await test.step('one that the biller does not know stays on the list with its reason, and cannot be paid', async () => {
        await link(counter, language, { biller: 'cfe com', row: /CFE/, account: '501000000004' });
        await counter.expectText('R2');
        await looks(till.page);
        await counter.press('Escape');
        await counter.expectQuestion(words('bills.linkWhose'));
        await counter.press('Escape');
        await counter.expectQuestion(words('bills.title'));
        await counter.expectText(/501000000004.*R2/);
        await counter.press('Enter');
        await counter.expectText(words('bills.refresh'));
        await expect(toPay(till.page)).toHaveCount(0);
        await looks(till.page);
        const standing = await till.page.getByRole('main').innerText();
        await counter.press('Enter');
        expect(await till.page.getByRole('main').innerText()).toBe(standing);
        await counter.press('Escape', 'Escape');
        await expect(till.page.getByRole('heading', { level: 1 })).not.toContainText(
          words('bills.title'),
        );
      });
    });
  });
}

test.describe('v1.6', () => {
  test.use({ provisioning: { version: 'v1.6' } });

  test('has no linked bills: no key leads there, and main says so', async ({ counter, till }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await expect(till.page.locator('[data-key=F6]')).toHaveCount(0);
    await counter.press('F6');
    await counter.find('cfe com', /CFE/);
    await expect(till.callTill('bills.list', { page: 1 })).rejects.toThrow(/not-offered/);
  });
});
