import { LANGUAGES } from '../../shared/locales/index.ts';
import { sampleFraction } from '../support/sampling.ts';
import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  OWNER,
  test,
} from './support/index.ts';
import { approve, CASH_OUT_BILLER, type FlowContext } from './support/payment-flows.ts';

/** A cash-out above the cash in the drawer, and one that is done and not handed over. */

for (const language of sampleFraction(3, 'short drawer', LANGUAGES)) {
  test.describe(`in ${language}`, () => {
    test.use({
      serviceVersion: 'v3.mx',
      provisioning: { language, cashOutBillers: [CASH_OUT_BILLER] },
    });

    test('sends it only with a supervisor, and records no hand-over that did not happen', async ({
      counter,
      till,
      service,
    }) => {
      const cashier: FlowContext = {
        counter,
        till,
        language,
        version: 'v3.mx',
        checkScreen: async () => {},
      };
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.press('F5');
      await counter.expectText('Banco Azul');
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.account.title.cash-out'));
      await counter.type('1234567812341234');
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.offer.title.cash-out'));
      await counter.type('5000');
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.decide.shortTitle'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Enter', 'F12', 'Enter');
      await counter.expectQuestion(counter.getText('pay.decide.shortTitle'));
      expect((await service.inspect()).transactions).toEqual([]);

      await counter.press('Control+s');
      await approve(cashier, 'viene de la caja fuerte');
      await counter.expectQuestion(counter.getText('pay.confirm.title.cash-out'));
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('pay.cashOut.handOver'));
      await expectScreenInOrder(till.page, language);

      await expect(async () => {
        await counter.press('Escape');
        await till.page.getByRole('dialog').waitFor({ timeout: 1_000 });
      }).toPass();
      await expectScreenInOrder(till.page, language);
      await counter.press('Enter');
      await expect(till.page.getByRole('combobox')).toBeVisible();
      const [payment] = await till.callTill('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({ kind: 'cash-out', state: 'paid', handOver: 'now' });

      await counter.press('F9');
      await counter.expectText(getTextBeforePlaceholder(language, 'unresolved.handOver'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.cashOut.notHandedOver'));
      await expectScreenInOrder(till.page, language);
    });
  });
}
