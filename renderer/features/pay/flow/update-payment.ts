import type { Payment } from '../../../../shared/contract/index.ts';
import type { Flow, FlowEvent, Updated } from './flow.ts';
import { amountStep, prepare } from './moves.ts';
import { isFinal, isOpen, type PayingStep, type PaymentStep, type Wish } from './steps.ts';

/**
 * A result that has only just appeared takes no key: an Enter that was already on its way would
 * wipe a refusal off the screen before it was read.
 */
export const UNREAD_MS = 400;

/** From F12 on: main holds the payment, or is about to say that it does not. */
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
      busy: null,
      trouble: null,
      shownAt: event.at,
    };
    return { flow: { ...flow, at: step }, effect: null };
  }
  const problem = event.result.problem;
  // An order that main has let go of must be worked out anew.
  if (problem.kind === 'not-found' && problem.what === 'order') {
    return { flow: { ...flow, at: { ...amountStep(from.draft), problem } }, effect: null };
  }
  // Another payment of the account was made meanwhile: the cashier has not seen that one yet.
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
      // Main keeps for the cashier who paid what another took over from her: she sees it once more.
      return event.problem === null || event.problem.kind === 'not-allowed'
        ? { flow: { ...flow, at: { step: 'ended' } }, effect: null }
        : {
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
      // No run of Enters leaves what is not known; Esc does.
      if (event.key === 'enter' && isOpen(at.payment)) return stay;
      if (event.key === 'enter' && at.payment.handOver === 'paper-first') return stay;
      return ask(flow, at, 'seen');
    default:
      return stay;
  }
}

/** It was read, and no money waits for a hand. Main has what is not known, and goes on with it. */
export function mayBeLeft({ payment, shownAt }: PaymentStep, now: number): boolean {
  if (payment.state === 'sending' || payment.handOver === 'now') return false;
  return now - shownAt >= UNREAD_MS;
}

function ask(flow: Flow, at: PaymentStep, what: Wish): Updated {
  if (at.busy !== null) return { flow, effect: null };
  const number = flow.asks + 1;
  const kind = what === 'look-up' ? 'look-up-now' : what;
  return {
    flow: { asks: number, at: { ...at, busy: { what, asking: number }, trouble: null } },
    effect: { kind, ask: number, paymentId: at.payment.id },
  };
}

function withPayment(at: PaymentStep, payment: Payment, now: number): PaymentStep {
  if (payment.id !== at.payment.id) return at;
  // An answer that was overtaken on its way must not turn a result back into waiting.
  if (isFinal(at.payment) && !isFinal(payment)) return at;
  const isNews = payment.state !== at.payment.state || payment.handOver !== at.payment.handOver;
  return {
    ...at,
    payment,
    trouble: isNews ? null : at.trouble,
    shownAt: isNews ? now : at.shownAt,
  };
}
