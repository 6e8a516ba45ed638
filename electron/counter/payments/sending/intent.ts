import {
  type Cashier,
  fail,
  type OrderWarning,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import { compare } from '../../../../shared/money/index.ts';
import { formatAccountNumber } from '../../../../shared/rules/index.ts';
import type { Database, Intent, PaymentRecord, PositionInBasket } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { linkWalkInBillToPayment } from '../../bills/index.ts';
import {
  type CashTender,
  checkCashOutTender,
  checkCashTender,
  findEarlierPayments,
  type PreparedOrder,
} from '../order/index.ts';
import { INITIAL_OUTCOME } from '../outcome/index.ts';
import { insertIntent, insertOutcome, insertPaymentEvent, insertSend } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';

/** The intent of a payment before it is written. */
export interface IntentToCommit {
  /** Without its shift: `commitIntent` adds it, and opens one if there is none. */
  readonly intent: Omit<Intent, 'shiftId'>;
  /** The Date of the request, milliseconds since the epoch. */
  readonly requestDate: number;
}

/**
 * Checks the conditions at F12, independently of the result when the order was prepared. `now` is
 * in milliseconds since the epoch.
 */
export function checkOrderBeforePayment(
  database: Database,
  prepared: PreparedOrder,
  input: ValidatedCallInput<'payments.pay'>,
  now: number,
): Result<CashTender> {
  const { order } = prepared;
  const tender =
    order.kind === 'cash-out'
      ? checkCashOutTender(input.cash)
      : checkCashTender(input.cash, order.due);
  if (!tender.ok) return tender;
  const warningsCheck = checkWarningsAcknowledged(
    database,
    prepared,
    { ...input, knownPaymentIds: [] },
    now,
  );
  return warningsCheck.ok ? tender : warningsCheck;
}

/**
 * Checks at F12 that the drawer can hold the sum of a cash-out, or that a supervisor approved that
 * it is short. An approval does not cover a drawer that holds less than then.
 */
export function checkCashInDrawer(
  cash: Pick<PaymentPorts['cash'], 'checkCanHandOutCash'>,
  { order, drawerApproval }: PreparedOrder,
  cashier: Cashier,
): Result<null> {
  if (order.kind !== 'cash-out') return ok(null);
  const check = cash.checkCanHandOutCash(cashier.id, order.due, null);
  if (check.ok || drawerApproval === null || check.problem.kind !== 'drawer-short') return check;
  return compare(check.problem.available, drawerApproval.available) < 0 ? check : ok(null);
}

/**
 * Checks that the cashier acknowledged every warning, and that no unknown payment holds the
 * account. `knownPaymentIds`: earlier payments that need no acknowledgement, because they belong to
 * the same basket or the cashier was already warned of them.
 */
export function checkWarningsAcknowledged(
  database: Database,
  { order }: Pick<PreparedOrder, 'order'>,
  {
    acknowledged,
    knownPaymentIds,
  }: {
    readonly acknowledged: ValidatedCallInput<'payments.pay'>['acknowledged'];
    readonly knownPaymentIds: readonly string[];
  },
  now: number,
): Result<null> {
  const earlier = findEarlierPayments(database, order, now);
  if (earlier.blockingPaymentId !== null)
    return fail({ kind: 'held', paymentId: earlier.blockingPaymentId });
  const isKnown = (warning: OrderWarning): boolean =>
    knownPaymentIds.includes(getEarlierPaymentId(warning) ?? '');
  const undecided = order.warnings.find(
    (warning) => !isKnown(warning) && !acknowledged.includes(warning.kind),
  );
  const seen = new Set(order.warnings.map(getEarlierPaymentId));
  const unseen = earlier.warnings.find(
    (warning) => !isKnown(warning) && !seen.has(warning.paymentId),
  );
  const open = undecided ?? unseen;
  return open
    ? fail({ kind: 'invalid-input', field: 'acknowledged', reason: open.kind })
    : ok(null);
}

function getEarlierPaymentId(warning: OrderWarning): string | null {
  return warning.kind === 'looks-like-earlier' ? warning.paymentId : null;
}

export function buildPaymentIntent(
  prepared: PreparedOrder,
  tender: CashTender,
  cashier: Cashier,
  generated: { readonly id: string; readonly now: number; readonly requestDate: number },
): IntentToCommit {
  const { order } = prepared;
  return {
    requestDate: generated.requestDate,
    intent: {
      id: generated.id,
      orderId: order.id,
      kind: order.kind,
      createdAt: toIsoTime(generated.now),
      version: prepared.service.version,
      externalId: prepared.externalId,
      idempotencyKey: prepared.idempotencyKey,
      target: prepared.request.target,
      body: Buffer.from(prepared.request.body, 'utf8'),
      billerId: order.biller.id,
      billerName: order.biller.name,
      billerKind: order.biller.kind,
      billType: order.biller.billType,
      accountNumber: order.accountNumber,
      accountShown: formatAccountNumber(order.biller, order.accountNumber),
      nameOnAccount: order.nameOnAccount,
      billId: prepared.billId,
      amount: order.amount,
      fee: order.fee,
      due: order.due,
      cash: tender.cash,
      change: tender.change,
      rate: order.rate ? JSON.stringify(order.rate) : null,
      cashierId: cashier.id,
      cashierName: cashier.name,
      posNumber: prepared.posNumber,
      isDrp: order.isDrp,
      cancelledPaymentId: null,
      approvedBy: prepared.drawerApproval?.approverId ?? null,
      reason: prepared.drawerApproval?.reason ?? null,
    },
  };
}

/** Writes intent, outcome, first send and event in one commit. Throws if the write fails. */
export function commitIntent(
  ports: Pick<PaymentPorts, 'database' | 'cash'>,
  newIntent: IntentToCommit,
  /** Further writes in the same commit. */
  doInSameCommit?: (intent: Intent) => void,
  basket: PositionInBasket | null = null,
): PaymentRecord {
  const { database } = ports;
  const requestDate = toIsoTime(newIntent.requestDate);
  // Send no request whose answer could not be written.
  database.diskSpace.assertEnough();
  const intent = database.commit(() => {
    const intentWithShift = {
      ...newIntent.intent,
      shiftId: ports.cash.getOrOpenShiftInCommit(newIntent.intent.cashierId),
    };
    insertIntent(database, intentWithShift);
    insertOutcome(database, intentWithShift.id, INITIAL_OUTCOME.state);
    insertSend(database, {
      intentId: intentWithShift.id,
      number: 1,
      requestDate,
      startedAt: intentWithShift.createdAt,
      cashierId: intentWithShift.cashierId,
    });
    insertPaymentEvent(database, {
      intentId: intentWithShift.id,
      at: intentWithShift.createdAt,
      kind: 'intent',
      cashierId: intentWithShift.cashierId,
      detail: {
        send: 1,
        requestDate,
        ...(intentWithShift.reason === null ? {} : { reason: intentWithShift.reason }),
      },
      ...(intentWithShift.approvedBy === null ? {} : { approvedBy: intentWithShift.approvedBy }),
    });
    if (intentWithShift.billId !== null)
      linkWalkInBillToPayment(database, intentWithShift.billId, intentWithShift.id);
    doInSameCommit?.(intentWithShift);
    return intentWithShift;
  });
  return {
    intent,
    outcome: INITIAL_OUTCOME,
    performedAtEpochSecond: null,
    sends: [{ number: 1, requestDate, result: null, code: null, retryAfterSeconds: null }],
    lookUpCount: 0,
    lastLookUp: null,
    originalJobState: null,
    handOver: null,
    newestCancel: null,
    cancelCount: 0,
    refund: null,
    refundWatchedUntil: null,
    basket,
    isCodeMissing: false,
  };
}

export function requirePaymentOfOrder(record: PaymentRecord | null): Result<PaymentRecord> {
  return record ? ok(record) : fail({ kind: 'not-found', what: 'order' });
}
