import { createStore, type StoreApi } from 'zustand';
import {
  assertNever,
  type Payment,
  type TillCallResult,
} from '../../../../../shared/contract/index.ts';
import { isOutcomeToConfirm } from '../../../../../shared/rules/index.ts';
import type { TillClient } from '../../../../app/index.ts';
import type { PayFlow, PayFlowEffect, PayFlowEvent, PayFlowSettings } from './flow.ts';
import { isPaymentFinal, type SentPaymentStep } from './steps.ts';
import { updatePayFlow } from './update-flow.ts';
import { canLeaveResult } from './update-payment.ts';

export interface PayFlowStore {
  readonly store: StoreApi<PayFlow>;
  readonly dispatch: (event: PayFlowEvent) => void;
  /** Subscribes to main's events. The returned function unsubscribes. */
  readonly subscribe: () => () => void;
  /**
   * Called when the cashier leaves with a key of the frame. A result on the screen counts as seen
   * and does not open again.
   */
  readonly leave: () => void;
}

export interface PayFlowDependencies {
  readonly client: TillClient;
  readonly settings: PayFlowSettings;
  /** The page's monotonic clock, in milliseconds: the computer's clock may be corrected meanwhile. */
  readonly now: () => number;
  /** Runs the action that ends the flow, once the cashier has agreed to leave. */
  readonly requestLeave: (leave: () => void) => void;
}

/**
 * Creates the store that runs the flow and sends its effects to main. Each effect is sent once;
 * nothing is retried.
 */
