import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../../shared/contract/index.ts';
import {
  ANA,
  ANSWER_LOST,
  createRefusal,
  createTestBiller,
  createTestCounter,
  expectOk,
  expectProblem,
  expectSynchronous,
  type Fate,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  SUCCEEDS,
  type TestCounter,
} from './testing/index.ts';

/** Outcomes that arrive after the cashier has left the payment are confirmed by a person. */

const MINUTE = 60_000;
let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

const toPesos = (amount: string) => ({ amount, currency: 'MXN' });

async function pay(fate: Fate, cash: string, isCashOut = false): Promise<Payment> {
  counter.service.fates.push(fate);
  const order = await counter.order({ amount: '100.00', ...(isCashOut ? CASH_OUT : {}) });
  const input = { orderId: order.id, cash: isCashOut ? null : toPesos(cash), acknowledged: [] };
  return expectOk(await counter.payments.pay(input, ANA));
}

const CASH_OUT = { kind: 'cash-out', billerId: 20001 } as const;

/** The papers and drawer pulses of the payment, in the order in which they were queued. */
const listJobs = (): unknown[] =>
  counter.rows('SELECT kind FROM print_jobs ORDER BY number').map((row) => Object(row).kind);
const listToConfirm = (cashier = ANA): Payment[] =>
  expectOk(counter.payments.unresolved({}, cashier)).filter(
    ({ toConfirm }) => toConfirm !== 'none',
  );
const listConfirmedBy = (): unknown[] =>
  counter
    .rows("SELECT cashier_id FROM payment_events WHERE kind = 'outcome-confirmed'")
    .map((row) => Object(row).cashier_id);

/** The ways in which a payment with an unknown outcome is left. */
const WAYS: Readonly<Record<string, (id: string) => void>> = {
  'with Esc': (paymentId) => {
    const { state } = counter.get(paymentId);
    expectOk(counter.payments.acknowledge({ paymentId, state }, ANA));
  },
  'by a lock, a sign-out or another sign-in': () => counter.payments.handleSessionChange(),
  'by a restart': () => counter.restart(),
};

interface OutcomeCase {
  readonly fate: Fate;
  readonly cash: string;
  readonly state: Payment['state'];
  readonly toConfirm: Payment['toConfirm'];
  /** What is queued at the confirmation. */
  readonly jobs: readonly string[];
}

const OUTCOMES: Readonly<Record<string, OutcomeCase>> = {
  'paid with change': {
    fate: ANSWER_LOST,
    cash: '500.00',
    state: 'paid',
    toConfirm: 'paid',
    jobs: ['original'],
  },
  'paid exact': {
    fate: ANSWER_LOST,
    cash: '100.00',
    state: 'paid',
    toConfirm: 'paid',
    jobs: ['original'],
  },
  'not performed': {
    fate: NEVER_ARRIVES,
    cash: '500.00',
    state: 'not-performed',
    toConfirm: 'not-paid',
    jobs: ['change'],
  },
  'rejected by a look-up': {
    fate: { ...ANSWER_LOST, status: 'crashed' },
    cash: '500.00',
    state: 'rejected',
    toConfirm: 'not-paid',
    jobs: ['change'],
  },
};

