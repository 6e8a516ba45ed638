import { getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  type LocaleFileKey,
  OWNER,
  printerTest as test,
} from './support/index.ts';

/**
 * After the paper is replaced, one list shows all papers that are still to be printed, from every
 * cashier.
 */

test.use({ serviceVersion: 'v1.6' });

const { paper: PAPER, paperNotSent: NOT_SENT } = getReceiptTexts('es-MX');
const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);

async function pay(counter: KeyboardCashier, account: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount: '150' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.paid.titleNoPaperExact'));
}

test('prints, confirms and dismisses unfinished papers from the printer indicator', async ({
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
    await counter.goToNextCustomer();
    await pay(counter, account);
    await counter.expectText(NOT_SENT['paper-out']);
  }
  await counter.goToNextCustomer();
  printer.setCondition({ paper: 'in' });
  await expect.poll(() => printer.listReceipts().length).toBe(1);

  const indicator = till.page.getByRole('button', {
    name: new RegExp(getPageText('printer.name')),
  });
  await indicator.focus();
  await counter.press('Enter');
  const rows = till.page.getByRole('dialog').getByRole('option');
  await expect(rows).toHaveCount(3);
  await expectScreenInOrder(till.page, 'es-MX');

  // The printer printed the rest of the first itself.
  await counter.press('Enter');
  await counter.expectText(getPageText('papers.question'));
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.pressAndWait('Control+y');
  await expect(rows).toHaveCount(2);
  // A removed row loses the focus: press Enter only when the next row has it.
  await rows.and(till.page.locator(':focus')).waitFor();
  await counter.press('Enter');
  await counter.expectText(getPageText('papers.action'));
  await counter.pressAndWait('Control+p');
  await expect(rows).toHaveCount(1);
  await expect.poll(() => printer.listReceipts().length).toBe(2);
  await rows.and(till.page.locator(':focus')).waitFor();
  await counter.press('Enter');
  await counter.press('Delete');
  await expect.poll(() => till.callTill('printing.unprintedPapers', {})).toEqual([]);
  await expect(rows).toHaveCount(0);
  await counter.press('Escape');

  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(3);
  expect(printer.listReceipts()).toHaveLength(2);
  expect(printer.listReceipts().flatMap((receipt) => receipt.lines)).not.toContain('COPIA');
});
