import { SEPARATOR } from '../../shared/bill-codes/index.ts';
import { plugInScanner } from '../e2e/support/scanner.ts';
import { getTextBeforePlaceholder, type LocaleFileKey } from '../support/page-texts.ts';
import type { Cashier } from './cashier.ts';
import { type Language, LUIS } from './demo-cashiers.ts';
import { chooseOption } from './shift-scenes.ts';

/** The flows besides bills, in Spanish (Mexico); each ends at the home screen. */

const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);

async function chooseBiller(
  cashier: Cashier,
  key: string,
  text: string,
  name: RegExp,
): Promise<void> {
  await cashier.press(key);
  await cashier.page.getByRole('combobox').waitFor();
  await cashier.type(text);
  await cashier.page.getByRole('option', { name }).first().waitFor();
}

/**
 * Waits for the cash field, and passes the total before it: the till shows that only if the customer
 * also pays a fee, which the service does not always return.
 */
export async function goToCash(cashier: Cashier, language: Language = 'es-MX'): Promise<void> {
  const getTitle = (key: LocaleFileKey) =>
    cashier.page
      .getByRole('heading', { level: 1, name: getTextBeforePlaceholder(language, key) })
      .filter({ visible: true });
  const total = getTitle('pay.amount.fixedTitle');
  await getTitle('pay.cash.title').or(total).waitFor();
  if (!(await total.isVisible())) return;
  await cashier.press('Enter');
  await getTitle('pay.cash.title').waitFor();
}

async function payExactCash(cashier: Cashier): Promise<void> {
  await goToCash(cashier);
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.confirm.title'));
  await cashier.press('F12');
}

/** Takes the receipt once the screen shows that it was printed. */
export async function takeReceipt(
  cashier: Cashier,
  name: string,
  printedKey: 'pay.paper.printed' | 'pay.paper.printed.slip' = 'pay.paper.printed',
): Promise<void> {
  await cashier.takePaper(name);
  await cashier.expectText(getPageText(printedKey));
}

/** EMSA of the training: due in January, $70,470. */
const SCANNED_CODE = `4157709998002449${['80200586131234', '390000070470', '9620310131'].join(SEPARATOR)}`;

/** Scans the bar code of a bill: nothing is typed. */
export async function payScannedBill(cashier: Cashier): Promise<void> {
  const scanner = await plugInScanner(cashier.page);
  await scanner.scan(SCANNED_CODE);
  await cashier.expectText(getPageText('scan.amount'));
  await cashier.takePicture('scanned-bill');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.amount.title'));
  await cashier.takePicture('scanned-bill-amount');
  await cashier.press('Enter');
  await payExactCash(cashier);
  await cashier.expectQuestion(getPageText('pay.paid.titleExact'));
  await takeReceipt(cashier, 'scanned-bill');
}

export async function sellTopUp(cashier: Cashier): Promise<void> {
  await chooseBiller(cashier, 'F3', 'telcel tiempo', /Telcel/);
  await cashier.takePicture('top-up');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.account.title.top-up'));
  await cashier.type('5599999999');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.repeat.title'));
  await cashier.takePicture('top-up-number-again');
  await cashier.type('5599999999');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.offer.title.top-up'));
  await cashier.takePicture('top-up-amounts');
  await cashier.press('ArrowDown', 'Enter');
  await payExactCash(cashier);
  await cashier.expectQuestion(getPageText('pay.paid.titleExact'));
  await takeReceipt(cashier, 'top-up');
  await cashier.takePicture('top-up-paid');
}

export async function sellGiftCard(cashier: Cashier): Promise<void> {
  await chooseBiller(cashier, 'F4', 'amazon m', /Amazon/);
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.account.title.gift-card'));
  await cashier.type('5599999999');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.offer.title.gift-card'));
  await cashier.press('Enter');
  await payExactCash(cashier);
  await cashier.expectQuestion(getPageText('pay.gift.titleExact'));
  await takeReceipt(cashier, 'gift-card');
  await cashier.takePicture('gift-card-paid');
}

/** Two bills of one customer, with one tender and one change; each has its own receipt. */
export async function payBasket(cashier: Cashier): Promise<void> {
  await goToTelmexCash(cashier, '8112345678', '150');
  await goToCash(cashier);
  await cashier.press('Insert');
  await cashier.expectQuestion(getPageText('home.title'));
  await cashier.expectText(getPageText('basket.notice.collectedAction'));
  await cashier.takePicture('basket-begun');
  await goToTelmexCash(cashier, '8112345679', '51');
  await cashier.expectQuestion(getPageText('basket.cash.title_other'));
  await cashier.type('500');
  await cashier.takePicture('basket-cash');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.confirm.title'));
  await cashier.takePicture('basket-confirm');
  await cashier.press('F12');
  await cashier.expectQuestion(/^Entregue /);
  for (const number of [1, 2]) await cashier.takePaper(`basket-${number}`);
  await cashier.takePicture('basket-paid');
}

