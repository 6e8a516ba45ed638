import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../../shared/contract/index.ts';
import {
  ANA,
  createTestBiller,
  createTestCounter,
  expectOk,
  expectProblem,
  NEVER_ARRIVES,
  type TestCounter,
} from '../testing/index.ts';
import { listPrinterWarnings } from './required-paper.ts';

const CARD = 30001;
let counter: TestCounter;

beforeEach(() => {
  counter = createTestCounter();
  counter.billers.set(CARD, createTestBiller({ id: CARD, kind: 'gift-card' }));
});

afterEach(() => counter.close());

const prepareCard = () => counter.order({ kind: 'gift-card', billerId: CARD });
function emptyPrinter(): void {
  counter.printer = fail({ kind: 'printer', reason: 'paper-out' });
}

describe('a gift card while the printer cannot print its code', () => {
  it('offers the card with its code on the screen, and sells it only once that is acknowledged', async () => {
    emptyPrinter();
    const order = await prepareCard();
    expect(order.warnings).toEqual([{ kind: 'code-on-screen', reason: 'paper-out' }]);
    const pay = async (acknowledged: readonly 'code-on-screen'[]) =>
      counter.payments.pay(
        { orderId: order.id, cash: order.due, acknowledged: [...acknowledged] },
        ANA,
      );
    expect(expectProblem(await pay([]))).toEqual({ kind: 'printer', reason: 'paper-out' });
    expect(counter.service.sentRequests).toEqual([]);
    expectOk(await pay(['code-on-screen']));
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('rejects an acknowledgement of a warning that the order does not have', async () => {
    const order = await prepareCard();
    emptyPrinter();
    const input = { orderId: order.id, cash: order.due, acknowledged: ['code-on-screen' as const] };
    expect(expectProblem(await counter.payments.pay(input, ANA))).toMatchObject({
      kind: 'printer',
    });
    expect(counter.service.sentRequests).toEqual([]);
  });

  it('rejects an acknowledgement while only another warning was shown', async () => {
    await counter.payBill({ kind: 'gift-card', billerId: CARD });
    await counter.advance(1000);
    const order = await prepareCard();
    expect(order.warnings).toMatchObject([{ kind: 'looks-like-earlier' }]);
    emptyPrinter();
    const acknowledged = ['looks-like-earlier' as const, 'code-on-screen' as const];
    const input = { orderId: order.id, cash: order.due, acknowledged };
    expect(expectProblem(await counter.payments.pay(input, ANA))).toMatchObject({
      kind: 'printer',
    });
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('rejects the acknowledgement of an order that is gone', async () => {
    const input = { orderId: 'gone', cash: null, acknowledged: ['code-on-screen' as const] };
    expect(expectProblem(await counter.payments.pay(input, ANA))).toEqual({
      kind: 'not-found',
      what: 'order',
    });
  });

  it('rejects a gift card in a basket while there is no paper, because its codes are only printed', async () => {
    emptyPrinter();
    const { id: orderId } = await prepareCard();
    const added = counter.payments.basket.add({ orderId, acknowledged: ['code-on-screen'] }, ANA);
    expect(expectProblem(added)).toEqual({ kind: 'printer', reason: 'paper-out' });
  });

  it('rejects a payment while there is no paper, and accepts it once there is', async () => {
    const order = await prepareCard();
    emptyPrinter();
    const pay = async () =>
      counter.payments.pay({ orderId: order.id, cash: order.due, acknowledged: [] }, ANA);
    expect(expectProblem(await pay())).toEqual({ kind: 'printer', reason: 'paper-out' });
    expect(counter.service.sentRequests).toEqual([]);
    expect(counter.rows('SELECT id FROM intents')).toEqual([]);
    counter.printer = { ok: true, value: null };
    expectOk(await pay());
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('rejects a resend while there is no paper', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const order = await prepareCard();
    const { id } = expectOk(
      await counter.payments.pay({ orderId: order.id, cash: order.due, acknowledged: [] }, ANA),
    );
    await counter.advance(100_000);
    expect(counter.get(id).canResend).toBe(true);
    emptyPrinter();
    expect(expectProblem(await counter.sendAgain(id))).toMatchObject({ kind: 'printer' });
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('stops its basket before it, which goes on once there is paper', async () => {
    const bill = await counter.order({ account: '501000000008' });
    const card = await prepareCard();
    const { basket } = counter.payments;
    expectOk(basket.add({ orderId: bill.id, acknowledged: [] }, ANA));
    const { id, due } = expectOk(basket.add({ orderId: card.id, acknowledged: [] }, ANA));
    emptyPrinter();
    expectOk(await basket.pay({ basketId: id, cash: due }, ANA));
    await counter.advance(5_000);
    expect(counter.service.sentRequests).toHaveLength(1);
    expect(expectOk(basket.get({ basketId: id }, ANA))).toMatchObject({
      state: 'waiting',
      stoppedBy: { kind: 'printer', reason: 'paper-out' },
      canContinue: true,
    });
    counter.printer = { ok: true, value: null };
    await counter.advance(1_000);
    expectOk(basket.sendRest({ basketId: id, next: 2 }, ANA));
    await counter.advance(5_000);
    expect(counter.service.sentRequests).toHaveLength(2);
    expect(expectOk(basket.get({ basketId: id }, ANA)).state).toBe('settled');
  });
});

it.each([
  ['bill', 'printer', 'no warning'],
  ['top-up', 'printer', 'no warning'],
  ['gift-card', 'printer', 'code-on-screen'],
  ['gift-card', 'internal', 'problem'],
  ['cash-out', 'printer', 'problem'],
] as const)(
  'prepares a %s while the printer has the problem %s with: %s',
  async (kind, problem, expected) => {
    const notReady =
      problem === 'printer'
        ? fail({ kind: 'printer', reason: 'paper-out' } as const)
        : fail({ kind: 'internal', reference: 'x' } as const);
    const result = await listPrinterWarnings({ checkReady: async () => notReady }, kind);
    const [warning] = result.ok ? result.value : [];
    expect(result.ok ? (warning?.kind ?? 'no warning') : 'problem').toBe(expected);
  },
);

it('prepares and pays a bill while the printer cannot print', async () => {
  emptyPrinter();
  expect((await counter.payBill()).state).toBe('sending');
});
