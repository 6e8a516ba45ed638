import { expect } from 'vitest';
import type { Order, Payment, Result, ServiceVersion } from '../../../shared/contract/index.ts';
import { ANA, BILLERS, LUIS, LUIS_APPROVAL, MINUTE_MS } from './fault-world.ts';
import { openWire, type Wire } from './wire.ts';

/** The cashier's actions at a till with a real network. */

export type WireKind = 'bill' | 'top-up' | 'cash-out';

/**
 * Every flow in v1.6, because the flows are the same in all versions, and a bill in the versions
 * whose wire format differs.
 */
export const FLOWS: readonly { readonly version: ServiceVersion; readonly kind: WireKind }[] = [
  { version: 'v1.6', kind: 'bill' },
  { version: 'v1.6', kind: 'top-up' },
  { version: 'v1.6', kind: 'cash-out' },
  { version: 'v3.3', kind: 'bill' },
  { version: 'v3.mx', kind: 'bill' },
];

const SALES = {
  bill: { billerId: BILLERS.partial, accountNumber: '123456850001', amount: '120.00' },
  'top-up': { billerId: BILLERS.topUp, accountNumber: '5599990001', amount: '100.00' },
  'cash-out': { billerId: BILLERS.partner, accountNumber: '1234567812340001', amount: '300.00' },
} as const;

/** Opens a till, runs the test, and closes the till. */
export async function withWire(
  version: ServiceVersion,
  work: (wire: Wire) => Promise<void>,
): Promise<void> {
  const wire = await openWire(version);
  try {
    await work(wire);
  } finally {
    await wire.close();
  }
}

export async function prepareOrder(
  wire: Wire,
  kind: WireKind,
  changes: { readonly amount?: string; readonly accountNumber?: string } = {},
): Promise<Order> {
  const { billerId, ...sale } = { ...SALES[kind], ...changes };
  const result = await wire.finish(
    wire.payments.prepare(
      {
        kind,
        billerId,
        accountNumber: sale.accountNumber,
        nameOnAccount: null,
        amount: { amount: sale.amount, currency: 'MXN' },
        balanceId: null,
      },
      ANA,
    ),
  );
  if (!result.ok) throw new Error(`no order: ${JSON.stringify(result.problem)}`);
  return result.value;
}

/** Presses F12. `wire.view` then returns the payment's state. */
export async function pressPay(wire: Wire, order: Order): Promise<Payment> {
  const { id: orderId, kind, due } = order;
  const cash = kind === 'cash-out' ? null : due;
  const payCall = wire.payments.pay({ orderId, cash, acknowledged: ['looks-like-earlier'] }, ANA);
  const result = await wire.finish(recordAnswer(wire, payCall));
  if (!result.ok) throw new Error(`not paid: ${JSON.stringify(result.problem)}`);
  wire.sendCounts.set(result.value.id, 1);
  return result.value;
}

/** Records the till's answer, which is the first state that the cashier is shown. */
async function recordAnswer(
  wire: Wire,
  answer: Promise<Result<Payment>> | Result<Payment>,
): Promise<Result<Payment>> {
  const result = await answer;
  if (result.ok) wire.recordShownState(result.value);
  return result;
}

export async function sell(wire: Wire, kind: WireKind): Promise<Payment> {
  return await pressPay(wire, await prepareOrder(wire, kind));
}

/** Presses "Send again"; returns whether the payment was sent again. */
export async function pressSendAgain(wire: Wire, paymentId: string): Promise<boolean> {
  const sendsBefore = wire.view(paymentId).sends;
  const result = await wire.finish(recordAnswer(wire, wire.payments.sendAgain({ paymentId }, ANA)));
  const isSentAgain = result.ok && result.value.sends > sendsBefore;
  if (isSentAgain) wire.sendCounts.set(paymentId, (wire.sendCounts.get(paymentId) ?? 0) + 1);
  return isSentAgain;
}

export async function closeByHand(wire: Wire, paymentId: string, isPaid: boolean): Promise<void> {
  const result = await wire.finish(
    wire.payments.closeByHand(
      {
        paymentId,
        isPaid,
        authorization: null,
        reason: 'the help line says so',
        approval: LUIS_APPROVAL,
      },
      LUIS,
    ),
  );
  expect(result).toMatchObject({ ok: true });
}

export function isOpen(payment: Payment): boolean {
  return ['sending', 'unknown', 'unclear'].includes(payment.state);
}

/** Waits until the payment can be sent again; false if it is resolved before that. */
export async function waitUntilResendAllowed(wire: Wire, paymentId: string): Promise<boolean> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const payment = wire.view(paymentId);
    if (!isOpen(payment)) return false;
    if (payment.canResend) return true;
    await wire.advance(1000);
  }
  return false;
}

/**
 * Ends all network faults and advances the time until the resolver is done and the paper is
 * printed.
 */
export async function resolve(
  wire: Wire,
  paymentId: string,
  timeLimitMs = 20 * MINUTE_MS,
): Promise<Payment> {
  await wire.proxy.release();
  await wire.training.setFaults([]);
  const deadline = wire.time.elapsed + timeLimitMs;
  while (isOpen(wire.view(paymentId)) && wire.time.elapsed < deadline) await wire.advance(20_000);
  await wire.advance(5000);
  return wire.view(paymentId);
}

/** Returns the states that the cashier saw, in order. */
export function listSeenStates(wire: Wire, paymentId: string): readonly Payment['state'][] {
  const states = (wire.shownStates.get(paymentId) ?? []).map((shownState) => shownState.state);
  return states.filter((state, index) => state !== states[index - 1]);
}