describe.each(Object.entries(WAYS))('a payment left %s while it is unknown', (_, leave) => {
  it.each(Object.entries(OUTCOMES))(
    'prints nothing and opens no drawer before a cashier confirms the outcome: %s',
    async (_outcome, { fate, cash, state, toConfirm, jobs }) => {
      counter.service.lookUpFates.push('failed');
      const { id } = await pay(fate, cash);
      await counter.advance(60_500);
      expect(counter.get(id)).toMatchObject({ state: 'unknown', toConfirm: 'none' });
      leave(id);
      await counter.advance(30 * MINUTE);

      expect(counter.get(id)).toMatchObject({ state, toConfirm });
      expect(listJobs()).toEqual([]);
      // It stays announced to everyone, whatever happens to the session and the program.
      expect(expectOk(counter.payments.current({}, ANA))).toBeNull();
      counter.payments.handleSessionChange();
      expect(listToConfirm(LUIS).map((payment) => payment.id)).toEqual([id]);
      counter.restart();
      await counter.advance(MINUTE);
      expect(listToConfirm().map((payment) => payment.id)).toEqual([id]);
      expect(counter.payments.countUnresolved()).toBe(1);
      expect(listJobs()).toEqual([]);

      counter.changes.length = 0;
      const confirmed = expectOk(counter.payments.confirm({ paymentId: id }, LUIS));
      expect(confirmed).toMatchObject({ state, toConfirm: 'none' });
      expect(listJobs()).toEqual(jobs);
      expect(counter.changes).toEqual([id]);
      expectOk(counter.payments.confirm({ paymentId: id }, ANA));
      expect(listJobs()).toEqual(jobs);
      expect(listConfirmedBy()).toEqual([LUIS.id]);
      expect(listToConfirm()).toEqual([]);
      expect(counter.payments.countUnresolved()).toBe(0);
    },
  );
});

it('prints at once and asks for no confirmation if the cashier waits for the outcome', async () => {
  const { id } = await pay(ANSWER_LOST, '500.00');
  await counter.advance(2 * MINUTE);
  expect(counter.get(id)).toMatchObject({ state: 'paid', toConfirm: 'none' });
  expect(listJobs()).toEqual(['original']);
  expectOk(counter.payments.acknowledge({ paymentId: id, state: 'paid' }, ANA));
  expect(listToConfirm()).toEqual([]);
  counter.payments.handleSessionChange();
  expect(listToConfirm()).toEqual([]);
  expect(listJobs()).toEqual(['original']);
});

it('lets a cashier confirm a result that a lock took off the screen, and opens the drawer for its change', async () => {
  const { id } = await pay(SUCCEEDS, '500.00');
  await counter.advance(MINUTE);
  expect(listToConfirm()).toEqual([]);
  counter.payments.handleSessionChange();
  expect(listToConfirm()).toMatchObject([{ id, toConfirm: 'paid' }]);
  expectOk(counter.payments.confirm({ paymentId: id }, LUIS));
  expect(listJobs()).toEqual(['original', 'change']);
});

it('announces an outcome that arrives while the cashier presses Esc', async () => {
  const { id } = await pay(ANSWER_LOST, '500.00');
  await counter.advance(2 * MINUTE);
  expect(counter.get(id).state).toBe('paid');
  expectOk(counter.payments.acknowledge({ paymentId: id, state: 'unknown' }, ANA));
  expect(listToConfirm()).toMatchObject([{ id, toConfirm: 'paid' }]);
});

it('announces the outcome of a payment that was left while it was being sent', async () => {
  const { id } = await pay(SUCCEEDS, '500.00');
  expectOk(counter.payments.acknowledge({ paymentId: id, state: 'sending' }, ANA));
  await counter.advance(1000);
  expect(listToConfirm()).toMatchObject([{ id, toConfirm: 'paid' }]);
  expect(listJobs()).toEqual([]);
});

it('asks for a confirmation after a left payment was sent again, and not if it was on the screen', async () => {
  const left = await counter.loseBill();
  expectOk(counter.payments.acknowledge({ paymentId: left, state: 'unknown' }, ANA));
  expectOk(await counter.sendAgain(left));
  await counter.advance(1000);
  expect(counter.get(left)).toMatchObject({ state: 'paid', toConfirm: 'paid' });
  expect(listJobs()).toEqual([]);
  expectOk(counter.payments.confirm({ paymentId: left }, ANA));
  counter.service.fates.push(NEVER_ARRIVES);
  const { id } = await counter.payBill({ account: '501000000008' });
  await counter.advance(2 * MINUTE);
  expectOk(await counter.sendAgain(id));
  await counter.advance(1000);
  expect(counter.get(id)).toMatchObject({ state: 'paid', toConfirm: 'none' });
  expect(listJobs()).toEqual(['original', 'original']);
});

