import {
  type CallReceived,
  fail,
  ok,
  type Payment,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { BasketPlace, Intent, PaymentRecord } from '../../../ledger/index.ts';
import type { ExpiringMap } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import type { CashTender, PreparedOrder } from '../order/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import { readPaymentByOrder } from '../rows/index.ts';
import type { CashierSession, PaymentCashier, PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import {
  buildIntent,
  checkOrderBeforePayment,
  commitIntent,
  requireOrderPayment,
} from './intent.ts';
import type { RequestSender } from './request-sender.ts';

/** A probe that takes longer says no: the customer waits at the counter. */
const PROBE_TIMEOUT_MS = 8_000;

/** F12: the intent of an order goes to the disk, and in the same moment its request goes out. */
export interface PaymentSender {
  readonly pay: Payments['pay'];
  /**
   * Where nothing reached the service before, it is asked now, with a question that moves no money;
   * the problem if it still cannot be reached. Null at once where nothing is known against it.
   */
  unreached(service: BillPaymentService | null): Promise<Problem | null> | null;
  /**
   * The intent of a checked order goes to the disk and its request out, in one synchronous step.
   * `answered` resolves once its answer is recorded. An item of a basket also writes its `place`.
   */
  commitAndSend(
    kept: PreparedOrder,
    tender: CashTender,
    cashier: PaymentCashier,
    item?: { readonly place: BasketPlace; readonly inCommit: (intent: Intent) => void },
  ): Result<{ readonly payment: Payment; readonly answered: Promise<void> }>;
  /**
   * Nothing was sent. A commit that failed may still be on disk, and so may an earlier press of
   * the same order: such a payment is unknown, and is looked up like any other.
   */
  handleFailedCommit(orderId: string, error: unknown): Result<Payment>;
}

export function createPaymentSender(
  ports: PaymentPorts,
  parts: {
    readonly orders: ExpiringMap<PreparedOrder>;
    readonly reading: PaymentReader;
    readonly sending: RequestSender;
    readonly tracking: PaymentTracker;
    readonly isEnding: () => boolean;
    readonly session: CashierSession;
    /** The payment is not resolved: begin to look it up. */
    readonly resolve: (paymentId: string) => void;
  },
): PaymentSender {
  const { database, clock, newId, log } = ports;
  const { orders, sending, tracking } = parts;
  const { toView, withStorage, withStorageAsync, problemOf } = parts.reading;

  const unreached: PaymentSender['unreached'] = (service) =>
    service?.health.trouble?.kind === 'service-unreachable'
      ? probed(service).then((problem) =>
          problem?.kind === 'service-unreachable' ? problem : null,
        )
      : null;

  /** Why the service cannot be reached now; any other problem is no reason to keep a payment back. */
  async function probed(service: BillPaymentService): Promise<Problem | null> {
    const { trouble } = service.health;
    let stopWaiting = (): void => {};
    const tooLong = new Promise<Problem | null>((resolve) => {
      stopWaiting = clock.after(PROBE_TIMEOUT_MS, () => resolve(trouble));
    });
    const told = service.account().then(
      (answer) => (answer.ok ? null : answer.problem),
      (error: unknown) => {
        log.error({ err: error }, 'payments: connection probe failed');
        return null;
      },
    );
    return Promise.race([told, tooLong]).finally(stopWaiting);
  }

  function payNow(
    input: CallReceived<'payments.pay'>,
    cashier: PaymentCashier,
    pressed = parts.session.currentId(),
  ): Result<Payment> {
    // Nobody would record the answer.
    if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
    const kept = orders.get(input.orderId);
    if (!kept || kept.cashierId !== cashier.id || kept.service !== ports.service()) {
      const paid = requireOrderPayment(readPaymentByOrder(database, input.orderId));
      return paid.ok ? ok(toView(paid.value)) : paid;
    }
    const left = parts.session.rejectIfChanged(pressed);
    if (left !== null) return left;
    const drawer = ports.cash.canTakeMoney(cashier.id);
    if (!drawer.ok) return drawer;
    const tender = checkOrderBeforePayment(database, kept, input, clock.now());
    if (!tender.ok) return tender;
    const sent = commitAndSend(kept, tender.value, cashier);
    return sent.ok ? ok(sent.value.payment) : sent;
  }

  const commitAndSend: PaymentSender['commitAndSend'] = (kept, tender, cashier, item) => {
    const orderId = kept.order.id;
    const made = buildIntent(kept, tender, cashier, {
      id: newId(),
      now: clock.now(),
      requestDate: kept.service.requestDate(),
    });
    let record: PaymentRecord;
    try {
      record = commitIntent(ports, made, item?.inCommit, item?.place);
    } catch (error) {
      const left = handleFailedCommit(orderId, error);
      return left.ok ? ok({ payment: left.value, answered: Promise.resolve() }) : left;
    }
    // From here nothing may come between the commit and the first byte.
    const answered = sending.send(record.intent.id, kept.service, kept.request, {
      idempotencyKey: kept.idempotencyKey,
      requestDate: made.requestDate,
      number: 1,
    });
    orders.delete(orderId);
    return ok({ payment: toView(record), answered });
  };

  function handleFailedCommit(orderId: string, error: unknown): Result<Payment> {
    const record = readPaymentByOrder(database, orderId);
    if (!record) return fail(problemOf(error));
    log.error(
      { err: error, paymentId: record.intent.id },
      'payments: intent found on disk after failed commit',
    );
    orders.delete(orderId);
    if (!tracking.get(record.intent.id)) parts.resolve(record.intent.id);
    return ok(toView(record));
  }

  return {
    unreached,
    commitAndSend,
    handleFailedCommit,
    pay: (input, cashier) => {
      const kept = orders.get(input.orderId);
      const isCashOut = kept?.order.kind === 'cash-out';
      // Nothing is decided by what was before. Without an answer there is no intent, and the order
      // stays.
      const asking = unreached(kept?.service ?? null);
      if (asking === null && !isCashOut) return withStorage(() => payNow(input, cashier));
      const pressed = parts.session.currentId();
      return withStorageAsync(async () => {
        const problem = await asking;
        if (problem !== null) return fail(problem);
        // Money goes out only over a printer that can print the slip.
        const paper = isCashOut ? await ports.paper.readyNow() : ok(null);
        if (!paper.ok) return paper;
        return payNow(input, cashier, pressed);
      });
    },
  };
}
