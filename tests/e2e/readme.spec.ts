import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTrainingProvisioning } from '../../electron/settings/training-provisioning.ts';
import { sampleFraction } from '../support/sampling.ts';
import { ROOT } from '../support/till-process.ts';
import { expect, getTextBeforePlaceholder, test } from './support/index.ts';

/** "Sign in as Ana with PIN 1111, type `cfe` …", and the first account of the table that follows. */
const INSTRUCTION = /Sign in as (\w+) with PIN\s+(\d+),\s+type\s+`(\w+)`[\s\S]*?\| CFE `(\d+)` \|/;

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const [, name = '', pin = '', biller = '', account = ''] = INSTRUCTION.exec(readme) ?? [];

for (const language of sampleFraction(2, 'README', ['es-MX', 'en'] as const)) {
  test.describe(`first instruction of the README, ${language}`, () => {
    test.use({ provisioning: createTrainingProvisioning(language) });

    test('pays two bills by the first instruction of the README', async ({ counter, till }) => {
      expect(account, 'the README has no such instruction any more').not.toBe('');
      await counter.signIn(name, pin);
      const cfeOption = till.page.getByRole('option', { name: /CFE/ }).first();
      // The biller list is still loading at the first start.
      await expect(async () => {
        await till.page.getByRole('combobox').fill('');
        await till.page.getByRole('combobox').fill(biller);
        await cfeOption.waitFor({ timeout: 5_000 });
      }).toPass();
      for (const bill of [account, '501000000015']) {
        await counter.press('Enter');
        await counter.expectText(counter.getText('pay.account.account_number'));
        await counter.type(bill);
        await counter.press('Enter');
        // In training the service asks for a fee, which the screen of the amount shows.
        await counter.expectQuestion(counter.getText('pay.amount.fixedTitle'));
        await counter.press('Enter');
        await counter.expectQuestion(counter.getText('pay.cash.title'));
        await counter.press('Enter');
        await counter.expectQuestion(counter.getText('pay.confirm.title'));
        await counter.press('F12');
        await counter.expectText(getTextBeforePlaceholder(language, 'tape.paid'));
        await counter.goToNextCustomer();
        // The biller is also found after a payment, and while a similar one is in use.
        await counter.type(biller);
        await cfeOption.waitFor();
      }
      const [newestPayment] = await till.callTill('payments.recent', { limit: 1 });
      expect(newestPayment).toMatchObject({ state: 'paid', billerId: 40 });
      await counter.goHome();
      await counter.press('F3');
      await counter.type('Telcel');
      await till.page
        .getByRole('option', { name: /Telcel Amigo/ })
        .first()
        .waitFor();
      await expect(till.page.getByRole('option').first()).toContainText('Tiempo Aire');
    });
  });
}