it.each([
  [true, 'paid', ['original']],
  [false, 'not-paid', ['change']],
] as const)(
  'asks for a confirmation of a left payment that was closed by hand, isPaid %s',
  async (isPaid, toConfirm, jobs) => {
    const { id } = await pay(NEVER_ARRIVES, '500.00');
    await counter.advance(MINUTE + 500);
    expectOk(counter.payments.acknowledge({ paymentId: id, state: 'unknown' }, ANA));
    counter.isServiceAvailable = false;
    await counter.advance(26 * 60 * MINUTE);
    const closing = counter.payments.closeByHand(
      {
        paymentId: id,
        isPaid,
        authorization: null,
        reason: 'the help line said so',
        approval: { cashierId: LUIS.id, pin: LUIS_PIN },
      },
      ANA,
    );
    await counter.advance(1000);
    expect(expectOk(await closing)).toMatchObject({ toConfirm });
    expect(listJobs()).toEqual([]);
    expectOk(counter.payments.confirm({ paymentId: id }, ANA));
    expect(listJobs()).toEqual(jobs);
  },
);

it('rejects the confirmation of an unknown outcome', async () => {
  const { id } = await pay(NEVER_ARRIVES, '500.00');
  await counter.advance(2 * MINUTE);
  const confirmation = counter.payments.confirm({ paymentId: id }, ANA);
  expect(expectProblem(confirmation)).toMatchObject({ kind: 'payment-state', state: 'unknown' });
});

describe('a cash-out', () => {
  beforeEach(() => {
    counter.billers.set(20001, createTestBiller({ id: 20001, kind: 'partner' }));
    counter.settings.cashOutBillers = [20001];
  });

  it('prints its slip at the confirmation, and its hand-over is due after that', async () => {
    const { id } = await pay(ANSWER_LOST, '', true);
    counter.payments.handleSessionChange();
    await counter.advance(2 * MINUTE);
    expect(counter.get(id)).toMatchObject({ toConfirm: 'paid', handOver: 'paper-first' });
    expect(listJobs()).toEqual([]);
    expect(expectOk(counter.payments.unresolved({}, ANA)).map((payment) => payment.id)).toEqual([
      id,
    ]);
    expect(counter.payments.countUnresolved()).toBe(1);
    expectOk(counter.payments.confirm({ paymentId: id }, ANA));
    expect(listJobs()).toEqual(['original']);
    counter.setPrintJobState(id, 'printed');
    // Its row has no ticket text, so that a supervisor must release the money.
    expect(counter.get(id)).toMatchObject({ toConfirm: 'none', handOver: 'paper-first' });
    expect(counter.payments.countUnresolved()).toBe(1);
  });

  it('prints the slip of a failed one only at the confirmation', async () => {
    const { id } = await pay({ ...SUCCEEDS, answer: createRefusal('R2') }, '', true);
    counter.payments.handleSessionChange();
    await counter.advance(MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'rejected', toConfirm: 'not-paid' });
    expect(listJobs()).toEqual([]);
    expectOk(counter.payments.confirm({ paymentId: id }, ANA));
    expect(listJobs()).toEqual(['failed']);
  });

  it('prints its slip with the hand-over if a supervisor released the cash without it', async () => {
    const { id } = await pay(ANSWER_LOST, '', true);
    counter.payments.handleSessionChange();
    await counter.advance(2 * MINUTE);
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const reason = 'the printer is broken';
    const releasing = counter.payments.releaseCash({ paymentId: id, reason, approval }, ANA);
    await counter.advance(1000);
    expectOk(await releasing);
    expectOk(counter.payments.confirmHandOver({ paymentId: id }, ANA));
    expect(listJobs()).toEqual(['original']);
    expect(counter.get(id)).toMatchObject({ toConfirm: 'none', handOver: 'done' });
  });
});

