import type {
  Order,
  Payment,
  PaymentKind,
  ServiceVersion,
} from '../../../shared/contract/index.ts';
import { add, createMoney } from '../../../shared/money/index.ts';
import { toCancelId } from './attention.ts';
import { ANA, BILLERS, type FaultWorld, LUIS_APPROVAL } from './fault-world.ts';

/** The cashier's actions, through the calls that the page makes. */

export type SaleKind = Exclude<PaymentKind, 'cancel'>;

/** What a customer pays, including a linked bill and a biller of the direct reconciliation. */
export type Flow = SaleKind | 'linked' | 'drp';

export interface Sale {
  readonly kind: SaleKind;
  readonly billerId: number;
  readonly accountNumber: string;
  readonly amount: string;
  /** The bill is linked first, and the amount is the balance that the service then returns. */
  readonly isLinked: boolean;
  /** What the customer gives beyond the sum. */
  readonly change?: string;
}

/** Returns the payment kinds of a version, in the order of fault tests that run all of them. */
export function listPaymentKinds(version: ServiceVersion): readonly PaymentKind[] {
  const commonKinds: PaymentKind[] = ['bill', 'top-up', 'gift-card', 'cash-out'];
  return version === 'v1.6' ? [...commonKinds, 'cancel'] : commonKinds;
}

export function listFlows(version: ServiceVersion): readonly Flow[] {
  const commonFlows: readonly Flow[] = ['bill', 'top-up', 'gift-card', 'cash-out'];
  return [...commonFlows, version === 'v1.6' ? 'drp' : 'linked'];
}

/** Returns a sale that the training service performs, with its own account number. */
export function createSale(world: FaultWorld, kind: Flow, number: number): Sale {
  const tail = String(number).padStart(4, '0');
  switch (kind) {
    case 'bill':
      return buildSale(kind, BILLERS.partial, `12345685${tail}`, '120.00');
    case 'linked':
      return {
        ...buildSale('bill', BILLERS.partial, `12345686${tail}`, '120.00'),
        isLinked: true,
      };
    case 'drp':
      return buildSale('bill', BILLERS.drp, `50123456${tail}`, '75.00');
    case 'top-up':
      return buildSale(kind, BILLERS.topUp, `559999${tail}`, '100.00');
    case 'gift-card': {
      const card = [...world.billers.values()].find((biller) => biller.kind === 'gift-card');
      if (!card) throw new Error('no gift cards');
      const amount = card.amounts.kind === 'list' ? card.amounts.amounts[0] : undefined;
      return buildSale(kind, card.id, `559999${tail}`, amount ?? '100.00');
    }
    case 'cash-out':
      return buildSale(kind, BILLERS.partner, `123456781234${tail}`, '300.00');
  }
}

function buildSale(kind: SaleKind, billerId: number, accountNumber: string, amount: string): Sale {
  return { kind, billerId, accountNumber, amount, isLinked: false };
}

/**
 * Links the bill if it is not linked, and reads its balance. Returns the balance id; null if the
 * till refused or ended.
 */
async function readLinkedBalance(world: FaultWorld, sale: Sale): Promise<string | null> {
  const { billerId, accountNumber } = sale;
  const { bills } = world.till();
  const result = await world.finish(() =>
    bills.link({ billerId, accountNumber, nameOnAccount: null }),
  );
  if (!result?.ok) return null;
  const balance = await world.finish(() => bills.balance({ billId: result.value.id }));
  return balance?.ok ? balance.value.id : null;
}

/** Prepares the order; null if the till refused or ended. */
export async function prepareOrder(world: FaultWorld, sale: Sale): Promise<Order | null> {
  const { kind, billerId, accountNumber, amount } = sale;
  const currency = world.billers.get(billerId)?.currency ?? 'MXN';
  const balanceId = sale.isLinked ? await readLinkedBalance(world, sale) : null;
  if (sale.isLinked && balanceId === null) return null;
  const answer = await world.finish(() =>
    world.till().payments.prepare(
      {
        kind,
        billerId,
        accountNumber,
        nameOnAccount: null,
        amount: { amount, currency },
        balanceId,
      },
      ANA,
    ),
  );
  return answer?.ok ? answer.value : null;
}

