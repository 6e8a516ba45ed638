import type { Language, Payment, ServiceVersion } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import { countFloat } from '../../support/count-float.ts';
import { getTextBeforePlaceholder, type LocaleFileKey } from '../../support/page-texts.ts';
import { expect } from './index.ts';
import type { KeyboardCashier } from './keyboard-cashier.ts';
import type { Till } from './till.ts';
import { OWNER } from './training-shop.ts';

/** The till and cashier of a flow. `checkScreen` checks each screen that the flow passes. */
export interface FlowContext {
  readonly counter: KeyboardCashier;
  readonly till: Till;
  readonly language: Language;
  readonly version: ServiceVersion;
  readonly checkScreen: () => Promise<void>;
}

/** Billers of the test shops: cash-out, and direct reconciliation. */
export const CASH_OUT_BILLER = 20001;
export const DRP_BILLER = 5501;

export async function getNewestPayment({
  till,
}: Pick<FlowContext, 'till'>): Promise<Payment | undefined> {
  const [payment] = await till.callTill('payments.recent', { limit: 1 });
  return payment;
}

/** Opens the biller list with `key`, and chooses the first match of `query`. */
export async function chooseBiller(
  cashier: FlowContext,
  key: string,
  query: string,
): Promise<void> {
  const { counter } = cashier;
  const { page } = counter;
  await counter.press(key);
  await expect(async () => {
    await page.getByRole('combobox').fill('');
    await page.getByRole('combobox').fill(query);
    await page.getByRole('option').first().waitFor({ timeout: 2_000 });
  }).toPass();
  await cashier.checkScreen();
  await page.getByRole('combobox').focus();
  await counter.press('Enter');
}

/** Goes from the cash step to F12. */
export async function payCash({ counter, checkScreen }: FlowContext): Promise<void> {
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await checkScreen();
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  await checkScreen();
  await counter.press('F12');
}

interface BillToPay {
  readonly query: string;
  readonly name: RegExp;
  readonly account: string;
}
const CANCELLABLE: BillToPay = {
  query: 'agua y drenaje',
  name: /Agua y Drenaje/,
  account: '123456851236',
};
/** Its biller does not allow cancels (R26). */
export const UNCANCELLABLE: BillToPay = { query: 'telmex', name: /Telmex/, account: '7259047384' };

/** Expects the result of an exact payment; with a printer its title names the receipt. */
async function expectPaid(counter: KeyboardCashier, receiptTitle: LocaleFileKey): Promise<void> {
  const titles = [receiptTitle, 'receipts.paidExact'] as const;
  await counter.expectQuestion(
    new RegExp(titles.map((title) => RegExp.escape(counter.getText(title))).join('|')),
  );
}

export async function payBill(cashier: FlowContext, bill: BillToPay = CANCELLABLE): Promise<void> {
  const { counter } = cashier;
  await counter.find(bill.query, bill.name);
  await counter.goToConfirm({ account: bill.account, amount: '120' });
  expect(await counter.readTape()).toContain(getReceiptTexts(cashier.language).amount);
  await counter.press('F12');
  await expectPaid(counter, 'pay.paid.titleExact');
  expect(await getNewestPayment(cashier)).toMatchObject({
    kind: 'bill',
    state: 'paid',
    accountNumber: bill.account,
    amount: { amount: '120.00' },
  });
  await counter.goToNextCustomer();
}

/**
 * Enters the number twice and picks an amount of the list. v1.6 also tells what the customer
 * receives.
 */
