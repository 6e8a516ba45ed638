import type { Locator } from '@playwright/test';
import { getReceiptTexts } from '../../shared/i18n/index.ts';
import {
  type Counter,
  expect,
  OWNER,
  printerTest,
  QUICK_TAGS,
  type ServiceUnderTest,
  signInAgain,
  type Till,
  test,
} from './support/index.ts';

const { paperNotSent } = getReceiptTexts('es-MX');

/** Several payments of one customer: one tender, one change, each item its own payment. */

test.use({ serviceVersion: 'v3.mx' });

const MAX_KEYS_FOR_TWO_BILLS = 16;
const LONG_ENOUGH_TO_READ_MS = 500;

/** From the search up to the cash, which a basket that has begun asks for itself. */
async function upToCash(
  counter: Counter,
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
        .map((one) => RegExp.escape(one))
        .join('|'),
    ),
  );
  await counter.type(bill.account);
  await counter.press('Enter');
  await counter.expectQuestion(
    new RegExp(
      [counter.getText('pay.amount.title'), counter.getText('pay.amount.fixedTitle')]
        .map((one) => RegExp.escape(one))
        .join('|'),
    ),
  );
  if (bill.amount !== undefined) await counter.type(bill.amount);
  await counter.press('Enter');
}

const CFE = { find: 'cfe', name: /CFE/, account: '501000000007' };
const TELMEX = { find: 'telm', name: /Telmex/, account: '8112345678', amount: '150' };
const TELMEX_TOO = { ...TELMEX, account: '8112345679', amount: '51' };

async function addMore(counter: Counter): Promise<void> {
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.press('Insert');
  await counter.expectQuestion(counter.getText('home.title'));
  await counter.expectText(counter.getText('basket.notice.collectedNext'));
}

async function cashForAll(counter: Counter, cash: string): Promise<void> {
  await counter.expectQuestion(counter.getText('basket.cash.title_other'));
  await counter.type(cash);
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
}

/** Two bills of one customer, with cash for both, up to F12. */
async function twoBillsToConfirm(counter: Counter): Promise<void> {
  await upToCash(counter, TELMEX);
  await addMore(counter);
  await upToCash(counter, TELMEX_TOO);
  await cashForAll(counter, '300');
}

/** The first of the two was sent, and nobody knows how it ended: the second waits. */
async function stopAfterTheFirst(counter: Counter, service: ServiceUnderTest): Promise<void> {
  await service.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
    { operation: 'transactions', times: 50, fault: { kind: 'look-up-empty' } },
  ]);
  await twoBillsToConfirm(counter);
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('basket.waiting.title'));
}

/** F12 until the change of both is told: the look-up may not have come yet. */
async function sendTheRest(counter: Counter): Promise<void> {
  await expect(async () => {
    await counter.press('F12');
    await expect(counter.page.getByRole('heading', { level: 1 })).toContainText(
      counter.getText('basket.done.title'),
      { timeout: 3_000 },
    );
  }).toPass();
  await expect(counter.page.getByRole('main')).toContainText(/99[.]00/);
}

const boxOf = (one: Locator): Promise<DOMRect> =>
  one.evaluate((element) => element.getBoundingClientRect());

const accountsOf = (transactions: readonly { readonly accountNumber: string }[]) =>
  transactions.map(({ accountNumber }) => accountNumber);

test('two bills of one customer take few keys, one tender and one change', {
  tag: QUICK_TAGS,
}, async ({ counter, service }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  const other = { ...CFE, account: '501000000015' };
  const before = counter.keys();
  await upToCash(counter, CFE);
  await addMore(counter);
  await upToCash(counter, other);
  await cashForAll(counter, '5000');
  await counter.press('F12');
  await counter.expectQuestion(/^Entregue/);
  const typed = `${CFE.account}${other.account}5000`;
  const keys = counter.keys() - before - typed.length;
  expect(keys).toBeLessThanOrEqual(MAX_KEYS_FOR_TWO_BILLS);
  const { transactions } = await service.inspect();
  expect(accountsOf(transactions).sort()).toEqual([CFE.account, other.account]);
  // It is paid, and on the screen: nothing of it has to be looked for.
  await expect(counter.page.locator('[data-key="F9"]')).not.toContainText('(');
  await counter.nextCustomer();
});

