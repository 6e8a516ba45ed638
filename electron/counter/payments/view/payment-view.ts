import {
  assertNever,
  type HandOver,
  type Payment,
  type PaymentState,
} from '../../../../shared/contract/index.ts';
import { getAccountKind } from '../../../../shared/rules/index.ts';
import type { OutcomeState, PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import {
  canCloseByHand,
  canSendAgain,
  computeMsUntilCertain,
  isCancellable,
  isUnresolved,
  type ResolutionClocks,
} from '../outcome/index.ts';

/** What this run of the program knows beside the ledger. */
export interface LiveFacts extends ResolutionClocks {
  /** The request is out and its answer has not come. */
  readonly isSending: boolean;
  /** No send, no look-up and no unwritten answer is under way. */
  readonly isIdle: boolean;
  readonly requestTimeout: number;
  /** The version in use is the one that the request was made for. */
  readonly isSameVersion: boolean;
  /** The request of its newest cancel is out. */
  readonly isCancelSending: boolean;
  /** The version in use takes payments back. */
  readonly canCancel: boolean;
  /** Our time now, and the shop's zone, which decides the present day. */
  readonly now: number;
  readonly timeZone: string;
}

/** A payment as the contract shows it, from the ledger's rows. */
export function toPaymentView(record: PaymentRecord, live: LiveFacts): Payment {
  const { intent, outcome, cancelledBy } = record;
  const state = toPaymentState(outcome.state, live.isSending);
  const paper = toPaperState(record.originalJobState);
  // A refusal is certain with the first look-up that is answered, and not at any hour.
  const waits = isUnresolved(outcome) && outcome.unknownBecause !== 'checking-refusal';
  const untilIt = waits ? computeMsUntilCertain(record, live) : null;
  return {
    id: intent.id,
    orderId: intent.orderId,
    kind: intent.kind,
    state,
    createdAt: intent.createdAt,
    resolvedAt: outcome.resolvedAt,
    billerId: intent.billerId,
    billerName: intent.billerName,
    accountNumber: intent.accountNumber,
    accountShown: intent.accountShown,
    accountIs: getAccountKind({ kind: intent.billerKind, billType: intent.billType }),
    amount: intent.amount,
    fee: intent.fee,
    due: intent.due,
    cash: intent.cash,
    change: intent.change,
    cashierId: intent.cashierId,
    cashierName: intent.cashierName,
    posNumber: intent.posNumber,
    externalId: intent.externalId,
    authorization: outcome.authorization,
    hasTicketText: outcome.ticketText !== null && outcome.ticketText !== '',
    serviceStatus: outcome.serviceStatus,
    code: outcome.code,
    message: outcome.message,
    httpStatus: outcome.httpStatus,
    isNotSent: outcome.state === 'rejected' && outcome.resolvedBy === 'never-sent',
    retryAfterSeconds: record.sends.at(-1)?.retryAfterSeconds ?? null,
    unknownBecause: outcome.unknownBecause,
    sends: record.sends.length,
    lookUps: record.lookUpCount,
    lastLookUpAt: record.lastLookUp?.at ?? null,
    nextLookUpAt: isUnresolved(outcome) && !live.isSending ? outcome.nextLookUpAt : null,
    certainAt: untilIt === null ? null : toIsoTime(live.correctedTime + untilIt),
    maySendAgain: live.isIdle && live.isSameVersion && canSendAgain(record, live),
    // Not while it is being sent. A look-up under way does not matter here: closing waits for it.
    mayCloseByHand: !live.isSending && canCloseByHand(record, live.correctedTime),
    mayCancel: live.canCancel && live.isSameVersion && isCancellable(record, live),
    cancels: intent.cancelledPaymentId,
    cancelledBy: cancelledBy && {
      paymentId: cancelledBy.paymentId,
      state: toPaymentState(cancelledBy.state, live.isCancelSending),
    },
    isDrp: intent.isDrp,
    refund: record.refund,
    watchedUntil: record.refundWatchedUntil,
    handOver: toHandOver(record, state, paper),
    basket: record.basket,
    paper,
  };
}

/**
 * Whether money goes to the customer now. A cancel's waits for no paper: it was let go by a PIN.
 */
function toHandOver(
  { intent, handOver, refund }: Pick<PaymentRecord, 'intent' | 'handOver' | 'refund'>,
  state: PaymentState,
  paper: Payment['paper'],
): HandOver {
  if (intent.kind !== 'cash-out' && intent.kind !== 'cancel') return 'none';
  switch (state) {
    case 'sending':
    case 'unknown':
    case 'unclear':
      return 'not-yet';
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return 'never';
    case 'paid':
    case 'by-hand-paid': {
      if (handOver?.handedAt) return 'done';
      // The bank took it back before its cash was handed over.
      if (refund !== null) return 'never';
      const mayGo = intent.kind === 'cancel' || paper === 'printed' || handOver?.releasedAt;
      return mayGo ? 'now' : 'paper-first';
    }
    default:
      return assertNever(state);
  }
}

function toPaymentState(state: OutcomeState, isSending: boolean): PaymentState {
  switch (state) {
    case 'intent':
    case 'sent':
      // An earlier run left it, or its answer could not be written: not known, and never a failure.
      return isSending ? 'sending' : 'unknown';
    case 'unknown':
    case 'unclear':
    case 'paid':
    case 'rejected':
    case 'not-performed':
    case 'by-hand-paid':
    case 'by-hand-not-paid':
      return state;
    default:
      return assertNever(state);
  }
}

function toPaperState(state: string | null): Payment['paper'] {
  switch (state) {
    case 'waiting':
    case 'printing':
    case 'printed':
    case 'unconfirmed':
    case 'refused':
    case 'failed':
      return state;
    default:
      return 'none';
  }
}
