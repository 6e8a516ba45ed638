import { getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  expect,
  expectScreenInOrder,
  OWNER,
  type PrinterUnderTest,
  printerTest as test,
} from './support/index.ts';
import { type FlowContext, goToCashOutConfirm } from './support/payment-flows.ts';

/** The printer fails during a cash-out: the money is handed over only after the slip is printed. */

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

/** Sends a cash-out whose slip breaks off after its first lines. */
async function startBrokenCashOut(
  cashier: FlowContext,
  printer: PrinterUnderTest,
  fault: 'reset' | 'paper-out',
): Promise<void> {
  const { counter, till } = cashier;
  await counter.signIn(OWNER.name, OWNER.pin);
  await goToCashOutConfirm(cashier);
  printer.setCondition({ faultAt: { after: 300, how: fault } });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.cashOut.paperFirst'));
  await counter.expectText(counter.getText('pay.paper.question.slip'));
  await expectScreenInOrder(till.page, 'es-MX');
}

const createFlowContext = (fixtures: Pick<FlowContext, 'counter' | 'till'>): FlowContext => ({
  ...fixtures,
  language: 'es-MX',
  version: 'v1.6',
  checkScreen: async () => {},
});

const readHandOver = async ({ till }: FlowContext): Promise<string | undefined> =>
  (await till.callTill('payments.recent', { limit: 1 }))[0]?.handOver;

test('prints a missing slip after the printer is repaired and then hands the money over', async ({
  counter,
  till,
  service,
  printer,
}) => {
  const cashier = createFlowContext({ counter, till });
  await startBrokenCashOut(cashier, printer, 'reset');
  await counter.expectText(PAPER['broke-off']);
  // No key hands money over while the slip is missing.
  await counter.press('Enter', 'F12', 'Enter');
  await counter.expectQuestion(counter.getText('pay.cashOut.paperFirst'));
  expect(await readHandOver(cashier)).toBe('paper-first');

  await counter.pressAndWait('Control+p');
  await counter.expectText(PAPER['cashier-saw-none']);
  await expectScreenInOrder(till.page, 'es-MX');
  printer.setCondition({ cover: 'open' });
  await counter.pressAndWait('Control+p');
  await counter.expectText(NOT_SENT['cover-open']);
  expect(await readHandOver(cashier)).toBe('paper-first');
  const paperCount = printer.jobs.length;
  printer.setCondition({ cover: 'closed' });
  expect(await till.callTill('printing.state', {})).toMatchObject({ waitingJobs: 0 });
  expect(printer.jobs).toHaveLength(paperCount);

  await counter.pressAndWait('Control+p');
  await counter.expectQuestion(counter.getText('pay.cashOut.handOver'));
  await expectScreenInOrder(till.page, 'es-MX');
  await expect.poll(() => printer.jobs.length).toBe(paperCount + 1);
  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(1);
  expect(printer.listReceipts().at(-1)?.ticket).toBe(transactions[0]?.ticketText);
  expect(await readHandOver(cashier)).toBe('now');
});

test('hands the money over after a slip that the printer finished itself', async ({
  counter,
  till,
  service,
  printer,
}) => {
  const cashier = createFlowContext({ counter, till });
  await startBrokenCashOut(cashier, printer, 'paper-out');
  await counter.expectText(PAPER['paper-out']);
  // The printer prints its buffer; the till sends nothing and asks the cashier.
  printer.setCondition({ paper: 'in' });
  const { transactions } = await service.inspect();
  await expect.poll(() => printer.listReceipts()[0]?.ticket).toBe(transactions[0]?.ticketText);
  await counter.expectQuestion(counter.getText('pay.cashOut.paperFirst'));
  await counter.pressAndWait('Control+y');
  await counter.expectQuestion(counter.getText('pay.cashOut.handOver'));
  await expectScreenInOrder(till.page, 'es-MX');
  expect(await readHandOver(cashier)).toBe('now');
  expect(printer.listReceipts()).toHaveLength(1);
  expect((await service.inspect()).transactions).toHaveLength(1);
});

test("prints the service's text for a cash-out that the bank rejects (R127)", async ({
  counter,
  till,
  service,
  printer,
}) => {
  const cashier = createFlowContext({ counter, till });
  await counter.signIn(OWNER.name, OWNER.pin);
  await goToCashOutConfirm(cashier, '9999999999999127');
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.cashOut.notDone'));
  await counter.expectText(/El servicio dice: «Transacción no realizada\.»/);
  await expect.poll(() => printer.listReceipts().at(-1)?.ticket).toBe('Transacción no realizada.');
  expect(printer.jobs).toHaveLength(1);
  expect(await readHandOver(cashier)).toBe('never');
  expect((await service.inspect()).transactions).toEqual([]);
});
