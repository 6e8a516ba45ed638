import { assertNever } from '../../../../shared/contract/index.ts';
import { createMoney, isSameCurrency } from '../../../../shared/money/index.ts';
import {
  isGivenBackStatus,
  isSpellingOf,
  parseTransactionStatus,
  type TransactionStatus,
} from '../../../../shared/rules/index.ts';
import type { Intent } from '../../../ledger/index.ts';
import type { LookUp, Transaction } from '../../../service/index.ts';

/** What a look-up, or the row of an answer, says about one intent. */
export type Finding =
  | { readonly kind: 'paid'; readonly transaction: Transaction; readonly rows: number }
  /** The service tried and gave up: `crashed`. */
  | { readonly kind: 'crashed'; readonly transaction: Transaction }
  /** There is a row of ours, and the service does not know its end yet. */
  | { readonly kind: 'look-again'; readonly transaction: Transaction }
  /** Nothing of ours. Proves nothing while a request may still be on its way. */
  | { readonly kind: 'empty' }
  /** Of a cancel: the list does not say whether the payment was taken back, and never will. */
  | { readonly kind: 'says-nothing' }
  /** `contradicts` says that something of ours is there: no empty look-up can undo that. */
  | { readonly kind: 'unclear'; readonly why: string; readonly contradicts: boolean };

type StatusWord = 'paid' | 'crashed' | 'look-again' | 'unknown-word';

/** `refunded` and `reversed` were paid, and then given back: the word is kept beside it. */
function toStatusWord(intent: Intent, written: string | null): StatusWord {
  const status = parseTransactionStatus(written);
  switch (status) {
    case 'none':
    case 'sent':
    case 'fulfilled':
      return 'paid';
    case 'refunded':
    case 'reversed':
      // A cash-out that was taken back left the customer's account as it was: no money goes.
      return intent.kind === 'cash-out' ? 'crashed' : 'paid';
    case 'crashed':
      return 'crashed';
    case 'timeout':
      return 'look-again';
    case 'unknown-word':
      return 'unknown-word';
    default:
      return assertNever(status);
  }
}

/** A look-up of a payment by its external_id. */
export function toFinding(intent: Intent, lookUp: Exclude<LookUp, { kind: 'failed' }>): Finding {
  switch (lookUp.kind) {
    case 'empty':
      return { kind: 'empty' };
    case 'unclear':
      return { kind: 'unclear', why: lookUp.why, contradicts: false };
    case 'found':
      return toFindingFromRows(intent, lookUp.rows);
  }
}

function toFindingFromRows(intent: Intent, rows: readonly Transaction[]): Finding {
  // A service that repeats a page repeats its rows.
  const byId = new Map(rows.map((row) => [row.id, row]));
  const distinct = [...byId.values()];
  const own = distinct.filter((row) => row.externalId === intent.externalId);
  if (own.length === 0) {
    const nameless = distinct.some((row) => row.externalId === null);
    return nameless
      ? { kind: 'unclear', why: 'rows without an external_id', contradicts: false }
      : { kind: 'empty' };
  }
  const agreeing = own.filter((row) => findDisagreement(intent, row) === null);
  const [first] = own;
  if (agreeing.length === 0) {
    const what = first ? findDisagreement(intent, first) : null;
    return { kind: 'unclear', why: `the row disagrees: ${what}`, contradicts: true };
  }
  const withWord = (word: StatusWord): Transaction | undefined =>
    agreeing.find((row) => toStatusWord(intent, row.status) === word);

  const paid = withWord('paid');
  if (paid) return { kind: 'paid', transaction: paid, rows: agreeing.length };
  const again = withWord('look-again');
  if (again) return { kind: 'look-again', transaction: again };
  const strange = withWord('unknown-word');
  if (strange) {
    return { kind: 'unclear', why: `status ${strange.status}`, contradicts: true };
  }
  const crashed = withWord('crashed');
  if (crashed) return { kind: 'crashed', transaction: crashed };
  throw new Error('a row without a word');
}

/**
 * The row in a 2xx answer to our own request. It need not name itself: some versions leave
 * external_id out. A status that nobody knows does not undo the 2xx, but hands out no money.
 */
export function toFindingFromAnswer(intent: Intent, row: Transaction): Finding {
  if (row.externalId !== null && row.externalId !== intent.externalId) {
    return { kind: 'unclear', why: 'the answer names another external_id', contradicts: true };
  }
  const against = intent.kind === 'cash-out' ? findDisagreement(intent, row) : null;
  if (against !== null) {
    return { kind: 'unclear', why: `the answer disagrees: ${against}`, contradicts: true };
  }
  switch (toStatusWord(intent, row.status)) {
    case 'paid':
      return { kind: 'paid', transaction: row, rows: 1 };
    case 'unknown-word':
      // Money goes out on words that are known alone.
      return intent.kind === 'cash-out'
        ? { kind: 'look-again', transaction: row }
        : { kind: 'paid', transaction: row, rows: 1 };
    case 'look-again':
      return { kind: 'look-again', transaction: row };
    case 'crashed':
      return { kind: 'crashed', transaction: row };
  }
}

/** The statuses of a transaction that was not given back. */
const NOT_REFUNDED_STATUSES: readonly TransactionStatus[] = [
  'sent',
  'fulfilled',
  'timeout',
  'crashed',
];

/**
 * A cancel is looked up by the transaction that it cancels, and is done once that was given back. A
 * row whose status says that it stands is the same as nothing found. A row without a status, as
 * v1.6 may send it, says nothing: only sending the cancel again does. The row's text belongs to the
 * payment, not to the cancel: it is a slip that says "paid", or a gift card's code again.
 */
export function toCancelFinding(
  transactionId: string,
  lookUp: Exclude<LookUp, { kind: 'failed' }>,
): Finding {
  const row =
    lookUp.kind === 'found' ? lookUp.rows.find((one) => one.id === transactionId) : undefined;
  if (!row) return { kind: 'says-nothing' };
  if (isGivenBackStatus(row.status)) {
    return { kind: 'paid', transaction: { ...row, ticketText: null }, rows: 1 };
  }
  const stands = NOT_REFUNDED_STATUSES.includes(parseTransactionStatus(row.status));
  return { kind: stands ? 'empty' : 'says-nothing' };
}

/** The field that shows a row not to be this payment; null if there is none. */
export function findDisagreement(intent: Intent, row: Transaction): string | null {
  if (row.billerId !== null && row.billerId !== intent.billerId) return 'biller';
  if (row.accountNumber !== null && !isSpellingOf(intent, row.accountNumber)) {
    return 'account';
  }
  if (row.currency !== null && !isSameCurrency(row.currency, intent.amount.currency)) {
    return 'currency';
  }
  if (row.amount !== null && createMoney(row.amount, '').amount !== intent.amount.amount) {
    return 'amount';
  }
  return null;
}
