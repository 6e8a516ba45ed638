import type { Payment } from '../../../../../shared/contract/index.ts';
import { isZero, type Money } from '../../../../../shared/money/index.ts';
import {
  isOutcomeToConfirm,
  isOutcomeUnknown,
  OWED_RESULT_IGNORES_KEYS_MS,
  RESULT_IGNORES_KEYS_MS,
} from '../../../../../shared/rules/index.ts';
import type { PaymentAction } from '../../payment-result/index.ts';
import type { PayFlow, PayFlowEvent, PayFlowUpdate } from './flow.ts';
import { getActionAfterPayment, startNextAttempt } from './refusal-action.ts';
import { isPaymentFinal, type RecordingIntentStep, type SentPaymentStep } from './steps.ts';
import { createAmountStep, prepareOrder } from './transitions.ts';

/** From F12 on: main has the payment, or is about to refuse it. */
export function updatePaymentStep(
  flow: PayFlow,
  at: RecordingIntentStep | SentPaymentStep,
  event: PayFlowEvent,
): PayFlowUpdate {
  return at.step === 'recording-intent'
    ? updateRecordingIntent(flow, at, event)
    : updateShownPayment(flow, at, event);
}

function updateRecordingIntent(
  flow: PayFlow,
  at: RecordingIntentStep,
  event: PayFlowEvent,
): PayFlowUpdate {
  if (event.type !== 'pay-answered' || event.requestNumber !== at.pendingRequest)
    return { flow, effect: null };
  const { confirmStep: from } = at;
  if (event.result.ok) {
    const payment = event.result.value;
    const step: SentPaymentStep = {
      step: 'sent-payment',
      payment,
      draft: from.draft,
      cashText: from.cashText,
      ...(at.isTakenOver === true ? { isTakenOver: true } : {}),
      pendingAction: null,
      failedAction: null,
      shownAtMs: event.at,
    };
    return { flow: { ...flow, at: step }, effect: null };
  }
  const problem = event.result.problem;
  // An order that main no longer has must be prepared again.
  if (problem.kind === 'not-found' && problem.what === 'order') {
    return { flow: { ...flow, at: { ...createAmountStep(from.draft), problem } }, effect: null };
  }
  // Another payment of the account was made since, the drawer has less cash, or the printer cannot
  // print a card's code: the cashier has not seen the warning of it.
  const isUnseenWarning = problem.kind === 'invalid-input' && problem.field === 'acknowledged';
  const isCodeUnprintable = problem.kind === 'printer' && from.draft.kind === 'gift-card';
  if (isUnseenWarning || problem.kind === 'drawer-short' || isCodeUnprintable) {
    return prepareOrder(flow, from.draft, from.order.amount, (pendingRequest) => ({
      ...createAmountStep(from.draft),
      pendingRequest,
    }));
  }
  return { flow: { ...flow, at: { ...from, problem } }, effect: null };
}