export async function sellTopUp(cashier: FlowContext): Promise<void> {
  const { counter, version, checkScreen } = cashier;
  await chooseBiller(cashier, 'F3', 'telcel tiempo');
  await counter.expectQuestion(counter.getText('pay.account.title.top-up'));
  await counter.type('5599999999');
  await checkScreen();
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.repeat.title'));
  await counter.type('5599999998');
  await counter.press('Enter');
  await counter.expectText(counter.getText('pay.repeat.different'));
  await checkScreen();
  await counter.type('5599999999');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
  await checkScreen();
  await counter.press('End', 'Home', 'ArrowDown', 'Enter');
  if (version === 'v1.6') await counter.expectText(counter.getText('pay.check.credit'));
  await payCash(cashier);
  await expectPaid(counter, 'pay.paid.titleExact');
  expect(await getNewestPayment(cashier)).toMatchObject({
    kind: 'top-up',
    state: 'paid',
    accountNumber: '5599999999',
    amount: { amount: '30.00' },
  });
  await counter.goToNextCustomer();
}

/** Sells a gift card and signs in as another cashier, who must not see its code. */
export async function sellGiftCardAndSwitchCashier(cashier: FlowContext): Promise<void> {
  const { counter, till } = cashier;
  await chooseBiller(cashier, 'F4', 'amazon m');
  await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
  await counter.type('5599999998');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
  await counter.press('Enter');
  await payCash(cashier);
  await expectPaid(counter, 'pay.gift.titleExact');
  const paymentId = (await getNewestPayment(cashier))?.id ?? '';
  await counter.press('F10');
  await till.page.getByRole('option', { name: 'Beto' }).press('Enter');
  await till.page.locator('input[type=password]').waitFor();
  await counter.type('2222');
  await counter.press('Enter');
  // The new cashier starts with her own customer.
  await till.page.getByRole('option').nth(1).press('Enter');
  await till.page.getByRole('combobox').waitFor();
  const tape = await till.callTill('printing.tape', { paymentId });
  expect(tape).toMatchObject({ isWithheld: true, lines: [] });
  for (const job of await till.callTill('printing.forPayment', { paymentId })) {
    expect(job.lines).toEqual([]);
  }
}

/** Expects the code on the receipt, and nowhere after the customer left. */
export async function sellGiftCard(cashier: FlowContext): Promise<void> {
  const { counter, till, checkScreen } = cashier;
  await chooseBiller(cashier, 'F4', 'amazon m');
  await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
  // In Colombia the gift-card account is labelled “celular”, as for a top-up.
  await counter.expectText(counter.getText('pay.account.mobile'));
  await counter.type('5599999999');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
  await checkScreen();
  await counter.press('Enter');
  await payCash(cashier);
  await expectPaid(counter, 'pay.gift.titleExact');
  await checkScreen();
  const code = /\d{4}-\d{4}-\d{4}-\d{4}/;
  await expect.poll(() => counter.readTape()).toMatch(code);
  const paymentId = (await getNewestPayment(cashier))?.id ?? '';
  await counter.goToNextCustomer();
  expect(await till.page.locator('body').innerText()).not.toMatch(code);
  const tape = await till.callTill('printing.tape', { paymentId });
  expect(tape).toMatchObject({ isWithheld: true, lines: [] });
  await expect(till.callTill('printing.printCopy', { paymentId, approval: null })).rejects.toThrow(
    /not-allowed/,
  );
  const approval = { cashierId: OWNER.id, pin: OWNER.pin };
  expect(await till.callTill('printing.printCopy', { paymentId, approval })).toMatchObject({
    kind: 'copy',
    isWithheld: true,
  });
}

/** Goes to the confirm step of a cash-out of 300 pesos. */
export async function goToCashOutConfirm(
  cashier: FlowContext,
  account = '1234567812341234',
): Promise<void> {
  const { counter, till, language, checkScreen } = cashier;
  await countFloat(till.callTill);
  await expect(till.page.locator('[data-key=F5]')).toBeVisible();
  await counter.press('F5');
  await counter.expectQuestion(getTextBeforePlaceholder(language, 'choose.title.cash-out'));
  await counter.expectText('Banco Azul');
  await checkScreen();
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.account.title.cash-out'));
  await counter.type(account);
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.offer.title.cash-out'));
  await counter.type('300');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title.cash-out'));
}