test('on the smallest screen the cash of a basket stands above its first items', async ({
  counter,
  till,
}) => {
  const { page } = counter;
  await counter.signIn(OWNER.name, OWNER.pin);
  await page.setViewportSize({ width: 1024, height: 768 });
  await upToCash(counter, TELMEX);
  await addMore(counter);
  await upToCash(counter, TELMEX_TOO);
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
  const fade = await boxOf(page.getByRole('main').locator('[data-goes-on]'));
  const main = await boxOf(page.getByRole('main'));
  const due = page.getByRole('main').getByText(counter.getText('pay.cash.due'));
  expect((await boxOf(due)).top).toBeGreaterThan(main.top);
  await expect(page.getByRole('textbox')).toBeFocused();
  expect((await boxOf(items.getByRole('listitem').first())).bottom).toBeLessThan(fade.top);
  // The next one goes on beneath the fade.
  expect((await boxOf(items.getByRole('listitem').nth(1))).top).toBeLessThan(fade.top);
});

test.describe('with a fee of the shop’s own', () => {
  test.use({
    provisioning: {
      customerFee: { kind: 'fixed', utility: '8', 'top-up': '0', 'gift-card': '0', partner: '0' },
    },
  });

  test('on the smallest screen the cash is asked for with the fees, and the question before F12 is whole', async ({
    counter,
  }) => {
    const { page } = counter;
    await counter.signIn(OWNER.name, OWNER.pin);
    await page.setViewportSize({ width: 1024, height: 768 });
    await upToCash(counter, CFE);
    await addMore(counter);
    await upToCash(counter, TELMEX_TOO);
    await counter.expectQuestion(counter.getText('basket.cash.title_other'));
    const main = page.getByRole('main');
    const fade = await boxOf(main.locator('[data-goes-on]'));
    const first = main.getByRole('listitem').first();
    await expect(first).toContainText('$549.00 más $8.00 de comisión');
    expect((await boxOf(first)).bottom).toBeLessThanOrEqual(fade.top);
    await cashForAll(counter, '5000');
    await expect(main.getByText(counter.getText('pay.cash.due'))).toBeInViewport({ ratio: 1 });
    await expect(first).toContainText('$549.00 más $8.00 de comisión');
    const hint = await boxOf(main.getByText(counter.getText('basket.confirm.hint')));
    expect(hint.bottom).toBeLessThanOrEqual(fade.bottom);
  });
});

test('on the smallest screen a stopped basket says whose money is what, and of which item', async ({
  counter,
  service,
}) => {
  const { page } = counter;
  await counter.signIn(OWNER.name, OWNER.pin);
  await page.setViewportSize({ width: 1024, height: 768 });
  await stopAfterTheFirst(counter, service);
  const shares = page.getByLabel(counter.getText('basket.share.label'));
  await expect(shares).toContainText(`${counter.getText('basket.share.notYet')}$51.00`);
  await expect(shares).not.toContainText(counter.getText('basket.share.notSent'));
  const unknown = page.getByRole('listitem').filter({ hasText: '5678' });
  const fade = page.getByRole('main').locator('[data-goes-on]');
  expect((await boxOf(shares)).top).toBeGreaterThanOrEqual((await boxOf(fade)).bottom);
  await expect(shares).toBeInViewport({ ratio: 1 });
  expect((await boxOf(unknown)).bottom).toBeLessThanOrEqual((await boxOf(fade)).top);
});