function updateShownPayment(
  flow: PayFlow,
  at: SentPaymentStep,
  event: PayFlowEvent,
): PayFlowUpdate {
  const unchanged: PayFlowUpdate = { flow, effect: null };
  switch (event.type) {
    case 'payment':
      return { flow: { ...flow, at: setPayment(at, event.payment, event.at) }, effect: null };
    case 'asked-again': {
      if (at.pendingAction?.pendingRequest !== event.requestNumber) return unchanged;
      const idleStep: SentPaymentStep = { ...at, pendingAction: null };
      const nextStep = event.result.ok
        ? setPayment(idleStep, event.result.value, event.at)
        : {
            ...idleStep,
            failedAction: { what: at.pendingAction.what, problem: event.result.problem },
          };
      return { flow: { ...flow, at: nextStep }, effect: null };
    }
    case 'seen':
      if (at.pendingAction?.pendingRequest !== event.requestNumber) return unchanged;
      // If another cashier took it over, main keeps it for the first cashier, who sees it once
      // more.
      if (event.problem === null || event.problem.kind === 'not-allowed') {
        const nextAttempt =
          at.pendingAction.isNewAttempt === true && event.problem === null
            ? startNextAttempt(flow, at)
            : null;
        return nextAttempt ?? { flow: { ...flow, at: { step: 'ended' } }, effect: null };
      }
      return {
        flow: {
          ...flow,
          at: {
            ...at,
            pendingAction: null,
            failedAction: { what: 'seen', problem: event.problem },
          },
        },
        effect: null,
      };
    case 'look-up-now':
      return isOutcomeUnknown(at.payment) ? requestAction(flow, at, 'look-up') : unchanged;
    case 'send-again':
      return at.payment.canResend && isOutcomeUnknown(at.payment)
        ? requestAction(flow, at, 'send-again')
        : unchanged;
    case 'handed-over':
      if (event.at - at.shownAtMs < RESULT_IGNORES_KEYS_MS) return unchanged;
      if (isOutcomeToConfirm(at.payment)) return requestAction(flow, at, 'confirm');
      return at.payment.handOver === 'now' ? requestAction(flow, at, 'handed-over') : unchanged;
    case 'hand-over-later':
      if (at.payment.handOver !== 'now' || event.at - at.shownAtMs < RESULT_IGNORES_KEYS_MS)
        return unchanged;
      return requestAction(flow, at, 'seen');
    case 'key':
      if (at.pendingAction !== null || event.key === 'pay' || !canLeaveResult(at, event.at))
        return unchanged;
      // The outcome arrived while the till was locked, for example. Esc leaves it to confirm later.
      if (isOutcomeToConfirm(at.payment)) {
        return event.key === 'enter'
          ? unchanged
          : { flow: { ...flow, at: { step: 'ended' } }, effect: null };
      }
      // Repeated Enters cannot leave an unknown outcome; Esc can.
      if (event.key === 'enter' && isOutcomeUnknown(at.payment)) return unchanged;
      if (event.key === 'enter' && at.payment.handOver === 'paper-first') return unchanged;
      return requestAction(flow, at, 'seen', {
        isNewAttempt: event.key === 'enter' && getActionAfterPayment(at).kind !== 'next-customer',
      });
    default:
      return unchanged;
  }
}

/**
 * Whether the result can be left: it was visible long enough, and no money must be handed over.
 * Main keeps resolving an unknown outcome.
 */
export function canLeaveResult(
  { payment, shownAtMs: shownAt }: SentPaymentStep,
  nowMs: number,
): boolean {
  const isHandOverDue = payment.handOver === 'now' && !isOutcomeToConfirm(payment);
  if (payment.state === 'sending' || isHandOverDue) return false;
  return nowMs - shownAt >= getResultIgnoresKeysMs(payment);
}

/**
 * Returns for how many milliseconds a new result ignores keys: longer while the customer must get
 * change, the cash of a payment that was not made, or the code of a gift card.
 */
export function getResultIgnoresKeysMs(payment: Payment): number {
  const { kind, change, cash, basket } = payment;
  const isPaid = payment.state === 'paid' || payment.state === 'by-hand-paid';
  const isCashOwed = isPaymentFinal(payment) && (isPaid ? isPositive(change) : isPositive(cash));
  const isCodeOwed = isPaid && kind === 'gift-card';
  return basket === null && (isCashOwed || isCodeOwed)
    ? OWED_RESULT_IGNORES_KEYS_MS
    : RESULT_IGNORES_KEYS_MS;
}

function isPositive(amount: Money | null): boolean {
  return amount !== null && !isZero(amount);
}

function requestAction(
  flow: PayFlow,
  at: SentPaymentStep,
  action: PaymentAction,
  options: { readonly isNewAttempt?: boolean } = {},
): PayFlowUpdate {
  if (at.pendingAction !== null) return { flow, effect: null };
  const requestNumber = flow.requestCount + 1;
  const { id: paymentId, state } = at.payment;
  const base = { requestNumber, paymentId };
  return {
    flow: {
      requestCount: requestNumber,
      at: {
        ...at,
        pendingAction: { what: action, pendingRequest: requestNumber, ...options },
        failedAction: null,
      },
    },
    effect:
      action === 'seen'
        ? { kind: 'seen', ...base, state }
        : { kind: action === 'look-up' ? 'look-up-now' : action, ...base },
  };
}

function setPayment(at: SentPaymentStep, payment: Payment, now: number): SentPaymentStep {
  if (payment.id !== at.payment.id) return at;
  // A response that arrives out of order must not turn a result back into an open state.
  if (isPaymentFinal(at.payment) && !isPaymentFinal(payment)) return at;
  const isChanged = (['state', 'handOver', 'toConfirm'] as const).some(
    (field) => payment[field] !== at.payment[field],
  );
  return {
    ...at,
    payment,
    failedAction: isChanged ? null : at.failedAction,
    shownAtMs: isChanged ? now : at.shownAtMs,
  };
}
