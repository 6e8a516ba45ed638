import {
  type Cashier,
  fail,
  ok,
  type Payment,
  type Problem,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import type { Intent, PaymentRecord, PositionInBasket } from '../../../ledger/index.ts';
import type { ExpiringMap } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import { type CashTender, type PreparedOrder, requiresPrintedPaper } from '../order/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import { readPaymentByOrder } from '../rows/index.ts';
import type { CashierSession, PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import {
  buildPaymentIntent,
  checkCashInDrawer,
  checkOrderBeforePayment,
  commitIntent,
  requirePaymentOfOrder,
} from './intent.ts';
import type { RequestSender } from './request-sender.ts';

/** A longer probe counts as unreachable, because the customer is waiting at the counter. */
const PROBE_TIMEOUT_MS = 8_000;

/** Handles F12: writes the intent of an order and sends its request in one synchronous step. */
export interface PaymentSender {
  readonly pay: Payments['pay'];
  /**
   * If the last request could not reach the service, probes it with a request that moves no money,
   * for up to 8 s. Resolves to the problem if the service is still unreachable, null otherwise.
   * Returns null synchronously if no probe is necessary.
   */
  probeIfUnreachable(service: BillPaymentService | null): Promise<Problem | null> | null;
  /**
   * Writes the intent of a checked order and sends its request, in one synchronous step. `answered`
   * resolves once the answer is recorded. `item` is the place of a basket's item, and further
   * writes in the same commit.
   */
  commitAndSend(
    prepared: PreparedOrder,
    tender: CashTender,
    cashier: Cashier,
    item?: { readonly place: PositionInBasket; readonly inCommit: (intent: Intent) => void },
  ): Result<{ readonly payment: Payment; readonly answered: Promise<void> }>;
  /**
   * Call it after a failed commit, when nothing was sent. The intent may still be on disk, written
   * by the failed commit or by an earlier key press for the same order. Such a payment is unknown:
   * it is looked up and returned. Otherwise returns the storage problem.
   */
  handleFailedCommit(orderId: string, error: unknown): Result<Payment>;
}

export function createPaymentSender(
  ports: PaymentPorts,
  parts: {
    readonly orders: ExpiringMap<PreparedOrder>;
    readonly reader: PaymentReader;
    readonly requestSender: RequestSender;
    readonly tracker: PaymentTracker;
    readonly isEnding: () => boolean;
    readonly session: CashierSession;
    /** Starts the look-ups of an unresolved payment. */
    readonly startLookUps: (paymentId: string) => void;
  },
): PaymentSender {
  const { database, clock, createId, log } = ports;
  const { orders, requestSender, tracker } = parts;
  const { toView, catchStorageError, catchStorageErrorAsync, toLoggedProblem } = parts.reader;

  const probeIfUnreachable: PaymentSender['probeIfUnreachable'] = (service) =>
    service?.health.problem?.kind === 'service-unreachable'
      ? probe(service).then((problem) => (problem?.kind === 'service-unreachable' ? problem : null))
      : null;

  /**
   * Resolves to the problem of the probe, or to the earlier problem on a timeout; null if it
   * succeeded. Only `service-unreachable` prevents a payment.
   */
  async function probe(service: BillPaymentService): Promise<Problem | null> {
    const { problem } = service.health;
    let stopWaiting = (): void => {};
    const probeTimeout = new Promise<Problem | null>((resolve) => {
      stopWaiting = clock.after(PROBE_TIMEOUT_MS, () => resolve(problem));
    });
    const probeResult = service.readAccount().then(
      (answer) => (answer.ok ? null : answer.problem),
      (error: unknown) => {
        log.error({ err: error }, 'payments: connection probe failed');
        return null;
      },
    );
    return Promise.race([probeResult, probeTimeout]).finally(stopWaiting);
  }

  function payNow(
    input: ValidatedCallInput<'payments.pay'>,
    cashier: Cashier,
    sessionAtKeyPress = parts.session.getSessionId(),
  ): Result<Payment> {
    // The answer would not be recorded.
    if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
    const prepared = orders.get(input.orderId);
    if (!prepared || prepared.cashierId !== cashier.id || prepared.service !== ports.service()) {
      const paid = requirePaymentOfOrder(readPaymentByOrder(database, input.orderId));
      return paid.ok ? ok(toView(paid.value)) : paid;
    }
    const sessionProblem = parts.session.rejectIfChanged(sessionAtKeyPress);
    if (sessionProblem !== null) return sessionProblem;
    const drawer = ports.cash.checkCanTakeMoney(cashier.id);
    if (!drawer.ok) return drawer;
    const tender = checkOrderBeforePayment(database, prepared, input, clock.now());
    if (!tender.ok) return tender;
    const cashCheck = checkCashInDrawer(ports.cash, prepared, cashier);
    if (!cashCheck.ok) return cashCheck;
    const sent = commitAndSend(prepared, tender.value, cashier);
    return sent.ok ? ok(sent.value.payment) : sent;
  }

  const commitAndSend: PaymentSender['commitAndSend'] = (prepared, tender, cashier, item) => {
    const orderId = prepared.order.id;
    const newIntent = buildPaymentIntent(prepared, tender, cashier, {
      id: createId(),
      now: clock.now(),
      requestDate: prepared.service.getRequestDate(),
    });
    let record: PaymentRecord;
    try {
      record = commitIntent(ports, newIntent, item?.inCommit, item?.place);
    } catch (error) {
      const onDisk = handleFailedCommit(orderId, error);
      return onDisk.ok ? ok({ payment: onDisk.value, answered: Promise.resolve() }) : onDisk;
    }
    // Do not insert anything between the commit and the first byte.
    tracker.markAttended(record.intent.id);
    const answered = requestSender.sendRequest(
      record.intent.id,
      prepared.service,
      prepared.request,
      {
        idempotencyKey: prepared.idempotencyKey,
        requestDate: newIntent.requestDate,
        number: 1,
      },
    );
    orders.delete(orderId);
    return ok({ payment: toView(record), answered });
  };

  function handleFailedCommit(orderId: string, error: unknown): Result<Payment> {
    const record = readPaymentByOrder(database, orderId);
    if (!record) return fail(toLoggedProblem(error));
    log.error(
      { err: error, paymentId: record.intent.id },
      'payments: intent found on disk after failed commit',
    );
    orders.delete(orderId);
    if (!tracker.getTracked(record.intent.id)) parts.startLookUps(record.intent.id);
    return ok(toView(record));
  }

  return {
    probeIfUnreachable,
    commitAndSend,
    handleFailedCommit,
    pay: (input, cashier) => {
      const prepared = orders.get(input.orderId);
      const kind = prepared?.order.kind ?? null;
      const isCodeOnScreen =
        input.acknowledged.includes('code-on-screen') &&
        prepared?.order.warnings.some((warning) => warning.kind === 'code-on-screen') === true;
      const isPaperRequired = kind !== null && requiresPrintedPaper(kind) && !isCodeOnScreen;
      // All conditions are checked after the probe, because they may change during it. If the
      // service is unreachable, no intent is written and the order stays valid.
      const probing = probeIfUnreachable(prepared?.service ?? null);
      if (probing === null && !isPaperRequired)
        return catchStorageError(() => payNow(input, cashier));
      const sessionAtKeyPress = parts.session.getSessionId();
      return catchStorageErrorAsync(async () => {
        const problem = await probing;
        if (problem !== null) return fail(problem);
        const paper = isPaperRequired ? await ports.paper.checkReady() : ok(null);
        if (!paper.ok) return paper;
        return payNow(input, cashier, sessionAtKeyPress);
      });
    },
  };
}
