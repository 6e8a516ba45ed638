import { expect } from 'vitest';
import type { Order, Payment, Result, ServiceVersion } from '../../../shared/contract/index.ts';
import { openWire, type Wire } from './wire.ts';
import { ANA, BILLERS, LUIS, LUIS_APPROVAL, MINUTE_MS } from './world.ts';

/** The person at the counter of a till with a real network. */

export type WireKind = 'bill' | 'top-up' | 'cash-out';

/** Every flow where all three are the same for all versions, and a bill in those that differ. */
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

/** Opens a till, lets the test happen, and clears away. */
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
  const { billerId, ...rest } = { ...SALES[kind], ...changes };
  const prepared = await wire.finish(
    wire.payments.prepare(
      {
        kind,
        billerId,
        accountNumber: rest.accountNumber,
        nameOnAccount: null,
        amount: { amount: rest.amount, currency: 'MXN' },
        balanceId: null,
      },
      ANA,
    ),
  );
  if (!prepared.ok) throw new Error(`no order: ${JSON.stringify(prepared.problem)}`);
  return prepared.value;
}

/** F12. What comes of it is seen with `wire.view`. */
export async function pressPay(wire: Wire, order: Order): Promise<Payment> {
  const { id: orderId, kind, due } = order;
  const cash = kind === 'cash-out' ? null : due;
  const paying = wire.payments.pay({ orderId, cash, acknowledged: ['looks-like-earlier'] }, ANA);
  const paid = await wire.finish(recordAnswer(wire, paying));
  if (!paid.ok) throw new Error(`not paid: ${JSON.stringify(paid.problem)}`);
  wire.presses.set(paid.value.id, 1);
  return paid.value;
}

/** What the till answers is what the cashier is told first. */
async function recordAnswer(
  wire: Wire,
  answer: Promise<Result<Payment>> | Result<Payment>,
): Promise<Result<Payment>> {
  const result = await answer;
  if (result.ok) wire.note(result.value);
  return result;
}

export async function sell(wire: Wire, kind: WireKind): Promise<Payment> {
  return await pressPay(wire, await prepareOrder(wire, kind));
}

/** "Send again"; whether it went out once more. */
export async function pressSendAgain(wire: Wire, paymentId: string): Promise<boolean> {
  const before = wire.view(paymentId).sends;
  const sent = await wire.finish(recordAnswer(wire, wire.payments.sendAgain({ paymentId }, ANA)));
  const isOut = sent.ok && sent.value.sends > before;
  if (isOut) wire.presses.set(paymentId, (wire.presses.get(paymentId) ?? 0) + 1);
  return isOut;
}

export async function closeByHand(wire: Wire, paymentId: string, isPaid: boolean): Promise<void> {
  const closed = await wire.finish(
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
  expect(closed).toMatchObject({ ok: true });
}

export function isOpen(payment: Payment): boolean {
  return ['sending', 'unknown', 'unclear'].includes(payment.state);
}

/** Waits while the payment may not be sent again; false where it is resolved before that. */
export async function waitUntilResendAllowed(wire: Wire, paymentId: string): Promise<boolean> {
  for (let turn = 0; turn < 120; turn += 1) {
    const seen = wire.view(paymentId);
    if (!isOpen(seen)) return false;
    if (seen.maySendAgain) return true;
    await wire.advance(1000);
  }
  return false;
}

/** The network is well again: time goes on until the resolver is done, and the paper is out. */
export async function resolve(
  wire: Wire,
  paymentId: string,
  within = 20 * MINUTE_MS,
): Promise<Payment> {
  await wire.proxy.release();
  await wire.training.setFaults([]);
  const end = wire.time.elapsed + within;
  while (isOpen(wire.view(paymentId)) && wire.time.elapsed < end) await wire.advance(20_000);
  await wire.advance(5000);
  return wire.view(paymentId);
}

/** The states that the cashier saw, in order. */
export function listSeenStates(wire: Wire, paymentId: string): readonly Payment['state'][] {
  const states = (wire.shownStates.get(paymentId) ?? []).map((one) => one.state);
  return states.filter((state, at) => state !== states[at - 1]);
}
