import { readFile } from 'node:fs/promises';
import {
  type Counter,
  expect,
  expectScreenInOrder,
  getText,
  OWNER,
  type PageKey,
  test,
} from './support/index.ts';

test.use({ serviceVersion: 'v1.6' });

const period = getText('es-MX', 'filter.period');
const words = (key: PageKey): string => getText('es-MX', key);

async function pay(counter: Counter, account: string, amount: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount });
  await counter.press('F12');
}

const rows = (counter: Counter) => counter.page.getByRole('listbox').getByRole('option');

test('finds any attempt, not only those that were paid, and writes them to a file', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345678', '150');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.nextCustomer();
  await pay(counter, '8187654321', '95.50');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.nextCustomer();
  await pay(counter, '9999999126', '80');
  await counter.expectQuestion(counter.getText('pay.refused.title'));
  await counter.nextCustomer();
  await counter.press('F8');
  await counter.expectQuestion(words('history.title'));
  await expect(rows(counter)).toHaveCount(3);

  // By its last digits, by its authorization, by nothing that there is.
  await counter.type('5678');
  await expect(rows(counter)).toHaveCount(1);
  await counter.expectText(/\(811\) 234-5678/);
  const [, , first] = await till.callTill('payments.recent', { limit: 3 });
  const field = till.page.getByRole('textbox').first();
  await field.fill(first?.authorization ?? 'none');
  await expect(rows(counter)).toHaveCount(1);
  await field.fill(first?.externalId ?? 'none');
  await expect(rows(counter)).toHaveCount(1);
  await field.fill('no hay tal');
  await counter.expectText(words('history.empty'));
  await field.fill('');
  await expect(rows(counter)).toHaveCount(3);

  // By state, amount, cashier and day; each reached with the Tab key.
  await counter.press('Tab', 'Tab');
  await expect(till.page.getByLabel(words('history.state'), { exact: true })).toBeFocused();
  await till.page.getByLabel(words('history.state'), { exact: true }).selectOption('rejected');
  await expect(rows(counter)).toHaveCount(1);
  await counter.expectText(/\(999\) 999-9126/);
  await till.page.getByLabel(words('history.state'), { exact: true }).selectOption('');
  await counter.press('Tab', 'Enter');
  await till.page.getByLabel(words('history.amount'), { exact: true }).fill('95.50');
  await expect(rows(counter)).toHaveCount(1);
  await counter.expectText(/\(818\) 765-4321/);
  await expectScreenInOrder(till.page, 'es-MX');
  await till.page.getByLabel(words('history.amount'), { exact: true }).fill('');
  await till.page
    .getByLabel(words('history.cashier'), { exact: true })
    .selectOption({ label: 'Beto' });
  await counter.expectText(words('history.empty'));
  await till.page.getByLabel(words('history.cashier'), { exact: true }).selectOption('');
  await till.page.getByLabel(period, { exact: true }).selectOption('yesterday');
  await counter.expectText(words('history.empty'));
  await till.page.getByLabel(period, { exact: true }).selectOption('today');
  await expect(rows(counter)).toHaveCount(3);

  await counter.press('Control+g');
  await counter.expectText('Se guardaron 3 operaciones en este archivo:');
  const file = await till.page.getByText(/\.csv/).first().innerText();
  const lines = (await readFile(file.trim(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.join('\n')).toContain('8112345678');
  expect(lines.join('\n')).toContain('R126');
});

test('shows what happened to one, with its paper', async ({ counter, till }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345678', '150');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.nextCustomer();
  await counter.press('F8');
  await rows(counter).first().waitFor();
  await counter.press('Enter');
  await counter.expectText(words('history.event.intent'));
  await counter.expectText(words('history.event.answer-done'));
  await expect.poll(() => counter.tape()).toContain('8112345678');
  await counter.expectText(counter.getText('pay.paper.onScreen'));
  await test.step('its facts are in sight on the smallest screen', async () => {
    await till.page.setViewportSize({ width: 1024, height: 768 });
    const facts = till.page.getByRole('main').locator('dl').last().locator('dd');
    const fade = till.page.getByRole('main').locator('[data-goes-on]');
    const inSight = async (): Promise<number> => {
      const { top } = await fade.evaluate((one) => one.getBoundingClientRect());
      const bottoms = await facts.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().bottom),
      );
      return bottoms.filter((bottom) => bottom <= top).length;
    };
    await expect.poll(inSight).toBe(await facts.count());
    await till.page.evaluate(() => {
      document.documentElement.dataset.letters = 'largest';
    });
    await expect.poll(inSight, 'with the largest letters').toBeGreaterThan(2);
  });
  await expectScreenInOrder(till.page, 'es-MX');
});

test('the same bill again within the hour is shown with the earlier one, and waits for a decision', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345678', '150');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.nextCustomer();
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
  // The first row ends it: the same bill is not charged again.
  await counter.press('Enter');
  await counter.nextCustomer();
  expect(await till.callTill('payments.recent', { limit: 5 })).toHaveLength(1);
});
