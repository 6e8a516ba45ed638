import {
  type CallReceived,
  fail,
  type OrderWarning,
  ok,
  type Result,
} from '../../../../shared/contract/index.ts';
import { formatAccountNumber } from '../../../../shared/rules/index.ts';
import type { BasketPlace, Database, Intent, PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { linkWalkInBillToPayment } from '../../bills/index.ts';
import {
  type CashTender,
  checkCashTender,
  checkNoCashTender,
  findEarlierPayments,
  type PreparedOrder,
} from '../order/index.ts';
import { INITIAL_OUTCOME } from '../outcome/index.ts';
import { insertEvent, insertIntent, insertOutcome, insertSend } from '../rows/index.ts';
import type { PaymentCashier, PaymentPorts } from '../types.ts';

/** The intent of a payment, as it is about to be written. */
export interface NewIntent {
  /** Without its shift, which the commit opens if there is none. */
  readonly intent: Omit<Intent, 'shiftId'>;
  /** The Date of the request, milliseconds since the epoch. */
  readonly requestDate: number;
}

/** The conditions checked at F12, whatever was true when the order was prepared. */
export function checkOrderBeforePayment(
  database: Database,
  kept: PreparedOrder,
  input: CallReceived<'payments.pay'>,
  now: number,
): Result<CashTender> {
  const { order } = kept;
  const tender =
    order.kind === 'cash-out'
      ? checkNoCashTender(input.cash)
      : checkCashTender(input.cash, order.due);
  if (!tender.ok) return tender;
  const decided = checkWarningsAcknowledged(database, kept, { ...input, known: [] }, now);
  return decided.ok ? tender : decided;
}

/**
 * Whether the cashier has decided on every warning. `known`: earlier payments that she knows of
 * without one, because they are of the same basket.
 */
export function checkWarningsAcknowledged(
  database: Database,
  { order }: Pick<PreparedOrder, 'order'>,
  {
    acknowledged,
    known,
  }: {
    readonly acknowledged: CallReceived<'payments.pay'>['acknowledged'];
    readonly known: readonly string[];
  },
  now: number,
): Result<null> {
  const earlier = findEarlierPayments(database, order, now);
  if (earlier.heldBy !== null) return fail({ kind: 'held', paymentId: earlier.heldBy });
  const isKnown = (warning: OrderWarning): boolean =>
    known.includes(getEarlierPaymentId(warning) ?? '');
  const undecided = order.warnings.find((one) => !isKnown(one) && !acknowledged.includes(one.kind));
  const seen = new Set(order.warnings.map(getEarlierPaymentId));
  const unseen = earlier.warnings.find((one) => !isKnown(one) && !seen.has(one.paymentId));
  const open = undecided ?? unseen;
  return open
    ? fail({ kind: 'invalid-input', field: 'acknowledged', reason: open.kind })
    : ok(null);
}

function getEarlierPaymentId(warning: OrderWarning): string | null {
  return warning.kind === 'looks-like-earlier' ? warning.paymentId : null;
}

export function buildIntent(
  kept: PreparedOrder,
  tender: CashTender,
  cashier: PaymentCashier,
  made: { readonly id: string; readonly now: number; readonly requestDate: number },
): NewIntent {
  const { order } = kept;
  return {
    requestDate: made.requestDate,
    intent: {
      id: made.id,
      orderId: order.id,
      kind: order.kind,
      createdAt: toIsoTime(made.now),
      version: kept.service.version,
      externalId: kept.externalId,
      idempotencyKey: kept.idempotencyKey,
      target: kept.request.target,
      body: Buffer.from(kept.request.body, 'utf8'),
      billerId: order.biller.id,
      billerName: order.biller.name,
      billerKind: order.biller.kind,
      billType: order.biller.billType,
      accountNumber: order.accountNumber,
      accountShown: formatAccountNumber(order.biller, order.accountNumber),
      nameOnAccount: order.nameOnAccount,
      billId: kept.billId,
      amount: order.amount,
      fee: order.fee,
      due: order.due,
      cash: tender.cash,
      change: tender.change,
      rate: order.rate ? JSON.stringify(order.rate) : null,
      cashierId: cashier.id,
      cashierName: cashier.name,
      posNumber: kept.posNumber,
      isDrp: order.isDrp,
      cancelledPaymentId: null,
      approvedBy: null,
      reason: null,
    },
  };
}

/** The one commit: intent, outcome, first send, event. Throws if the disk does not take it. */
export function commitIntent(
  ports: Pick<PaymentPorts, 'database' | 'cash'>,
  made: NewIntent,
  /** Further writes in the same commit. */
  inCommit?: (intent: Intent) => void,
  basket: BasketPlace | null = null,
): PaymentRecord {
  const { database } = ports;
  const requestDate = toIsoTime(made.requestDate);
  // Nothing goes out whose answer could not be written.
  database.diskSpace.assertEnough();
  const intent = database.commit(() => {
    const full = {
      ...made.intent,
      shiftId: ports.cash.getOrOpenShiftInCommit(made.intent.cashierId),
    };
    insertIntent(database, full);
    insertOutcome(database, full.id, INITIAL_OUTCOME.state);
    insertSend(database, {
      intentId: full.id,
      number: 1,
      requestDate,
      startedAt: full.createdAt,
      cashierId: full.cashierId,
    });
    insertEvent(database, {
      intentId: full.id,
      at: full.createdAt,
      kind: 'intent',
      cashierId: full.cashierId,
      detail: { send: 1, requestDate, ...(full.reason === null ? {} : { reason: full.reason }) },
      ...(full.approvedBy === null ? {} : { approvedBy: full.approvedBy }),
    });
    if (full.billId !== null) linkWalkInBillToPayment(database, full.billId, full.id);
    inCommit?.(full);
    return full;
  });
  return {
    intent,
    outcome: INITIAL_OUTCOME,
    sends: [{ number: 1, requestDate, result: null, code: null, retryAfterSeconds: null }],
    lookUpCount: 0,
    lastLookUp: null,
    originalJobState: null,
    handOver: null,
    cancelledBy: null,
    cancels: 0,
    refund: null,
    refundWatchedUntil: null,
    basket,
  };
}

export function requireOrderPayment(record: PaymentRecord | null): Result<PaymentRecord> {
  return record ? ok(record) : fail({ kind: 'not-found', what: 'order' });
}
