/**
 * A day without a person, by keyboard alone, in training mode: float, customers, another cashier who
 * takes one over, count, Z report, daily file, with the screen that faces the customer. Leaves the screens, what came out of the printer (the
 * Z report is the last of it) and the daily file in out/demo/.
 *
 *     npm run demo
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../build/launcher/find-chromium.mjs';
import { createTrainingProvisioning } from '../../electron/settings/training-till.ts';
import customers from '../../shared/locales/es-MX/customer-screen.json' with { type: 'json' };
import { startBrowserShell } from '../e2e/support/shells.ts';
import { readCustomerScreenAddress } from '../support/customer-screen-address.ts';
import { getText, type PageKey } from '../support/page-texts.ts';
import { ROOT } from '../support/till-process.ts';
import { type Cashier, createAlbum, createCashier, SCREEN } from './cashier.ts';
import { closeShift, openShift, payOut, saveDailyFile, seeEarnings } from './day.ts';
import {
  basket,
  cashOut,
  giftCard,
  linkedBill,
  nextCustomer,
  receipt,
  topUp,
  waitForCatalogue,
} from './flows.ts';
import { startDemoPrinter } from './printer.ts';
import { ANA, changeTo, type Language, LUIS, signIn, switchLanguage, takeOver } from './staff.ts';

const OUT = join(ROOT, 'out', 'demo');
const SIZE = { width: 1366, height: 768 };
const CUSTOMERS_SIZE = { width: 1024, height: 600 };

/** Words of the page up to their first blank to be filled in. */
function words(language: Language, key: PageKey): string {
  return getText(language, key).split('{{')[0]?.trim() ?? '';
}

async function findBill(cashier: Cashier): Promise<void> {
  await cashier.asks(getText('es-MX', 'home.title'));
  await cashier.type('cfe com');
  await cashier.page.getByRole('option', { name: 'CFE' }).first().waitFor();
}

interface Bill {
  readonly account: string;
  readonly cash: string;
  readonly pictures: boolean;
}

/** From the chosen biller to the question whether to pay. */
async function upToConfirm(cashier: Cashier, bill: Bill): Promise<void> {
  const picture = async (name: string): Promise<void> => {
    if (bill.pictures) await cashier.picture(name);
  };
  await cashier.press('Enter');
  await cashier.sees(getText('es-MX', 'pay.account.account_number'));
  await cashier.type(bill.account);
  await picture('account');
  await cashier.press('Enter');
  await cashier.asks(words('es-MX', 'pay.amount.fixedTitle'));
  await picture('balance');
  await cashier.press('Enter');
  await cash(cashier, 'es-MX', bill);
}

async function cash(cashier: Cashier, language: Language, bill: Bill): Promise<void> {
  await cashier.asks(getText(language, 'pay.cash.title'));
  await cashier.type(bill.cash);
  if (bill.pictures) await cashier.picture('cash');
  await cashier.press('Enter');
  await cashier.asks(getText(language, 'pay.confirm.title'));
  if (bill.pictures) {
    await cashier.picture('confirm');
    await cashier.customersPicture('confirm-for-the-customer', customers['facing.change']);
  }
}

