import {
  type Balance,
  type Cashier,
  fail,
  ok,
  type Payment,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { isSameCurrency } from '../../../../shared/money/index.ts';
import { ORDER_TTL_MS } from '../../../../shared/rules/index.ts';
import { createExpiringMap, toIsoTime } from '../../../platform/index.ts';
import { isWalkInBillDeletionDue } from '../../bills/index.ts';
import {
  type Consultations,
  checkPrinterForRequiredPaper,
  type OrderPreparation,
  type PreparedOrder,
  requiresPrintedPaper,
  type WalkInBills,
} from '../order/index.ts';
import { checkWarningsAcknowledged, type PaymentSender } from '../sending/index.ts';
import type { PaymentPorts, SavedBillReader } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import {
  type BasketItemRow,
  type BasketToSend,
  insertBasketPayment,
  readBasketPayments,
} from './basket-rows.ts';

/** Sends one item of a basket: writes its intent, sends its request, waits for its answer. */
export interface BasketItemSender {
  /** Keeps the order of an item that was prepared in this run. */
  saveOrder(prepared: PreparedOrder): void;
  /**
   * Sends the item, and resolves with its payment once its answer is recorded. Resolves with a
   * problem if nothing was sent, and with null if `canContinue` returned false, or the program
   * stopped before the answer; `canContinue` is called in the same synchronous step that writes the
   * intent. Synchronous up to the first byte if its order is still valid, no probe is necessary, and
   * it is no gift card, for which the printer is asked. If the last request could not reach the
   * service, a probe of up to 8 s runs first.
   */
  sendItem(
    basket: BasketToSend,
    next: { readonly number: number; readonly item: BasketItemRow },
    cashier: Cashier,
    canContinue: () => boolean,
  ): Promise<Result<Payment> | null>;
}

/** An item has no tender of its own: the basket has the tender. */
const NO_TENDER = { cash: null, change: null };

/** Warnings about a single payment: an acknowledgement does not cover a later one of the kind. */
const EARLIER_PAYMENT_WARNINGS = new Set<string>(['looks-like-earlier', 'paid-elsewhere']);

export function createBasketItemSender(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'cash' | 'paper'>,
  parts: {
    readonly preparation: OrderPreparation;
    readonly consultations: Pick<Consultations, 'consult'>;
    readonly walkIn: Pick<WalkInBills, 'runWithDeletionPaused'>;
    readonly paymentSender: Pick<PaymentSender, 'commitAndSend' | 'probeIfUnreachable'>;
    readonly reader: PaymentReader;
    readonly readSavedBill: SavedBillReader;
    readonly isEnding: () => boolean;
    readonly isStopped: () => boolean;
  },
): BasketItemSender {
  const { database, clock } = ports;
  const orders = createExpiringMap<PreparedOrder>(clock, ORDER_TTL_MS);

  /**
   * Returns the order as it was prepared. Null if it is too old or from an earlier run of the
   * program, and if the walk-in bill that it pays is deleted or due for deletion: the previous item
   * may have paid the same bill.
   */
  function findFreshOrder({ orderId }: BasketItemRow): PreparedOrder | null {
    const order = orders.get(orderId);
    if (order === null) return null;
    const isFresh =
      order.service === ports.service() && Math.abs(clock.now() - order.preparedAt) < ORDER_TTL_MS;
    const isBillDeletionDue =
      order.billId !== null &&
      isWalkInBillDeletionDue(database, order.billId, toIsoTime(clock.now()));
    return isFresh && !isBillDeletionDue ? order : null;
  }

  /** Reads again the balance from which the amount was chosen; null if there was none. */
  async function readBalanceAgain(item: BasketItemRow): Promise<Result<Balance> | null> {
    const { billerId, accountNumber, nameOnAccount, savedBillId } = item;
    // A walk-in's consultation would treat the saved bill as one of another till.
    if (savedBillId !== null) return parts.readSavedBill(savedBillId);
    if (!item.hasBalance) return null;
    return parts.consultations.consult({ billerId, accountNumber, nameOnAccount });
  }

  /** Prepares the same order again. Fails if its amount is no longer right, or the sum due differs. */
  async function prepareAgain(
    item: BasketItemRow,
    cashier: Cashier,
  ): Promise<Result<PreparedOrder>> {
    const { kind, billerId, accountNumber, nameOnAccount, amount } = item;
    const account = { billerId, accountNumber, nameOnAccount };
    const balance = await readBalanceAgain(item);
    if (balance !== null && !balance.ok) return balance;
    const balanceId = balance?.value.id ?? null;
    const input = { kind, ...account, amount, balanceId };
    const prepared = await parts.preparation.prepare(input, cashier);
    if (!prepared.ok) {
      const isAmountProblem = prepared.problem.kind === 'amount';
      return isAmountProblem ? fail({ kind: 'basket', reason: 'changed' }) : prepared;
    }
    const { order } = prepared.value;
    const isSameDue =
      order.due.amount === item.due.amount && isSameCurrency(order.due.currency, item.due.currency);
    if (!isSameDue) return fail({ kind: 'basket', reason: 'changed' });
    // Use the item's order id: one item is one payment, in whichever run of the program it is sent.
    return ok({ ...prepared.value, order: { ...order, id: item.orderId } });
  }

  /**
   * Checks that the cashier knows every earlier payment, from the decisions made or from this
   * basket. A decision applies only to the payments that were shown: an order that was prepared
   * again may warn of others.
   */
  function checkEarlierPaymentsKnown(
    basket: BasketToSend,
    item: BasketItemRow,
    {
      prepared,
      isPreparedAgain,
    }: { readonly prepared: PreparedOrder; readonly isPreparedAgain: boolean },
  ): Result<null> {
    const knownPaymentIds = [...readBasketPayments(database, basket.id).values(), ...item.seen];
    const acknowledged = isPreparedAgain
      ? item.acknowledged.filter((kind) => !EARLIER_PAYMENT_WARNINGS.has(kind))
      : item.acknowledged;
    const check = checkWarningsAcknowledged(
      database,
      prepared,
      { acknowledged, knownPaymentIds },
      clock.now(),
    );
    const isWarningProblem = !check.ok && check.problem.kind === 'invalid-input';
    return isWarningProblem ? fail({ kind: 'basket', reason: 'warned' }) : check;
  }

  function findSendProblem(cashier: Cashier): Problem | null {
    // The answer would not be recorded.
    if (parts.isEnding()) return { kind: 'not-connected', reason: 'not-ready' };
    const drawer = ports.cash.checkCanTakeMoney(cashier.id);
    return drawer.ok ? null : drawer.problem;
  }

  const send: BasketItemSender['sendItem'] = async (
    basket,
    { number, item },
    cashier,
    canContinue,
  ) => {
    // The connection may have failed since the previous item.
    const probing = parts.paymentSender.probeIfUnreachable(ports.service());
    const unreached = probing === null ? null : await probing;
    if (unreached !== null) return fail(unreached);
    // The paper of a card's code may have run out since the item was added.
    const paper = requiresPrintedPaper(item.kind)
      ? await checkPrinterForRequiredPaper(ports.paper, item.kind)
      : null;
    if (paper?.ok === false) return paper;
    const fresh = findFreshOrder(item);
    const prepared = fresh
      ? ok(fresh)
      : await parts.walkIn.runWithDeletionPaused(() => prepareAgain(item, cashier));
    if (!prepared.ok) return prepared;
    if (!canContinue()) return null;
    const problem = findSendProblem(cashier);
    if (problem) return fail(problem);
    const warningsCheck = checkEarlierPaymentsKnown(basket, item, {
      prepared: prepared.value,
      isPreparedAgain: fresh === null,
    });
    if (!warningsCheck.ok) return warningsCheck;
    const place = { id: basket.id, number, of: basket.items.length };
    const sent = parts.paymentSender.commitAndSend(prepared.value, NO_TENDER, cashier, {
      place,
      inCommit: (intent) =>
        insertBasketPayment(database, { intentId: intent.id, basketId: basket.id, number }),
    });
    if (!sent.ok) return sent;
    await sent.value.answered;
    return parts.isStopped() ? null : parts.reader.readView(sent.value.payment.id);
  };

  return { saveOrder: (prepared) => void orders.set(prepared.order.id, prepared), sendItem: send };
}
