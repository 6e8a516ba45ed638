import { getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  type Counter,
  expect,
  expectScreenInOrder,
  getText,
  OWNER,
  type PageKey,
  printerTest as test,
} from './support/index.ts';

/** After the paper is changed: one list of what is still to be printed, whoever's payment it was. */

test.use({ serviceVersion: 'v1.6' });

const { paper: PAPER, paperNotSent: NOT_SENT } = getReceiptTexts('es-MX');
const words = (key: PageKey): string => getText('es-MX', key);

async function pay(counter: Counter, account: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount: '150' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.paid.titleNoPaperExact'));
}

test('papers that nobody has in hand are printed, answered and set aside from the printer’s light', async ({
  counter,
  till,
  service,
  printer,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  printer.setCondition({ faultAt: { after: 300, how: 'paper-out' } });
  await pay(counter, '8112345681');
  await counter.expectText(PAPER['paper-out']);
  for (const account of ['8112345682', '8112345683']) {
    await counter.nextCustomer();
    await pay(counter, account);
    await counter.expectText(NOT_SENT['paper-out']);
  }
  await counter.nextCustomer();
  printer.setCondition({ paper: 'in' });
  await expect.poll(() => printer.receipts().length).toBe(1);

  const light = till.page.getByRole('button', { name: new RegExp(words('printer.name')) });
  await light.focus();
  await counter.press('Enter');
  const rows = till.page.getByRole('dialog').getByRole('option');
  await expect(rows).toHaveCount(3);
  await expectScreenInOrder(till.page, 'es-MX');

  // The first came out of the printer by itself.
  await counter.press('Enter');
  await counter.expectText(words('papers.question'));
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.pressAndWait('Control+y');
  await expect(rows).toHaveCount(2);
  // A row that is gone takes the cursor with it: Enter is for the next one, once it is there.
  await rows.and(till.page.locator(':focus')).waitFor();
  await counter.press('Enter');
  await counter.expectText(words('papers.next'));
  await counter.pressAndWait('Control+p');
  await expect(rows).toHaveCount(1);
  await expect.poll(() => printer.receipts().length).toBe(2);
  await rows.and(till.page.locator(':focus')).waitFor();
  await counter.press('Enter');
  await counter.press('Delete');
  await expect.poll(() => till.callTill('printing.open', {})).toEqual([]);
  await expect(rows).toHaveCount(0);
  await counter.press('Escape');

  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(3);
  expect(printer.receipts()).toHaveLength(2);
  expect(printer.receipts().flatMap((one) => one.lines)).not.toContain('COPIA');
});