async function goToTelmexCash(cashier: Cashier, account: string, amount: string): Promise<void> {
  await cashier.expectQuestion(getPageText('home.title'));
  await cashier.type('telmex');
  await cashier.page
    .getByRole('option', { name: /Telmex/ })
    .first()
    .waitFor();
  await cashier.press('Enter');
  await cashier.expectText(getPageText('pay.account.phone_number'));
  await cashier.type(account);
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.amount.title'));
  await cashier.type(amount);
  await cashier.press('Enter');
}

export async function payCashOut(cashier: Cashier): Promise<void> {
  await cashier.press('F5');
  await cashier.expectText('Banco Azul');
  await cashier.takePicture('cash-out');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.account.title.cash-out'));
  await cashier.type('1234567812341234');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.offer.title.cash-out'));
  await cashier.type('300');
  await cashier.press('Enter');
  await cashier.expectQuestion(getPageText('pay.confirm.title.cash-out'));
  await cashier.takePicture('cash-out-confirm');
  await cashier.press('F12');
  const getTitle = (name: string | RegExp) =>
    cashier.page.getByRole('heading', { level: 1, name }).filter({ visible: true });
  // A pattern is case-sensitive: the screen before it shows «no entregue».
  const handOver = getTitle(/^ENTREGUE/);
  const textMissing = getTitle(getPageText('pay.cashOut.textMissing'));
  await handOver.or(textMissing).waitFor();
  await takeReceipt(cashier, 'cash-out', 'pay.paper.printed.slip');
  // The strict service may give the cash-out a status that proves nothing: the look-up that then
  // proves it has no text, and a supervisor releases the money.
  if (await textMissing.isVisible()) await releaseCash(cashier);
  await handOver.waitFor();
  await cashier.takePicture('cash-out-hand-over');
  // A result ignores keys at first.
  const doneText = cashier.page
    .getByText(getPageText('pay.cashOut.done'))
    .filter({ visible: true })
    .first();
  while (!(await doneText.isVisible())) {
    await cashier.press('F11');
    await cashier.page.waitForTimeout(300);
  }
}

async function releaseCash(cashier: Cashier): Promise<void> {
  await cashier.takePicture('cash-out-without-text');
  await cashier.press('Control+s');
  await chooseOption(cashier, 'Luis');
  await cashier.expectText(getPageText('approval.reason'));
  await cashier.type('la línea de ayuda lo confirma');
  await cashier.press('Enter');
  await cashier.type(LUIS.pin);
  await cashier.takePicture('cash-out-release');
  await cashier.press('Enter');
}

export async function linkBill(cashier: Cashier): Promise<void> {
  await cashier.press('F6');
  await cashier.expectText(getTextBeforePlaceholder('es-MX', 'bills.empty'));
  await cashier.press('Insert');
  await cashier.page.getByRole('combobox').waitFor();
  await cashier.type('cfe com');
  await cashier.page.getByRole('option', { name: /CFE/ }).first().waitFor();
  await cashier.press('Enter');
  await cashier.expectText(getPageText('pay.account.account_number'));
  await cashier.type('501000000007');
  await cashier.press('Enter');
  await cashier.expectText(getTextBeforePlaceholder('es-MX', 'bills.balance'));
  await cashier.press('Control+m');
  await cashier.expectText(getTextBeforePlaceholder('es-MX', 'bills.extra.consumptionKwh'));
  await cashier.takePicture('linked-bill');
  await cashier.press('Escape');
  await cashier.expectText('501000000007');
  await cashier.takePicture('linked-bills');
  await cashier.press('F2');
}

/** Presses Enter until the home screen is open: a result ignores keys at first. */
export async function goToNextCustomer(cashier: Cashier): Promise<void> {
  const search = cashier.page.getByRole('combobox');
  while (!(await search.isVisible())) {
    await cashier.press('Enter');
    await cashier.page.waitForTimeout(300);
  }
}

export async function waitForCatalogue(cashier: Cashier): Promise<void> {
  for (;;) {
    const { lists, refreshing } = await cashier.callTill('catalog.state', {});
    if (refreshing === null && lists.every((list) => list.refreshedAt !== null)) return;
    await cashier.page.waitForTimeout(200);
  }
}
