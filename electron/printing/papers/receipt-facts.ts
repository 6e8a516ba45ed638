import { paymentKind } from '../../../shared/contract/index.ts';
import { money, subtract } from '../../../shared/money/index.ts';
import { type Database, oneOf, readRow } from '../../ledger/index.ts';

const OUTCOME_STATES = [
  'intent',
  'sent',
  'unknown',
  'unclear',
  'paid',
  'rejected',
  'not-performed',
  'by-hand-paid',
  'by-hand-not-paid',
] as const;

/** The facts on a receipt. Amounts are decimal text; times ISO 8601 in UTC. */
export interface ReceiptFacts {
  readonly kind: 'bill' | 'top-up' | 'gift-card' | 'cash-out' | 'cancel';
  readonly state: (typeof OUTCOME_STATES)[number];
  readonly resolvedBy: string | null;
  readonly createdAt: string;
  readonly externalId: string;
  readonly authorization: string | null;
  readonly ticketText: string | null;
  readonly billerName: string;
  readonly accountNumber: string;
  readonly nameOnAccount: string | null;
  readonly amount: string;
  readonly currency: string;
  /** In the shop's currency, as are `fee`, `due`, `cash` and `change`. */
  readonly amountInShopCurrency: string;
  readonly fee: string | null;
  readonly due: string;
  readonly cash: string | null;
  readonly change: string | null;
  readonly shopCurrency: string;
  /** JSON as the payment recorded it: `from` and `to` in units per USD, and `fetchedAt`. */
  readonly rate: string | null;
  readonly cashierName: string;
  readonly posNumber: string;
  /** Of a cancel: the payment that it takes back. */
  readonly takesBack: { readonly authorization: string | null; readonly externalId: string } | null;
}

export function receiptFacts(database: Database, intentId: string): ReceiptFacts | null {
  const row = database
    .prepare(
      `SELECT intents.*, outcomes.state, outcomes.resolved_by, outcomes.authorization,
         outcomes.ticket_text, taken.external_id AS taken_external_id,
         taken_outcome.authorization AS taken_authorization
       FROM intents JOIN outcomes ON outcomes.intent_id = intents.id
         LEFT JOIN intents taken ON taken.id = intents.cancels
         LEFT JOIN outcomes taken_outcome ON taken_outcome.intent_id = taken.id
       WHERE intents.id = ?`,
    )
    .get(intentId);
  if (row === undefined) return null;
  const read = readRow(row);
  const shopCurrency = read.text('shop_currency');
  const due = read.text('due');
  const fee = read.textOrNull('fee');
  const taken = read.textOrNull('taken_external_id');
  return {
    kind: oneOf(read.text('kind'), paymentKind.options),
    state: oneOf(read.text('state'), OUTCOME_STATES),
    resolvedBy: read.textOrNull('resolved_by'),
    createdAt: read.text('created_at'),
    externalId: read.text('external_id'),
    authorization: read.textOrNull('authorization'),
    ticketText: read.textOrNull('ticket_text'),
    billerName: read.text('biller_name'),
    accountNumber: read.text('account_number'),
    nameOnAccount: read.textOrNull('name_on_account'),
    amount: read.text('amount'),
    currency: read.text('currency'),
    amountInShopCurrency:
      fee === null ? due : subtract(money(due, shopCurrency), money(fee, shopCurrency)).amount,
    fee,
    due,
    cash: read.textOrNull('cash'),
    change: read.textOrNull('change'),
    shopCurrency,
    rate: read.textOrNull('rate'),
    cashierName: read.text('cashier_name'),
    posNumber: read.text('pos_number'),
    takesBack:
      taken === null
        ? null
        : { externalId: taken, authorization: read.textOrNull('taken_authorization') },
  };
}
