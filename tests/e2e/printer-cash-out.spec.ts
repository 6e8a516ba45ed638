import { getReceiptTexts } from '../../shared/i18n/index.ts';
import { type FlowContext, goToCashOutConfirm } from './support/flows.ts';
import {
  expect,
  expectScreenInOrder,
  OWNER,
  type PrinterUnderTest,
  printerTest as test,
} from './support/index.ts';

/** A printer that dies in the middle of a cash-out: the money waits for the slip, and only for it. */

test.use({
  serviceVersion: 'v1.6',
  provisioning: async ({ printer }, use) => {
    await use({
      cashOutBillers: [20001],
      printer: { kind: 'network', address: printer.address, model: 'epson', columns: 42 },
    });
  },
});

const { paper: PAPER, paperNotSent: NOT_SENT } = getReceiptTexts('es-MX');

/** Sends a cash-out whose slip breaks off behind its first lines. */
async function cashOutOn(
  cashier: FlowContext,
  printer: PrinterUnderTest,
  how: 'reset' | 'paper-out',
): Promise<void> {
  const { counter, till } = cashier;
  await counter.signIn(OWNER.name, OWNER.pin);
  await goToCashOutConfirm(cashier);
  printer.setCondition({ faultAt: { after: 300, how } });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.out.paperFirst'));
  await counter.expectText(counter.getText('pay.paper.question.slip'));
  await expectScreenInOrder(till.page, 'es-MX');
}

const cashierOf = (parts: Pick<FlowContext, 'counter' | 'till'>): FlowContext => ({
  ...parts,
  language: 'es-MX',
  version: 'v1.6',
  looks: async () => {},
});

const handOver = async ({ till }: FlowContext): Promise<string | undefined> =>
  (await till.callTill('payments.recent', { limit: 1 }))[0]?.handOver;

test('a slip that did not come out is printed on the mended printer, and then the money is handed over', async ({
  counter,
  till,
  service,
  printer,
}) => {
  const cashier = cashierOf({ counter, till });
  await cashOutOn(cashier, printer, 'reset');
  await counter.expectText(PAPER['broke-off']);
  // No key of the counter hands money over while the slip is missing.
  await counter.press('Enter', 'F12', 'Enter');
  await counter.expectQuestion(counter.getText('pay.out.paperFirst'));
  expect(await handOver(cashier)).toBe('paper-first');

  await counter.pressAndWait('Control+p');
  await counter.expectText(PAPER['cashier-saw-none']);
  await expectScreenInOrder(till.page, 'es-MX');
  printer.setCondition({ cover: 'open' });
  await counter.pressAndWait('Control+p');
  await counter.expectText(NOT_SENT['cover-open']);
  expect(await handOver(cashier)).toBe('paper-first');
  const papers = printer.jobs.length;
  printer.setCondition({ cover: 'closed' });
  expect(await till.callTill('printing.state', {})).toMatchObject({ waitingJobs: 0 });
  expect(printer.jobs).toHaveLength(papers);

  await counter.pressAndWait('Control+p');
  await counter.expectQuestion(counter.getText('pay.out.now'));
  await expectScreenInOrder(till.page, 'es-MX');
  await expect.poll(() => printer.jobs.length).toBe(papers + 1);
  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(1);
  expect(printer.receipts().at(-1)?.ticket).toBe(transactions[0]?.ticketText);
  expect(await handOver(cashier)).toBe('now');
});

test('a slip that came out after the paper was changed is enough', async ({
  counter,
  till,
  service,
  printer,
}) => {
  const cashier = cashierOf({ counter, till });
  await cashOutOn(cashier, printer, 'paper-out');
  await counter.expectText(PAPER['paper-out']);
  // The printer itself prints what it still holds; the till sends nothing and asks.
  printer.setCondition({ paper: 'in' });
  const { transactions } = await service.inspect();
  await expect.poll(() => printer.receipts()[0]?.ticket).toBe(transactions[0]?.ticketText);
  await counter.expectQuestion(counter.getText('pay.out.paperFirst'));
  await counter.pressAndWait('Control+y');
  await counter.expectQuestion(counter.getText('pay.out.now'));
  await expectScreenInOrder(till.page, 'es-MX');
  expect(await handOver(cashier)).toBe('now');
  expect(printer.receipts()).toHaveLength(1);
  expect((await service.inspect()).transactions).toHaveLength(1);
});

test('one that the bank refuses prints the words of the service (R127)', async ({
  counter,
  till,
  service,
  printer,
}) => {
  const cashier = cashierOf({ counter, till });
  await counter.signIn(OWNER.name, OWNER.pin);
  await goToCashOutConfirm(cashier, '9999999999999127');
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.out.never'));
  await counter.expectText(/El servicio dice: «Transacción no realizada\.»/);
  await expect.poll(() => printer.receipts().at(-1)?.ticket).toBe('Transacción no realizada.');
  expect(printer.jobs).toHaveLength(1);
  expect(await handOver(cashier)).toBe('never');
  expect((await service.inspect()).transactions).toEqual([]);
});
