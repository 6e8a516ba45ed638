import type { Locator } from '@playwright/test';
import { getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  expect,
  type KeyboardCashier,
  OWNER,
  printerTest,
  QUICK_TAGS,
  type ServiceUnderTest,
  signInAgain,
  type Till,
  test,
} from './support/index.ts';

const { paperNotSent } = getReceiptTexts('es-MX');

/**
 * A basket: several payments of one customer with one tender and one change; each item is its own
 * payment.
 */

test.use({ serviceVersion: 'v3.mx' });

const MAX_KEYS_FOR_TWO_BILLS = 16;

/** Goes from the search to the cash step; a basket that has begun opens the step itself. */
async function goToCash(
  counter: KeyboardCashier,
  bill: {
    readonly find: string;
    readonly name: RegExp;
    readonly account: string;
    readonly amount?: string;
  },
): Promise<void> {
  await counter.expectQuestion(counter.getText('home.title'));
  const search = counter.page.getByRole('combobox');
  await search.focus();
  await counter.type(bill.find);
  await counter.page.getByRole('option', { name: bill.name }).first().waitFor();
  await counter.press('Enter');
  await counter.expectText(
    new RegExp(
      [counter.getText('pay.account.account_number'), counter.getText('pay.account.phone_number')]
        .map((text) => RegExp.escape(text))
        .join('|'),
    ),
  );
  await counter.type(bill.account);
  await counter.press('Enter');
  await counter.enterAmount(bill.amount);
}

const CFE = { find: 'cfe', name: /CFE/, account: '501000000007' };
const TELMEX = { find: 'telm', name: /Telmex/, account: '8112345678', amount: '150' };
const SECOND_TELMEX = { ...TELMEX, account: '8112345679', amount: '51' };

async function addMore(counter: KeyboardCashier): Promise<void> {
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.press('Insert');
  await counter.expectQuestion(counter.getText('home.title'));
  await counter.expectText(counter.getText('basket.notice.collectedAction'));
}

async function enterCash(counter: KeyboardCashier, cash: string): Promise<void> {
  await counter.expectQuestion(counter.getText('basket.cash.title_other'));
  await counter.type(cash);
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
}

/** Goes to the confirm step with two bills and the cash for both. */
async function confirmTwoBills(counter: KeyboardCashier): Promise<void> {
  await goToCash(counter, TELMEX);
  await addMore(counter);
  await goToCash(counter, SECOND_TELMEX);
  await enterCash(counter, '300');
}

/** Sends the first item with an unknown outcome; the second is not sent. */
async function stopAfterFirstItem(
  counter: KeyboardCashier,
  service: ServiceUnderTest,
): Promise<void> {
  await service.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
    { operation: 'transactions', times: 50, fault: { kind: 'look-up-empty' } },
  ]);
  await confirmTwoBills(counter);
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('basket.waiting.title'));
}

/** Presses F12 until the change of both items is shown: the look-up may still be pending. */
async function sendRemainingItems(counter: KeyboardCashier): Promise<void> {
  await expect(async () => {
    await counter.press('F12');
    await expect(counter.page.getByRole('heading', { level: 1 })).toContainText(
      counter.getText('basket.done.title'),
      { timeout: 3_000 },
    );
  }).toPass();
  await expect(counter.page.getByRole('main')).toContainText(/99[.]00/);
}

const getBox = (locator: Locator): Promise<DOMRect> =>
  locator.evaluate((element) => element.getBoundingClientRect());

const listAccounts = (transactions: readonly { readonly accountNumber: string }[]) =>
  transactions.map(({ accountNumber }) => accountNumber);

test('pays two bills of one customer with few keys, one tender and one change', {
  tag: QUICK_TAGS,
}, async ({ counter, service }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  const secondBill = { ...CFE, account: '501000000015' };
  const initialKeyCount = counter.getKeyCount();
  await goToCash(counter, CFE);
  await addMore(counter);
  await goToCash(counter, secondBill);
  await enterCash(counter, '5000');
  await counter.press('F12');
  await counter.expectQuestion(/^Entregue/);
  const typedText = `${CFE.account}${secondBill.account}5000`;
  const keys = counter.getKeyCount() - initialKeyCount - typedText.length;
  expect(keys).toBeLessThanOrEqual(MAX_KEYS_FOR_TWO_BILLS);
  const { transactions } = await service.inspect();
  expect(listAccounts(transactions).sort()).toEqual([CFE.account, secondBill.account]);
  // The basket is paid and on the screen: F9 counts nothing to resolve.
  await expect(counter.page.locator('[data-key="F9"]')).not.toContainText('(');
  await counter.goToNextCustomer();
});

