import type {
  Order,
  Payment,
  PaymentKind,
  ServiceVersion,
} from '../../../shared/contract/index.ts';
import { ANA, BILLERS, type FaultWorld, LUIS_APPROVAL } from './world.ts';

/** The person at the counter, through the calls that the page makes. */

export type SaleKind = Exclude<PaymentKind, 'cancel'>;

/** What a customer comes for: also a bill that the shop keeps, and one of the direct reconciliation. */
export type Flow = SaleKind | 'linked' | 'drp';

export interface Sale {
  readonly kind: SaleKind;
  readonly billerId: number;
  readonly accountNumber: string;
  readonly amount: string;
  /** It is linked first, and paid by what the service then says is owed. */
  readonly isLinked: boolean;
}

/** Flows of a version; the order of fault tests that go through all. */
export function listPaymentKinds(version: ServiceVersion): readonly PaymentKind[] {
  const everywhere: PaymentKind[] = ['bill', 'top-up', 'gift-card', 'cash-out'];
  return version === 'v1.6' ? [...everywhere, 'cancel'] : everywhere;
}

export function listFlows(version: ServiceVersion): readonly Flow[] {
  const everywhere: readonly Flow[] = ['bill', 'top-up', 'gift-card', 'cash-out'];
  return [...everywhere, version === 'v1.6' ? 'drp' : 'linked'];
}

/** A sale that the training service performs, for an account of its own. */
export function createSale(world: FaultWorld, kind: Flow, number: number): Sale {
  const tail = String(number).padStart(4, '0');
  switch (kind) {
    case 'bill':
      return sale(kind, BILLERS.partial, `12345685${tail}`, '120.00');
    case 'linked':
      return { ...sale('bill', BILLERS.partial, `12345686${tail}`, '120.00'), isLinked: true };
    case 'drp':
      return sale('bill', BILLERS.drp, `50123456${tail}`, '75.00');
    case 'top-up':
      return sale(kind, BILLERS.topUp, `559999${tail}`, '100.00');
    case 'gift-card': {
      const card = [...world.billers.values()].find((one) => one.kind === 'gift-card');
      if (!card) throw new Error('no gift cards');
      const amount = card.amounts.kind === 'list' ? card.amounts.amounts[0] : undefined;
      return sale(kind, card.id, `559999${tail}`, amount ?? '100.00');
    }
    case 'cash-out':
      return sale(kind, BILLERS.partner, `123456781234${tail}`, '300.00');
  }
}

function sale(kind: SaleKind, billerId: number, accountNumber: string, amount: string): Sale {
  return { kind, billerId, accountNumber, amount, isLinked: false };
}

/** The account is kept, if it is not yet, and its balance read; null where the till said no, or ended. */
async function readLinkedBalance(world: FaultWorld, sale: Sale): Promise<string | null> {
  const { billerId, accountNumber } = sale;
  const { bills } = world.till();
  const linked = await world.finish(() =>
    bills.link({ billerId, accountNumber, nameOnAccount: null }),
  );
  if (!linked?.ok) return null;
  const balance = await world.finish(() => bills.balance({ billId: linked.value.id }));
  return balance?.ok ? balance.value.id : null;
}

/** Works the order out; null where the till said no, or ended. */
export async function prepareOrder(world: FaultWorld, wanted: Sale): Promise<Order | null> {
  const { kind, billerId, accountNumber, amount } = wanted;
  const currency = world.billers.get(billerId)?.currency ?? 'MXN';
  const balanceId = wanted.isLinked ? await readLinkedBalance(world, wanted) : null;
  if (wanted.isLinked && balanceId === null) return null;
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

/** F12, that many times at once. */
export async function pressPay(
  world: FaultWorld,
  order: Order,
  times = 1,
): Promise<Payment | null> {
  const input = {
    orderId: order.id,
    cash: order.kind === 'cash-out' ? null : order.due,
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'] as const,
  };
  const beside = openPayments(world).filter(
    ({ billerId, accountNumber, kind, state }) =>
      billerId === order.biller.id &&
      accountNumber === order.accountNumber &&
      kind !== 'cancel' &&
      ['sending', 'unknown', 'unclear'].includes(state),
  );
  const answers = await world.finish(() =>
    Promise.all(
      Array.from({ length: times }, async () =>
        world.till().payments.pay({ ...input, acknowledged: [...input.acknowledged] }, ANA),
      ),
    ),
  );
  const paid = answers?.flatMap((one) => (one.ok ? [one.value] : [])) ?? [];
  if (new Set(paid.map((one) => one.id)).size > 1) throw new Error('one order, two payments');
  // Whatever its reference: while one is not known, another of the same account is sent for nobody.
  if (paid[0] && beside.length > 0 && beside.every((one) => one.id !== paid[0]?.id)) {
    world.violations.push({
      what: 'paidTwice',
      words: `sent beside an open one: ${paid[0].externalId}`,
    });
  }
  return paid[0] ?? null;
}

export async function sell(world: FaultWorld, wanted: Sale, times = 1): Promise<Payment | null> {
  const order = await prepareOrder(world, wanted);
  return order && (await pressPay(world, order, times));
}

/** A supervisor stands by; null where the till said no, or ended. */
export async function cancel(world: FaultWorld, paymentId: string): Promise<Payment | null> {
  const input = { paymentId, reason: 'the customer asks', approval: LUIS_APPROVAL };
  const answer = await world.finish(() => world.till().payments.cancel(input, ANA));
  return answer?.ok ? answer.value : null;
}

export async function sendAgain(world: FaultWorld, paymentId: string): Promise<void> {
  await world.finish(() => world.till().payments.sendAgain({ paymentId }, ANA));
}

/** The money is with the customer. */
export async function handOver(world: FaultWorld, paymentId: string): Promise<void> {
  await world.finish(() => world.till().payments.handedOver({ paymentId }, ANA));
}

/** What stands open on the screen; empty where the till cannot say. */
export function openPayments(world: FaultWorld): readonly Payment[] {
  try {
    const answer = world.till().payments.unresolved({}, ANA);
    return answer.ok ? answer.value : [];
  } catch {
    return [];
  }
}
