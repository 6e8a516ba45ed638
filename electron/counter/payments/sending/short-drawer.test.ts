import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANA,
  createTestBiller,
  createTestCounter,
  expectOk,
  expectProblem,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  type TestCounter,
} from '../testing/index.ts';

const PARTNER = 20001;
let counter: TestCounter;
let accounts = 100;

/** A drawer with 452.00 in it. */
beforeEach(async () => {
  counter = createTestCounter();
  counter.checksDrawer = true;
  counter.billers.set(PARTNER, createTestBiller({ id: PARTNER, kind: 'partner' }));
  counter.settings.cashOutBillers = [PARTNER];
  const { id } = await counter.payBill({ amount: '452.00' });
  await counter.advance(1000);
  expectOk(counter.payments.acknowledge({ paymentId: id, state: 'paid' }, ANA));
  counter.service.sentRequests.length = 0;
});

afterEach(() => counter.close());

/** Each cash-out is from an account of its own, so that none looks like an earlier one. */
function prepare(amount: string) {
  accounts += 1;
  const account = `501000000${String(accounts).padStart(3, '0')}`;
  return counter.order({ kind: 'cash-out', billerId: PARTNER, amount, account });
}

const pay = async (orderId: string) =>
  counter.payments.pay({ orderId, cash: null, acknowledged: ['drawer-short'] }, ANA);
const approve = (orderId: string, pin = LUIS_PIN) =>
  counter.payments.approveShortDrawer(
    { orderId, reason: 'brought from the safe', approval: { cashierId: LUIS.id, pin } },
    ANA,
  );
const listAudit = () =>
  counter.rows(
    "SELECT kind, cashier_id, approved_by FROM audit WHERE kind LIKE 'short-drawer%' ORDER BY number",
  );
const short = (available: string, missing: string) => ({
  kind: 'drawer-short',
  available: { amount: available, currency: 'MXN' },
  missing: { amount: missing, currency: 'MXN' },
  isFloatCounted: false,
});

/** Another person takes cash out of the drawer. */
function takeOutOfDrawer(amount: string): void {
  counter.database.commit(() =>
    counter.database
      .prepare(
        `INSERT INTO cash_movements (id, shift_id, at, kind, tender, amount, currency, cashier_id, reason)
         SELECT 'drop', id, opened_at, 'pay-out', 'cash', ?, 'MXN', 'luis', 'bank' FROM shifts`,
      )
      .run(`-${amount}`),
  );
}

/** Performs a cash-out, up to the printed slip. */
async function performCashOut(amount: string): Promise<string> {
  const { id } = expectOk(await pay((await prepare(amount)).id));
  await counter.advance(1000);
  counter.setPrintJobState(id, 'printed');
  expect(counter.get(id).handOver).toBe('now');
  return id;
}

