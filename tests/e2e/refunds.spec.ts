import {
  expect,
  expectScreenInOrder,
  OWNER,
  openBackOfficePage,
  readPageTexts,
  test,
  toWholeWordPattern,
} from './support/index.ts';

const texts = readPageTexts('es-MX');
const toPrefix = (text: string): string => text.split('{{')[0] ?? text;

test('shows a payment that the service refunds later and hands it back once', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.expectQuestion(/^(Entregue|Pagado)/);
  await counter.goToNextCustomer();

  // The training service refunds it; a real service does so days later.
  await openBackOfficePage(counter, 'es-MX', 'training');
  await counter.expectQuestion(texts['training.title']);
  await counter.press('Insert');
  await counter.expectText(texts['training.refunded']);
  await expectScreenInOrder(till.page, 'es-MX');

  await counter.press('F8');
  await counter.expectQuestion(texts['history.title']);
  const row = till.page.getByRole('listbox').getByRole('option').first();
  await row.waitFor();
  await counter.press('Enter');
  await counter.expectText(texts['refunds.watch']);
  await counter.press('F1');
  await counter.expectQuestion(texts['pay.paid.givenBackTitle']);
  await expectScreenInOrder(till.page, 'es-MX');

  await counter.press('F2');
  await counter.expectText(toWholeWordPattern(toPrefix(texts['refunds.homeTitle_one'])));
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.press('F9');
  await counter.expectText(texts['refunds.hint']);
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.press('Enter');
  await counter.expectQuestion(/^Devuelva/);
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.press('F11');
  await counter.expectQuestion(/^Se devolvieron/);
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.press('F11');
  const [payment] = await till.callTill('payments.recent', { limit: 1 });
  expect(payment?.refund).toMatchObject({
    owedTo: 'customer',
    amount: payment?.due,
    settled: { how: 'handed-back', by: OWNER.name },
  });
  await counter.press('Escape');
  await counter.expectText(texts['unresolved.empty']);
  expect((await till.callTill('till.status', {})).owed).toBe(0);

  // It is found by the total of its receipt, and is no longer called paid.
  await counter.press('F8');
  await counter.expectQuestion(texts['history.title']);
  await counter.type('549');
  await expect(row).toContainText(texts['history.state.refunded']);
  await expect(row).toContainText('$549.00');
  await counter.press('Enter');
  await counter.expectText(texts['tape.refunded']);
});
