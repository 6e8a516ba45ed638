import { getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  type Counter,
  expect,
  expectScreenInOrder,
  getText,
  OWNER,
  type PageKey,
  type PrinterUnderTest,
  printerTest as test,
} from './support/index.ts';

/** Paper that runs out, answers to the one question, and old tickets: nothing of it pays. */

test.use({ serviceVersion: 'v1.6' });

const { paper: PAPER, paperNotSent: NOT_SENT } = getReceiptTexts('es-MX');

async function pay(
  counter: Counter,
  account: string,
  title: PageKey = 'pay.paid.titleExact',
): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount: '150' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText(title));
}

async function openFromHistory(counter: Counter, account: string): Promise<void> {
  await counter.press('F2', 'F8');
  await counter.expectQuestion(getText('es-MX', 'history.title'));
  await counter.page.getByRole('textbox').first().fill(account);
  await expect(counter.page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await counter.press('Enter');
  await counter.expectText(getText('es-MX', 'history.event.intent'));
}

/** Whole receipts in the tray that carry this text of the service. */
const originals = (printer: PrinterUnderTest, ticket: string | null | undefined): number =>
  printer.receipts().filter((one) => one.ticket === ticket).length;

test('paper runs out and is changed: the cashier says what still to print, nothing bursts out', async ({
  counter,
  till,
  service,
  printer,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345671');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await counter.nextCustomer();
  printer.setCondition({ faultAt: { after: 300, how: 'paper-out' } });
  await pay(counter, '8112345672', 'pay.paid.titleNoPaperExact');
  await counter.expectText(PAPER['paper-out']);
  await counter.expectText(counter.getText('pay.paper.question'));
  await expectScreenInOrder(till.page, 'es-MX');
  // The next customers are served meanwhile.
  await counter.nextCustomer();
  for (const account of ['8112345673', '8112345674']) {
    await pay(counter, account, 'pay.paid.titleNoPaperExact');
    await counter.expectText(NOT_SENT['paper-out']);
    await expectScreenInOrder(till.page, 'es-MX');
    await counter.nextCustomer();
  }

  const connections = printer.connected();
  printer.setCondition({ paper: 'in' });
  const { transactions } = await service.inspect();
  const tickets = transactions.map((one) => one.ticketText);
  expect(tickets).toHaveLength(4);
  const [, half, third, fourth] = tickets;
  await expect.poll(() => originals(printer, half)).toBe(1);
  expect(await till.callTill('printing.state', {})).toMatchObject({ waitingJobs: 0 });
  expect(printer.connected()).toBe(connections);

  // The rest of the second came out of the printer by itself; the third is printed on demand.
  await openFromHistory(counter, '8112345672');
  await counter.expectText(counter.getText('pay.paper.question'));
  await counter.pressAndWait('Control+y');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await openFromHistory(counter, '8112345673');
  await counter.expectText(NOT_SENT['paper-out']);
  await counter.pressAndWait('Control+p');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await expectScreenInOrder(till.page, 'es-MX');
  await expect.poll(() => originals(printer, third)).toBe(1);
  expect(printer.receipts()).toHaveLength(3);
  expect(printer.receipts().flatMap((one) => one.lines)).not.toContain('COPIA');
  expect(originals(printer, fourth)).toBe(0);
  const [last] = await till.callTill('payments.recent', { limit: 1 });
  expect(await till.callTill('printing.tape', { paymentId: last?.id ?? '' })).toMatchObject({
    state: 'refused',
    reason: 'paper-out',
  });
  expect((await service.inspect()).transactions).toHaveLength(4);
});

for (const cameOut of [true, false]) {
  const answer = cameOut ? 'yes' : 'no';
  test(`a receipt that nobody can be sure of, answered ${answer}: it never pays`, async ({
    counter,
    till,
    service,
    printer,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    // Half-closed: the paper comes out whole, and the printer cannot say so. Reset: it does not.
    printer.setCondition({ faultAt: { after: 300, how: cameOut ? 'half-closed' : 'reset' } });
    await pay(counter, '8112345671', 'pay.paid.titleNoPaperExact');
    await counter.expectText(PAPER['broke-off']);
    await counter.expectText(counter.getText('pay.paper.question'));
    await expectScreenInOrder(till.page, 'es-MX');
    const [payment] = await till.callTill('payments.recent', { limit: 1 });
    const connections = printer.connected();
    if (cameOut) {
      await counter.pressAndWait('Control+y');
      await counter.expectText(counter.getText('pay.paper.printed'));
      // Answered once: the question's keys do nothing any more, and nothing was sent.
      await counter.press('Control+y');
      expect(printer.connected()).toBe(connections);
    } else {
      await counter.pressAndWait('Control+p');
      await counter.expectText(PAPER['cashier-saw-none']);
      expect(printer.connected()).toBe(connections);
      await expectScreenInOrder(till.page, 'es-MX');
      await counter.press('F12');
      await counter.pressAndWait('Control+p');
      await counter.expectText(counter.getText('pay.paper.printed'));
    }
    await expectScreenInOrder(till.page, 'es-MX');
    const { transactions } = await service.inspect();
    expect(transactions).toHaveLength(1);
    await expect.poll(() => originals(printer, transactions[0]?.ticketText)).toBe(1);
    const jobs = await till.callTill('printing.ofPayment', { paymentId: payment?.id ?? '' });
    expect(jobs).toMatchObject([{ kind: 'original', state: 'printed' }]);
  });
}

test('an old ticket is printed again from the history, after a restart, with its mark', async ({
  counter,
  till,
  service,
  printer,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345671');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await counter.nextCustomer();
  await pay(counter, '8112345672');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await counter.nextCustomer();
  await till.stop();
  await till.start('provisioned-again');
  await counter.signIn(OWNER.name, OWNER.pin);
  await openFromHistory(counter, '8112345671');
  await counter.pressAndWait('Control+p');
  await counter.expectText(counter.getText('pay.paper.copyPrinted'));
  await expectScreenInOrder(till.page, 'es-MX');
  await expect.poll(() => printer.receipts().length).toBe(3);
  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(2);
  const [original, , copy] = printer.receipts();
  expect(copy?.ticket).toBe(transactions[0]?.ticketText);
  expect(original?.ticket).toBe(transactions[0]?.ticketText);
  const marks = (lines: readonly string[] | undefined): number =>
    lines?.filter((line) => line.trim() === 'COPIA').length ?? 0;
  expect(marks(copy?.lines)).toBe(2);
  expect(marks(original?.lines)).toBe(0);
});
