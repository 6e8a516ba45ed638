import { z } from 'zod';
import { type PaymentKind, paymentKindSchema } from '../../../shared/contract/index.ts';
import { createMoney, subtract } from '../../../shared/money/index.ts';
import { type AccountKind, getAccountKind, OUTCOME_STATES } from '../../../shared/rules/index.ts';
import {
  type Database,
  type OutcomeState,
  openTicketText,
  parseOneOf,
  readRow,
} from '../../ledger/index.ts';

/** The facts on a receipt. Amounts are decimal text; times ISO 8601 in UTC. */
export interface ReceiptFacts {
  readonly kind: PaymentKind;
  readonly state: OutcomeState;
  readonly resolvedBy: string | null;
  readonly createdAt: string;
  /** When a cashier acted on its outcome; null if none has yet. */
  readonly seenAt: string | null;
  readonly externalId: string;
  readonly authorization: string | null;
  /** Decrypted on access: for a gift card it throws without the data key. */
  readonly ticketText: string | null;
  /** `ticketText` is only the beginning of the text that the service sent. */
  readonly isTicketCut: boolean;
  /** The code and the message of a refusal, as the service sent them. */
  readonly code: string | null;
  readonly message: string | null;
  /** When the till found that the service had refunded it; null if it is not refunded. */
  readonly refundFoundAt: string | null;
  readonly billerName: string;
  readonly accountNumber: string;
  /** With the literals of the biller's mask. */
  readonly accountShown: string;
  readonly accountIs: AccountKind;
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
  /**
   * Its position in a basket, which has the tender. `isOpened`: the drawer may have been opened for
   * another of its payments.
   */
  readonly basket: {
    readonly number: number;
    readonly of: number;
    readonly isOpened: boolean;
  } | null;
  /** For a cancel: the payment that it cancels. */
  readonly cancelledPayment: {
    readonly authorization: string | null;
    readonly externalId: string;
  } | null;
}

export function readReceiptFacts(database: Database, intentId: string): ReceiptFacts | null {
  const row = database
    .prepare(
      `SELECT intents.*, outcomes.state, outcomes.resolved_by, outcomes.seen_at, outcomes.authorization,
         outcomes.ticket_text, outcomes.code, outcomes.message,
         EXISTS (SELECT 1 FROM long_ticket_texts l WHERE l.intent_id = intents.id) AS ticket_is_cut,
         (SELECT r.found_at FROM refunds r WHERE r.intent_id = intents.id) AS refund_found_at,
         taken.external_id AS taken_external_id,
         taken_outcome.authorization AS taken_authorization,
         (SELECT json_array(mine.number, json_array_length(b.items), EXISTS (
             SELECT 1 FROM basket_payments other
             CROSS JOIN print_jobs o
               ON o.intent_id = other.intent_id AND o.kind IN ('original', 'drawer', 'change')
             WHERE other.basket_id = b.id AND other.intent_id <> intents.id
               AND (o.is_drawer_done = 1
                 OR (o.drawer_at IS NOT NULL AND coalesce(o.bytes_sent, 0) > o.drawer_at))))
           FROM basket_payments mine JOIN baskets b ON b.id = mine.basket_id
           WHERE mine.intent_id = intents.id) AS basket
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
  const cancelledExternalId = read.textOrNull('taken_external_id');
  return {
    kind: parseOneOf(read.text('kind'), paymentKindSchema.options),
    state: parseOneOf(read.text('state'), OUTCOME_STATES),
    resolvedBy: read.textOrNull('resolved_by'),
    createdAt: read.text('created_at'),
    seenAt: read.textOrNull('seen_at'),
    externalId: read.text('external_id'),
    authorization: read.textOrNull('authorization'),
    get ticketText() {
      return openTicketText(database, intentId, read.textOrNull('ticket_text'));
    },
    isTicketCut: read.integer('ticket_is_cut') === 1,
    code: read.textOrNull('code'),
    message: read.textOrNull('message'),
    refundFoundAt: read.textOrNull('refund_found_at'),
    billerName: read.text('biller_name'),
    accountNumber: read.text('account_number'),
    accountShown: read.textOrNull('account_shown') ?? read.text('account_number'),
    accountIs: getAccountKind({
      kind: read.text('biller_kind'),
      billType: read.textOrNull('bill_type'),
    }),
    nameOnAccount: read.textOrNull('name_on_account'),
    amount: read.text('amount'),
    currency: read.text('currency'),
    amountInShopCurrency:
      fee === null
        ? due
        : subtract(createMoney(due, shopCurrency), createMoney(fee, shopCurrency)).amount,
    fee,
    due,
    cash: read.textOrNull('cash'),
    change: read.textOrNull('change'),
    shopCurrency,
    rate: read.textOrNull('rate'),
    cashierName: read.text('cashier_name'),
    posNumber: read.text('pos_number'),
    basket: parseBasketPlace(read.textOrNull('basket')),
    cancelledPayment:
      cancelledExternalId === null
        ? null
        : {
            externalId: cancelledExternalId,
            authorization: read.textOrNull('taken_authorization'),
          },
  };
}

const basketPlaceSchema = z.tuple([z.number(), z.number(), z.number()]);

function parseBasketPlace(json: string | null): ReceiptFacts['basket'] {
  if (json === null) return null;
  const [number, of, isOpened] = basketPlaceSchema.parse(JSON.parse(json));
  return { number, of, isOpened: isOpened === 1 };
}

/** The service's text on the receipt of a gift card, as received; null for any other paper. */
export function readGiftCardText(
  database: Database,
  job: { readonly intentId: string | null; readonly kind: string },
): string | null {
  if (job.intentId === null || job.kind !== 'original') return null;
  const facts = readReceiptFacts(database, job.intentId);
  return facts?.kind === 'gift-card' ? facts.ticketText : null;
}
