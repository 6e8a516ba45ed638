import {
  expect,
  expectScreenInOrder,
  OWNER,
  openBackOfficePage,
  readPageTexts,
  test,
  toWholeWordPattern,
} from './support/index.ts';

const words = readPageTexts('es-MX');
const begin = (text: string): string => text.split('{{')[0] ?? text;

test('a payment that the service gives back later is found by F1, led to from home, and handed back once', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.expectQuestion(/^(Entregue|Pagado)/);
  await counter.nextCustomer();

  // The training service gives it back, as happens days later.
  await openBackOfficePage(counter, 'es-MX', 'training');
  await counter.expectQuestion(words['training.title']);
  await counter.press('Insert');
  await counter.expectText(words['training.gaveBack']);
  await expectScreenInOrder(till.page, 'es-MX');

  await counter.press('F8');
  await counter.expectQuestion(words['history.title']);
  const row = till.page.getByRole('listbox').getByRole('option').first();
  await row.waitFor();
  await counter.press('Enter');
  await counter.expectText(words['refunds.watch']);
  await counter.press('F1');
  await counter.expectQuestion(words['pay.paid.givenBackTitle']);
  await expectScreenInOrder(till.page, 'es-MX');

  await counter.press('F2');
  await counter.expectText(toWholeWordPattern(begin(words['refunds.home_one'])));
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.press('F9');
  await counter.expectText(words['refunds.hint']);
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
  await counter.expectText(words['unresolved.empty']);
  expect((await till.callTill('till.status', {})).owed).toBe(0);
});
