import { createMoney, isSameCurrency } from '../../../../shared/money/index.ts';
import {
  isPerformedStatus,
  isRefundedOrReversedStatus,
  matchesAccount,
  parseTransactionStatus,
  type TransactionStatus,
} from '../../../../shared/rules/index.ts';
import type { Intent, PaymentRecord } from '../../../ledger/index.ts';
import type { ServiceTransaction, TransactionLookUp } from '../../../service/index.ts';

/** What a look-up, or the row in an answer, proves about one intent. */
export type LookUpFinding =
  | { readonly kind: 'paid'; readonly transaction: ServiceTransaction; readonly rows: number }
  /** The service tried and gave up: `crashed`. */
  | { readonly kind: 'crashed'; readonly transaction: ServiceTransaction }
  /** The intent has a row, whose status does not show the result: not yet, or we do not know it. */
  | { readonly kind: 'look-again'; readonly transaction: ServiceTransaction }
  /** The intent has no row. Proves nothing while a request may still be in flight. */
  | { readonly kind: 'empty' }
  /**
   * The rows do not show the outcome, and time does not either. For a cancel: the row does not show
   * whether the payment was given back. For a payment: a row without an external_id may be its own.
   */
  | { readonly kind: 'says-nothing' }
  /** `contradicts`: the intent has a row, which a later empty look-up cannot disprove. */
  | { readonly kind: 'unclear'; readonly reason: string; readonly contradicts: boolean };

type StatusMeaning = 'paid' | 'crashed' | 'look-again';

/** `refunded` and `reversed` were paid and then given back; the status itself is stored as well. */
const MEANING_BY_STATUS: Readonly<Record<TransactionStatus, StatusMeaning>> = {
  none: 'paid',
  sent: 'paid',
  fulfilled: 'paid',
  refunded: 'paid',
  reversed: 'paid',
  crashed: 'crashed',
  timeout: 'look-again',
  'unknown-word': 'look-again',
};

function getStatusMeaning(intent: Intent, rawStatus: string | null): StatusMeaning {
  // A cash-out that was given back did not change the customer's account: no cash is handed out.
  if (intent.kind === 'cash-out' && isRefundedOrReversedStatus(rawStatus)) return 'crashed';
  return MEANING_BY_STATUS[parseTransactionStatus(rawStatus)];
}

/**
 * Converts a look-up of a payment by its external_id. `isOfOtherPayment`: the row certainly belongs to another
 * payment.
 */
export function classifyLookUp(
  { intent, outcome }: Pick<PaymentRecord, 'intent' | 'outcome'>,
  lookUp: Exclude<TransactionLookUp, { kind: 'failed' }>,
  isOfOtherPayment: (row: ServiceTransaction) => boolean,
): LookUpFinding {
  switch (lookUp.kind) {
    case 'empty':
      return { kind: 'empty' };
    case 'unclear':
      return { kind: 'unclear', reason: lookUp.reason, contradicts: false };
    case 'without-id': {
      // An answer to our own request has already named our row.
      const own = lookUp.rows.filter((row) => row.id === outcome.authorization);
      if (own.length > 0) return toFindingFromOwnRows(intent, outcome, own);
      const candidates = lookUp.rows.filter((row) => !isOfOtherPayment(row));
      // If the filter worked, the row is ours in whatever form it writes our account or amount. If
      // it was ignored, the rows of others come too, and only a row like ours may be ours.
      const canBeOurs = lookUp.isFilterIgnored
        ? candidates.some((row) => findDifferenceFromIntent(intent, row) === null)
        : candidates.length > 0;
      return { kind: canBeOurs ? 'says-nothing' : 'empty' };
    }
    case 'found':
      return toFindingFromOwnRows(
        intent,
        outcome,
        lookUp.rows.filter((row) => row.externalId === intent.externalId),
      );
  }
}

