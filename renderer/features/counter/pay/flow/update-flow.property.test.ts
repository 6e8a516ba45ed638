import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fail, ok, paymentStateSchema } from '../../../../../shared/contract/index.ts';
import {
  createBalance,
  createBiller,
  createOrder,
  createPayment,
  mxn,
} from '../../../../app/testing/fake-values.ts';
import type { PayFlow, PayFlowEffect, PayFlowEvent } from './flow.ts';
import { startPayFlow } from './start-flow.ts';
import { updatePayFlow } from './update-flow.ts';

/**
 * Random cashiers and responses: keys, typing and responses in any order, including late, duplicate
 * and failed responses.
 */

type Move =
  /** The next step of a successful payment, so that runs reach the later steps. */
  | { readonly kind: 'forward'; readonly pick: number }
  | { readonly kind: 'event'; readonly event: PayFlowEvent }
  /** Main responds to the last request, or to an older one again. */
  | {
      readonly kind: 'answer';
      readonly back: number;
      readonly isRefused: boolean;
      readonly pick: number;
    };

const keys = fc.record({
  type: fc.constant('key' as const),
  key: fc.constantFrom('enter' as const, 'back' as const, 'pay' as const),
  isRepeat: fc.boolean(),
  at: fc.integer({ min: 0, max: 2_000 }),
});

const events: fc.Arbitrary<PayFlowEvent> = fc.oneof(
  { weight: 6, arbitrary: keys },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('typed' as const),
      field: fc.constantFrom(
        'account' as const,
        'name' as const,
        'amount' as const,
        'cash' as const,
      ),
      text: fc.constantFrom('', '501000000007', '549', '600', '-1', '1e9', '12.345', 'Rosa'),
    }),
  },
  fc.constantFrom<PayFlowEvent>(
    { type: 'decided', choice: 'go-on' },
    { type: 'decided', choice: 'stop' },
    { type: 'consult' },
    { type: 'look-up-now' },
    { type: 'send-again' },
    { type: 'taken-over' },
    { type: 'listed', isListed: false },
    { type: 'cash-chosen', cash: mxn('1000.00') },
  ),
  fc.record({
    type: fc.constant('payment' as const),
    payment: fc
      .record({ state: fc.constantFrom(...paymentStateSchema.options), canResend: fc.boolean() })
      .map(createPayment),
    at: fc.integer({ min: 0, max: 2_000 }),
  }),
);

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('forward' as const), pick: fc.nat({ max: 7 }) }),
    },
    { weight: 3, arbitrary: events.map((event): Move => ({ kind: 'event', event })) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('answer' as const),
        back: fc.constantFrom(0, 0, 0, 1, 2),
        isRefused: fc
          .boolean()
          .chain((isCandidate) => (isCandidate ? fc.boolean() : fc.constant(false))),
        pick: fc.nat({ max: 7 }),
      }),
    },
  ),
  { maxLength: 60, size: 'max' },
);

const billers = fc
  .record({
    canCheckBalance: fc.boolean(),
    supportsPartialPayment: fc.boolean(),
    requiresNameOnAccount: fc.boolean(),
  })
  .map(createBiller);

const refusal = fail({ kind: 'service-silent', seconds: 60 } as const);

function createForwardEvent(
  flow: PayFlow,
  effects: readonly PayFlowEffect[],
  pick: number,
): PayFlowEvent {
  const { at } = flow;
  const lastRequest = effects.at(-1);
  const isWaiting =
    at.step === 'sent-payment'
      ? at.pendingAction !== null
      : 'pendingRequest' in at && at.pendingRequest !== null;
  if (isWaiting && lastRequest?.requestNumber === flow.requestCount) {
    return createResponse(lastRequest, { back: 0, isRefused: false, pick });
  }
  const press = (key: 'enter' | 'pay'): PayFlowEvent => ({
    type: 'key',
    key,
    isRepeat: false,
    at: 5_000,
  });
  switch (at.step) {
    case 'account':
      if (at.draft.accountNumber !== '501000000007') {
        return { type: 'typed', field: 'account', text: '501000000007' };
      }
      return at.field === 'name' && at.draft.nameOnAccount === ''
        ? { type: 'typed', field: 'name', text: 'Rosa' }
        : press('enter');
    case 'amount':
      return at.draft.amountText === ''
        ? { type: 'typed', field: 'amount', text: '549' }
        : press('enter');
    case 'warnings':
      return { type: 'decided', choice: 'go-on' };
    case 'cash':
      return at.cashText === '' ? { type: 'typed', field: 'cash', text: '600' } : press('enter');
    case 'confirm':
      return press('pay');
    default:
      return press('enter');
  }
}

