import type { Payment } from '../../../shared/contract/index.ts';
import { listOpenPayments } from './cashier.ts';
import { ANA, type FaultWorld, LUIS_APPROVAL } from './fault-world.ts';

/** The service's message where it contradicts itself, so that only a person can decide. */
export const CONTRADICTION = 'contradiction';

/**
 * A supervisor asks the help line about each payment that only a person can decide, and closes it by
 * what the service's books say.
 */
export async function closeByHand(
  world: FaultWorld,
  isIncluded: (payment: Payment) => boolean = () => true,
): Promise<void> {
  for (const payment of listOpenPayments(world)) {
    if (!payment.canCloseByHand || !isIncluded(payment)) continue;
    const row = world.performed().find(({ externalId }) => externalId === payment.externalId);
    const isPaid =
      payment.kind === 'cancel' ? isDoneByThisCancel(world, payment) : row !== undefined;
    // What the help line says is the service's last word about it.
    if (isPaid) world.network.deniedIds.delete(payment.externalId);
    const input = {
      paymentId: payment.id,
      isPaid,
      authorization: row === undefined ? null : String(row.id),
      reason: 'the help line says so',
      approval: LUIS_APPROVAL,
    };
    await world.finish(() => world.till().payments.closeByHand(input, ANA));
  }
}

/** Whether this cancel has reversed the payment; another cancel of it has not. */
export function isDoneByThisCancel(world: FaultWorld, cancel: Payment): boolean {
  if (!isReversed(world, cancel)) return false;
  // The service refunded the payment itself: a cancel whose answer reports that hands the money
  // back, any other does not.
  if (world.givenBack.has(findOriginal(world, cancel)?.externalId ?? '')) return isPaid(cancel);
  const paidCancels = listPayments(world).filter(
    (payment) => payment.cancels === cancel.cancels && isPaid(payment),
  );
  return paidCancels.length === 0 || paidCancels.some((paidCancel) => paidCancel.id === cancel.id);
}

function isReversed(world: FaultWorld, cancel: Payment): boolean {
  const original = findOriginal(world, cancel);
  const row = world
    .performed()
    .find((transaction) => transaction.externalId === original?.externalId);
  return row?.status === 'refunded' || row?.status === 'reversed';
}

function findOriginal(world: FaultWorld, cancel: Payment): Payment | undefined {
  return world.till().payments.listViews(cancel.cancels === null ? [] : [cancel.cancels])[0];
}

export function listPayments(world: FaultWorld): Payment[] {
  const { database, payments } = world.till();
  const ids = database.prepare('SELECT id FROM intents ORDER BY created_at').all();
  return payments.listViews(ids.map((row) => String(row.id)));
}

export function isPaid(payment: Payment): boolean {
  return payment.state === 'paid' || payment.state === 'by-hand-paid';
}
