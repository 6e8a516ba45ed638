import type { Language, Payment, ServiceVersion } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import { getText, type PageKey } from '../../support/page-texts.ts';
import type { Counter } from './counter.ts';
import { expect } from './index.ts';
import { OWNER } from './shop.ts';
import type { Till } from './till.ts';

/** Who makes a flow, where; `looks` looks at each screen that the flow passes. */
export interface FlowContext {
  readonly counter: Counter;
  readonly till: Till;
  readonly language: Language;
  readonly version: ServiceVersion;
  readonly looks: () => Promise<void>;
}

/** The billers that hand out cash, and those of the direct reconciliation, in these shops. */
export const CASH_OUT_BILLER = 20001;
export const DRP_BILLER = 5501;

export async function getNewestPayment({
  till,
}: Pick<FlowContext, 'till'>): Promise<Payment | undefined> {
  const [payment] = await till.callTill('payments.recent', { limit: 1 });
  return payment;
}

/** From the list of a flow to its account. */
export async function chooseBiller(
  cashier: FlowContext,
  key: string,
  typed: string,
): Promise<void> {
  const { counter } = cashier;
  const { page } = counter;
  await counter.press(key);
  await expect(async () => {
    await page.getByRole('combobox').fill('');
    await page.getByRole('combobox').fill(typed);
    await page.getByRole('option').first().waitFor({ timeout: 2_000 });
  }).toPass();
  await cashier.looks();
  await page.getByRole('combobox').focus();
  await counter.press('Enter');
}

/** From the amount to a paid payment. */
export async function payCash({ counter, looks }: FlowContext): Promise<void> {
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await looks();
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  await looks();
  await counter.press('F12');
}

interface BillToPay {
  readonly typed: string;
  readonly name: RegExp;
  readonly account: string;
}
const CANCELLABLE: BillToPay = {
  typed: 'agua y drenaje',
  name: /Agua y Drenaje/,
  account: '123456851236',
};
/** Its biller gives no payment back (R26). */
export const UNCANCELLABLE: BillToPay = { typed: 'telmex', name: /Telmex/, account: '7259047384' };

/** Paid exactly: with a printer there is a paper to hand over. */
async function expectPaid(counter: Counter, withPaper: PageKey): Promise<void> {
  const titles = [withPaper, 'receipts.paidExact'] as const;
  await counter.expectQuestion(
    new RegExp(titles.map((one) => RegExp.escape(counter.getText(one))).join('|')),
  );
}

export async function payBill(cashier: FlowContext, bill: BillToPay = CANCELLABLE): Promise<void> {
  const { counter } = cashier;
  await counter.find(bill.typed, bill.name);
  await counter.goToConfirm({ account: bill.account, amount: '120' });
  expect(await counter.tape()).toContain(getReceiptTexts(cashier.language).amount);
  await counter.press('F12');
  await expectPaid(counter, 'pay.paid.titleExact');
  expect(await getNewestPayment(cashier)).toMatchObject({
    kind: 'bill',
    state: 'paid',
    accountNumber: bill.account,
    amount: { amount: '120.00' },
  });
  await counter.nextCustomer();
}

/** The number twice, an amount of the list, and what arrives where the version tells it. */
export async function sellTopUp(cashier: FlowContext): Promise<void> {
  const { counter, version, looks } = cashier;
  await chooseBiller(cashier, 'F3', 'telcel tiempo');
  await counter.expectQuestion(counter.getText('pay.account.title.top-up'));
  await counter.type('5599999999');
  await looks();
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.repeat.title'));
  await counter.type('5599999998');
  await counter.press('Enter');
  await counter.expectText(counter.getText('pay.repeat.different'));
  await looks();
  await counter.type('5599999999');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
  await looks();
  await counter.press('End', 'Home', 'ArrowDown', 'Enter');
  if (version === 'v1.6') await counter.expectText(counter.getText('pay.check.brings'));
  await payCash(cashier);
  await expectPaid(counter, 'pay.paid.titleExact');
  expect(await getNewestPayment(cashier)).toMatchObject({
    kind: 'top-up',
    state: 'paid',
    accountNumber: '5599999999',
    amount: { amount: '30.00' },
  });
  await counter.nextCustomer();
}

/** Whoever signs in next sees no code of a card that another cashier sold and left. */
export async function leaveGiftCard(cashier: FlowContext): Promise<void> {
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
  // She begins with a customer of her own.
  await till.page.getByRole('option').nth(1).press('Enter');
  await till.page.getByRole('combobox').waitFor();
  const tape = await till.callTill('printing.tape', { paymentId });
  expect(tape).toMatchObject({ isWithheld: true, lines: [] });
  for (const job of await till.callTill('printing.ofPayment', { paymentId })) {
    expect(job.lines).toEqual([]);
  }
}

