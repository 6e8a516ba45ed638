import {
  type Balance,
  fail,
  ok,
  type Payment,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { isSameCurrency, type Money } from '../../../../shared/money/index.ts';
import { ORDER_TTL_MS } from '../../../../shared/rules/index.ts';
import { createExpiringMap, toIsoTime } from '../../../platform/index.ts';
import { isWalkInBillDeletionDue } from '../../bills/index.ts';
import type {
  Consultations,
  OrderPreparation,
  PreparedOrder,
  WalkInBills,
} from '../order/index.ts';
import { readPaymentByOrder } from '../rows/index.ts';
import { checkWarningsAcknowledged, type PaymentSender } from '../sending/index.ts';
import type { PaymentCashier, PaymentPorts } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import {
  type BasketItemRow,
  type BasketRow,
  insertBasketPayment,
  readBasketPayments,
} from './basket-rows.ts';

/** The turn of one item: its intent, its request, its answer. */
export interface BasketItemSender {
  /** Keeps the order of an item that was prepared in this run. */
  keep(kept: PreparedOrder): void;
  /**
   * Sends the item, and resolves once its answer is recorded, with its payment; a problem if nothing
   * was sent, null if it may no longer be: `mayStill` is asked in the same turn in which its intent
   * is written. Synchronous up to the first byte as long as its order holds and nothing is known
   * against the line; on a dead line the service is asked first, for up to 8 s.
   */
  send(
    basket: BasketRow,
    number: number,
    cashier: PaymentCashier,
    mayStill: () => boolean,
  ): Promise<Result<Payment> | null>;
}

/** No tender of its own: the basket has it. */
const NO_TENDER = { cash: null, change: null };

/** Warnings of one payment each: the next of their kind is another question. */
const EARLIER_PAYMENT_WARNINGS = new Set<string>(['looks-like-earlier', 'paid-elsewhere']);

export function createBasketItemSender(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'cash' | 'keptBalance'>,
  parts: {
    readonly preparation: OrderPreparation;
    readonly consultations: Pick<Consultations, 'consult'>;
    readonly walkIn: Pick<WalkInBills, 'undisturbed'>;
    readonly paying: Pick<PaymentSender, 'commitAndSend' | 'unreached'>;
    readonly reading: PaymentReader;
    readonly isEnding: () => boolean;
    readonly isStopped: () => boolean;
  },
): BasketItemSender {
  const { database, clock } = ports;
  const orders = createExpiringMap<PreparedOrder>(clock, ORDER_TTL_MS);

  /**
   * As it was prepared; null once it is too old, of an earlier run of the program, and once the
   * walk-in's bill that it pays is deleted or about to be: the item before may have paid the same.
   */
  function heldOrder({ orderId }: BasketItemRow): PreparedOrder | null {
    const kept = orders.get(orderId);
    if (kept === null) return null;
    const isFresh =
      kept.service === ports.service() && Math.abs(clock.now() - kept.preparedAt) < ORDER_TTL_MS;
    const isGoing =
      kept.billId !== null &&
      isWalkInBillDeletionDue(database, kept.billId, toIsoTime(clock.now()));
    return isFresh && !isGoing ? kept : null;
  }

  /** The look-up that its amount was chosen by, once more; null if there was none. */
  async function balanceOf(item: BasketItemRow): Promise<Result<Balance> | null> {
    const { billerId, accountNumber, nameOnAccount, savedBillId } = item;
    // A walk-in's look-up would take the shop's own bill for somebody else's.
    if (savedBillId !== null && ports.keptBalance) return ports.keptBalance(savedBillId);
    if (!item.hasBalance) return null;
    return parts.consultations.consult({ billerId, accountNumber, nameOnAccount });
  }

  /** The same order once more. Another amount than the customer was told is not sent. */
  async function preparedAnew(
    item: BasketItemRow,
    cashier: PaymentCashier,
  ): Promise<Result<PreparedOrder>> {
    const { kind, billerId, accountNumber, nameOnAccount, amount } = item;
    const account = { billerId, accountNumber, nameOnAccount };
    const balance = await balanceOf(item);
    if (balance !== null && !balance.ok) return balance;
    const balanceId = balance?.value.id ?? null;
    const asked = { kind, ...account, amount, balanceId };
    const prepared = await parts.preparation.prepare(asked, cashier);
    if (!prepared.ok) {
      const isOther = prepared.problem.kind === 'amount';
      return isOther ? fail({ kind: 'basket', reason: 'changed' }) : prepared;
    }
    const { order } = prepared.value;
    const isSame = isSameMoney(order.amount, amount) && isSameMoney(order.due, item.due);
    if (!isSame) return fail({ kind: 'basket', reason: 'changed' });
    // By the id of the item: one item is one payment, whichever run of the program sends it.
    return ok({ ...prepared.value, order: { ...order, id: item.orderId } });
  }

  /**
   * Whether the cashier knows of every earlier payment, by her decision or by this basket. She
   * decided on the payments that she saw: an order that was prepared anew may warn of others.
   */
  function checkKnown(
    basket: BasketRow,
    item: BasketItemRow,
    { kept, isAnew }: { readonly kept: PreparedOrder; readonly isAnew: boolean },
  ): Result<null> {
    const known = [...readBasketPayments(database, basket.id).values(), ...item.seen];
    const acknowledged = isAnew
      ? item.acknowledged.filter((kind) => !EARLIER_PAYMENT_WARNINGS.has(kind))
      : item.acknowledged;
    const decided = checkWarningsAcknowledged(database, kept, { acknowledged, known }, clock.now());
    const isOfWarnings = !decided.ok && decided.problem.kind === 'invalid-input';
    return isOfWarnings ? fail({ kind: 'basket', reason: 'warned' }) : decided;
  }

  function notNow(cashier: PaymentCashier): Problem | null {
    // Nobody would record the answer.
    if (parts.isEnding()) return { kind: 'not-connected', reason: 'not-ready' };
    const drawer = ports.cash.canTakeMoney(cashier.id);
    return drawer.ok ? null : drawer.problem;
  }

  const send: BasketItemSender['send'] = async (basket, number, cashier, mayStill) => {
    const item = basket.items[number - 1];
    if (!item) throw new Error(`basket ${basket.id} has no item ${number}`);
    // The line may have died since the item before.
    const asking = parts.paying.unreached(ports.service());
    const unreached = asking === null ? null : await asking;
    if (unreached !== null) return fail(unreached);
    const held = heldOrder(item);
    const kept = held
      ? ok(held)
      : await parts.walkIn.undisturbed(() => preparedAnew(item, cashier));
    if (!kept.ok) return kept;
    if (!mayStill()) return null;
    const problem = notNow(cashier);
    if (problem) return fail(problem);
    const known = checkKnown(basket, item, { kept: kept.value, isAnew: held === null });
    if (!known.ok) return known;
    const place = { id: basket.id, number, of: basket.items.length };
    const sent = parts.paying.commitAndSend(kept.value, NO_TENDER, cashier, {
      place,
      inCommit: (intent) =>
        insertBasketPayment(database, { intentId: intent.id, basketId: basket.id, number }),
    });
    if (!sent.ok) return sent;
    orders.delete(item.orderId);
    await sent.value.answered;
    if (parts.isStopped()) return ok(sent.value.payment);
    const record = readPaymentByOrder(database, item.orderId);
    return ok(record ? parts.reading.toView(record) : sent.value.payment);
  };

  return { keep: (kept) => void orders.set(kept.order.id, kept), send };
}

function isSameMoney(a: Money, b: Money): boolean {
  return a.amount === b.amount && isSameCurrency(a.currency, b.currency);
}
