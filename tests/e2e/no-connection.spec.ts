import { sampleFraction } from '../support/sampling.ts';
import { expect, getTextBeforePlaceholder, OWNER, test } from './support/index.ts';

for (const language of sampleFraction(2, 'no connection', ['es-MX', 'en'] as const)) {
  test.describe(`no connection, ${language}`, () => {
    test.use({ serviceVersion: 'v3.mx', provisioning: { language } });

    test('reports a missing connection, sends nothing and keeps what was typed', async ({
      counter,
      service,
      till,
    }) => {
      await till.page.setViewportSize({ width: 1024, height: 768 });
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('telmex', /Telmex/);
      await counter.goToConfirm({ account: '8112345678', amount: '100', cash: '200' });
      await service.close();
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('pay.notSent.title'));
      await counter.expectText(counter.getText('pay.refused.notSent'));
      await counter.expectText(counter.getText('tape.not-sent'));

      // The same customer with all input; the screen shows before F12 what is possible.
      await expect(async () => {
        await counter.press('Enter');
        await expect(till.page.getByRole('heading', { level: 1 })).toContainText(
          counter.getText('pay.confirm.title'),
          { timeout: 2_000 },
        );
      }).toPass();
      await counter.expectText(counter.getText('connection.takeNoMoney'));
      await counter.press('F12');
      await counter.expectText(counter.getText('pay.confirm.once'));
      expect(await till.callTill('payments.recent', { limit: 10 })).toHaveLength(1);

      await service.reopen();
      await counter.press('F12');
      await counter.expectQuestion(/100/);
      await counter.expectText(counter.getText('tape.paid'));
      expect((await service.inspect()).transactions).toHaveLength(1);
      const [paidPayment, unsentPayment] = await till.callTill('payments.recent', { limit: 10 });
      expect([paidPayment, unsentPayment]).toMatchObject([
        { state: 'paid', isNotSent: false, cash: { amount: '200.00' } },
        { state: 'rejected', isNotSent: true },
      ]);
      expect(paidPayment?.externalId).not.toBe(unsentPayment?.externalId);

      await counter.goToNextCustomer();
      await counter.press('F8');
      await counter.expectText(getTextBeforePlaceholder(language, 'history.state.not-sent'));
      await counter.goHome();
      await service.close();
      await till.callTill('till.checkService', {});
      await counter.expectText(counter.getText('connection.takeNoMoney'));
      await service.reopen();
      await counter.press('F1');
      await expect(till.page.getByText(counter.getText('connection.takeNoMoney'))).toHaveCount(0);
    });
  });
}