describe('a cash-out above the expected cash of the drawer', () => {
  it('warns of what the drawer has and what is missing, and audits it', async () => {
    const order = await prepare('5000.00');
    expect(order.warnings).toEqual([short('452.00', '4548.00')]);
    expect(listAudit()).toEqual([
      { kind: 'short-drawer-shown', cashier_id: 'ana', approved_by: null },
    ]);
  });

  it('sends no such cash-out without a supervisor, whatever the cashier acknowledges', async () => {
    const order = await prepare('5000.00');
    expect(expectProblem(await pay(order.id))).toEqual(short('452.00', '4548.00'));
    expectProblem(await approve(order.id, '0000'));
    expect(expectProblem(await pay(order.id))).toEqual(short('452.00', '4548.00'));
    expect(counter.service.sentRequests).toEqual([]);
    expect(counter.rows("SELECT id FROM intents WHERE kind = 'cash-out'")).toEqual([]);
  });

  it('sends it once a supervisor approved it, and records who did', async () => {
    const order = await prepare('5000.00');
    expectOk(await approve(order.id));
    const { id } = expectOk(await pay(order.id));
    expect(counter.service.sentRequests).toHaveLength(1);
    expect(counter.rows("SELECT approved_by, reason FROM intents WHERE kind = 'cash-out'")).toEqual(
      [{ approved_by: 'luis', reason: 'brought from the safe' }],
    );
    expect(listAudit().at(-1)).toEqual({
      kind: 'short-drawer-approved',
      cashier_id: 'ana',
      approved_by: 'luis',
    });
    await counter.advance(1000);
    counter.setPrintJobState(id, 'printed');
    expect(expectOk(counter.payments.confirmHandOver({ paymentId: id }, ANA)).handOver).toBe(
      'done',
    );
  });

  it('needs another approval if the drawer holds less at F12 than when it was approved', async () => {
    const order = await prepare('5000.00');
    expectOk(await approve(order.id));
    const other = await performCashOut('400.00');
    expectOk(counter.payments.confirmHandOver({ paymentId: other }, ANA));
    expect(expectProblem(await pay(order.id))).toEqual(short('52.00', '4948.00'));
  });

  it('compares the amount with the drawer again at F12', async () => {
    const order = await prepare('452.00');
    expect(order.warnings).toEqual([]);
    await performCashOut('100.00');
    expect(expectProblem(await pay(order.id))).toEqual(short('352.00', '100.00'));
  });

  it('approves no order of another cashier', async () => {
    const order = await prepare('5000.00');
    const answer = await counter.payments.approveShortDrawer(
      {
        orderId: order.id,
        reason: 'brought from the safe',
        approval: { cashierId: LUIS.id, pin: LUIS_PIN },
      },
      LUIS,
    );
    expect(expectProblem(answer)).toEqual({ kind: 'not-found', what: 'order' });
  });

  it('counts the money of other cash-outs as gone until it is handed over', async () => {
    await performCashOut('400.00');
    expect((await prepare('53.00')).warnings).toEqual([short('52.00', '1.00')]);
    expect((await prepare('52.00')).warnings).toEqual([]);
  });

  it('sends a lost cash-out again that a supervisor approved, while the drawer is short', async () => {
    const order = await prepare('5000.00');
    expectOk(await approve(order.id));
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = expectOk(await pay(order.id));
    await counter.advance(100_000);
    expectOk(await counter.sendAgain(id));
    expect(counter.service.sentRequests).toHaveLength(2);
  });

  it('does not send a lost cash-out again while the drawer is short', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = expectOk(await pay((await prepare('400.00')).id));
    await counter.advance(100_000);
    expect(counter.get(id).canResend).toBe(true);
    takeOutOfDrawer('52.01');
    expect(expectProblem(await counter.sendAgain(id))).toEqual(short('399.99', '0.01'));
    expect(counter.service.sentRequests).toHaveLength(1);
  });
});

describe('a performed cash-out whose cash is not there', () => {
  it('stays pending, and is not recorded as handed over until the drawer holds it', async () => {
    const first = await performCashOut('452.00');
    takeOutOfDrawer('300.00');
    expect(expectProblem(counter.payments.confirmHandOver({ paymentId: first }, ANA))).toEqual(
      short('152.00', '300.00'),
    );
    expectOk(counter.payments.acknowledge({ paymentId: first, state: 'paid' }, ANA));
    counter.payments.handleSessionChange();
    counter.restart();
    expect(counter.get(first).handOver).toBe('now');
    expect(expectOk(counter.payments.unresolved({}, ANA)).map(({ id }) => id)).toEqual([first]);
    expect(expectOk(counter.payments.current({}, ANA))).toBeNull();
    expect(counter.rows("SELECT id FROM cash_movements WHERE kind = 'cash-out'")).toEqual([]);
    await counter.payBill({ amount: '300.00', account: '501000000008' });
    await counter.advance(1000);
    expect(expectOk(counter.payments.confirmHandOver({ paymentId: first }, ANA)).handOver).toBe(
      'done',
    );
  });
});
