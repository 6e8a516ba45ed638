import { LANGUAGES } from '../../shared/locales/index.ts';
import { pairsOf } from '../support/share.ts';
import { expect, isInOrder, OWNER, test } from './support/index.ts';

/** v1.6 converts in its answer; a bill of v3.3 does not, and the rates of the day do. */
const RUNS = pairsOf('rates', ['v1.6', 'v3.3'] as const, LANGUAGES);

for (const [version, language] of RUNS) {
  test.describe(`a biller that charges in another currency, ${version}, ${language}`, () => {
    test.use({ provisioning: { version, language } });

    test('is paid in its own, with who converts it on the screen', async ({ counter, till }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('cfe com', /CFE/);
      await counter.press('Escape');
      const found = await till.ask('catalog.search', {
        text: 'enel colombia',
        kinds: ['utility'],
        limit: 5,
      });
      const foreign = found.find(({ biller }) => biller.currency === 'COP')?.biller;
      if (!foreign) throw new Error('no biller of the training catalogue charges in COP');
      await counter.find(foreign.name, foreign.name);
      await counter.type('123456789');
      await counter.press('Enter');
      await counter.asks(
        new RegExp(
          `${counter.words('pay.amount.title')}|${counter.words('pay.amount.fixedTitle')}`.replaceAll(
            '?',
            '\\?',
          ),
        ),
      );
      await counter.sees('COP');
      await till.page.keyboard.press('Enter');
      await counter.asks(counter.words('pay.cash.title'));
      if (version === 'v1.6') {
        await counter.sees(counter.words('pay.rateOfService'));
        await counter.sees(/\$[ \d.,]+ COP = \$[ \d.,]+ MXN/);
      } else {
        await counter.sees(counter.words('pay.rateOf'));
        await counter.sees(/1 USD = /);
      }
      await isInOrder(till.page, language);
      await counter.press('Enter');
      await counter.asks(counter.words('pay.confirm.title'));
      await counter.press('F12');
      await counter.asks(counter.words('receipts.paidExact'));
      const [payment] = await till.ask('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({ amount: { currency: 'COP' }, due: { currency: 'MXN' } });
      await expect.poll(() => counter.tape()).toContain('COP');
    });
  });
}
