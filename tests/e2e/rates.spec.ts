import { expect, isInOrder, OWNER, test } from './support/index.ts';

for (const language of ['es-MX', 'es-CO', 'en'] as const) {
  test.describe(`a biller that charges in another currency, ${language}`, () => {
    test.use({ provisioning: { version: 'v1.6', language } });

    test('is paid in its own, with the rate and the day of it on the screen and on the tape', async ({
      counter,
      till,
    }) => {
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
      await counter.sees(/1 USD = /);
      await counter.sees(counter.words('pay.rateOf'));
      await isInOrder(till.page, language);
      await counter.press('Enter');
      await counter.asks(counter.words('pay.confirm.title'));
      await counter.press('F12');
      await counter.asks(counter.words('pay.paid.titleExact'));
      const [payment] = await till.ask('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({ amount: { currency: 'COP' }, due: { currency: 'MXN' } });
      await expect.poll(() => counter.tape()).toContain('COP');
    });
  });
}
