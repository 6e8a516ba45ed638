import type { Payment } from '../../../../shared/contract/index.ts';
import type { Flow, FlowEvent, Updated } from './flow.ts';
import { anew, helpAfter } from './help.ts';
import { amountStep, prepare } from './moves.ts';
import { isFinal, isOpen, type PayingStep, type PaymentStep, type Wish } from './steps.ts';

/**
 * A new result ignores keys for a moment: an Enter already on its way would remove a refusal before
 * it was read.
 */
export const UNREAD_MS = 400;

/** From F12 on: main has the payment, or is about to say that it does not. */
export function updatePayment(flow: Flow, at: PayingStep | PaymentStep, event: FlowEvent): Updated {
  return at.step === 'paying' ? updatePaying(flow, at, event) : updateHeld(flow, at, event);
}

function updatePaying(flow: Flow, at: PayingStep, event: FlowEvent): Updated {
  if (event.type !== 'pay-answered' || event.ask !== at.asking) return { flow, effect: null };
  const { from } = at;
  if (event.result.ok) {
    const payment = event.result.value;
    const step: PaymentStep = {
      step: 'payment',
      payment,
      draft: from.draft,
      cashText: from.text,
      ...(at.isTakenOver === true ? { isTakenOver: true } : {}),
      busy: null,
      trouble: null,
      shownAt: event.at,
    };
    return { flow: { ...flow, at: step }, effect: null };
  }
  const problem = event.result.problem;
  // An order that main no longer has must be prepared again.
  if (problem.kind === 'not-found' && problem.what === 'order') {
    return { flow: { ...flow, at: { ...amountStep(from.draft), problem } }, effect: null };
  }
  // Meanwhile another payment of the account was made, which the cashier has not seen.
  if (problem.kind === 'invalid-input' && problem.field === 'acknowledged') {
    return prepare(flow, from.draft, from.order.amount, (asking) => ({
      ...amountStep(from.draft),
      asking,
    }));
  }
  return { flow: { ...flow, at: { ...from, problem } }, effect: null };
}

function updateHeld(flow: Flow, at: PaymentStep, event: FlowEvent): Updated {
  const stay: Updated = { flow, effect: null };
  switch (event.type) {
    case 'payment':
      return { flow: { ...flow, at: withPayment(at, event.payment, event.at) }, effect: null };
    case 'asked-again': {
      if (at.busy?.asking !== event.ask) return stay;
      const free: PaymentStep = { ...at, busy: null };
      const next = event.result.ok
        ? withPayment(free, event.result.value, event.at)
        : { ...free, trouble: { what: at.busy.what, problem: event.result.problem } };
      return { flow: { ...flow, at: next }, effect: null };
    }
    case 'seen':
      if (at.busy?.asking !== event.ask) return stay;
      // If another cashier took it over, main keeps it for the one who paid, who sees it once more.
      if (event.problem === null || event.problem.kind === 'not-allowed') {
        const again = at.busy.isAnew === true && event.problem === null ? anew(flow, at) : null;
        return again ?? { flow: { ...flow, at: { step: 'ended' } }, effect: null };
      }
      return {
        flow: {
          ...flow,
          at: { ...at, busy: null, trouble: { what: 'seen', problem: event.problem } },
        },
        effect: null,
      };
    case 'look-up-now':
      return isOpen(at.payment) ? ask(flow, at, 'look-up') : stay;
    case 'send-again':
      return at.payment.maySendAgain && isOpen(at.payment) ? ask(flow, at, 'send-again') : stay;
    case 'handed-over':
      if (at.payment.handOver !== 'now' || event.at - at.shownAt < UNREAD_MS) return stay;
      return ask(flow, at, 'handed-over');
    case 'key':
      if (at.busy !== null || event.key === 'pay' || !mayBeLeft(at, event.at)) return stay;
      // Repeated Enters cannot leave an unknown outcome; Esc can.
      if (event.key === 'enter' && isOpen(at.payment)) return stay;
      if (event.key === 'enter' && at.payment.handOver === 'paper-first') return stay;
      return ask(flow, at, 'seen', {
        isAnew: event.key === 'enter' && helpAfter(at).helps !== 'next-customer',
      });
    default:
      return stay;
  }
}

/**
 * It was read, and no money waits to be handed over. Main keeps an unknown outcome and continues.
 */
export function mayBeLeft({ payment, shownAt }: PaymentStep, now: number): boolean {
  if (payment.state === 'sending' || payment.handOver === 'now') return false;
  return now - shownAt >= UNREAD_MS;
}

function ask(
  flow: Flow,
  at: PaymentStep,
  what: Wish,
  more: { readonly isAnew?: boolean } = {},
): Updated {
  if (at.busy !== null) return { flow, effect: null };
  const number = flow.asks + 1;
  const kind = what === 'look-up' ? 'look-up-now' : what;
  return {
    flow: { asks: number, at: { ...at, busy: { what, asking: number, ...more }, trouble: null } },
    effect: { kind, ask: number, paymentId: at.payment.id },
  };
}

function withPayment(at: PaymentStep, payment: Payment, now: number): PaymentStep {
  if (payment.id !== at.payment.id) return at;
  // An overtaken answer must not turn a result back into waiting.
  if (isFinal(at.payment) && !isFinal(payment)) return at;
  const isNews = payment.state !== at.payment.state || payment.handOver !== at.payment.handOver;
  return {
    ...at,
    payment,
    trouble: isNews ? null : at.trouble,
    shownAt: isNews ? now : at.shownAt,
  };
}
