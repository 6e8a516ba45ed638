import { expect, OWNER, test, textOf } from './support/index.ts';

for (const language of ['es-MX', 'en'] as const) {
  test.describe(`no connection, ${language}`, () => {
    test.use({ serviceVersion: 'v3.mx', provisioning: { language } });

    test('is said before the cash, sends nothing, and loses nothing that was typed', async ({
      counter,
      service,
      till,
    }) => {
      await till.page.setViewportSize({ width: 1024, height: 768 });
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('telmex', /Telmex/);
      await counter.upToConfirm({ account: '8112345678', amount: '100', cash: '200' });
      await service.close();
      await counter.press('F12');
      await counter.asks(counter.words('pay.notSent.title'));
      await counter.sees(counter.words('pay.refused.notSent'));
      await counter.sees(counter.words('tape.not-sent'));

      // The same customer, with everything kept; what may be done is said before F12.
      await expect(async () => {
        await counter.press('Enter');
        await expect(till.page.getByRole('heading', { level: 1 })).toContainText(
          counter.words('pay.confirm.title'),
          { timeout: 2_000 },
        );
      }).toPass();
      await counter.sees(counter.words('connection.takeNone'));
      await counter.press('F12');
      await counter.sees(counter.words('pay.confirm.once'));
      expect(await till.ask('payments.recent', { limit: 10 })).toHaveLength(1);

      await service.comeBack();
      await counter.press('F12');
      await counter.asks(/100/);
      await counter.sees(counter.words('tape.paid'));
      expect((await service.inspect()).transactions).toHaveLength(1);
      const [paid, notSent] = await till.ask('payments.recent', { limit: 10 });
      expect([paid, notSent]).toMatchObject([
        { state: 'paid', isNotSent: false, cash: { amount: '200.00' } },
        { state: 'rejected', isNotSent: true },
      ]);
      expect(paid?.externalId).not.toBe(notSent?.externalId);

      await counter.nextCustomer();
      await counter.press('F8');
      await counter.sees(textOf(language, 'history.state.not-sent'));
      await counter.backHome();
      await service.close();
      await till.ask('till.askService', {});
      await counter.sees(counter.words('connection.takeNone'));
      await service.comeBack();
      await counter.press('F1');
      await expect(till.page.getByText(counter.words('connection.takeNone'))).toHaveCount(0);
    });
  });
}