function createResponse(
  effect: PayFlowEffect,
  move: Omit<Move & { kind: 'answer' }, 'kind'>,
): PayFlowEvent {
  const { requestNumber } = effect;
  const refusalOrNull = move.isRefused ? refusal : null;
  const state = paymentStateSchema.options[move.pick] ?? 'sending';
  const payment = ok(createPayment({ state, canResend: move.pick % 2 === 0 }));
  switch (effect.kind) {
    case 'check':
      return {
        type: 'checked',
        requestNumber,
        result: refusalOrNull ?? ok({ accountNumber: '501000000007' }),
      };
    case 'consult': {
      const amount = [mxn('549.00'), mxn('0.00'), null][move.pick % 3] ?? null;
      return {
        type: 'consulted',
        requestNumber,
        result: refusalOrNull ?? ok(createBalance({ amount })),
      };
    }
    case 'prepare': {
      const earlier = {
        kind: 'looks-like-earlier' as const,
        paymentId: 'payment-0',
        at: '2026-03-02T16:20:00Z',
        amount: mxn('549.00'),
        isSameAmount: true,
      };
      const order = createOrder({
        id: `order-${requestNumber}`,
        warnings: move.pick % 4 === 0 ? [earlier] : [],
      });
      return { type: 'prepared', requestNumber, result: refusalOrNull ?? ok(order) };
    }
    case 'pay':
      return { type: 'pay-answered', requestNumber, result: refusalOrNull ?? payment, at: 0 };
    case 'check-top-up': {
      const check = { received: mxn('1.00'), bonus: mxn('0.00'), total: null, promotions: [] };
      return { type: 'top-up-checked', requestNumber, result: refusalOrNull ?? ok(check) };
    }
    case 'confirm':
    case 'handed-over':
    case 'look-up-now':
    case 'send-again':
      return { type: 'asked-again', requestNumber, result: refusalOrNull ?? payment, at: 0 };
    case 'seen':
      return { type: 'seen', requestNumber, problem: refusalOrNull ? refusalOrNull.problem : null };
  }
}

interface Transition {
  readonly before: PayFlow;
  readonly event: PayFlowEvent;
  readonly after: PayFlow;
  readonly effect: PayFlowEffect | null;
}

function toEvent(
  move: Move,
  flow: PayFlow,
  effects: readonly PayFlowEffect[],
): PayFlowEvent | null {
  if (move.kind === 'event') return move.event;
  if (move.kind === 'forward') return createForwardEvent(flow, effects, move.pick);
  const lastRequest = effects.at(-1 - move.back);
  return lastRequest ? createResponse(lastRequest, move) : null;
}

function runMoves(first: PayFlow, moveList: readonly Move[]): readonly Transition[] {
  const transitions: Transition[] = [];
  const effects: PayFlowEffect[] = [];
  let flow = first;
  for (const move of moveList) {
    const event = toEvent(move, flow, effects);
    if (!event) continue;
    const { flow: after, effect } = updatePayFlow(flow, event, {
      locale: 'es-MX',
      hasTopUpCheck: false,
    });
    if (effect) effects.push(effect);
    transitions.push({ before: flow, event, after, effect });
    flow = after;
  }
  return transitions;
}

const RUNS = { numRuns: 2_000 };

