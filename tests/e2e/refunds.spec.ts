import { asWritten, expect, isInOrder, OWNER, openRoom, pageTexts, test } from './support/index.ts';

const words = pageTexts('es-MX');
const begin = (text: string): string => text.split('{{')[0] ?? text;

test('a payment that the service gives back later is found by F1, led to from home, and handed back once', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.upToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.asks(/^(Entregue|Pagado)/);
  await counter.nextCustomer();

  // The training service gives it back, as happens days later.
  await openRoom(counter, 'es-MX', 'training');
  await counter.asks(words['training.title']);
  await counter.press('Insert');
  await counter.sees(words['training.gaveBack']);
  await isInOrder(till.page, 'es-MX');

  await counter.press('F8');
  await counter.asks(words['history.title']);
  const row = till.page.getByRole('listbox').getByRole('option').first();
  await row.waitFor();
  await counter.press('Enter');
  await counter.sees(words['refunds.watch']);
  await counter.press('F1');
  await counter.asks(words['pay.paid.givenBackTitle']);
  await isInOrder(till.page, 'es-MX');

  await counter.press('F2');
  await counter.sees(asWritten(begin(words['refunds.home_one'])));
  await isInOrder(till.page, 'es-MX');
  await counter.press('F9');
  await counter.sees(words['refunds.hint']);
  await isInOrder(till.page, 'es-MX');
  await counter.press('Enter');
  await counter.asks(/^Devuelva/);
  await isInOrder(till.page, 'es-MX');
  await counter.press('F11');
  await counter.asks(/^Se devolvieron/);
  await isInOrder(till.page, 'es-MX');
  await counter.press('F11');
  const [payment] = await till.ask('payments.recent', { limit: 1 });
  expect(payment?.refund).toMatchObject({
    owedTo: 'customer',
    amount: payment?.due,
    settled: { how: 'handed-back', by: OWNER.name },
  });
  await counter.press('Escape');
  await counter.sees(words['unresolved.empty']);
  expect((await till.ask('till.status', {})).owed).toBe(0);
});