test('shows the cash of a basket above its first items on the smallest screen', async ({
  counter,
  till,
}) => {
  const { page } = counter;
  await counter.signIn(OWNER.name, OWNER.pin);
  await page.setViewportSize({ width: 1024, height: 768 });
  await goToCash(counter, TELMEX);
  await addMore(counter);
  await goToCash(counter, SECOND_TELMEX);
  await counter.expectQuestion(counter.getText('basket.cash.title_other'));
  const billerId = (await till.callTill('basket.current', {}))?.items[0]?.billerId ?? 0;
  for (const [accountNumber, amount] of [
    ['8112345680', '52.00'],
    ['8112345681', '53.00'],
  ] as const) {
    const order = await till.callTill('payments.prepare', {
      kind: 'bill',
      billerId,
      accountNumber,
      nameOnAccount: null,
      amount: { amount, currency: 'MXN' },
      balanceId: null,
    });
    const acknowledged = order.warnings.map(({ kind }) => kind);
    await till.callTill('basket.add', { orderId: order.id, acknowledged });
  }
  const items = page.getByRole('list', { name: counter.getText('basket.items') });
  await expect(items.getByRole('listitem')).toHaveCount(4);
  const fade = await getBox(page.getByRole('main').locator('[data-goes-on]'));
  const main = await getBox(page.getByRole('main'));
  const due = page.getByRole('main').getByText(counter.getText('pay.cash.due'));
  expect((await getBox(due)).top).toBeGreaterThan(main.top);
  await expect(page.getByRole('textbox')).toBeFocused();
  expect((await getBox(items.getByRole('listitem').first())).bottom).toBeLessThan(fade.top);
  // The next item continues beneath the fade.
  expect((await getBox(items.getByRole('listitem').nth(1))).top).toBeLessThan(fade.top);
});

test.describe('with a fee of the shop', () => {
  test.use({
    provisioning: {
      customerFee: { kind: 'fixed', utility: '8', 'top-up': '0', 'gift-card': '0', partner: '0' },
    },
  });

  test('shows the fees with the cash and the complete confirm question on the smallest screen', async ({
    counter,
  }) => {
    const { page } = counter;
    await counter.signIn(OWNER.name, OWNER.pin);
    await page.setViewportSize({ width: 1024, height: 768 });
    await goToCash(counter, CFE);
    await addMore(counter);
    await goToCash(counter, SECOND_TELMEX);
    await counter.expectQuestion(counter.getText('basket.cash.title_other'));
    const main = page.getByRole('main');
    const fade = await getBox(main.locator('[data-goes-on]'));
    const firstItem = main.getByRole('listitem').first();
    await expect(firstItem).toContainText('$549.00 más $8.00 de comisión');
    expect((await getBox(firstItem)).bottom).toBeLessThanOrEqual(fade.top);
    await enterCash(counter, '5000');
    await expect(main.getByText(counter.getText('pay.cash.due'))).toBeInViewport({ ratio: 1 });
    await expect(firstItem).toContainText('$549.00 más $8.00 de comisión');
    const hint = await getBox(main.getByText(counter.getText('basket.confirm.hint')));
    expect(hint.bottom).toBeLessThanOrEqual(fade.bottom);
  });
});

test('shows the share of a rejected item and adds its money to the change', async ({
  counter,
  service,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await confirmTwoBills(counter);
  await service.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'status', status: 429, retryAfter: null } },
  ]);
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('basket.done.title'));
  // 300 minus the paid 51.
  await expect(counter.page.getByRole('main')).toContainText(/249[.]00/);
  await counter.expectText(counter.getText('basket.stamp.refused'));
  await counter.expectText(counter.getText('basket.share.refused'));
  expect(listAccounts((await service.inspect()).transactions)).toEqual([SECOND_TELMEX.account]);
  // The cashier read the result and left with a key of the frame: the handover must not appear
  // again.
  await counter.page.locator('button[aria-keyshortcuts="Enter"]:enabled').waitFor();
  await counter.press('F8');
  await counter.expectQuestion(counter.getText('history.title'));
  await expect.poll(() => till.callTill('basket.unfinished', {})).toEqual([]);
});

