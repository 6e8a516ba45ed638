import { expect, OWNER, openBackOfficePage, readPageTexts, test } from './support/index.ts';

const texts = readPageTexts('es-MX');

test('turns a fault on by keyboard, shows its effect, turns it off afterwards, and all with Del', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await openBackOfficePage(counter, 'es-MX', 'training');
  await counter.expectQuestion(texts['training.title']);
  await expect(till.page.getByRole('option').first()).toContainText(texts['fault.commit-and-cut']);
  await counter.press('Enter');
  await counter.expectQuestion(texts['training.operation']);
  await counter.press('Enter');
  await counter.expectQuestion(texts['training.times']);
  await counter.press('Enter');
  await counter.expectText(/Encendida · Pagar · 1 vez/);
  // The look-up would find the payment before the screen could show it as unknown.
  await till.setFaults([
    ...(await till.callTill('training.state', {})).faults,
    { operation: 'transactions', times: 1, fault: { kind: 'look-up-empty' } },
  ]);
  await counter.press('Escape');
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.unknown.title'));
  await counter.expectQuestion(/^(Entregue|Pagado)/);
  const payments = await till.callTill('payments.recent', { limit: 5 });
  expect(payments.map((payment) => [payment.state, payment.sends])).toEqual([['paid', 1]]);
  await counter.goToNextCustomer();
  await openBackOfficePage(counter, 'es-MX', 'training');
  await counter.expectQuestion(texts['training.title']);
  await expect(till.page.getByText(/Encendida/)).toHaveCount(0);

  await test.step('turns every fault off with Del', async () => {
    await counter.goHome();
    await till.setFaults([
      { operation: 'pay', times: 3, fault: { kind: 'html' } },
      { operation: 'consult', times: 2, fault: { kind: 'empty-body' } },
    ]);
    await openBackOfficePage(counter, 'es-MX', 'training');
    await expect(till.page.getByText(/Encendida/)).toHaveCount(2);
    await counter.press('Delete');
    await expect(till.page.getByText(/Encendida/)).toHaveCount(0);
    expect((await till.callTill('training.state', {})).faults).toEqual([]);
  });
});