it('hands over the money of a cancel once: its confirmation says that the customer has it', async () => {
  const paid = await counter.payBill();
  await counter.advance(100);
  expectOk(counter.payments.acknowledge({ paymentId: paid.id, state: 'paid' }, ANA));
  counter.service.fates.push(ANSWER_LOST);
  const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
  const cancelling = counter.payments.cancel(
    { paymentId: paid.id, reason: 'wrong account', approval },
    ANA,
  );
  await counter.advance(1000);
  const { id } = expectOk(await cancelling);
  counter.payments.handleSessionChange();
  await counter.advance(10 * MINUTE);
  expect(counter.get(id)).toMatchObject({ state: 'paid', toConfirm: 'paid', handOver: 'now' });
  expect(counter.payments.countUnresolved()).toBe(1);
  expect(expectOk(counter.payments.confirm({ paymentId: id }, ANA))).toMatchObject({
    toConfirm: 'none',
    handOver: 'done',
  });
  expect(counter.payments.countUnresolved()).toBe(0);
  expectOk(counter.payments.confirm({ paymentId: id }, ANA));
  expect(counter.rows(`SELECT amount FROM cash_movements WHERE kind = 'cancel'`)).toEqual([
    { amount: `-${paid.due.amount}` },
  ]);
});

describe('a basket', () => {
  async function payBasket(...fates: readonly Fate[]): Promise<string> {
    counter.service.fates.push(...fates);
    let basketId = '';
    for (const [index] of fates.entries()) {
      const order = await counter.order({ amount: '100.00', account: String(index + 1) });
      const added = counter.payments.basket.add({ orderId: order.id, acknowledged: [] }, ANA);
      basketId = expectOk(added).id;
    }
    const cash = toPesos('500.00');
    expectOk(await counter.payments.basket.pay({ basketId, cash }, ANA));
    return basketId;
  }

  it('prints the receipts of a left basket, and opens the drawer for its one change, when a cashier ends it', async () => {
    counter.service.lookUpFates.push('failed');
    const basketId = await payBasket(SUCCEEDS, ANSWER_LOST);
    await counter.advance(60_500);
    expect(listJobs()).toEqual(['original']);
    expectOk(counter.payments.basket.leave({ basketId }, ANA));
    await counter.advance(10 * MINUTE);
    const { basket } = counter.payments;
    expect(expectOk(basket.get({ basketId }, LUIS))).toMatchObject({
      state: 'settled',
      giveBack: toPesos('300.00'),
      items: [{ payment: { toConfirm: 'none' } }, { payment: { toConfirm: 'none' } }],
    });
    expect(listJobs()).toEqual(['original']);
    expect(basket.listUnfinishedIds()).toEqual([basketId]);
    expectOk(basket.end({ basketId }, LUIS));
    expect(listJobs()).toEqual(['original', 'original', 'change']);
    expectOk(basket.end({ basketId }, LUIS));
    expect(listJobs()).toEqual(['original', 'original', 'change']);
    expect(listToConfirm()).toEqual([]);
  });

  it('prints nothing of an item whose answer arrives after a lock, before a cashier ends the basket', async () => {
    const basketId = await payBasket({ ...SUCCEEDS, answer: createRefusal('R2') }, SUCCEEDS);
    await counter.advance(10);
    counter.payments.handleSessionChange();
    await counter.advance(1000);
    expect(listJobs()).toEqual([]);
    expectOk(counter.payments.basket.sendRest({ basketId, next: 2 }, ANA));
    await counter.advance(1000);
    expect(listJobs()).toEqual(['original', 'change']);
    expectOk(counter.payments.basket.end({ basketId }, ANA));
    expect(listJobs().filter((kind) => kind === 'original')).toHaveLength(1);
  });

  it('opens no drawer at the end of a basket whose outcomes were all seen', async () => {
    const basketId = await payBasket(SUCCEEDS, SUCCEEDS);
    await counter.advance(1000);
    const before = listJobs();
    expectOk(counter.payments.basket.end({ basketId }, ANA));
    expect(listJobs()).toEqual(before);
  });
});

it('shows a payment that was being sent when the till stopped to its cashier, and announces its outcome', async () => {
  const payment = expectOk(expectSynchronous(counter.pay(await counter.order())));
  counter.startsOnRestart = false;
  counter.restart();
  expect(expectOk(counter.payments.current({}, ANA))?.id).toBe(payment.id);
  counter.payments.start();
  await counter.advance(MINUTE);
  expect(listToConfirm()).toMatchObject([{ id: payment.id }]);
});
