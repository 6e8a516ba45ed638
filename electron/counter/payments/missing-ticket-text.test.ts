import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../../shared/contract/index.ts';
import {
  ANA,
  ANSWER_LOST,
  createTestBiller,
  createTestCounter,
  expectOk,
  expectProblem,
  LUIS,
  LUIS_PIN,
  type TestCounter,
} from './testing/index.ts';

const PARTNER = 20001;
const CARD = 30001;
const MINUTE = 60_000;
let counter: TestCounter;

beforeEach(() => {
  counter = createTestCounter();
  counter.billers.set(PARTNER, createTestBiller({ id: PARTNER, kind: 'partner' }));
  counter.billers.set(CARD, createTestBiller({ id: CARD, kind: 'gift-card' }));
  counter.settings.cashOutBillers = [PARTNER];
});

afterEach(() => counter.close());

const countJobs = (kind: string): number =>
  counter.rows(`SELECT id FROM print_jobs WHERE kind = '${kind}'`).length;
const listUnresolved = (): Payment[] => expectOk(counter.payments.unresolved({}, ANA));

async function performCashOut(): Promise<string> {
  const { id } = expectOk(await counter.payOut({ billerId: PARTNER }));
  await counter.advance(3 * MINUTE);
  counter.setPrintJobState(id, 'printed');
  return id;
}

async function sellCard(account = '501000000007'): Promise<string> {
  const { id } = await counter.payBill({ kind: 'gift-card', billerId: CARD, account });
  await counter.advance(3 * MINUTE);
  counter.setPrintJobState(id, 'printed');
  return id;
}

describe('a cash-out that was found without its text', () => {
  beforeEach(() => counter.service.fates.push(ANSWER_LOST));

  it('waits for a supervisor although its slip is printed', async () => {
    const id = await performCashOut();
    expect(counter.get(id)).toMatchObject({
      state: 'paid',
      hasTicketText: false,
      paper: 'printed',
      handOver: 'paper-first',
    });
    expect(expectProblem(counter.payments.confirmHandOver({ paymentId: id }, ANA))).toMatchObject({
      kind: 'payment-state',
    });
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    expectOk(
      await counter.payments.releaseCash(
        { paymentId: id, reason: 'the help line says so', approval },
        ANA,
      ),
    );
    expect(counter.get(id).handOver).toBe('now');
    expectOk(counter.payments.confirmHandOver({ paymentId: id }, ANA));
    expect(counter.get(id).handOver).toBe('done');
  });

  it('does not send the cash-out again to get its text', async () => {
    const id = await performCashOut();
    await counter.advance(60 * MINUTE);
    expect(counter.get(id).canResend).toBe(false);
    expectProblem(await counter.sendAgain(id));
    expect(counter.service.sentRequests).toHaveLength(1);
  });
});

describe('a cash-out whose text came', () => {
  it('needs no supervisor once its slip is printed', async () => {
    const id = await performCashOut();
    expect(counter.get(id)).toMatchObject({ hasTicketText: true, handOver: 'now' });
  });
});

describe('a gift card that was found without its code', () => {
  beforeEach(() => counter.service.fates.push(ANSWER_LOST));

  it('stays pending after the cashier saw it, until a person closes it', async () => {
    const id = await sellCard();
    expect(counter.get(id)).toMatchObject({
      state: 'paid',
      hasTicketText: false,
      toConfirm: 'none',
    });
    expectOk(counter.payments.acknowledge({ paymentId: id, state: 'paid' }, ANA));
    expect(counter.get(id).toConfirm).toBe('no-code');
    expect(expectOk(counter.payments.current({}, ANA))).toBeNull();
    counter.restart();
    expect(listUnresolved()).toMatchObject([{ id, toConfirm: 'no-code' }]);
    expect(counter.payments.countUnresolved()).toBe(1);
    expectOk(counter.payments.confirm({ paymentId: id }, LUIS));
    expect(listUnresolved()).toEqual([]);
    expect(
      counter.rows("SELECT cashier_id FROM payment_events WHERE kind = 'missing-code-closed'"),
    ).toEqual([{ cashier_id: 'luis' }]);
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('prints no second receipt and opens no drawer when it is closed', async () => {
    const id = await sellCard();
    expectOk(counter.payments.acknowledge({ paymentId: id, state: 'paid' }, ANA));
    expectOk(counter.payments.confirm({ paymentId: id }, ANA));
    expect(countJobs('original')).toBe(1);
    expect(countJobs('change')).toBe(0);
  });

  it('announces its change first if nobody saw the outcome, and stays pending after that', async () => {
    const { id } = await counter.payBill({ kind: 'gift-card', billerId: CARD });
    counter.payments.handleSessionChange();
    await counter.advance(3 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'paid', toConfirm: 'paid' });
    expect(listUnresolved()).toMatchObject([{ id }]);
    expect(countJobs('original')).toBe(0);
    expectOk(counter.payments.confirm({ paymentId: id }, ANA));
    expect(countJobs('original')).toBe(1);
    expect(listUnresolved()).toMatchObject([{ id, toConfirm: 'no-code' }]);
    expectOk(counter.payments.confirm({ paymentId: id }, ANA));
    expect(listUnresolved()).toEqual([]);
  });

  it('leaves the list once the service gave it back', async () => {
    const id = await sellCard();
    expectOk(counter.payments.acknowledge({ paymentId: id, state: 'paid' }, ANA));
    counter.database.commit(() =>
      counter.database
        .prepare(
          `INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to, is_handed_over,
             amount, currency) VALUES (?, '2026-01-15T17:00:00.000Z', 'watch', 'refunded', 'customer', 0,
             '100.00', 'MXN')`,
        )
        .run(id),
    );
    expect(counter.get(id).toConfirm).toBe('none');
    expect(listUnresolved()).toEqual([]);
  });
});

it('keeps a gift card of a basket pending after the basket ended', async () => {
  counter.service.fates.push(ANSWER_LOST);
  const order = await counter.order({ kind: 'gift-card', billerId: CARD });
  const basket = expectOk(
    counter.payments.basket.add({ orderId: order.id, acknowledged: [] }, ANA),
  );
  expectOk(await counter.payments.basket.pay({ basketId: basket.id, cash: basket.due }, ANA));
  await counter.advance(3 * MINUTE);
  expectOk(counter.payments.basket.end({ basketId: basket.id }, ANA));
  expect(expectOk(counter.payments.current({}, ANA))).toBeNull();
  const [payment] = listUnresolved();
  expect(payment).toMatchObject({ kind: 'gift-card', toConfirm: 'no-code' });
  expectOk(counter.payments.confirm({ paymentId: payment?.id ?? '' }, ANA));
  expect(listUnresolved()).toEqual([]);
});

it('needs nobody for a gift card whose code came', async () => {
  const id = await sellCard();
  expectOk(counter.payments.acknowledge({ paymentId: id, state: 'paid' }, ANA));
  expect(counter.get(id)).toMatchObject({ hasTicketText: true, toConfirm: 'none' });
  expect(listUnresolved()).toEqual([]);
});

it.each(['', ' \n '])('takes the blank text %j for none', async (ticketText) => {
  const { fates } = counter.service;
  fates.push({ arrives: 1, answers: 1, ticketText });
  expect(counter.get(await sellCard())).toMatchObject({ state: 'paid', hasTicketText: false });
  fates.push({ arrives: 1, answers: 1, ticketText });
  expect(counter.get(await performCashOut())).toMatchObject({
    hasTicketText: false,
    handOver: 'paper-first',
  });
});