/** Expects that the money is handed over only after the answer and the slip. */
export async function payCashOut(cashier: FlowContext): Promise<void> {
  const { counter, checkScreen } = cashier;
  await goToCashOutConfirm(cashier);
  await counter.press('Enter', 'Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title.cash-out'));
  await checkScreen();
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.cashOut.handOver'));
  await checkScreen();
  expect(await getNewestPayment(cashier)).toMatchObject({
    kind: 'cash-out',
    state: 'paid',
    handOver: 'now',
    cash: null,
  });
  await handOver(cashier);
}

/** Confirms with F11 that the money of a cash-out or cancel was handed over. */
export async function handOver(cashier: FlowContext): Promise<void> {
  const { counter } = cashier;
  const isCancel = (await getNewestPayment(cashier))?.kind === 'cancel';
  await expect(async () => {
    // Repeated Enter must not confirm it.
    await counter.press('Enter', 'Enter', 'F11');
    expect(await getNewestPayment(cashier)).toMatchObject({ state: 'paid', handOver: 'done' });
  }).toPass();
  if (isCancel) {
    await counter.press('F2');
    return;
  }
  await counter.expectQuestion(counter.getText('pay.cashOut.done'));
  await counter.goToNextCustomer();
}

/** Enters the reason and the PIN of a supervisor in the dialog. */
export async function approve(cashier: FlowContext, reason: string | null): Promise<void> {
  const { counter, language } = cashier;
  if (reason !== null) {
    await counter.expectText(getTextBeforePlaceholder(language, 'approval.reason'));
    await counter.type(reason);
    await counter.press('Enter');
  }
  await counter.page.locator('input[type=password]').waitFor();
  await counter.type(OWNER.pin);
  await counter.press('Enter');
}

/** Opens the newest payment in the history, up to the dialog for a reason and a PIN. */
export async function goToCancelQuestion(cashier: FlowContext): Promise<void> {
  const { counter, language, checkScreen } = cashier;
  const getPageText = (key: LocaleFileKey) => getTextBeforePlaceholder(language, key);
  await counter.press('F8');
  await counter.expectQuestion(getPageText('history.title'));
  await counter.page.getByRole('listbox').getByRole('option').first().waitFor();
  await checkScreen();
  await counter.press('Enter');
  await counter.expectText(getPageText('history.cancel'));
  await checkScreen();
  await counter.press('Delete');
  await counter.page.getByRole('dialog').waitFor();
  await checkScreen();
}

/** Cancels the newest payment and hands its money back. */
export async function cancelNewest(cashier: FlowContext): Promise<void> {
  const { counter, till, checkScreen } = cashier;
  await goToCancelQuestion(cashier);
  await approve(cashier, 'el cliente se equivocó');
  await counter.expectText(counter.getText('pay.cancel.handedOver'));
  await checkScreen();
  await handOver(cashier);
  const [, payment] = await till.callTill('payments.recent', { limit: 2 });
  expect(payment).toMatchObject({ cancelledBy: { state: 'paid' }, canCancel: false });
}

/** A designated biller accepts any amount, whatever its consult answers. */
export async function payDrpBill(cashier: FlowContext): Promise<void> {
  const { counter, till, language } = cashier;
  await counter.find('satelital', /SKY México/);
  await counter.type('501000000007');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.amount.title'));
  await counter.type('75');
  await counter.press('Enter');
  await payCash({ ...cashier, checkScreen: async () => {} });
  await expectPaid(counter, 'pay.paid.titleExact');
  expect(await getNewestPayment(cashier)).toMatchObject({
    state: 'paid',
    isDrp: true,
    amount: { amount: '75.00' },
  });
  await counter.goToNextCustomer();
  await counter.press('F8');
  await till.page.getByRole('listbox').getByRole('option').first().waitFor();
  await counter.press('Enter');
  await counter.expectText(getTextBeforePlaceholder(language, 'history.drp'));
  await counter.press('F2');
}
