import {
  type CallReceived,
  fail,
  type OrderWarning,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { accountShown } from '../../../shared/rules/index.ts';
import { bindWalkInBill } from '../../bills/index.ts';
import type { BasketPlace, Database, Intent, PaymentRecord } from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import {
  type CashTaken,
  checkCash,
  checkNoCash,
  earlierPayments,
  type KeptOrder,
} from '../order/index.ts';
import { NOTHING_KNOWN } from '../outcome/index.ts';
import { insertEvent, insertIntent, insertOutcome, insertSend } from '../rows/index.ts';
import type { PayingCashier, PaymentPorts } from '../types.ts';

/** The intent of a payment, as it is about to be written. */
export interface MadeIntent {
  /** Without its shift, which the commit opens if there is none. */
  readonly intent: Omit<Intent, 'shiftId'>;
  /** The Date of the request, milliseconds since the epoch. */
  readonly requestDate: number;
}

/** The conditions checked at F12, whatever was true when the order was prepared. */
export function checkBeforePaying(
  database: Database,
  kept: KeptOrder,
  input: CallReceived<'payments.pay'>,
  now: number,
): Result<CashTaken> {
  const { order } = kept;
  const tender =
    order.kind === 'cash-out' ? checkNoCash(input.cash) : checkCash(input.cash, order.due);
  if (!tender.ok) return tender;
  const decided = checkDecided(database, kept, { ...input, known: [] }, now);
  return decided.ok ? tender : decided;
}

/**
 * Whether the cashier has decided on every warning. `known`: earlier payments that she knows of
 * without one, because they are of the same basket.
 */
export function checkDecided(
  database: Database,
  { order }: Pick<KeptOrder, 'order'>,
  {
    acknowledged,
    known,
  }: {
    readonly acknowledged: CallReceived<'payments.pay'>['acknowledged'];
    readonly known: readonly string[];
  },
  now: number,
): Result<null> {
  const earlier = earlierPayments(database, order, now);
  if (earlier.heldBy !== null) return fail({ kind: 'held', paymentId: earlier.heldBy });
  const isKnown = (warning: OrderWarning): boolean => known.includes(earlierId(warning) ?? '');
  const undecided = order.warnings.find((one) => !isKnown(one) && !acknowledged.includes(one.kind));
  const seen = new Set(order.warnings.map(earlierId));
  const unseen = earlier.warnings.find((one) => !isKnown(one) && !seen.has(one.paymentId));
  const open = undecided ?? unseen;
  return open
    ? fail({ kind: 'invalid-input', field: 'acknowledged', reason: open.kind })
    : ok(null);
}

function earlierId(warning: OrderWarning): string | null {
  return warning.kind === 'looks-like-earlier' ? warning.paymentId : null;
}

export function makeIntent(
  kept: KeptOrder,
  tender: CashTaken,
  cashier: PayingCashier,
  made: { readonly id: string; readonly now: number; readonly requestDate: number },
): MadeIntent {
  const { order } = kept;
  return {
    requestDate: made.requestDate,
    intent: {
      id: made.id,
      orderId: order.id,
      kind: order.kind,
      createdAt: isoTime(made.now),
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
      accountShown: accountShown(order.biller, order.accountNumber),
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
      cancels: null,
      approvedBy: null,
      reason: null,
    },
  };
}

/** The one commit: intent, outcome, first send, event. Throws if the disk does not take it. */
export function commitIntent(
  ports: Pick<PaymentPorts, 'database' | 'cash'>,
  made: MadeIntent,
  /** Further writes in the same commit. */
  inCommit?: (intent: Intent) => void,
  basket: BasketPlace | null = null,
): PaymentRecord {
  const { database } = ports;
  const requestDate = isoTime(made.requestDate);
  // Nothing goes out whose answer could not be written.
  database.room.require();
  const intent = database.commit(() => {
    const full = { ...made.intent, shiftId: ports.cash.shiftInCommit(made.intent.cashierId) };
    insertIntent(database, full);
    insertOutcome(database, full.id, NOTHING_KNOWN.state);
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
    if (full.billId !== null) bindWalkInBill(database, full.billId, full.id);
    inCommit?.(full);
    return full;
  });
  return {
    intent,
    outcome: NOTHING_KNOWN,
    sends: [{ number: 1, requestDate, result: null, code: null, retryAfterSeconds: null }],
    lookUps: 0,
    lastLookUp: null,
    paper: null,
    handOver: null,
    cancelledBy: null,
    cancels: 0,
    refund: null,
    watchedUntil: null,
    basket,
  };
}

export function paidOrder(record: PaymentRecord | null): Result<PaymentRecord> {
  return record ? ok(record) : fail({ kind: 'not-found', what: 'order' });
}