/** Its code is on the paper, and nowhere once the customer has gone. */
export async function sellGiftCard(cashier: FlowContext): Promise<void> {
  const { counter, till, looks } = cashier;
  await chooseBiller(cashier, 'F4', 'amazon m');
  await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
  // In Colombia a gift card goes to a “celular”, as a top-up does.
  await counter.expectText(counter.getText('pay.account.mobile'));
  await counter.type('5599999999');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
  await looks();
  await counter.press('Enter');
  await payCash(cashier);
  await expectPaid(counter, 'pay.gift.titleExact');
  await looks();
  const code = /\d{4}-\d{4}-\d{4}-\d{4}/;
  await expect.poll(() => counter.tape()).toMatch(code);
  const paymentId = (await getNewestPayment(cashier))?.id ?? '';
  await counter.nextCustomer();
  expect(await till.page.locator('body').innerText()).not.toMatch(code);
  const tape = await till.callTill('printing.tape', { paymentId });
  expect(tape).toMatchObject({ isWithheld: true, lines: [] });
  await expect(till.callTill('printing.copy', { paymentId, approval: null })).rejects.toThrow(
    /not-allowed/,
  );
  const allowed = { cashierId: OWNER.id, pin: OWNER.pin };
  expect(await till.callTill('printing.copy', { paymentId, approval: allowed })).toMatchObject({
    kind: 'copy',
    isWithheld: true,
  });
}

/** Up to the confirm step of 300 pesos. */
export async function goToCashOutConfirm(
  cashier: FlowContext,
  account = '1234567812341234',
): Promise<void> {
  const { counter, till, language, looks } = cashier;
  await expect(till.page.locator('[data-key=F5]')).toBeVisible();
  await counter.press('F5');
  await counter.expectQuestion(getText(language, 'choose.title.cash-out'));
  await counter.expectText('Banco Azul');
  await looks();
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.account.title.cash-out'));
  await counter.type(account);
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.offer.title.cash-out'));
  await counter.type('300');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title.cash-out'));
}

/** Handed over after the answer and the slip, and not before. */
export async function payCashOut(cashier: FlowContext): Promise<void> {
  const { counter, looks } = cashier;
  await goToCashOutConfirm(cashier);
  await counter.press('Enter', 'Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title.cash-out'));
  await looks();
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.out.now'));
  await looks();
  expect(await getNewestPayment(cashier)).toMatchObject({
    kind: 'cash-out',
    state: 'paid',
    handOver: 'now',
    cash: null,
  });
  await handOver(cashier);
}

/** The money of a cash-out on the screen, or of a cancel: by a key of its own. */
export async function handOver(cashier: FlowContext): Promise<void> {
  const { counter } = cashier;
  const isCancel = (await getNewestPayment(cashier))?.kind === 'cancel';
  await expect(async () => {
    // No run of Enters says that the money was handed over.
    await counter.press('Enter', 'Enter', 'F11');
    expect(await getNewestPayment(cashier)).toMatchObject({ state: 'paid', handOver: 'done' });
  }).toPass();
  if (isCancel) {
    await counter.press('F2');
    return;
  }
  await counter.expectQuestion(counter.getText('pay.out.done'));
  await counter.nextCustomer();
}

/** The reason and the PIN of a supervisor, in the dialog that asks for them. */
export async function approve(cashier: FlowContext, reason: string | null): Promise<void> {
  const { counter, language } = cashier;
  if (reason !== null) {
    await counter.expectText(getText(language, 'approval.reason'));
    await counter.type(reason);
    await counter.press('Enter');
  }
  await counter.page.locator('input[type=password]').waitFor();
  await counter.type(OWNER.pin);
  await counter.press('Enter');
}

/** The newest payment, from the history, up to the question for a reason and a PIN. */
export async function goToCancelQuestion(cashier: FlowContext): Promise<void> {
  const { counter, language, looks } = cashier;
  const words = (key: PageKey) => getText(language, key);
  await counter.press('F8');
  await counter.expectQuestion(words('history.title'));
  await counter.page.getByRole('listbox').getByRole('option').first().waitFor();
  await looks();
  await counter.press('Enter');
  await counter.expectText(words('history.cancel'));
  await looks();
  await counter.press('Delete');
  await counter.page.getByRole('dialog').waitFor();
  await looks();
}

/** The money of the newest payment goes back. */
export async function cancelNewest(cashier: FlowContext): Promise<void> {
  const { counter, till, looks } = cashier;
  await goToCancelQuestion(cashier);
  await approve(cashier, 'el cliente se equivocó');
  await counter.expectText(counter.getText('pay.cancel.handed'));
  await looks();
  await handOver(cashier);
  const [, payment] = await till.callTill('payments.recent', { limit: 2 });
  expect(payment).toMatchObject({ cancelledBy: { state: 'paid' }, mayCancel: false });
}

/** A designated biller takes any amount, whatever its consult says. */
export async function payDrpBill(cashier: FlowContext): Promise<void> {
  const { counter, till, language } = cashier;
  await counter.find('satelital', /SKY México/);
  await counter.type('501000000007');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.amount.title'));
  await counter.type('75');
  await counter.press('Enter');
  await payCash({ ...cashier, looks: async () => {} });
  await expectPaid(counter, 'pay.paid.titleExact');
  expect(await getNewestPayment(cashier)).toMatchObject({
    state: 'paid',
    isDrp: true,
    amount: { amount: '75.00' },
  });
  await counter.nextCustomer();
  await counter.press('F8');
  await till.page.getByRole('listbox').getByRole('option').first().waitFor();
  await counter.press('Enter');
  await counter.expectText(getText(language, 'history.drp'));
  await counter.press('F2');
}
