import type { LocaleFileKey } from '../support/page-texts.ts';
import { getTextBeforePlaceholder } from '../support/page-texts.ts';
import type { Cashier } from './cashier.ts';
import { CARMEN, switchCashier } from './demo-cashiers.ts';
import { type DemoOffice, waitFor } from './demo-office.ts';
import { goToCash, goToNextCustomer } from './flow-scenes.ts';
import { chooseOption, openPage } from './shift-scenes.ts';

/** Scenes on the tills of a chain, in Spanish (Mexico); each begins and ends at the home screen. */

const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);

interface Bill {
  /** The text that finds it. */
  readonly biller: string;
  readonly account: string;
  /** Omitted if the biller returns the balance. */
  readonly amount?: string;
}

async function goToAmount(cashier: Cashier, { biller, account, amount }: Bill): Promise<void> {
  await cashier.expectQuestion(getPageText('home.title'));
  await cashier.type(biller);
  await cashier.page.getByRole('listbox').getByRole('option').first().waitFor();
  await cashier.press('Enter');
  await cashier.expectText(/número de cuenta/i);
  await cashier.type(account);
  await cashier.press('Enter');
  // The whole balance is due: no amount is asked for.
  if (amount === undefined) return;
  await cashier.expectQuestion(getPageText('pay.amount.title'));
  await cashier.type(amount);
  await cashier.press('Enter');
}

export async function payBill(cashier: Cashier, bill: Bill): Promise<void> {
  await goToAmount(cashier, bill);
  await goToCash(cashier);
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.confirm.title'));
  await cashier.press('F12');
  // The tills of the demo have no printer: the receipt is on the screen.
  await cashier.expectQuestion(getPageText('receipts.paidExact'));
  await cashier.takePicture('paid');
  await goToNextCustomer(cashier);
}

/**
 * A webhook reports that the service refunded the till's last payment; the till then looks the
 * payment up itself and shows the refund.
 */
export async function showRefund(office: DemoOffice, cashier: Cashier): Promise<void> {
  const [payment] = await cashier.callTill('payments.recent', { limit: 1 });
  if (payment === undefined) throw new Error('nothing was paid');
  await office.training.reverseTransaction(payment.externalId);
  await waitFor('the webhook', async () => {
    const rows = await office.database.sql('SELECT FROM chain.hints');
    return rows.length > 0 ? true : null;
  });
  // With its next sale the till connects, and learns of the refund.
  await payBill(cashier, { biller: 'cfe com', account: '501000000789' });
  await cashier.page
    .getByText(getPageText('refunds.homeAction'))
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 90_000 });
  await cashier.takePicture('given-back');
  await cashier.press('F9');
  await cashier.expectText(getPageText('refunds.hint'));
  await cashier.takePicture('given-back-unresolved');
  await cashier.press('F2');
}

const MAX_WARNING_ATTEMPTS = 3;
const WARNING_RETRY_DELAY_MS = 31_000;

/** Another shop has taken the money for this bill: the cashier is warned, and takes none. */
export async function showDuplicateWarning(
  office: DemoOffice,
  cashier: Cashier,
  bill: Bill,
): Promise<void> {
  await waitFor('the first payment in the chain', async () => {
    const rows = await office.database.sql('SELECT FROM chain.payments WHERE account_number = $1', [
      bill.account,
    ]);
    return rows.length > 0 ? true : null;
  });
  const getTitle = (key: LocaleFileKey) =>
    cashier.page
      .getByRole('heading', { level: 1, name: getPageText(key) })
      .filter({ visible: true });
  const warning = getTitle('pay.decide.earlierTitle');
  for (let attempt = 1; attempt <= MAX_WARNING_ATTEMPTS; attempt += 1) {
    await goToAmount(cashier, bill);
    await warning.or(getTitle('pay.cash.title')).waitFor();
    if (await warning.isVisible()) break;
    // The database was slow: a till does not wait for it, and asks it again after a pause.
    await cashier.press('F2');
    await cashier.page.waitForTimeout(WARNING_RETRY_DELAY_MS);
  }
  await warning.waitFor();
  await cashier.expectText(getPageText('pay.decide.otherShopAction'));
  await cashier.takePicture('paid-in-another-shop');
  // The safe choice: nothing is charged.
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('home.title'));
}

/** The database is not reachable: the till sells, and its status indicator shows it. */
export async function showChainDisconnected(cashier: Cashier, bill: Bill): Promise<void> {
  await payBill(cashier, bill);
  const indicator = cashier.page.getByRole('button', { name: getPageText('chainStatus.name') });
  await indicator.filter({ hasText: /sin enviar/ }).waitFor({ timeout: 90_000 });
  await cashier.takePicture('chain-away');
  await indicator.focus();
  await cashier.press('Enter');
  await cashier.expectText(getPageText('chainStatus.unreachable.title'));
  await cashier.takePicture('chain-away-says');
  await cashier.press('Escape');
}

const VIEWS = ['today', 'tills', 'days', 'history'] as const;

/** The owner signs in with the login of the office, and opens the chain pages. */
export async function showChainPages(office: DemoOffice, cashier: Cashier): Promise<void> {
  await switchCashier(cashier, CARMEN);
  await openPage(cashier, 'chain');
  await cashier.expectQuestion(getPageText('chain.connect.title'));
  await cashier.type(office.owner.user);
  await cashier.press('Tab');
  await cashier.type(office.owner.password);
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('chain.title'));
  await cashier.takePicture('chain');
  for (const view of VIEWS) {
    await chooseOption(cashier, getPageText(`chain.view.${view}`));
    await cashier.expectQuestion(getPageText(`chain.view.${view}`));
    await cashier.page.getByRole('listbox').getByRole('option').first().waitFor();
    await cashier.takePicture(`chain-${view}`);
    if (view === 'days') {
      await cashier.press('Enter');
      await cashier.expectText(getPageText('chain.days.missing'));
      await cashier.takePicture('chain-day-with-a-missing-till');
      await cashier.press('Escape');
      await cashier.expectQuestion(getPageText('chain.view.days'));
    }
    await cashier.press('Escape');
    await cashier.expectQuestion(getPageText('chain.title'));
  }
}

/** Shows the payment that arrived after the file, from the list of the chain pages. */
export async function showLatePayment(cashier: Cashier): Promise<void> {
  await cashier.press('F1');
  await chooseOption(cashier, getPageText('chain.view.differences'));
  await cashier.expectText(getPageText('chain.difference.late'));
  await cashier.takePicture('chain-late-difference');
  await cashier.press('Escape');
  await cashier.expectQuestion(getPageText('chain.title'));
  await chooseOption(cashier, getPageText('chain.view.days'));
  await cashier.page.getByRole('listbox').getByRole('option').first().waitFor();
  await cashier.press('Enter');
  await cashier.expectText(getPageText('chain.days.lateAction'));
  await cashier.takePicture('chain-day-with-a-late-row');
  await cashier.press('F2');
  await openPage(cashier, 'daily-file');
  await cashier.expectText(getPageText('dailyFile.state.of-chain'));
  await cashier.takePicture('daily-file-of-the-chain');
}
