import { assertNever, type Payment, type PaymentState } from '../../../../shared/contract/index.ts';
import { getAccountKind } from '../../../../shared/rules/index.ts';
import type { OutcomeState, PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import {
  canCloseByHand,
  canResend,
  computeMsUntilRequestExpiry,
  isCancellable,
  isUnresolved,
  type ResolutionClocks,
} from '../outcome/index.ts';
import { getHandOver, getToConfirm, hasTicketText } from './hand-over.ts';

/** The facts about a payment that are not in the ledger, from this run of the program. */
export interface PaymentRuntimeFacts extends ResolutionClocks {
  /** The request is in flight. */
  readonly isSending: boolean;
  /** There is no send or look-up in flight, and no unwritten answer. */
  readonly isIdle: boolean;
  readonly requestTimeoutMs: number;
  /** A look-up of this run followed the timeout of the last send, and was answered. */
  readonly isLookedUpAfterTimeout: boolean;
  /** The service version in use is the one that the request was made for. */
  readonly isServiceVersionUnchanged: boolean;
  /** A cashier has it on the screen. */
  readonly isAttended: boolean;
  /** The request of its newest cancel is in flight. */
  readonly isCancelSending: boolean;
  /** The service version in use supports cancels. */
  readonly canCancel: boolean;
  /** The present time in milliseconds since the epoch, and the shop's time zone (an IANA name). */
  readonly now: number;
  readonly timeZone: string;
}

/** Converts the ledger's rows to a payment in the contract's form. */
export function toPaymentView(record: PaymentRecord, runtimeFacts: PaymentRuntimeFacts): Payment {
  const { intent, outcome, newestCancel } = record;
  const state = toPaymentState(outcome.state, runtimeFacts.isSending);
  const paper = toPaperState(record.originalJobState);
  // A refusal that is being checked is certain after the first answered look-up, not at a fixed
  // time. Rows that may be the payment's never make it certain.
  const isWaitingForTime =
    isUnresolved(outcome) &&
    outcome.unknownBecause !== 'checking-refusal' &&
    record.lastLookUp?.result !== 'unclear';
  const msUntilExpiry = isWaitingForTime ? computeMsUntilRequestExpiry(record, runtimeFacts) : null;
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
    hasTicketText: hasTicketText(record),
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
    nextLookUpAt: isUnresolved(outcome) && !runtimeFacts.isSending ? outcome.nextLookUpAt : null,
    certainAt:
      msUntilExpiry === null ? null : toIsoTime(runtimeFacts.estimatedServiceTime + msUntilExpiry),
    canResend:
      runtimeFacts.isIdle &&
      runtimeFacts.isServiceVersionUnchanged &&
      canResend(record, runtimeFacts),
    // Not while a request is in flight. A look-up in flight does not matter: closing waits for it.
    canCloseByHand:
      !runtimeFacts.isSending && canCloseByHand(record, runtimeFacts.estimatedServiceTime),
    canCancel:
      runtimeFacts.canCancel &&
      runtimeFacts.isServiceVersionUnchanged &&
      isCancellable(record, runtimeFacts),
    cancels: intent.cancelledPaymentId,
    cancelledBy: newestCancel && {
      paymentId: newestCancel.paymentId,
      state: toPaymentState(newestCancel.state, runtimeFacts.isCancelSending),
    },
    isDrp: intent.isDrp,
    refund: record.refund,
    watchedUntil: record.refundWatchedUntil,
    handOver: getHandOver(record, state, paper),
    toConfirm: runtimeFacts.isAttended ? 'none' : getToConfirm(record),
    basket: record.basket,
    paper,
  };
}

function toPaymentState(state: OutcomeState, isSending: boolean): PaymentState {
  switch (state) {
    case 'intent':
    case 'sent':
      // Left open by an earlier run, or its answer could not be written: unknown, never a failure.
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