printerTest(
  'shows unprinted receipts with the change and prints them from there',
  async ({ counter, printer }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await goToCash(counter, TELMEX);
    await addMore(counter);
    await goToCash(counter, SECOND_TELMEX);
    await enterCash(counter, '300');
    printer.setCondition({ cover: 'open' });
    await counter.press('F12');
    await counter.expectQuestion(/2 tickets no han salido/);
    await counter.expectText(paperNotSent['cover-open']);
    await expect(counter.page.getByRole('main')).toContainText(/99[.]00/);
    printer.setCondition({ cover: 'closed' });
    for (const title of [/un ticket no ha salido/, counter.getText('basket.done.title')]) {
      await counter.press('Control+o');
      await counter.pressAndWait('Control+p');
      await counter.expectQuestion(title);
    }
    await expect.poll(() => printer.listReceipts().length).toBe(2);
    await counter.goToNextCustomer();
  },
);

test('sends the remaining items only after F12 when an outcome is unknown', async ({
  counter,
  service,
}) => {
  const { page } = counter;
  await counter.signIn(OWNER.name, OWNER.pin);
  await stopAfterFirstItem(counter, service);
  await test.step('shows the shares and the unknown item on the smallest screen', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const shares = page.getByLabel(counter.getText('basket.share.label'));
    await expect(shares).toContainText(`${counter.getText('basket.share.notYet')}$51.00`);
    await expect(shares).not.toContainText(counter.getText('basket.share.notSent'));
    const unknownItem = page.getByRole('listitem').filter({ hasText: '5678' });
    const fade = page.getByRole('main').locator('[data-goes-on]');
    expect((await getBox(shares)).top).toBeGreaterThanOrEqual((await getBox(fade)).bottom);
    await expect(shares).toBeInViewport({ ratio: 1 });
    expect((await getBox(unknownItem)).bottom).toBeLessThanOrEqual((await getBox(fade)).top);
  });
  await counter.expectText(counter.getText('basket.stamp.notSent'));
  // F9 counts the unknown payment.
  await expect(counter.page.locator('[data-key="F9"]')).toContainText('(1)');
  expect((await service.inspect()).transactions).toHaveLength(1);
  await service.setFaults([
    { operation: 'transactions', times: 0, fault: { kind: 'look-up-empty' } },
  ]);
  await sendRemainingItems(counter);
  expect(listAccounts((await service.inspect()).transactions)).toEqual([
    TELMEX.account,
    SECOND_TELMEX.account,
  ]);
});

test('warns before the same account is added twice', async ({ counter, service }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await goToCash(counter, TELMEX);
  await addMore(counter);
  await goToCash(counter, TELMEX);
  await counter.expectQuestion(counter.getText('pay.decide.earlierTitle'));
  await counter.expectText(counter.getText('basket.decide.same'));
  expect((await service.inspect()).transactions).toEqual([]);
});

test.describe('interrupted basket', () => {
  const lateAnswer = { kind: 'answer-late', milliseconds: 4_000 } as const;
  const INTERRUPTIONS = {
    'a lock': async (till: Till): Promise<void> => {
      await till.callTill('staff.lock', { because: 'asked' });
    },
    'a power cut': async (till: Till): Promise<void> => {
      await till.kill();
      await till.start('provisioned-again');
    },
  };
  for (const [interruption, interrupt] of Object.entries(INTERRUPTIONS)) {
    test(`sends no further item after ${interruption} until F12`, async ({
      counter,
      till,
      service,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await confirmTwoBills(counter);
      await service.setFaults([{ operation: 'pay', times: 1, fault: lateAnswer }]);
      await counter.press('F12');
      await counter.expectQuestion(/1/);
      await expect(async () => {
        expect((await service.inspect()).transactions).toHaveLength(1);
      }).toPass();
      await interrupt(till);
      await till.page.getByRole('option', { name: OWNER.name }).waitFor();
      await signInAgain(counter, till);
      await counter.expectQuestion(counter.getText('basket.waiting.title'));
      await counter.expectText(counter.getText('basket.stamp.notSent'));
      expect(listAccounts((await service.inspect()).transactions)).toEqual([TELMEX.account]);
      await sendRemainingItems(counter);
      expect(listAccounts((await service.inspect()).transactions)).toEqual([
        TELMEX.account,
        SECOND_TELMEX.account,
      ]);
    });
  }
});
