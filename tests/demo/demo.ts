/**
 * A day without a person, by keyboard alone: float, customers, count, Z report, in training mode.
 * Leaves screens, receipts, the Z report and the daily file in out/demo/.
 *
 *     npm run demo
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../build/launcher/chromium.mjs';
import { dictionary as history } from '../../renderer/features/history/dictionary.ts';
import { dictionary as home } from '../../renderer/features/home/dictionary.ts';
import { dictionary as pay } from '../../renderer/features/pay/dictionary.ts';
import { ROOT, startBrowserShell } from '../e2e/support/shells.ts';
import { type Cashier, createCashier } from './cashier.ts';
import { closeShift, openShift, saveDailyFile } from './day.ts';
import { cashOut, giftCard, linkedBill, topUp } from './flows.ts';

const OUT = join(ROOT, 'out', 'demo');
const SIZE = { width: 1366, height: 768 };

type Language = 'es-MX' | 'en';

/** Words of a dictionary up to their first blank to be filled in. */
function words(language: Language, key: keyof (typeof pay)['es-MX']): string {
  return pay[language][key].split('{{')[0]?.trim() ?? '';
}

async function openAs(cashier: Cashier, letter: string, pin: string): Promise<void> {
  await cashier.page.getByRole('option').first().waitFor();
  await cashier.picture('sign-in');
  await cashier.page.getByRole('option').first().focus();
  await cashier.type(letter);
  await cashier.press('Enter');
  await cashier.page.locator('input').first().waitFor();
  await cashier.type(pin);
  await cashier.press('Enter');
  await cashier.sees(/F9/);
}

async function findBiller(
  cashier: Cashier,
  language: Language,
  text: string,
  name: string,
): Promise<void> {
  await cashier.sees(home[language]['home.title']);
  await cashier.type(text);
  await cashier.page.getByRole('option', { name }).first().waitFor();
}

async function payBill(
  cashier: Cashier,
  language: Language,
  bill: { account: string; cash: string; pictures: boolean },
): Promise<void> {
  const picture = async (name: string): Promise<void> => {
    if (bill.pictures) await cashier.picture(name);
  };
  await cashier.press('Enter');
  await cashier.sees(pay[language]['pay.account.account_number']);
  await cashier.type(bill.account);
  await picture('account');
  await cashier.press('Enter');
  await cashier.sees(words(language, 'pay.amount.fixedTitle'));
  await picture('balance');
  await cashier.press('Enter');
  await cashier.sees(pay[language]['pay.cash.title']);
  await cashier.type(bill.cash);
  await picture('cash');
  await cashier.press('Enter');
  await cashier.sees(pay[language]['pay.confirm.title']);
  await picture('confirm');
  await cashier.press('F12');
}

async function work(cashier: Cashier): Promise<void> {
  await openAs(cashier, 'A', '1111');
  await cashier.sees(home['es-MX']['home.title']);
  await waitForCatalogue(cashier);
  await openShift(cashier);
  await cashier.press('F2');
  await cashier.sees(home['es-MX']['home.title']);
  await cashier.picture('home');

  await findBiller(cashier, 'es-MX', 'cfe com', 'CFE');
  await cashier.picture('search');
  await payBill(cashier, 'es-MX', { account: '501000000007', cash: '600', pictures: true });
  await cashier.sees(/^Entregue /);
  await cashier.page
    .getByText(/SIN VALOR/)
    .first()
    .waitFor();
  await cashier.sees('PAGADO');
  await cashier.picture('paid');
  await nextCustomer(cashier);

  await findBiller(cashier, 'es-MX', 'cfe com', 'CFE');
  await cashier.press('Enter');
  await cashier.sees(pay['es-MX']['pay.account.account_number']);
  await cashier.type('501000000004');
  await cashier.press('Enter');
  await cashier.sees(pay['es-MX']['pay.balance.failedTitle']);
  await cashier.picture('refused');
  await cashier.press('Escape', 'Escape', 'Escape');

  await cashier.ask('training.setFaults', {
    faults: [
      { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
      { operation: 'transactions', times: 2, fault: { kind: 'look-up-empty' } },
    ],
  });
  await findBiller(cashier, 'es-MX', 'cfe com', 'CFE');
  await payBill(cashier, 'es-MX', { account: '501000000123', cash: '2000', pictures: false });
  await cashier.sees(pay['es-MX']['pay.unknown.title']);
  await cashier.picture('unknown');
  await cashier.sees(/^Entregue /);
  await cashier.picture('unknown-turned-out-paid');
  await nextCustomer(cashier);

  await topUp(cashier);
  await nextCustomer(cashier);
  await giftCard(cashier);
  await nextCustomer(cashier);
  await cashOut(cashier);
  await nextCustomer(cashier);
  await linkedBill(cashier);

  await cashier.press('F8');
  await cashier.page.getByRole('listbox').getByRole('option').first().waitFor();
  await cashier.picture('history');
  await cashier.press('Enter');
  await cashier.sees(history['es-MX']['history.event.intent']);
  await cashier.picture('history-of-one');
  await cashier.receipts();
  await closeShift(cashier, OUT);
  await cashier.press('F10');

  await openAs(cashier, 'L', '2222');
  await saveDailyFile(cashier, OUT);
  await cashier.press('F10');

  await cashier.page
    .getByRole('button', { name: 'English' })
    .or(cashier.page.getByRole('radio', { name: 'English' }))
    .first()
    .click();
  await openAs(cashier, 'L', '2222');
  await findBiller(cashier, 'en', 'cfe com', 'CFE');
  await payBill(cashier, 'en', { account: '501000000456', cash: '2000', pictures: false });
  await cashier.sees(new RegExp(`^${words('en', 'pay.paid.title')}`));
  await cashier.picture('paid-in-english');
}

/** A result takes no key for its first moment: Enter is pressed until the counter is free. */
async function nextCustomer(cashier: Cashier): Promise<void> {
  const search = cashier.page.getByRole('combobox');
  while (!(await search.isVisible())) {
    await cashier.press('Enter');
    await cashier.page.waitForTimeout(300);
  }
}

async function waitForCatalogue(cashier: Cashier): Promise<void> {
  for (;;) {
    const { lists, refreshing } = await cashier.ask('catalog.state', {});
    if (refreshing === null && lists.every((list) => list.refreshedAt !== null)) return;
    await cashier.page.waitForTimeout(200);
  }
}

const executablePath = findChromium({ node: process.execPath, root: ROOT });
if (executablePath === null)
  throw new Error('there is no Chromium; `npm test` says what to install');
rmSync(OUT, { recursive: true, force: true });
const profile = mkdtempSync(join(tmpdir(), 'mostrador-demo-'));
const till = await startBrowserShell(['--profile', profile, '--training']);
const browser = await chromium.launch({ executablePath });
try {
  const page = await browser.newPage({ viewport: SIZE, locale: 'es-MX' });
  await page.goto(till.address);
  const cashier = createCashier(page, OUT);
  await work(cashier).catch(async (error: unknown) => {
    await cashier.picture('stopped-here');
    throw error;
  });
} finally {
  await browser.close();
  await till.stop();
  rmSync(profile, { recursive: true, force: true });
}
process.stdout.write(`Receipts and screens are in ${relative(process.cwd(), OUT)}\n`);