function toFindingFromOwnRows(
  intent: Intent,
  outcome: PaymentRecord['outcome'],
  rows: readonly ServiceTransaction[],
): LookUpFinding {
  // A service that returns the same page twice repeats its rows.
  const own = [...new Map(rows.map((row) => [row.id, row])).values()];
  const [firstOwn] = own;
  if (firstOwn === undefined) return { kind: 'empty' };
  const agreeing = own.filter((row) => findDifferenceFromIntent(intent, row) === null);
  const [firstAgreeing] = agreeing;
  if (firstAgreeing === undefined) {
    const field = findDifferenceFromIntent(intent, firstOwn);
    return { kind: 'unclear', reason: `the row disagrees: ${field}`, contradicts: true };
  }
  // A row without a status, which v1.6 may send, does not disprove the status of an earlier answer.
  const denial = isPerformedStatus(outcome.serviceStatus) ? null : outcome.serviceStatus;
  const [silent] = agreeing.filter((row) => parseTransactionStatus(row.status) === 'none');
  if (denial !== null && silent !== undefined) {
    return { kind: 'look-again', transaction: { ...silent, status: denial } };
  }
  const findRow = (meaning: StatusMeaning): ServiceTransaction | undefined =>
    agreeing.find((row) => getStatusMeaning(intent, row.status) === meaning);

  const paid = findRow('paid');
  if (paid) return { kind: 'paid', transaction: paid, rows: agreeing.length };
  const unfinished = findRow('look-again');
  if (unfinished) return { kind: 'look-again', transaction: unfinished };
  return { kind: 'crashed', transaction: firstAgreeing };
}

/**
 * Converts the row in a 2xx answer to our own request. Its external_id may be missing: some
 * versions omit it. Only a status that confirms the payment, or none, makes it paid; with any other
 * it is looked up.
 */
export function classifyAnsweredTransaction(
  intent: Intent,
  transaction: ServiceTransaction,
): Extract<LookUpFinding, { kind: 'paid' | 'look-again' | 'unclear' }> {
  if (transaction.externalId !== null && transaction.externalId !== intent.externalId) {
    return { kind: 'unclear', reason: 'the answer names another external_id', contradicts: true };
  }
  const field = intent.kind === 'cash-out' ? findDifferenceFromIntent(intent, transaction) : null;
  if (field !== null) {
    return { kind: 'unclear', reason: `the answer disagrees: ${field}`, contradicts: true };
  }
  return isPerformedStatus(transaction.status)
    ? { kind: 'paid', transaction, rows: 1 }
    : { kind: 'look-again', transaction };
}

/** The statuses of a transaction that was not given back. */
const NOT_REFUNDED_STATUSES: readonly TransactionStatus[] = [
  'sent',
  'fulfilled',
  'timeout',
  'crashed',
];

/**
 * Converts the rows in the look-up of a cancel, which is by the id of the transaction that it
 * cancels, or the row in the answer to it. The cancel is performed once that transaction is given
 * back. A status that shows that it was not given back is the same as an empty look-up. A row
 * without a status, which v1.6 may send, proves nothing: only sending the cancel again does. The
 * row's ticket text is dropped because it belongs to the payment: it is a slip that says "paid", or
 * a gift card's code.
 */
export function classifyCancelLookUp(
  transactionId: string,
  rows: readonly ServiceTransaction[],
): LookUpFinding {
  const row = rows.find((transaction) => transaction.id === transactionId);
  if (!row) return { kind: 'says-nothing' };
  if (isRefundedOrReversedStatus(row.status)) {
    return { kind: 'paid', transaction: { ...row, ticketText: null }, rows: 1 };
  }
  const isNotRefunded = NOT_REFUNDED_STATUSES.includes(parseTransactionStatus(row.status));
  return { kind: isNotRefunded ? 'empty' : 'says-nothing' };
}

/** Returns the first field in which the row differs from the intent; null if there is none. */
export function findDifferenceFromIntent(
  intent: Intent,
  transaction: ServiceTransaction,
): string | null {
  if (transaction.billerId !== null && transaction.billerId !== intent.billerId) return 'biller';
  if (transaction.accountNumber !== null && !matchesAccount(intent, transaction.accountNumber)) {
    return 'account';
  }
  if (
    transaction.currency !== null &&
    !isSameCurrency(transaction.currency, intent.amount.currency)
  ) {
    return 'currency';
  }
  if (
    transaction.amount !== null &&
    createMoney(transaction.amount, '').amount !== intent.amount.amount
  ) {
    return 'amount';
  }
  return null;
}
