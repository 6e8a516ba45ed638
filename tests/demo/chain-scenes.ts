import type { PageKey } from '../support/page-texts.ts';
import { getText } from '../support/page-texts.ts';
import type { Cashier } from './cashier.ts';
import { type DemoOffice, until } from './chain-office.ts';
import { enter, take } from './day.ts';
import { nextCustomer } from './flows.ts';
import { CARMEN, changeTo } from './staff.ts';

/** What happens on the tills of a chain, in Spanish of Mexico; each begins and ends at the home screen. */

const words = (key: PageKey): string => getText('es-MX', key);

interface Bill {
  /** Typed to find it. */
  readonly biller: string;
  readonly account: string;
  /** Left out where the biller says what is due. */
  readonly amount?: string;
}

async function upToTheAmount(cashier: Cashier, { biller, account, amount }: Bill): Promise<void> {
  await cashier.asks(words('home.title'));
  await cashier.type(biller);
  await cashier.page.getByRole('listbox').getByRole('option').first().waitFor();
  await cashier.press('Enter');
  await cashier.sees(/número de cuenta/i);
  await cashier.type(account);
  await cashier.press('Enter');
  await cashier.asks(words(amount === undefined ? 'pay.amount.fixedTitle' : 'pay.amount.title'));
  if (amount !== undefined) await cashier.type(amount);
  await cashier.press('Enter');
}

export async function payBill(cashier: Cashier, bill: Bill): Promise<void> {
  await upToTheAmount(cashier, bill);
  await cashier.asks(words('pay.cash.title'));
  await cashier.press('Enter');
  await cashier.asks(words('pay.confirm.title'));
  await cashier.press('F12');
  await cashier.asks(words('pay.paid.titleExact'));
  await cashier.picture('paid');
  await nextCustomer(cashier);
}

/** A webhook says that the till's last payment was given back: the till asks the service itself, and tells its people. */
export async function showRefund(office: DemoOffice, cashier: Cashier): Promise<void> {
  const [payment] = await cashier.ask('payments.recent', { limit: 1 });
  if (payment === undefined) throw new Error('nothing was paid');
  await office.training.giveBack(payment.externalId);
  await until('the webhook', async () => {
    const rows = await office.database.sql('SELECT FROM chain.hints');
    return rows.length > 0 ? true : null;
  });
  // With what it sells next, the till says that it is there, and hears of it.
  await payBill(cashier, { biller: 'cfe com', account: '501000000789' });
  await cashier.page
    .getByText(words('refunds.homeNext'))
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 90_000 });
  await cashier.picture('given-back');
  await cashier.press('F9');
  await cashier.sees(words('refunds.hint'));
  await cashier.picture('given-back-unresolved');
  await cashier.press('F2');
}

/** Another shop has taken the money for this bill: the cashier is told, and takes none. */
export async function doublePayment(
  office: DemoOffice,
  cashier: Cashier,
  bill: Bill,
): Promise<void> {
  await until('the first payment in the chain', async () => {
    const rows = await office.database.sql('SELECT FROM chain.payments WHERE account_number = $1', [
      bill.account,
    ]);
    return rows.length > 0 ? true : null;
  });
  await upToTheAmount(cashier, bill);
  await cashier.asks(words('pay.decide.earlierTitle'));
  await cashier.sees(words('pay.decide.elsewhereNext'));
  await cashier.picture('paid-in-another-shop');
  // The safe choice: nothing is charged.
  await cashier.press('Enter');
  await cashier.asks(words('home.title'));
}

/** The database cannot be reached: the till sells, and a light says so. */
export async function cutOff(cashier: Cashier, bill: Bill): Promise<void> {
  await payBill(cashier, bill);
  const light = cashier.page.getByRole('button', { name: words('chainLight.name') });
  await light.filter({ hasText: /sin enviar/ }).waitFor({ timeout: 90_000 });
  await cashier.picture('chain-away');
  await light.focus();
  await cashier.press('Enter');
  await cashier.sees(words('chainLight.unreachable.what'));
  await cashier.picture('chain-away-says');
  await cashier.press('Escape');
}

const ROOMS = ['today', 'tills', 'days', 'history'] as const;

/** The owner signs in with the login of the office, and looks into the rooms of the chain. */
export async function ownersRooms(office: DemoOffice, cashier: Cashier): Promise<void> {
  await changeTo(cashier, CARMEN);
  await enter(cashier, 'chain');
  await cashier.asks(words('chain.connect.title'));
  await cashier.type(office.owner.user);
  await cashier.press('Tab');
  await cashier.type(office.owner.password);
  await cashier.press('Enter');
  await cashier.asks(words('chain.title'));
  await cashier.picture('chain');
  for (const room of ROOMS) {
    await take(cashier, words(`chain.view.${room}`));
    await cashier.asks(words(`chain.view.${room}`));
    await cashier.page.getByRole('listbox').getByRole('option').first().waitFor();
    await cashier.picture(`chain-${room}`);
    if (room === 'days') {
      await cashier.press('Enter');
      await cashier.sees(words('chain.days.missing'));
      await cashier.picture('chain-day-with-a-missing-till');
      await cashier.press('Escape');
      await cashier.asks(words('chain.view.days'));
    }
    await cashier.press('Escape');
    await cashier.asks(words('chain.title'));
  }
}

/** From the list of the chain's rooms: the payment that came after the file. */
export async function whatCameLate(cashier: Cashier): Promise<void> {
  await cashier.press('F1');
  await take(cashier, words('chain.view.differences'));
  await cashier.sees(words('chain.differs.late'));
  await cashier.picture('chain-late-difference');
  await cashier.press('Escape');
  await cashier.asks(words('chain.title'));
  await take(cashier, words('chain.view.days'));
  await cashier.page.getByRole('listbox').getByRole('option').first().waitFor();
  await cashier.press('Enter');
  await cashier.sees(words('chain.days.lateDo'));
  await cashier.picture('chain-day-with-a-late-row');
  await cashier.press('F2');
  await enter(cashier, 'daily-file');
  await cashier.sees(words('dailyFile.state.of-chain'));
  await cashier.picture('daily-file-of-the-chain');
}
