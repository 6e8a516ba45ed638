import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  type LocaleFileKey,
  OWNER,
  printerTest as test,
} from './support/index.ts';
import { chooseBiller, payCash } from './support/payment-flows.ts';

/** Papers that did not come out are offered as soon as the printer is ready, and never forgotten. */

test.use({ serviceVersion: 'v1.6' });

const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);

async function payWithoutPaper(counter: KeyboardCashier, account: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount: '150' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.paid.titleNoPaperExact'));
}

test('keeps papers in the pending list, and offers to print them when paper is back', async ({
  counter,
  till,
  service,
  printer,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  printer.setCondition({ paper: 'out' });
  await payWithoutPaper(counter, '8112345691');
  await counter.expectText(getPageText('pay.nextCustomerPaper'));
  await counter.goToNextCustomer();
  await payWithoutPaper(counter, '8112345692');
  await counter.goToNextCustomer();
  await counter.expectText(counter.getText('papers.home_other'));
  await expectScreenInOrder(till.page, 'es-MX');

  await counter.press('F9');
  await counter.expectQuestion(getPageText('unresolved.title'));
  await expect(till.page.getByRole('listbox').getByRole('option')).toHaveCount(2);
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.press('Escape');

  printer.setCondition({ paper: 'in' });
  const print = till.page.getByRole('button', { name: /Imprimir \(2\)/ });
  await expect(print).toBeVisible({ timeout: 60_000 });
  await expectScreenInOrder(till.page, 'es-MX');
  await print.click();
  await expect.poll(() => printer.listReceipts().length).toBe(2);
  await expect(print).toHaveCount(0);
  const { transactions } = await service.inspect();
  expect(transactions.map(({ ticketText }) => ticketText)).toEqual(
    printer.listReceipts().map(({ ticket }) => ticket),
  );
  expect(await till.callTill('printing.unprintedPapers', {})).toEqual([]);
});

test('asks before it sells a gift card without paper, and then shows its code', async ({
  counter,
  till,
  service,
  printer,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  printer.setCondition({ paper: 'out' });
  const cashier = { counter, till, language: 'es-MX', version: 'v1.6' } as const;
  await chooseBiller({ ...cashier, checkScreen: async () => {} }, 'F4', 'amazon m');
  await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
  await counter.type('5599999999');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.decide.codeTitle'));
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.press('Escape');
  await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
  expect((await service.inspect()).transactions).toEqual([]);
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.decide.codeTitle'));
  await counter.press('Enter');
  await payCash({ ...cashier, checkScreen: async () => {} });
  await expect(till.page.locator('[data-gift-code=code]')).toHaveText(/^\d{4}-\d{4}-\d{4}-\d{4}$/);
  // A result ignores keys at first, and the keyboard scrolls the screen through its buttons.
  await till.page.locator('button[aria-keyshortcuts="Enter"]:enabled').waitFor();
  await expectScreenInOrder(till.page, 'es-MX');
  expect((await service.inspect()).transactions).toHaveLength(1);
  expect(printer.listReceipts()).toEqual([]);
});
