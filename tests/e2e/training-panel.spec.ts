import { expect, OWNER, openBackOfficePage, readPageTexts, test } from './support/index.ts';

const words = readPageTexts('es-MX');

test('a fault is switched on by keyboard, the flow shows it, and it is gone afterwards', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await openBackOfficePage(counter, 'es-MX', 'training');
  await counter.expectQuestion(words['training.title']);
  await expect(till.page.getByRole('option').first()).toContainText(words['fault.commit-and-cut']);
  await counter.press('Enter');
  await counter.expectQuestion(words['training.where']);
  await counter.press('Enter');
  await counter.expectQuestion(words['training.times']);
  await counter.press('Enter');
  await counter.expectText(/Encendida · Pagar · 1 vez/);
  // The look-up would find the payment before the screen could show that it is not known.
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
  expect(payments.map((one) => [one.state, one.sends])).toEqual([['paid', 1]]);
  await counter.nextCustomer();
  await openBackOfficePage(counter, 'es-MX', 'training');
  await counter.expectQuestion(words['training.title']);
  await expect(till.page.getByText(/Encendida/)).toHaveCount(0);
});

test('Del switches every fault off', async ({ counter, till }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
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
