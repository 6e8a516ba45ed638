import { readFile } from 'node:fs/promises';
import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  type LocaleFileKey,
  OWNER,
  type Till,
  test,
} from './support/index.ts';

test.use({ serviceVersion: 'v1.6' });

const period = getTextBeforePlaceholder('es-MX', 'filter.period');
const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);

async function pay(counter: KeyboardCashier, account: string, amount: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount });
  await counter.press('F12');
}

const getRows = (counter: KeyboardCashier) => counter.page.getByRole('listbox').getByRole('option');

/** The steps share the first payment. */
test('shows and finds payments in the history and before the same bill is paid again', async ({
  counter,
  till,
}) => {
  test.slow();
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345678', '150');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.goToNextCustomer();
  await test.step('shows the earlier payment for the same bill within the hour and waits for a decision', () =>
    expectEarlierPayment(counter, till));
  await test.step('shows the events of a payment and its paper', () => expectEvents(counter, till));
  await test.step('finds every attempt, not only paid ones, and writes them to a file', () =>
    expectEveryAttempt(counter, till));
});

async function expectEarlierPayment(counter: KeyboardCashier, till: Till): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.type('8112345678');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.amount.title'));
  await counter.type('150');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.decide.earlierTitle'));
  await counter.expectText(/150\.00.*\(811\) 234-5678/);
  await expectScreenInOrder(till.page, 'es-MX');
  await counter.press('F12', 'Escape');
  await counter.expectQuestion(counter.getText('pay.amount.title'));
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.decide.earlierTitle'));
  // The first row stops here: the same bill is not charged again.
  await counter.press('Enter');
  await counter.goToNextCustomer();
  expect(await till.callTill('payments.recent', { limit: 5 })).toHaveLength(1);
}

async function expectEvents(counter: KeyboardCashier, till: Till): Promise<void> {
  await counter.press('F8');
  await getRows(counter).first().waitFor();
  await counter.press('Enter');
  await counter.expectText(getPageText('history.event.intent'));
  await counter.expectText(getPageText('history.event.answer-done'));
  await expect.poll(() => counter.readTape()).toContain('8112345678');
  await counter.expectText(counter.getText('pay.paper.onScreen'));
  await test.step('shows its facts on the smallest screen', async () => {
    await till.page.setViewportSize({ width: 1024, height: 768 });
    const facts = till.page.getByRole('main').locator('dl').last().locator('dd');
    const fade = till.page.getByRole('main').locator('[data-goes-on]');
    const countVisibleFacts = async (): Promise<number> => {
      const { top } = await fade.evaluate((element) => element.getBoundingClientRect());
      const bottoms = await facts.evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect().bottom),
      );
      return bottoms.filter((bottom) => bottom <= top).length;
    };
    // The reference, the last of them, may be below the fade.
    await expect.poll(countVisibleFacts).toBeGreaterThanOrEqual((await facts.count()) - 1);
    await till.page.evaluate(() => {
      document.documentElement.dataset.letters = 'largest';
    });
    await expect.poll(countVisibleFacts, 'with the largest letters').toBeGreaterThan(2);
  });
  await expectScreenInOrder(till.page, 'es-MX');
  await till.page.reload();
  await till.page.setViewportSize({ width: 1366, height: 768 });
  await counter.goHome();
}

async function expectEveryAttempt(counter: KeyboardCashier, till: Till): Promise<void> {
  await pay(counter, '8187654321', '95.50');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.goToNextCustomer();
  await pay(counter, '9999999126', '80');
  await counter.expectQuestion(counter.getText('pay.refused.title'));
  await counter.goToNextCustomer();
  await counter.press('F8');
  await counter.expectQuestion(getPageText('history.title'));
  await expect(getRows(counter)).toHaveCount(3);

  // By the last digits, the authorization, the external id, and a text that matches nothing.
  await counter.type('5678');
  await expect(getRows(counter)).toHaveCount(1);
  await counter.expectText(/\(811\) 234-5678/);
  const [, , firstPayment] = await till.callTill('payments.recent', { limit: 3 });
  const field = till.page.getByRole('textbox').first();
  await field.fill(firstPayment?.authorization ?? 'none');
  await expect(getRows(counter)).toHaveCount(1);
  await field.fill(firstPayment?.externalId ?? 'none');
  await expect(getRows(counter)).toHaveCount(1);
  await field.fill('no hay tal');
  await counter.expectText(getPageText('history.empty'));
  await field.fill('');
  await expect(getRows(counter)).toHaveCount(3);

  // By state, amount, cashier and day; Tab reaches each filter.
  await counter.press('Tab', 'Tab');
  await expect(till.page.getByLabel(getPageText('history.state'), { exact: true })).toBeFocused();
  await till.page
    .getByLabel(getPageText('history.state'), { exact: true })
    .selectOption('rejected');
  await expect(getRows(counter)).toHaveCount(1);
  await counter.expectText(/\(999\) 999-9126/);
  await till.page.getByLabel(getPageText('history.state'), { exact: true }).selectOption('');
  await counter.press('Tab', 'Enter');
  await till.page.getByLabel(getPageText('history.amount'), { exact: true }).fill('95.50');
  await expect(getRows(counter)).toHaveCount(1);
  await counter.expectText(/\(818\) 765-4321/);
  await expectScreenInOrder(till.page, 'es-MX');
  await till.page.getByLabel(getPageText('history.amount'), { exact: true }).fill('');
  await till.page
    .getByLabel(getPageText('history.cashier'), { exact: true })
    .selectOption({ label: 'Beto' });
  await counter.expectText(getPageText('history.empty'));
  await till.page.getByLabel(getPageText('history.cashier'), { exact: true }).selectOption('');
  await till.page.getByLabel(period, { exact: true }).selectOption('yesterday');
  await counter.expectText(getPageText('history.empty'));
  await till.page.getByLabel(period, { exact: true }).selectOption('today');
  await expect(getRows(counter)).toHaveCount(3);

  await counter.press('Control+g');
  await counter.expectText('Se guardaron 3 operaciones en este archivo:');
  const file = await till.page.getByText(/\.csv/).first().innerText();
  const lines = (await readFile(file.trim(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.join('\n')).toContain('8112345678');
  expect(lines.join('\n')).toContain('R126');
}
