import type { Language, Payment, ServiceVersion } from '../../../shared/contract/index.ts';
import { receiptWords } from '../../../shared/i18n/index.ts';
import { type PageKey, textOf } from '../../support/words-of.ts';
import type { Counter } from './counter.ts';
import { expect } from './index.ts';
import { OWNER } from './shop.ts';
import type { Till } from './till.ts';

/** Who makes a flow, where; `looks` looks at each screen that the flow passes. */
export interface Cashier {
  readonly counter: Counter;
  readonly till: Till;
  readonly language: Language;
  readonly version: ServiceVersion;
  readonly looks: () => Promise<void>;
}

/** The billers that hand out cash, and those of the direct reconciliation, in these shops. */
export const CASH_OUT_BILLER = 20001;
export const DRP_BILLER = 5501;

export async function newest({ till }: Pick<Cashier, 'till'>): Promise<Payment | undefined> {
  const [payment] = await till.ask('payments.recent', { limit: 1 });
  return payment;
}

/** From the list of a flow to its account. */
export async function chooseBiller(cashier: Cashier, key: string, typed: string): Promise<void> {
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
export async function cashAndPay({ counter, looks }: Cashier): Promise<void> {
  await counter.asks(counter.words('pay.cash.title'));
  await looks();
  await counter.press('Enter');
  await counter.asks(counter.words('pay.confirm.title'));
  await looks();
  await counter.press('F12');
}

interface BillOf {
  readonly typed: string;
  readonly name: RegExp;
  readonly account: string;
}
const CANCELLABLE: BillOf = {
  typed: 'agua y drenaje',
  name: /Agua y Drenaje/,
  account: '123456851236',
};
/** Its biller gives no payment back (R26). */
export const UNCANCELLABLE: BillOf = { typed: 'telmex', name: /Telmex/, account: '7259047384' };

/** Paid exactly: with a printer there is a paper to hand over. */
async function isPaid(counter: Counter, withPaper: PageKey): Promise<void> {
  const titles = [withPaper, 'receipts.paidExact'] as const;
  await counter.asks(new RegExp(titles.map((one) => RegExp.escape(counter.words(one))).join('|')));
}

export async function payBill(cashier: Cashier, bill: BillOf = CANCELLABLE): Promise<void> {
  const { counter } = cashier;
  await counter.find(bill.typed, bill.name);
  await counter.upToConfirm({ account: bill.account, amount: '120' });
  expect(await counter.tape()).toContain(receiptWords(cashier.language).amount);
  await counter.press('F12');
  await isPaid(counter, 'pay.paid.titleExact');
  expect(await newest(cashier)).toMatchObject({
    kind: 'bill',
    state: 'paid',
    accountNumber: bill.account,
    amount: { amount: '120.00' },
  });
  await counter.nextCustomer();
}

/** The number twice, an amount of the list, and what arrives where the version tells it. */
export async function topUp(cashier: Cashier): Promise<void> {
  const { counter, version, looks } = cashier;
  await chooseBiller(cashier, 'F3', 'telcel tiempo');
  await counter.asks(counter.words('pay.account.title.top-up'));
  await counter.type('5599999999');
  await looks();
  await counter.press('Enter');
  await counter.asks(counter.words('pay.repeat.title'));
  await counter.type('5599999998');
  await counter.press('Enter');
  await counter.sees(counter.words('pay.repeat.different'));
  await looks();
  await counter.type('5599999999');
  await counter.press('Enter');
  await counter.asks(counter.words('pay.offer.title.top-up'));
  await looks();
  await counter.press('End', 'Home', 'ArrowDown', 'Enter');
  if (version === 'v1.6') await counter.sees(counter.words('pay.check.brings'));
  await cashAndPay(cashier);
  await isPaid(counter, 'pay.paid.titleExact');
  expect(await newest(cashier)).toMatchObject({
    kind: 'top-up',
    state: 'paid',
    accountNumber: '5599999999',
    amount: { amount: '30.00' },
  });
  await counter.nextCustomer();
}

/** Whoever signs in next sees no code of a card that another cashier sold and left. */
export async function giftCardLeft(cashier: Cashier): Promise<void> {
  const { counter, till } = cashier;
  await chooseBiller(cashier, 'F4', 'amazon m');
  await counter.asks(counter.words('pay.account.title.gift-card'));
  await counter.type('5599999998');
  await counter.press('Enter');
  await counter.asks(counter.words('pay.offer.title.gift-card'));
  await counter.press('Enter');
  await cashAndPay(cashier);
  await isPaid(counter, 'pay.gift.titleExact');
  const paymentId = (await newest(cashier))?.id ?? '';
  await counter.press('F10');
  await till.page.getByRole('option', { name: 'Beto' }).press('Enter');
  await till.page.locator('input[type=password]').waitFor();
  await counter.type('2222');
  await counter.press('Enter');
  // She begins with a customer of her own.
  await till.page.getByRole('option').nth(1).press('Enter');
  await till.page.getByRole('combobox').waitFor();
  const tape = await till.ask('printing.tape', { paymentId });
  expect(tape).toMatchObject({ isWithheld: true, lines: [] });
  for (const job of await till.ask('printing.ofPayment', { paymentId })) {
    expect(job.lines).toEqual([]);
  }
}

/** Its code is on the paper, and nowhere once the customer has gone. */
export async function giftCard(cashier: Cashier): Promise<void> {
  const { counter, till, looks } = cashier;
  await chooseBiller(cashier, 'F4', 'amazon m');
  await counter.asks(counter.words('pay.account.title.gift-card'));
  // In Colombia a gift card goes to a “celular”, as a top-up does.
  await counter.sees(counter.words('pay.account.mobile'));
  await counter.type('5599999999');
  await counter.press('Enter');
  await counter.asks(counter.words('pay.offer.title.gift-card'));
  await looks();
  await counter.press('Enter');
  await cashAndPay(cashier);
  await isPaid(counter, 'pay.gift.titleExact');
  await looks();
  const code = /\d{4}-\d{4}-\d{4}-\d{4}/;
  await expect.poll(() => counter.tape()).toMatch(code);
  const paymentId = (await newest(cashier))?.id ?? '';
  await counter.nextCustomer();
  expect(await till.page.locator('body').innerText()).not.toMatch(code);
  const tape = await till.ask('printing.tape', { paymentId });
  expect(tape).toMatchObject({ isWithheld: true, lines: [] });
  await expect(till.ask('printing.copy', { paymentId, approval: null })).rejects.toThrow(
    /not-allowed/,
  );
  const allowed = { cashierId: OWNER.id, pin: OWNER.pin };
  expect(await till.ask('printing.copy', { paymentId, approval: allowed })).toMatchObject({
    kind: 'copy',
    isWithheld: true,
  });
}

/** Up to the confirm step of 300 pesos. */
export async function upToCashOut(cashier: Cashier, account = '1234567812341234'): Promise<void> {
  const { counter, till, language, looks } = cashier;
  await expect(till.page.locator('[data-key=F5]')).toBeVisible();
  await counter.press('F5');
  await counter.asks(textOf(language, 'choose.title.cash-out'));
  await counter.sees('Banco Azul');
  await looks();
  await counter.press('Enter');
  await counter.asks(counter.words('pay.account.title.cash-out'));
  await counter.type(account);
  await counter.press('Enter');
  await counter.asks(counter.words('pay.offer.title.cash-out'));
  await counter.type('300');
  await counter.press('Enter');
  await counter.asks(counter.words('pay.confirm.title.cash-out'));
}

/** Handed over after the answer and the slip, and not before. */
export async function cashOut(cashier: Cashier): Promise<void> {
  const { counter, looks } = cashier;
  await upToCashOut(cashier);
  await counter.press('Enter', 'Enter');
  await counter.asks(counter.words('pay.confirm.title.cash-out'));
  await looks();
  await counter.press('F12');
  await counter.asks(counter.words('pay.out.now'));
  await looks();
  expect(await newest(cashier)).toMatchObject({
    kind: 'cash-out',
    state: 'paid',
    handOver: 'now',
    cash: null,
  });
  await handOver(cashier);
}

/** The money of a cash-out on the screen, or of a cancel: by a key of its own. */
export async function handOver(cashier: Cashier): Promise<void> {
  const { counter } = cashier;
  const isCancel = (await newest(cashier))?.kind === 'cancel';
  await expect(async () => {
    // No run of Enters says that the money was handed over.
    await counter.press('Enter', 'Enter', 'F11');
    expect(await newest(cashier)).toMatchObject({ state: 'paid', handOver: 'done' });
  }).toPass();
  if (isCancel) {
    await counter.press('F2');
    return;
  }
  await counter.asks(counter.words('pay.out.done'));
  await counter.nextCustomer();
}

/** The reason and the PIN of a supervisor, in the dialog that asks for them. */
export async function approve(cashier: Cashier, reason: string | null): Promise<void> {
  const { counter, language } = cashier;
  if (reason !== null) {
    await counter.sees(textOf(language, 'approval.reason'));
    await counter.type(reason);
    await counter.press('Enter');
  }
  await counter.page.locator('input[type=password]').waitFor();
  await counter.type(OWNER.pin);
  await counter.press('Enter');
}

/** The newest payment, from the history, up to the question for a reason and a PIN. */
export async function upToCancel(cashier: Cashier): Promise<void> {
  const { counter, language, looks } = cashier;
  const words = (key: PageKey) => textOf(language, key);
  await counter.press('F8');
  await counter.asks(words('history.title'));
  await counter.page.getByRole('listbox').getByRole('option').first().waitFor();
  await looks();
  await counter.press('Enter');
  await counter.sees(words('history.cancel'));
  await looks();
  await counter.press('Delete');
  await counter.page.getByRole('dialog').waitFor();
  await looks();
}

/** The money of the newest payment goes back. */
export async function cancelNewest(cashier: Cashier): Promise<void> {
  const { counter, till, looks } = cashier;
  await upToCancel(cashier);
  await approve(cashier, 'el cliente se equivocó');
  await counter.sees(counter.words('pay.cancel.handed'));
  await looks();
  await handOver(cashier);
  const [, payment] = await till.ask('payments.recent', { limit: 2 });
  expect(payment).toMatchObject({ cancelledBy: { state: 'paid' }, mayCancel: false });
}

/** A designated biller takes any amount, whatever its consult says. */
export async function directPayment(cashier: Cashier): Promise<void> {
  const { counter, till, language } = cashier;
  await counter.find('satelital', /SKY México/);
  await counter.type('501000000007');
  await counter.press('Enter');
  await counter.asks(counter.words('pay.amount.title'));
  await counter.type('75');
  await counter.press('Enter');
  await cashAndPay({ ...cashier, looks: async () => {} });
  await isPaid(counter, 'pay.paid.titleExact');
  expect(await newest(cashier)).toMatchObject({
    state: 'paid',
    isDrp: true,
    amount: { amount: '75.00' },
  });
  await counter.nextCustomer();
  await counter.press('F8');
  await till.page.getByRole('listbox').getByRole('option').first().waitFor();
  await counter.press('Enter');
  await counter.sees(textOf(language, 'history.drp'));
  await counter.press('F2');
}