test('a refused item is told with its share, and its money is in the change', async ({
  counter,
  service,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await twoBillsToConfirm(counter);
  await service.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'status', status: 429, retryAfter: null } },
  ]);
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('basket.done.title'));
  // 300 less the 51 that was paid.
  await expect(counter.page.getByRole('main')).toContainText(/249[.]00/);
  await counter.expectText(counter.getText('basket.stamp.refused'));
  await counter.expectText(counter.getText('basket.share.refused'));
  expect(accountsOf((await service.inspect()).transactions)).toEqual([TELMEX_TOO.account]);
  // Read, and left by a key of the frame: nobody is told to hand it out once more.
  await counter.page.waitForTimeout(LONG_ENOUGH_TO_READ_MS);
  await counter.press('F8');
  await counter.expectQuestion(counter.getText('history.title'));
  await expect.poll(() => till.callTill('basket.unfinished', {})).toEqual([]);
});

printerTest(
  'receipts that did not come out are told with the change, and printed from there',
  async ({ counter, printer }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await upToCash(counter, TELMEX);
    await addMore(counter);
    await upToCash(counter, TELMEX_TOO);
    await cashForAll(counter, '300');
    printer.setCondition({ cover: 'open' });
    await counter.press('F12');
    await counter.expectQuestion(/2 recibos no han salido/);
    await counter.expectText(paperNotSent['cover-open']);
    await expect(counter.page.getByRole('main')).toContainText(/99[.]00/);
    printer.setCondition({ cover: 'closed' });
    for (const left of [/un recibo no ha salido/, counter.getText('basket.done.title')]) {
      await counter.press('Control+o');
      await counter.pressAndWait('Control+p');
      await counter.expectQuestion(left);
    }
    await expect.poll(() => printer.receipts().length).toBe(2);
    await counter.nextCustomer();
  },
);

test('after an unknown outcome the rest waits for F12', async ({ counter, service }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await stopAfterTheFirst(counter, service);
  await counter.expectText(counter.getText('basket.stamp.notSent'));
  // Its payment that is not known; it is on the screen itself.
  await expect(counter.page.locator('[data-key="F9"]')).toContainText('(1)');
  expect((await service.inspect()).transactions).toHaveLength(1);
  await service.setFaults([
    { operation: 'transactions', times: 0, fault: { kind: 'look-up-empty' } },
  ]);
  await sendTheRest(counter);
  expect(accountsOf((await service.inspect()).transactions)).toEqual([
    TELMEX.account,
    TELMEX_TOO.account,
  ]);
});

test('the same account twice is warned of before it is added', async ({ counter, service }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await upToCash(counter, TELMEX);
  await addMore(counter);
  await upToCash(counter, TELMEX);
  await counter.expectQuestion(counter.getText('pay.decide.earlierTitle'));
  await counter.expectText(counter.getText('basket.decide.same'));
  expect((await service.inspect()).transactions).toEqual([]);
});

test.describe('in the middle', () => {
  const slow = { kind: 'answer-late', milliseconds: 4_000 } as const;
  const INTERRUPTIONS = {
    'a lock': async (till: Till): Promise<void> => {
      await till.callTill('staff.lock', { because: 'asked' });
    },
    'a power cut': async (till: Till): Promise<void> => {
      await till.kill();
      await till.start('provisioned-again');
    },
  };
  for (const [what, interrupt] of Object.entries(INTERRUPTIONS)) {
    test(`${what} sends nothing more until F12`, async ({ counter, till, service }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await twoBillsToConfirm(counter);
      await service.setFaults([{ operation: 'pay', times: 1, fault: slow }]);
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
      expect(accountsOf((await service.inspect()).transactions)).toEqual([TELMEX.account]);
      await sendTheRest(counter);
      expect(accountsOf((await service.inspect()).transactions)).toEqual([
        TELMEX.account,
        TELMEX_TOO.account,
      ]);
    });
  }
});
