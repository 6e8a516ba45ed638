import type { KeyboardCashier } from './support/index.ts';
import {
  expect,
  OWNER,
  type PrinterUnderTest,
  QUICK_TAGS,
  printerTest as test,
} from './support/index.ts';

test.use({ serviceVersion: 'v1.6' });

async function payBill(counter: KeyboardCashier): Promise<void> {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.expectQuestion(/^Entregue/);
}

const expectReceiptCount = (printer: PrinterUnderTest, count: number): Promise<void> =>
  expect.poll(() => printer.listReceipts().length).toBe(count);

test("prints the service's text exactly and marks a copy outside of it", {
  tag: QUICK_TAGS,
}, async ({ counter, service, printer }) => {
  await payBill(counter);
  await counter.expectText(counter.getText('pay.paper.printed'));
  await counter.pressAndWait('Control+p');
  await counter.expectText(counter.getText('pay.paper.copyPrinted'));
  await expectReceiptCount(printer, 2);
  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(1);
  const [original, copy] = printer.listReceipts();
  expect(original?.ticket).toBe(transactions[0]?.ticketText);
  expect(copy?.ticket).toBe(transactions[0]?.ticketText);
  expect(original?.lines.join('\n')).not.toContain('COPIA');
  expect(copy?.lines.join('\n')).toContain('COPIA');
});

test('keeps the payment without paper, tells the cashier and prints it afterwards', async ({
  counter,
  service,
  printer,
}) => {
  printer.setCondition({ paper: 'out' });
  await payBill(counter);
  await counter.expectText('PAGADO');
  await counter.expectText(/La impresora no tiene papel\. No salió nada y el pago no cambia/);
  expect(printer.listReceipts()).toEqual([]);
  printer.setCondition({ paper: 'in' });
  await counter.pressAndWait('Control+p');
  await counter.expectText(counter.getText('pay.paper.printed'));
  await expectReceiptCount(printer, 1);
  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(1);
  expect(printer.listReceipts()[0]?.ticket).toBe(transactions[0]?.ticketText);
});