it('pays only with F12 on the confirm step', () => {
  fc.assert(
    fc.property(billers, moves, (biller, moveList) => {
      for (const { before, event, effect } of runMoves(startPayFlow(biller), moveList)) {
        if (effect?.kind !== 'pay') continue;
        expect(before.at.step).toBe('confirm');
        expect(event).toMatchObject({ type: 'key', key: 'pay', isRepeat: false });
      }
    }),
    RUNS,
  );
});

it('never pays again before main responds or after main took the payment, except after a seen refusal', () => {
  fc.assert(
    fc.property(billers, moves, (biller, moveList) => {
      let isOpen = false;
      let isTakenByMain = false;
      const takenOrders = new Set<string>();
      for (const { before, event, after, effect } of runMoves(startPayFlow(biller), moveList)) {
        if (before.at.step === 'recording-intent' && after.at.step !== 'recording-intent')
          isOpen = false;
        if (after.at.step === 'sent-payment') isTakenByMain = true;
        if (before.at.step === 'recording-intent' && after.at.step === 'sent-payment') {
          takenOrders.add(before.at.confirmStep.order.id);
        }
        if (before.at.step === 'sent-payment' && after.at.step !== 'sent-payment') {
          expect(event).toMatchObject({ type: 'seen', problem: null });
          if (['rejected', 'not-performed'].includes(before.at.payment.state))
            isTakenByMain = false;
        }
        if (effect?.kind !== 'pay') continue;
        expect(isOpen || isTakenByMain).toBe(false);
        expect(takenOrders.has(effect.orderId), 'an order is paid once').toBe(false);
        isOpen = true;
      }
    }),
    RUNS,
  );
});

it('leaves a payment only by key and after main recorded it, and never while it is being sent', () => {
  fc.assert(
    fc.property(
      billers,
      moves,
      fc.constantFrom(...paymentStateSchema.options),
      (biller, moveList, state) => {
        const initialFlow = {
          ...startPayFlow(biller),
          at: {
            step: 'sent-payment' as const,
            payment: createPayment({ state }),
            draft: null,
            cashText: '',
            pendingAction: null,
            failedAction: null,
            shownAtMs: 0,
          },
        };
        let wasSeen = false;
        for (const { before, event, after, effect } of runMoves(initialFlow, moveList)) {
          if (before.at.step !== 'sent-payment') continue;
          expect(['sent-payment', 'ended']).toContain(after.at.step);
          if (effect?.kind === 'seen') {
            expect(before.at.payment.state).not.toBe('sending');
            expect(event.type).toBe('key');
            wasSeen = true;
          }
          if (after.at.step === 'ended') {
            expect(wasSeen).toBe(true);
            expect(event).toMatchObject({ type: 'seen', problem: null });
          }
        }
      },
    ),
    RUNS,
  );
});

it('never uses the balance of another account number', () => {
  fc.assert(
    fc.property(billers, moves, (biller, moveList) => {
      for (const { effect } of runMoves(startPayFlow(biller), moveList)) {
        if (effect?.kind !== 'prepare' || effect.balanceId === null) continue;
        expect(effect.accountNumber).toBe(createBalance().accountNumber);
      }
    }),
    RUNS,
  );
});

it('reaches every step and payment state in the random runs', () => {
  const reachedSteps = new Set<string>();
  const payments = new Set<string>();
  let pays = 0;
  fc.assert(
    fc.property(billers, moves, (biller, moveList) => {
      for (const { after, effect } of runMoves(startPayFlow(biller), moveList)) {
        reachedSteps.add(after.at.step);
        if (effect?.kind === 'pay') pays += 1;
        if (after.at.step === 'sent-payment') payments.add(after.at.payment.state);
      }
    }),
    RUNS,
  );
  expect(pays).toBeGreaterThan(200);
  expect([...payments].sort()).toEqual([...paymentStateSchema.options].sort());
  for (const step of [
    'account',
    'balance',
    'amount',
    'cash',
    'confirm',
    'recording-intent',
    'sent-payment',
    'ended',
  ]) {
    expect(reachedSteps).toContain(step);
  }
});
