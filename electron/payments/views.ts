import { assertNever, type Payment, type PaymentState } from '../../shared/contract/index.ts';
import type { PaymentRecord } from '../ledger/index.ts';
import { isoTime } from '../platform/index.ts';
import { certainAt, maySendAgain } from './conclusion.ts';
import { isOpen } from './outcome.ts';

/** What this run of the program knows beside the ledger. */
export interface LiveFacts {
  /** The request is out and its answer has not come. */
  readonly isSending: boolean;
  /** No send, no look-up and no unwritten answer is under way. */
  readonly isIdle: boolean;
  /** The service's time, as well as it is known. */
  readonly correctedTime: number;
  readonly requestTimeout: number;
  /** The version in use is the one that the request was made for. */
  readonly isSameVersion: boolean;
}

/** A payment as the contract shows it, from the ledger's rows. */
export function paymentView(record: PaymentRecord, live: LiveFacts): Payment {
  const { intent, outcome } = record;
  const state = stateView(record, live);
  const certain = isOpen(outcome) ? certainAt(record) : null;
  return {
    id: intent.id,
    kind: intent.kind,
    state,
    createdAt: intent.createdAt,
    resolvedAt: outcome.resolvedAt,
    billerId: intent.billerId,
    billerName: intent.billerName,
    accountNumber: intent.accountNumber,
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
    unknownBecause: outcome.unknownBecause,
    sends: record.sends.length,
    lookUps: record.lookUps,
    lastLookUpAt: record.lastLookUp?.at ?? null,
    nextLookUpAt: isOpen(outcome) && !live.isSending ? outcome.nextLookUpAt : null,
    certainAt: certain === null ? null : isoTime(certain),
    maySendAgain: live.isIdle && live.isSameVersion && maySendAgain(record, live),
    paper: paperView(record.paper),
  };
}

function stateView(record: PaymentRecord, live: LiveFacts): PaymentState {
  const { state } = record.outcome;
  switch (state) {
    case 'intent':
    case 'sent':
      // An earlier run left it, or its answer could not be written: not known, and never a failure.
      return live.isSending ? 'sending' : 'unknown';
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

function paperView(state: string | null): Payment['paper'] {
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
