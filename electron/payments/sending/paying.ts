import {
  type CallReceived,
  fail,
  ok,
  type Payment,
  type Result,
} from '../../../shared/contract/index.ts';
import type { PaymentRecord } from '../../ledger/index.ts';
import type { ExpiringMap } from '../../platform/index.ts';
import type { KeptOrder } from '../order/index.ts';
import { readPaymentOfOrder } from '../rows/index.ts';
import type { Tracking } from '../tracking.ts';
import type { PayingCashier, PaymentPorts, Payments } from '../types.ts';
import type { Reading } from '../view/index.ts';
import { checkBeforePaying, commitIntent, makeIntent, paidOrder } from './intent.ts';
import type { Sending } from './sending.ts';

/** F12: the intent of an order goes to the disk, and in the same moment its request goes out. */
export interface Paying {
  readonly pay: Payments['pay'];
  /**
   * Nothing was sent. A commit that failed may still be on disk, and so may an earlier press of
   * the same order: such a payment is unknown, and is looked up like any other.
   */
  afterFailedCommit(orderId: string, error: unknown): Result<Payment>;
}

export function createPaying(
  ports: PaymentPorts,
  parts: {
    readonly orders: ExpiringMap<KeptOrder>;
    readonly reading: Reading;
    readonly sending: Sending;
    readonly tracking: Tracking;
    readonly isEnding: () => boolean;
    /** The payment is not resolved: begin to look it up. */
    readonly resolve: (paymentId: string) => void;
  },
): Paying {
  const { database, clock, newId, log } = ports;
  const { orders, sending, tracking } = parts;
  const { view, withStorage, withStorageLater, problemOf } = parts.reading;

  /** Money goes out only over a printer that can print the slip. */
  function payOut(
    input: CallReceived<'payments.pay'>,
    cashier: PayingCashier,
  ): Promise<Result<Payment>> {
    return withStorageLater(async () => {
      const paper = await ports.paper.readyNow();
      return paper.ok ? payNow(input, cashier) : paper;
    });
  }

  function payNow(input: CallReceived<'payments.pay'>, cashier: PayingCashier): Result<Payment> {
    // Nobody would record the answer.
    if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
    const now = clock.now();
    const kept = orders.get(input.orderId);
    if (!kept || kept.cashierId !== cashier.id || kept.service !== ports.service()) {
      const paid = paidOrder(readPaymentOfOrder(database, input.orderId));
      return paid.ok ? ok(view(paid.value)) : paid;
    }
    const drawer = ports.cash.mayTakeMoney(cashier.id);
    if (!drawer.ok) return drawer;
    const tender = checkBeforePaying(database, kept, input, now);
    if (!tender.ok) return tender;
    const made = makeIntent(kept, tender.value, cashier, {
      id: newId(),
      now,
      requestDate: kept.service.requestDate(),
    });
    let record: PaymentRecord;
    try {
      record = commitIntent(ports, made);
    } catch (error) {
      return afterFailedCommit(input.orderId, error);
    }
    // From here nothing may come between the commit and the first byte.
    sending.send(record.intent.id, kept.service, kept.request, {
      idempotencyKey: kept.idempotencyKey,
      requestDate: made.requestDate,
      number: 1,
    });
    orders.delete(input.orderId);
    return ok(view(record));
  }

  function afterFailedCommit(orderId: string, error: unknown): Result<Payment> {
    const record = readPaymentOfOrder(database, orderId);
    if (!record) return fail(problemOf(error));
    log.error({ error, paymentId: record.intent.id }, 'an intent was there already');
    orders.delete(orderId);
    if (!tracking.get(record.intent.id)) parts.resolve(record.intent.id);
    return ok(view(record));
  }

  return {
    afterFailedCommit,
    pay: (input, cashier) =>
      orders.get(input.orderId)?.order.kind === 'cash-out'
        ? payOut(input, cashier)
        : withStorage(() => payNow(input, cashier)),
  };
}
