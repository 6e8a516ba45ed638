import { getText, type PageKey } from '../support/page-texts.ts';
import type { Cashier } from './cashier.ts';

/** The flows beside bills, in Spanish of Mexico: each ends at the home screen. */

const words = (key: PageKey): string => getText('es-MX', key);

async function choose(cashier: Cashier, key: string, text: string, name: RegExp): Promise<void> {
  await cashier.press(key);
  await cashier.page.getByRole('combobox').waitFor();
  await cashier.type(text);
  await cashier.page.getByRole('option', { name }).first().waitFor();
}

async function cashAndPay(cashier: Cashier): Promise<void> {
  await cashier.asks(words('pay.cash.title'));
  await cashier.press('Enter');
  await cashier.asks(words('pay.confirm.title'));
  await cashier.press('F12');
}

/** What the printer brought, once the cashier reads that it is there. */
export async function receipt(
  cashier: Cashier,
  name: string,
  printed: 'pay.paper.printed' | 'pay.paper.printed.slip' = 'pay.paper.printed',
): Promise<void> {
  await cashier.paper(name);
  await cashier.sees(words(printed));
}

export async function topUp(cashier: Cashier): Promise<void> {
  await choose(cashier, 'F3', 'telcel tiempo', /Telcel/);
  await cashier.picture('top-up');
  await cashier.press('Enter');
  await cashier.asks(words('pay.account.title.top-up'));
  await cashier.type('5599999999');
  await cashier.press('Enter');
  await cashier.asks(words('pay.repeat.title'));
  await cashier.picture('top-up-number-again');
  await cashier.type('5599999999');
  await cashier.press('Enter');
  await cashier.asks(words('pay.offer.title.top-up'));
  await cashier.picture('top-up-amounts');
  await cashier.press('ArrowDown', 'Enter');
  await cashAndPay(cashier);
  await cashier.asks(words('pay.paid.titleExact'));
  await receipt(cashier, 'top-up');
  await cashier.picture('top-up-paid');
}

export async function giftCard(cashier: Cashier): Promise<void> {
  await choose(cashier, 'F4', 'amazon m', /Amazon/);
  await cashier.press('Enter');
  await cashier.asks(words('pay.account.title.gift-card'));
  await cashier.type('5599999999');
  await cashier.press('Enter');
  await cashier.asks(words('pay.offer.title.gift-card'));
  await cashier.press('Enter');
  await cashAndPay(cashier);
  await cashier.asks(words('pay.gift.titleExact'));
  await receipt(cashier, 'gift-card');
  await cashier.picture('gift-card-paid');
}

/** Two bills of one customer, with one tender and one change; each has its own receipt. */
export async function basket(cashier: Cashier): Promise<void> {
  await fixedLineBill(cashier, '8112345678', '150');
  await cashier.asks(words('pay.cash.title'));
  await cashier.press('Insert');
  await cashier.asks(words('home.title'));
  await cashier.sees(words('basket.notice.collectedNext'));
  await cashier.picture('basket-begun');
  await fixedLineBill(cashier, '8112345679', '51');
  await cashier.asks(words('basket.cash.title_other'));
  await cashier.type('500');
  await cashier.picture('basket-cash');
  await cashier.press('Enter');
  await cashier.asks(words('pay.confirm.title'));
  await cashier.picture('basket-confirm');
  await cashier.press('F12');
  await cashier.asks(/^Entregue /);
  for (const number of [1, 2]) await cashier.paper(`basket-${number}`);
  await cashier.picture('basket-paid');
}

async function fixedLineBill(cashier: Cashier, account: string, amount: string): Promise<void> {
  await cashier.asks(words('home.title'));
  await cashier.type('telmex');
  await cashier.page
    .getByRole('option', { name: /Telmex/ })
    .first()
    .waitFor();
  await cashier.press('Enter');
  await cashier.sees(words('pay.account.phone_number'));
  await cashier.type(account);
  await cashier.press('Enter');
  await cashier.asks(words('pay.amount.title'));
  await cashier.type(amount);
  await cashier.press('Enter');
}

export async function cashOut(cashier: Cashier): Promise<void> {
  await cashier.press('F5');
  await cashier.sees('Banco Azul');
  await cashier.picture('cash-out');
  await cashier.press('Enter');
  await cashier.asks(words('pay.account.title.cash-out'));
  await cashier.type('1234567812341234');
  await cashier.press('Enter');
  await cashier.asks(words('pay.offer.title.cash-out'));
  await cashier.type('300');
  await cashier.press('Enter');
  await cashier.asks(words('pay.confirm.title.cash-out'));
  await cashier.picture('cash-out-confirm');
  await cashier.press('F12');
  // A pattern minds its capitals: «no entregue» is what the screen before it says.
  await cashier.asks(/^ENTREGUE/);
  await receipt(cashier, 'cash-out', 'pay.paper.printed.slip');
  await cashier.picture('cash-out-hand-over');
  // A result takes no key for its first moment.
  const isDone = cashier.page.getByText(words('pay.out.done')).filter({ visible: true }).first();
  while (!(await isDone.isVisible())) {
    await cashier.press('F11');
    await cashier.page.waitForTimeout(300);
  }
}

export async function linkedBill(cashier: Cashier): Promise<void> {
  await cashier.press('F6');
  await cashier.sees(getText('es-MX', 'bills.empty'));
  await cashier.press('Insert');
  await cashier.page.getByRole('combobox').waitFor();
  await cashier.type('cfe com');
  await cashier.page.getByRole('option', { name: /CFE/ }).first().waitFor();
  await cashier.press('Enter');
  await cashier.sees(words('pay.account.account_number'));
  await cashier.type('501000000007');
  await cashier.press('Enter');
  await cashier.sees(getText('es-MX', 'bills.updated'));
  await cashier.press('Control+m');
  await cashier.sees(getText('es-MX', 'bills.extra.consumptionKwh'));
  await cashier.picture('linked-bill');
  await cashier.press('Escape');
  await cashier.sees('501000000007');
  await cashier.picture('linked-bills');
  await cashier.press('F2');
}

/** A result takes no key for its first moment: Enter is pressed until the counter is free. */
export async function nextCustomer(cashier: Cashier): Promise<void> {
  const search = cashier.page.getByRole('combobox');
  while (!(await search.isVisible())) {
    await cashier.press('Enter');
    await cashier.page.waitForTimeout(300);
  }
}

export async function waitForCatalogue(cashier: Cashier): Promise<void> {
  for (;;) {
    const { lists, refreshing } = await cashier.ask('catalog.state', {});
    if (refreshing === null && lists.every((list) => list.refreshedAt !== null)) return;
    await cashier.page.waitForTimeout(200);
  }
}
