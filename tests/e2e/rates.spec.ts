import { LANGUAGES } from '../../shared/locales/index.ts';
import { samplePairs } from '../support/sampling.ts';
import { expect, expectScreenInOrder, OWNER, test } from './support/index.ts';

/** v1.6 converts in its answer; for a bill of v3.3 the till uses the rates of the day. */
const RUNS = samplePairs('rates', ['v1.6', 'v3.3'] as const, LANGUAGES);

for (const [version, language] of RUNS) {
  test.describe(`biller with another currency, ${version}, ${language}`, () => {
    test.use({ provisioning: { version, language } });

    test('pays a foreign biller in its currency and shows who converts it', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('cfe com', /CFE/);
      await counter.press('Escape');
      const matches = await till.callTill('catalog.search', {
        text: 'enel colombia',
        kinds: ['utility'],
        limit: 5,
      });
      const foreign = matches.find(({ biller }) => biller.currency === 'COP')?.biller;
      if (!foreign) throw new Error('no biller of the training catalogue charges in COP');
      await counter.find(foreign.name, foreign.name);
      await counter.type('123456789');
      await counter.press('Enter');
      await counter.enterAmount();
      await counter.expectQuestion(counter.getText('pay.cash.title'));
      await counter.expectText('COP');
      if (version === 'v1.6') {
        await counter.expectText(counter.getText('pay.rateOfService'));
        await counter.expectText(/\$[ \d.,]+ COP = \$[ \d.,]+ MXN/);
      } else {
        await counter.expectText(counter.getText('pay.rateOf'));
        await counter.expectText(/1 USD = /);
      }
      await expectScreenInOrder(till.page, language);
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.confirm.title'));
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('receipts.paidExact'));
      const [payment] = await till.callTill('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({ amount: { currency: 'COP' }, due: { currency: 'MXN' } });
      await expect.poll(() => counter.readTape()).toContain('COP');
    });
  });
}
