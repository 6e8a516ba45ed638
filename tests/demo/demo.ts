/**
 * A day without a person, with the keyboard only, in training mode: float, customers, a takeover by
 * another cashier, count, Z report, daily file, with the customer screen. Leaves the screens, the
 * printed papers (the Z report is the last) and the daily file in out/demo/.
 *
 * npm run demo
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../build/launcher/find-chromium.mjs';
import { getTrainingFolder } from '../../electron/platform/index.ts';
import { createTrainingProvisioning } from '../../electron/settings/training-provisioning.ts';
import customerTexts from '../../shared/locales/es-MX/customer-screen.json' with { type: 'json' };
import { startBrowserShell } from '../e2e/support/shells.ts';
import { readCustomerScreenAddress } from '../support/customer-screen-address.ts';
import { getTextBeforePlaceholder } from '../support/page-texts.ts';
import { ROOT } from '../support/till-process.ts';
import { enterCash, findBill, getTextPrefix, goToConfirm } from './bill-scenes.ts';
import { type Cashier, CONTEXT_OPTIONS, createAlbum, createCashier } from './cashier.ts';
import { ANA, LUIS, signIn, switchCashier, switchLanguage, takeOver } from './demo-cashiers.ts';
import { startDemoPrinter } from './demo-printer.ts';
import {
  goToNextCustomer,
  linkBill,
  payBasket,
  payCashOut,
  payScannedBill,
  sellGiftCard,
  sellTopUp,
  takeReceipt,
  waitForCatalogue,
} from './flow-scenes.ts';
import {
  closeShift,
  openClaim,
  openShift,
  payOut,
  putCashIntoSafe,
  saveDailyFile,
  showEarnings,
} from './shift-scenes.ts';

const OUT = join(ROOT, 'out', 'demo');
const VIEWPORT = { width: 1366, height: 768 };
const CUSTOMER_VIEWPORT = { width: 1024, height: 600 };

/** From here on the till's training service sends only what the interface shows. */
async function makeServiceStrict(cashier: Cashier): Promise<void> {
  const { baseUrl } = await cashier.callTill('training.state', {});
  const ca = readFileSync(join(getTrainingFolder(profile), 'training-ca.pem'));
  const status = await new Promise((resolve, reject) => {
    request(`${baseUrl}/training/strict`, { method: 'POST', ca }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once('error', reject)
      .end('{"strict":true}');
  });
  if (status !== 200) throw new Error(`the training service answered ${String(status)}`);
}

async function runDay(cashier: Cashier): Promise<void> {
  await signIn(cashier, ANA);
  await cashier.expectQuestion(getTextBeforePlaceholder('es-MX', 'home.title'));
  await waitForCatalogue(cashier);
  await makeServiceStrict(cashier);
  await openShift(cashier);
  await cashier.press('F2');
  await cashier.expectQuestion(getTextBeforePlaceholder('es-MX', 'home.title'));
  await cashier.takePicture('home');

  await findBill(cashier);
  await cashier.takePicture('search');
  await goToConfirm(cashier, { account: '501000000007', cash: '600', hasPictures: true });
  await cashier.press('F12');
  await cashier.expectQuestion(/^Entregue /);
  await cashier.expectText('PAGADO');
  await takeReceipt(cashier, 'bill');
  await cashier.takePicture('paid');
  await cashier.takeCustomerPicture('paid-for-the-customer', customerTexts['customerScreen.paid']);
  await goToNextCustomer(cashier);
  await putCashIntoSafe(cashier);

  await findBill(cashier);
  await cashier.press('Enter');
  await cashier.expectText(getTextBeforePlaceholder('es-MX', 'pay.account.account_number'));
  await cashier.type('501000000004');
  await cashier.press('Enter');
  await cashier.expectQuestion(/^La cuenta no existe en CFE/);
  await cashier.takePicture('refused');
  await cashier.press('Escape', 'Escape', 'Escape');

  await cashier.callTill('training.setFaults', {
    faults: [
      { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
      { operation: 'transactions', times: 2, fault: { kind: 'look-up-empty' } },
    ],
  });
  await findBill(cashier);
  await goToConfirm(cashier, { account: '501000000123', cash: '200', hasPictures: false });
  await cashier.press('F12');
  await cashier.expectQuestion(getTextBeforePlaceholder('es-MX', 'pay.unknown.title'));
  await cashier.takePicture('unknown');
  await cashier.takeCustomerPicture(
    'unknown-for-the-customer',
    customerTexts['customerScreen.unknown'],
  );
  await cashier.expectQuestion(/^Entregue /);
  await takeReceipt(cashier, 'bill-known-later');
  await cashier.takePicture('unknown-turned-out-paid');
  await goToNextCustomer(cashier);

  await payScannedBill(cashier);
  await goToNextCustomer(cashier);
  await sellTopUp(cashier);
  await goToNextCustomer(cashier);
  await sellGiftCard(cashier);
  await goToNextCustomer(cashier);
  await payBasket(cashier);
  await goToNextCustomer(cashier);
  await payCashOut(cashier);
  await goToNextCustomer(cashier);
  await linkBill(cashier);
  await payOut(cashier);
  await cashier.press('F2');

  await payAfterTakeover(cashier);

  await cashier.press('F8');
  await cashier.page.getByRole('listbox').getByRole('option').first().waitFor();
  await cashier.takePicture('history');
  await cashier.press('Enter');
  await cashier.expectText(getTextBeforePlaceholder('es-MX', 'history.event.intent'));
  await cashier.takePicture('history-of-one');
  await openClaim(cashier);
  await closeShift(cashier);

  await switchCashier(cashier, LUIS);
  await showEarnings(cashier);
  await saveDailyFile(cashier, OUT);
}

/** Ana begins, Luis takes over the customer in English and is paid; then Ana signs in again. */
async function payAfterTakeover(cashier: Cashier): Promise<void> {
  const bill = { account: '501000000456', cash: '2000', hasPictures: false };
  await findBill(cashier);
  await goToConfirm(cashier, bill);
  await takeOver(cashier, LUIS, 'en');
  await enterCash(cashier, 'en', bill);
  await cashier.press('F12');
  await cashier.expectQuestion(new RegExp(`^${getTextPrefix('en', 'pay.paid.title')}`));
  await cashier.takePaper('bill-in-english');
  await cashier.expectText(getTextPrefix('en', 'pay.paper.printed'));
  await cashier.takePicture('paid-in-english');
  await goToNextCustomer(cashier);
  await cashier.press('F10');
  await switchLanguage(cashier, 'es-MX');
  await signIn(cashier, ANA);
}

/** Waits for the customer screen, which opens after the till. */
async function waitForAddress(profile: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 100) {
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
    // The float and one bill are above it.
    cashLimit: 1500,
    customerScreen: {},
  }),
);
const till = await startBrowserShell(['--profile', profile, '--provision', provisioning]);
const browser = await chromium.launch({ executablePath });
try {
  const page = await browser.newPage({ ...CONTEXT_OPTIONS, viewport: VIEWPORT });
  await page.goto(till.address);
  const customer = await browser.newPage({ ...CONTEXT_OPTIONS, viewport: CUSTOMER_VIEWPORT });
  await customer.goto(await waitForAddress(profile));
  const getReceiptPath = createAlbum(join(OUT, 'receipts'));
  const cashier = createCashier(
    page,
    createAlbum(join(OUT, 'screens')),
    (name) => printer.takePaper(getReceiptPath(name)),
    customer,
  );
  await runDay(cashier).catch(async (error: unknown) => {
    await cashier.takePicture('stopped-here');
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
