import { getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  type LocaleFileKey,
  OWNER,
  type PrinterUnderTest,
  printerTest as test,
} from './support/index.ts';

/**
 * Paper that runs out, answers to the question for the paper, and old tickets: none of this pays.
 */

test.use({ serviceVersion: 'v1.6' });

const { paper: PAPER, paperNotSent: NOT_SENT } = getReceiptTexts('es-MX');

async function pay(
  counter: KeyboardCashier,
  account: string,
  title: LocaleFileKey = 'pay.paid.titleExact',
): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount: '150' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText(title));
}

async function openPaymentInHistory(counter: KeyboardCashier, account: string): Promise<void> {
  await counter.press('F2', 'F8');
  await counter.expectQuestion(getTextBeforePlaceholder('es-MX', 'history.title'));
  await counter.page.getByRole('textbox').first().fill(account);
  await expect(counter.page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await counter.press('Enter');
  await counter.expectText(getTextBeforePlaceholder('es-MX', 'history.event.intent'));
}

/** Counts the complete receipts with this text of the service. */
const countReceipts = (printer: PrinterUnderTest, ticket: string | null | undefined): number =>
  printer.listReceipts().filter((receipt) => receipt.ticket === ticket).length;

test('prints only what the cashier requests after the paper ran out and was replaced', async ({
  counter,
  till,
  service,
  printer,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345671');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await counter.goToNextCustomer();
  printer.setCondition({ faultAt: { after: 300, how: 'paper-out' } });
  await pay(counter, '8112345672', 'pay.paid.titleNoPaperExact');
  await counter.expectText(PAPER['paper-out']);
  await counter.expectText(counter.getText('pay.paper.question'));
  await expectScreenInOrder(till.page, 'es-MX');
  // The next customers are served in the meantime.
  await counter.goToNextCustomer();
  for (const account of ['8112345673', '8112345674']) {
    await pay(counter, account, 'pay.paid.titleNoPaperExact');
    await counter.expectText(NOT_SENT['paper-out']);
    await expectScreenInOrder(till.page, 'es-MX');
    await counter.goToNextCustomer();
  }

  const connections = printer.countConnections();
  printer.setCondition({ paper: 'in' });
  const { transactions } = await service.inspect();
  const tickets = transactions.map((transaction) => transaction.ticketText);
  expect(tickets).toHaveLength(4);
  const [, halfPrinted, third, fourth] = tickets;
  await expect.poll(() => countReceipts(printer, halfPrinted)).toBe(1);
  expect(await till.callTill('printing.state', {})).toMatchObject({ waitingJobs: 0 });
  expect(printer.countConnections()).toBe(connections);

  // The printer printed the rest of the second itself; the third is printed on request.
  await openPaymentInHistory(counter, '8112345672');
  await counter.expectText(counter.getText('pay.paper.question'));
  await counter.pressAndWait('Control+y');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await openPaymentInHistory(counter, '8112345673');
  await counter.expectText(NOT_SENT['paper-out']);
  await counter.pressAndWait('Control+p');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await expectScreenInOrder(till.page, 'es-MX');
  await expect.poll(() => countReceipts(printer, third)).toBe(1);
  expect(printer.listReceipts()).toHaveLength(3);
  expect(printer.listReceipts().flatMap((receipt) => receipt.lines)).not.toContain('COPIA');
  expect(countReceipts(printer, fourth)).toBe(0);
  const [last] = await till.callTill('payments.recent', { limit: 1 });
  expect(await till.callTill('printing.tape', { paymentId: last?.id ?? '' })).toMatchObject({
    state: 'refused',
    reason: 'paper-out',
  });
  expect((await service.inspect()).transactions).toHaveLength(4);
});

for (const isPrinted of [true, false]) {
  const answer = isPrinted ? 'yes' : 'no';
  test(`never pays again for an uncertain receipt, answered ${answer}`, async ({
    counter,
    till,
    service,
    printer,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    // Half-closed: the paper is complete, but the printer cannot report it. Reset: it is not.
    printer.setCondition({ faultAt: { after: 300, how: isPrinted ? 'half-closed' : 'reset' } });
    await pay(counter, '8112345671', 'pay.paid.titleNoPaperExact');
    await counter.expectText(PAPER['broke-off']);
    await counter.expectText(counter.getText('pay.paper.question'));
    await expectScreenInOrder(till.page, 'es-MX');
    const [payment] = await till.callTill('payments.recent', { limit: 1 });
    const connections = printer.countConnections();
    if (isPrinted) {
      await counter.pressAndWait('Control+y');
      await counter.expectText(counter.getText('pay.paper.printed'));
      // After one answer the keys of the question have no effect, and nothing was sent.
      await counter.press('Control+y');
      expect(printer.countConnections()).toBe(connections);
    } else {
      await counter.pressAndWait('Control+p');
      await counter.expectText(PAPER['cashier-saw-none']);
      expect(printer.countConnections()).toBe(connections);
      await expectScreenInOrder(till.page, 'es-MX');
      await counter.press('F12');
      await counter.pressAndWait('Control+p');
      await counter.expectText(counter.getText('pay.paper.printed'));
    }
    await expectScreenInOrder(till.page, 'es-MX');
    const { transactions } = await service.inspect();
    expect(transactions).toHaveLength(1);
    await expect.poll(() => countReceipts(printer, transactions[0]?.ticketText)).toBe(1);
    const jobs = await till.callTill('printing.forPayment', { paymentId: payment?.id ?? '' });
    expect(jobs).toMatchObject([{ kind: 'original', state: 'printed' }]);
  });
}

test('reprints an old ticket from the history after a restart with its mark', async ({
  counter,
  till,
  service,
  printer,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345671');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await counter.goToNextCustomer();
  await pay(counter, '8112345672');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await counter.goToNextCustomer();
  await till.stop();
  await till.start('provisioned-again');
  await counter.signIn(OWNER.name, OWNER.pin);
  await openPaymentInHistory(counter, '8112345671');
  await counter.pressAndWait('Control+p');
  await counter.expectText(counter.getText('pay.paper.copyPrinted'));
  await expectScreenInOrder(till.page, 'es-MX');
  await expect.poll(() => printer.listReceipts().length).toBe(3);
  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(2);
  const [original, , copy] = printer.listReceipts();
  expect(copy?.ticket).toBe(transactions[0]?.ticketText);
  expect(original?.ticket).toBe(transactions[0]?.ticketText);
  const countMarks = (lines: readonly string[] | undefined): number =>
    lines?.filter((line) => line.trim() === 'COPIA').length ?? 0;
  expect(countMarks(copy?.lines)).toBe(2);
  expect(countMarks(original?.lines)).toBe(0);
});