export function createPayFlowStore(initialFlow: PayFlow, deps: PayFlowDependencies): PayFlowStore {
  const { client, settings, now, requestLeave } = deps;
  const store = createStore<PayFlow>(() => initialFlow);
  let isLeft = false;

  const dispatch = (event: PayFlowEvent): void => {
    const { flow } = updatePayFlow(store.getState(), event, settings);
    if (flow.at.step === 'ended') requestLeave(() => applyEvent(event));
    else applyEvent(event);
  };

  const applyEvent = (event: PayFlowEvent): void => {
    const { flow, effect } = updatePayFlow(store.getState(), event, settings);
    store.setState(flow, true);
    if (effect) void runEffect(effect);
  };

  const runEffect = async (effect: PayFlowEffect): Promise<void> => {
    const { requestNumber } = effect;
    switch (effect.kind) {
      case 'check': {
        const { billerId, accountNumber, nameOnAccount } = effect;
        const input = { billerId, accountNumber, nameOnAccount };
        const result = await client.call('payments.checkAccount', input);
        return dispatch({ type: 'checked', requestNumber, result });
      }
      case 'consult': {
        const { billerId, accountNumber, nameOnAccount } = effect;
        const input = { billerId, accountNumber, nameOnAccount };
        const result = await client.call('payments.consult', input);
        return dispatch({ type: 'consulted', requestNumber, result });
      }
      case 'check-top-up': {
        const { billerId, accountNumber, nameOnAccount, amount } = effect;
        const input = { billerId, accountNumber, nameOnAccount, amount };
        const result = await client.call('payments.checkTopUp', input);
        return dispatch({ type: 'top-up-checked', requestNumber, result });
      }
      case 'prepare': {
        const { kind: _, requestNumber: __, sale, ...input } = effect;
        const result = await client.call('payments.prepare', { kind: sale, ...input });
        return dispatch({ type: 'prepared', requestNumber, result });
      }
      case 'pay': {
        const result = await pay(client, effect);
        // Nobody waits for the outcome on this screen.
        if (isLeft && result.ok) {
          const { id: paymentId, state } = result.value;
          void client.call('payments.acknowledge', { paymentId, state });
        }
        return dispatch({ type: 'pay-answered', requestNumber, result, at: now() });
      }
      case 'look-up-now': {
        const { paymentId } = effect;
        const result = await client.call('payments.lookUpNow', { paymentId });
        return dispatch({ type: 'asked-again', requestNumber, result, at: now() });
      }
      case 'send-again': {
        const { paymentId } = effect;
        const result = await client.call('payments.sendAgain', { paymentId });
        return dispatch({ type: 'asked-again', requestNumber, result, at: now() });
      }
      case 'handed-over': {
        const { paymentId } = effect;
        const result = await client.call('payments.confirmHandOver', { paymentId });
        return dispatch({ type: 'asked-again', requestNumber, result, at: now() });
      }
      case 'confirm': {
        const { paymentId } = effect;
        const result = await client.call('payments.confirm', { paymentId });
        return dispatch({ type: 'asked-again', requestNumber, result, at: now() });
      }
      case 'seen': {
        const { paymentId, state } = effect;
        const answer = await client.call('payments.acknowledge', { paymentId, state });
        return dispatch({
          type: 'seen',
          requestNumber,
          problem: answer.ok ? null : answer.problem,
        });
      }
      default:
        return assertNever(effect);
    }
  };

  const getOpenPayment = (): Payment | null => {
    const { at } = store.getState();
    if (at.step !== 'sent-payment') return null;
    const { payment } = at;
    return isPaymentFinal(payment) && payment.handOver !== 'paper-first' ? null : payment;
  };

  const refreshPayment = async (paymentId: string): Promise<void> => {
    const answer = await client.call('payments.get', { paymentId });
    // A failed read does not change the payment, so the screen stays correct.
    if (answer.ok) dispatch({ type: 'payment', payment: answer.value, at: now() });
  };

  const refreshOpenPayment = (): void => {
    const payment = getOpenPayment();
    if (payment) void refreshPayment(payment.id);
  };

  const refreshBiller = async (): Promise<void> => {
    const { at } = store.getState();
    if (!('draft' in at) || at.draft === null) return;
    const answer = await client.call('catalog.biller', { id: at.draft.biller.id });
    if (answer.ok) return dispatch({ type: 'listed', isListed: answer.value.isListed });
    if (answer.problem.kind === 'not-found') dispatch({ type: 'listed', isListed: false });
  };

  const subscribe = (): (() => void) => {
    /** True if an event, perhaps the result's, arrived before the response to F12. */
    let hasEarlyEvent = false;
    const unsubscribes = [
      client.on('payments.changed', ({ paymentId, payment }) => {
        const { at } = store.getState();
        if (at.step === 'recording-intent') hasEarlyEvent = true;
        if (at.step !== 'sent-payment' || at.payment.id !== paymentId) return;
        if (payment === null) void refreshPayment(paymentId);
        else dispatch({ type: 'payment', payment, at: now() });
      }),
      client.on('printing.changed', ({ paymentId }) => {
        // If the slip was printed, the money may be handed over.
        const payment = getOpenPayment();
        if (payment && payment.id === paymentId) void refreshPayment(payment.id);
      }),
      // A locked till may not read what changed meanwhile; it reads that once it is unlocked.
      client.on('till.changed', refreshOpenPayment),
      client.on('catalog.changed', () => void refreshBiller()),
      store.subscribe(({ at }, { at: before }) => {
        if (at.step !== 'sent-payment' || before.step === 'sent-payment') return;
        if (hasEarlyEvent) void refreshPayment(at.payment.id);
        hasEarlyEvent = false;
      }),
    ];
    refreshOpenPayment();
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  };

  const leavePayment = (at: SentPaymentStep): void => {
    const { id: paymentId, state } = at.payment;
    // What is to confirm stays announced.
    if (isOutcomeToConfirm(at.payment) || (state !== 'sending' && !canLeaveResult(at, now())))
      return;
    // If the call fails, the payment stays in hand and is shown again.
    void client.call('payments.acknowledge', { paymentId, state });
  };

  const leave = (): void => {
    isLeft = true;
    const { at } = store.getState();
    if (at.step === 'sent-payment') leavePayment(at);
  };

  return { store, dispatch, subscribe, leave };
}

/**
 * Pays an order. If main refuses, or its response cannot be read, it asks main for the payment in
 * hand: an intent that reached the disk must never count as not made. A payment of another order is
 * ignored.
 */
async function pay(
  client: TillClient,
  effect: PayFlowEffect & { kind: 'pay' },
): Promise<TillCallResult<'payments.pay'>> {
  const { orderId, cash, acknowledged } = effect;
  const answer = await client.call('payments.pay', {
    orderId,
    cash,
    acknowledged: [...acknowledged],
  });
  if (answer.ok) return answer;
  const inHand = await client.call('payments.current', {});
  return inHand.ok && inHand.value?.orderId === orderId
    ? { ok: true, value: inHand.value }
    : answer;
}
