import { createStore, type StoreApi } from 'zustand';
import {
  assertNever,
  type CallAnswer,
  type Payment,
} from '../../../../../shared/contract/index.ts';
import type { TillClient } from '../../../../app/index.ts';
import type { Flow, FlowEffect, FlowEvent, FlowSettings } from './flow.ts';
import { isFinal } from './steps.ts';
import { updateFlow } from './update-flow.ts';
import { canLeave } from './update-payment.ts';

/** How often an open payment is read again, in case an event of main is lost. */
const REFETCH_INTERVAL_MS = 2_000;

export interface FlowStore {
  readonly store: StoreApi<Flow>;
  readonly dispatch: (event: FlowEvent) => void;
  /** Follows main's events until the returned function is called. */
  readonly follow: () => () => void;
  /**
   * The cashier left by a key of the frame. A result on the screen was seen: it does not call her
   * back.
   */
  readonly leave: () => void;
}

export interface FlowDeps {
  readonly client: TillClient;
  readonly settings: FlowSettings;
  /** The page's clock, in milliseconds. */
  readonly now: () => number;
}

/**
 * Runs the flow and carries its effects to main. Each effect is carried out once; nothing is
 * retried.
 */
export function createFlowStore(begin: Flow, deps: FlowDeps): FlowStore {
  const { client, settings, now } = deps;
  const store = createStore<Flow>(() => begin);

  const dispatch = (event: FlowEvent): void => {
    const { flow, effect } = updateFlow(store.getState(), event, settings);
    store.setState(flow, true);
    if (effect) void carry(effect);
  };

  const carry = async (effect: FlowEffect): Promise<void> => {
    const { ask } = effect;
    switch (effect.kind) {
      case 'check': {
        const { billerId, accountNumber, nameOnAccount } = effect;
        const input = { billerId, accountNumber, nameOnAccount };
        const result = await client.call('payments.checkAccount', input);
        return dispatch({ type: 'checked', ask, result });
      }
      case 'consult': {
        const { billerId, accountNumber, nameOnAccount } = effect;
        const input = { billerId, accountNumber, nameOnAccount };
        const result = await client.call('payments.consult', input);
        return dispatch({ type: 'consulted', ask, result });
      }
      case 'check-top-up': {
        const { billerId, accountNumber, nameOnAccount, amount } = effect;
        const input = { billerId, accountNumber, nameOnAccount, amount };
        const result = await client.call('payments.checkTopUp', input);
        return dispatch({ type: 'top-up-checked', ask, result });
      }
      case 'prepare': {
        const { kind: _, ask: __, sale, ...rest } = effect;
        const result = await client.call('payments.prepare', { kind: sale, ...rest });
        return dispatch({ type: 'prepared', ask, result });
      }
      case 'pay': {
        const result = await pay(client, effect);
        return dispatch({ type: 'pay-answered', ask, result, at: now() });
      }
      case 'look-up-now': {
        const { paymentId } = effect;
        const result = await client.call('payments.lookUpNow', { paymentId });
        return dispatch({ type: 'asked-again', ask, result, at: now() });
      }
      case 'send-again': {
        const { paymentId } = effect;
        const result = await client.call('payments.sendAgain', { paymentId });
        return dispatch({ type: 'asked-again', ask, result, at: now() });
      }
      case 'handed-over': {
        const { paymentId } = effect;
        const result = await client.call('payments.handedOver', { paymentId });
        return dispatch({ type: 'asked-again', ask, result, at: now() });
      }
      case 'seen': {
        const answer = await client.call('payments.seen', { paymentId: effect.paymentId });
        return dispatch({ type: 'seen', ask, problem: answer.ok ? null : answer.problem });
      }
      default:
        return assertNever(effect);
    }
  };

  const openPayment = (): Payment | null => {
    const { at } = store.getState();
    if (at.step !== 'payment') return null;
    const { payment } = at;
    return isFinal(payment) && payment.handOver !== 'paper-first' ? null : payment;
  };

  const readAgain = async (paymentId: string): Promise<void> => {
    const answer = await client.call('payments.get', { paymentId });
    // A failed read says nothing about the payment: the screen stays true.
    if (answer.ok) dispatch({ type: 'payment', payment: answer.value, at: now() });
  };

  const readBiller = async (): Promise<void> => {
    const { at } = store.getState();
    if (!('draft' in at) || at.draft === null) return;
    const answer = await client.call('catalog.biller', { id: at.draft.biller.id });
    if (answer.ok) return dispatch({ type: 'listed', isListed: answer.value.isListed });
    if (answer.problem.kind === 'not-found') dispatch({ type: 'listed', isListed: false });
  };

  const follow = (): (() => void) => {
    /** An event, perhaps of the result, came before the answer to F12. */
    let isOvertaken = false;
    const ends = [
      client.on('payments.changed', ({ paymentId, payment }) => {
        const { at } = store.getState();
        if (at.step === 'paying') isOvertaken = true;
        if (at.step !== 'payment' || at.payment.id !== paymentId) return;
        if (payment === null) void readAgain(paymentId);
        else dispatch({ type: 'payment', payment, at: now() });
      }),
      client.on('printing.changed', ({ paymentId }) => {
        // If the slip came out, the money may follow.
        const payment = openPayment();
        if (payment && payment.id === paymentId) void readAgain(payment.id);
      }),
      client.on('catalog.changed', () => void readBiller()),
      store.subscribe(({ at }, { at: before }) => {
        if (at.step !== 'payment' || before.step === 'payment') return;
        if (isOvertaken) void readAgain(at.payment.id);
        isOvertaken = false;
      }),
    ];
    const timer = setInterval(() => {
      const payment = openPayment();
      if (payment) void readAgain(payment.id);
    }, REFETCH_INTERVAL_MS);
    const payment = openPayment();
    if (payment) void readAgain(payment.id);
    return () => {
      clearInterval(timer);
      for (const end of ends) end();
    };
  };

  const leave = (): void => {
    const { at } = store.getState();
    if (at.step !== 'payment' || !canLeave(at, now())) return;
    // If main cannot record it, the payment stays in hand and is shown again.
    void client.call('payments.seen', { paymentId: at.payment.id });
  };

  return { store, dispatch, follow, leave };
}

/**
 * Pays an order. If main refuses, or its answer cannot be read, the flow asks main what it has in
 * hand: an intent that reached the disk is never taken for a payment that was not made. A payment
 * of another order says nothing about this one.
 */
async function pay(
  client: TillClient,
  effect: FlowEffect & { kind: 'pay' },
): Promise<CallAnswer<'payments.pay'>> {
  const { orderId, cash, acknowledged } = effect;
  const answer = await client.call('payments.pay', {
    orderId,
    cash,
    acknowledged: [...acknowledged],
  });
  if (answer.ok) return answer;
  const inHand = await client.call('payments.inHand', {});
  return inHand.ok && inHand.value?.orderId === orderId
    ? { ok: true, value: inHand.value }
    : answer;
}
