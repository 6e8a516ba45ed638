import { readFile } from 'node:fs/promises';
import { sampleFraction } from '../support/sampling.ts';
import {
  expect,
  getTextBeforePlaceholder,
  type LocaleFileKey,
  OWNER,
  plugInScanner,
  type ServiceUnderTest,
  test,
} from './support/index.ts';
import { approve, type FlowContext, getNewestPayment } from './support/payment-flows.ts';

/**
 * The functions beside the payment flows, with the keyboard only, in the languages without their
 * own spec: favourites, the guard against duplicate payments, the history and its file, the
 * scanner, and a payment that a supervisor closes by hand. For Spanish (Mexico) each has its own
 * spec.
 */

const MINUTES = 60_000;
const VARIANTS = [
  { language: 'es-CO', version: 'v3.3' },
  { language: 'en', version: 'v3.mx' },
] as const;

const ACCOUNT = '8112345678';

async function payTelmexBill({ counter }: FlowContext, account: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount: '150' });
  await counter.press('F12');
}

async function addFavourite(cashier: FlowContext): Promise<void> {
  const { counter, language } = cashier;
  await counter.find('telmex', /Telmex/);
  await counter.expectText(counter.getText('pay.favourite.add'));
  await counter.press('Control+f');
  await counter.expectText(counter.getText('pay.favourite.remove'));
  await counter.press('Escape');
  await counter.expectQuestion(getTextBeforePlaceholder(language, 'home.title'));
  const firstOption = counter.page.getByRole('option').first();
  await expect(firstOption).toContainText(getTextBeforePlaceholder(language, 'home.favourite'));
  await expect(firstOption).toContainText('Telmex');
}

/** Expects the earlier payment on the screen, and R36 from the service after paying again. */
async function payTwiceWithWarning(cashier: FlowContext): Promise<void> {
  const { counter } = cashier;
  await payTelmexBill(cashier, ACCOUNT);
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.goToNextCustomer();
  await counter.find('telmex', /Telmex/);
  await counter.type(ACCOUNT);
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.amount.title'));
  await counter.type('150');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.decide.earlierTitle'));
  await counter.expectText(counter.getText('pay.decide.sameAmount'));
  await counter.press('ArrowDown', 'Enter');
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.refused.title'));
  await counter.expectText(/R36/);
  await counter.goToNextCustomer();
}

async function searchHistory(cashier: FlowContext): Promise<void> {
  const { counter, till, language } = cashier;
  const getPageText = (key: LocaleFileKey) => getTextBeforePlaceholder(language, key);
  const rows = counter.page.getByRole('listbox').getByRole('option');
  await counter.press('F8');
  await counter.expectQuestion(getPageText('history.title'));
  await expect(rows).toHaveCount(2);
  await counter.press('Control+g');
  await counter.expectText(/\.csv/);
  const file = await counter.page.getByText(/\.csv/).first().innerText();
  const [head, ...lines] = (await readFile(file.trim(), 'utf8')).trim().split('\r\n');
  expect(head).toContain(language === 'en' ? '"Biller"' : '"Empresa"');
  expect(lines).toHaveLength(2);
  const [, firstPayment] = await till.callTill('payments.recent', { limit: 2 });
  await counter.page.getByRole('textbox').first().focus();
  await counter.type(firstPayment?.authorization ?? '');
  await expect(rows).toHaveCount(1);
  await counter.press('Enter');
  await counter.expectText(getPageText('history.event.answer-done'));
  await counter.expectText(counter.getText('pay.paper.onScreen'));
}

async function scanAccount(cashier: FlowContext): Promise<void> {
  const { counter, till } = cashier;
  await counter.press('F2');
  await counter.find('cfe com', /CFE/);
  const scanner = await plugInScanner(till.page);
  await scanner.scan(']C1501000000007');
  await counter.expectText(counter.getText('pay.account.scanned'));
  await expect(counter.page.getByRole('textbox').first()).toHaveValue('501000000007');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.press('F2');
}

async function closeByHand(cashier: FlowContext, service: ServiceUnderTest): Promise<void> {
  const { counter, till, language } = cashier;
  const getPageText = (key: LocaleFileKey) => getTextBeforePlaceholder(language, key);
  await service.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } },
    { operation: 'transactions', times: 10_000, fault: { kind: 'html' } },
  ]);
  await payTelmexBill(cashier, '8187654321');
  await counter.expectQuestion(counter.getText('pay.unknown.title'));
  service.advanceClock(30 * MINUTES);
  await expect(async () => {
    await counter.press('F9');
    await counter.page.getByRole('option', { name: /Telmex/ }).waitFor({ timeout: 2_000 });
  }).toPass();
  await counter.press('Enter');
  await counter.expectText(counter.getText('pay.unknown.customerMessage'));
  await counter.expectText(getPageText('unresolved.byHand'));
  await counter.press('Control+s');
  await counter.expectText(getPageText('byHand.title'));
  await counter.press('ArrowDown', 'Enter');
  await approve(cashier, 'help line');
  await expect(async () => {
    expect(await getNewestPayment(cashier)).toMatchObject({ state: 'by-hand-not-paid' });
  }).toPass();
  // The customer still gets the cash back.
  await counter.expectText(getPageText('toConfirm.done.cash'));
  await expect(async () => {
    await counter.press('F11');
    expect(await till.callTill('payments.unresolved', {})).toEqual([]);
  }).toPass();
  await counter.press('Escape');
  await counter.expectText(getPageText('unresolved.empty'));
}

for (const { language, version } of sampleFraction(2, 'counter functions', VARIANTS)) {
  test.describe(`${version}, ${language}`, () => {
    test.use({ serviceVersion: version, provisioning: { language } });

    test('adds a favourite, warns of a duplicate, searches the history, scans an account and closes a payment by hand', async ({
      counter,
      till,
      service,
    }) => {
      test.slow();
      const checkScreen = async (): Promise<void> => {};
      const cashier: FlowContext = { counter, till, language, version, checkScreen };
      await counter.signIn(OWNER.name, OWNER.pin);
      await test.step('favourite', () => addFavourite(cashier));
      await test.step('guard', () => payTwiceWithWarning(cashier));
      await test.step('history', () => searchHistory(cashier));
      await test.step('scanner', () => scanAccount(cashier));
      await test.step('by hand', () => closeByHand(cashier, service));
    });
  });
}