/** Presses F12 `times` times at once. Returns the payment; null if the till refused or ended. */
export async function pressPay(
  world: FaultWorld,
  order: Order,
  times = 1,
  change = '0.00',
): Promise<Payment | null> {
  const { kind, due } = order;
  const input = {
    orderId: order.id,
    cash: kind === 'cash-out' ? null : add(due, createMoney(change, due.currency)),
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'] as const,
  };
  const openDuplicates = listOpenPayments(world).filter(
    ({ billerId, accountNumber, kind, state }) =>
      billerId === order.biller.id &&
      accountNumber === order.accountNumber &&
      kind !== 'cancel' &&
      ['sending', 'unknown', 'unclear'].includes(state),
  );
  world.attention.attend(order.id);
  const answers = await world.finish(() =>
    Promise.all(
      Array.from({ length: times }, async () =>
        world.till().payments.pay({ ...input, acknowledged: [...input.acknowledged] }, ANA),
      ),
    ),
  );
  const payments = answers?.flatMap((answer) => (answer.ok ? [answer.value] : [])) ?? [];
  if (new Set(payments.map((payment) => payment.id)).size > 1)
    throw new Error('one order, two payments');
  // While a payment is unresolved, no other payment of the same account may be sent, whatever its
  // external_id.
  if (
    payments[0] &&
    openDuplicates.length > 0 &&
    openDuplicates.every((payment) => payment.id !== payments[0]?.id)
  ) {
    world.violations.push({
      what: 'paidTwice',
      words: `sent beside an open one: ${payments[0].externalId}`,
    });
  }
  return payments[0] ?? null;
}

export async function sell(world: FaultWorld, sale: Sale, times = 1): Promise<Payment | null> {
  const order = await prepareOrder(world, sale);
  return order && (await pressPay(world, order, times, sale.change));
}

/** Cancels with a supervisor's approval; null if the till refused or ended. */
export async function cancel(world: FaultWorld, paymentId: string): Promise<Payment | null> {
  const input = { paymentId, reason: 'the customer asks', approval: LUIS_APPROVAL };
  world.attention.attend(toCancelId(paymentId));
  const answer = await world.finish(() => world.till().payments.cancel(input, ANA));
  return answer?.ok ? answer.value : null;
}

export async function resend(world: FaultWorld, paymentId: string): Promise<void> {
  world.attention.attend(paymentId);
  await world.finish(() => world.till().payments.sendAgain({ paymentId }, ANA));
}

/** Confirms that the money was handed to the customer. */
export async function handOver(world: FaultWorld, paymentId: string): Promise<void> {
  world.attention.acknowledge(paymentId);
  await world.finish(() => world.till().payments.confirmHandOver({ paymentId }, ANA));
}

/** Returns the unresolved payments on the screen; empty if the till cannot answer. */
export function listOpenPayments(world: FaultWorld): readonly Payment[] {
  try {
    const answer = world.till().payments.unresolved({}, ANA);
    return answer.ok ? answer.value : [];
  } catch {
    return [];
  }
}

/** Presses Esc on the payment's screen, or Enter on a certain outcome. */
export async function leavePayment(world: FaultWorld, paymentId: string): Promise<void> {
  const { attention } = world;
  await world.finish(() => {
    const { payments } = world.till();
    const payment = payments.get({ paymentId }, ANA);
    // The screen cannot be left while the payment is being sent or money is to be handed over.
    if (!payment.ok || payment.value.state === 'sending' || payment.value.handOver === 'now')
      return;
    const { state, toConfirm } = payment.value;
    // The screen of an outcome that is to be confirmed is left without a call.
    if (toConfirm !== 'none') return attention.leave(paymentId);
    const isCertain = !['unknown', 'unclear'].includes(state);
    if (isCertain) attention.acknowledge(paymentId);
    payments.acknowledge({ paymentId, state }, ANA);
    attention.leave(paymentId);
  });
}

/**
 * Confirms every outcome that the till announces. Returns the certain outcomes that no cashier has
 * acted on and that the till does not announce.
 */
export async function confirmOutcomes(
  world: FaultWorld,
  payments: readonly Payment[],
): Promise<readonly Payment[]> {
  const { attention } = world;
  const till = world.till().payments;
  const unresolved = till.unresolved({}, ANA);
  if (!unresolved.ok) throw new Error(`no pending list: ${unresolved.problem.kind}`);
  const listedIds = new Set(unresolved.value.map(({ id }) => id));
  const forgotten = payments.filter(
    ({ id, basket, state, handOver }) =>
      basket === null &&
      handOver !== 'done' &&
      !['sending', 'unknown', 'unclear'].includes(state) &&
      !attention.isAcknowledged(id) &&
      !listedIds.has(id),
  );
  await confirmAnnounced(world);
  return forgotten;
}

/** Confirms every outcome that the till announces. */
export async function confirmAnnounced(world: FaultWorld): Promise<void> {
  for (const { id, toConfirm } of listOpenPayments(world)) {
    if (toConfirm === 'none') continue;
    world.attention.acknowledge(id);
    await world.finish(() => world.till().payments.confirm({ paymentId: id }, ANA));
  }
}