async function work(cashier: Cashier): Promise<void> {
  await signIn(cashier, ANA);
  await cashier.asks(getText('es-MX', 'home.title'));
  await waitForCatalogue(cashier);
  await openShift(cashier);
  await cashier.press('F2');
  await cashier.asks(getText('es-MX', 'home.title'));
  await cashier.picture('home');

  await findBill(cashier);
  await cashier.picture('search');
  await upToConfirm(cashier, { account: '501000000007', cash: '600', pictures: true });
  await cashier.press('F12');
  await cashier.asks(/^Entregue /);
  await cashier.sees('PAGADO');
  await receipt(cashier, 'bill');
  await cashier.picture('paid');
  await cashier.customersPicture('paid-for-the-customer', customers['facing.paid']);
  await nextCustomer(cashier);

  await findBill(cashier);
  await cashier.press('Enter');
  await cashier.sees(getText('es-MX', 'pay.account.account_number'));
  await cashier.type('501000000004');
  await cashier.press('Enter');
  await cashier.asks(getText('es-MX', 'pay.balance.failedTitle'));
  await cashier.picture('refused');
  await cashier.press('Escape', 'Escape', 'Escape');

  await cashier.ask('training.setFaults', {
    faults: [
      { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
      { operation: 'transactions', times: 2, fault: { kind: 'look-up-empty' } },
    ],
  });
  await findBill(cashier);
  await upToConfirm(cashier, { account: '501000000123', cash: '200', pictures: false });
  await cashier.press('F12');
  await cashier.asks(getText('es-MX', 'pay.unknown.title'));
  await cashier.picture('unknown');
  await cashier.customersPicture('unknown-for-the-customer', customers['facing.unknown']);
  await cashier.asks(/^Entregue /);
  await receipt(cashier, 'bill-known-later');
  await cashier.picture('unknown-turned-out-paid');
  await nextCustomer(cashier);

  await topUp(cashier);
  await nextCustomer(cashier);
  await giftCard(cashier);
  await nextCustomer(cashier);
  await basket(cashier);
  await nextCustomer(cashier);
  await cashOut(cashier);
  await nextCustomer(cashier);
  await linkedBill(cashier);
  await payOut(cashier);
  await cashier.press('F2');

  await saleOfTwo(cashier);

  await cashier.press('F8');
  await cashier.page.getByRole('listbox').getByRole('option').first().waitFor();
  await cashier.picture('history');
  await cashier.press('Enter');
  await cashier.sees(getText('es-MX', 'history.event.intent'));
  await cashier.picture('history-of-one');
  await closeShift(cashier);

  await changeTo(cashier, LUIS);
  await seeEarnings(cashier);
  await saveDailyFile(cashier, OUT);
}

/** Ana begins, Luis takes the customer over in English and is paid; then it is Ana's turn again. */
async function saleOfTwo(cashier: Cashier): Promise<void> {
  const bill = { account: '501000000456', cash: '2000', pictures: false };
  await findBill(cashier);
  await upToConfirm(cashier, bill);
  await takeOver(cashier, LUIS, 'en');
  await cash(cashier, 'en', bill);
  await cashier.press('F12');
  await cashier.asks(new RegExp(`^${words('en', 'pay.paid.title')}`));
  await cashier.paper('bill-in-english');
  await cashier.sees(words('en', 'pay.paper.printed'));
  await cashier.picture('paid-in-english');
  await nextCustomer(cashier);
  await cashier.press('F10');
  await switchLanguage(cashier, 'es-MX');
  await signIn(cashier, ANA);
}

/** The window that faces the customer opens once the till has. */
async function waitForAddress(profile: string): Promise<string> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const address = readCustomerScreenAddress(profile);
    if (address !== null) return address;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no address of the customer’s screen');
}

const executablePath = findChromium({ node: process.execPath, root: ROOT });
if (executablePath === null)
  throw new Error('there is no Chromium; `npm test` says what to install');
rmSync(OUT, { recursive: true, force: true });
const profile = mkdtempSync(join(tmpdir(), 'mostrador-demo-'));
const printer = await startDemoPrinter();
const provisioning = join(profile, 'till.json');
writeFileSync(
  provisioning,
  JSON.stringify({
    ...createTrainingProvisioning('es-MX'),
    printer: printer.settings,
    customerScreen: {},
  }),
);
const till = await startBrowserShell(['--profile', profile, '--provision', provisioning]);
const browser = await chromium.launch({ executablePath });
try {
  const page = await browser.newPage({ ...SCREEN, viewport: SIZE });
  await page.goto(till.address);
  const customer = await browser.newPage({ ...SCREEN, viewport: CUSTOMERS_SIZE });
  await customer.goto(await waitForAddress(profile));
  const receipts = createAlbum(join(OUT, 'receipts'));
  const cashier = createCashier(
    page,
    createAlbum(join(OUT, 'screens')),
    (name) => printer.take(receipts(name)),
    customer,
  );
  await work(cashier).catch(async (error: unknown) => {
    await cashier.picture('stopped-here');
    throw error;
  });
} finally {
  await browser.close();
  await till.stop();
  await printer.close();
  rmSync(profile, { recursive: true, force: true });
}
process.stdout.write(
  `The screens, the receipts, the Z report and the daily file are in ${relative(process.cwd(), OUT)}\n`,
);
