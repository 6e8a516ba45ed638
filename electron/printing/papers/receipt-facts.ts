import { subtract } from '../../../shared/money/index.ts';
import { type AccountKind, getAccountKind } from '../../../shared/rules/index.ts';
import {
  type Database,
  type Intent,
  type PaymentOutcome,
  readPayment,
  unsealTicketText,
} from '../../ledger/index.ts';

/** The facts on a receipt. Amounts are decimal text; times ISO 8601 in UTC. */
export interface ReceiptFacts
  extends Pick<
      Intent,
      | 'kind'
      | 'createdAt'
      | 'externalId'
      | 'billerName'
      | 'accountNumber'
      | 'accountShown'
      | 'nameOnAccount'
      | 'rate'
      | 'cashierName'
      | 'posNumber'
    >,
    Pick<PaymentOutcome, 'state' | 'resolvedBy' | 'seenAt' | 'authorization' | 'code' | 'message'> {
  /** Decrypted on access: for a gift card it throws without the data key. */
  readonly ticketText: string | null;
  /** `ticketText` is only the beginning of the text that the service sent. */
  readonly isTicketCut: boolean;
  /** When the till found that the service had refunded it; null if it is not refunded. */
  readonly refundFoundAt: string | null;
  readonly accountKind: AccountKind;
  readonly amount: string;
  readonly currency: string;
  /** In the shop's currency, as are `fee`, `due`, `cash` and `change`. */
  readonly amountInShopCurrency: string;
  readonly fee: string | null;
  readonly amountDue: string;
  readonly cash: string | null;
  readonly change: string | null;
  readonly shopCurrency: string;
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
  const payment = readPayment(database, intentId);
  if (payment === null) return null;
  const { intent, outcome, refund, basket } = payment;
  const { amount, fee, due, cash, change, cancelledPaymentId } = intent;
  const cancelled = cancelledPaymentId === null ? null : readPayment(database, cancelledPaymentId);
  return {
    ...intent,
    ...outcome,
    get ticketText() {
      return unsealTicketText(database, intentId, outcome.ticketText);
    },
    isTicketCut: hasRow(database, LONG_TEXT, intentId),
    refundFoundAt: refund?.foundAt ?? null,
    accountKind: getAccountKind({ kind: intent.billerKind, billType: intent.billType }),
    amount: amount.amount,
    currency: amount.currency,
    amountInShopCurrency: fee === null ? due.amount : subtract(due, fee).amount,
    fee: fee?.amount ?? null,
    amountDue: due.amount,
    cash: cash?.amount ?? null,
    change: change?.amount ?? null,
    shopCurrency: due.currency,
    basket: basket && {
      number: basket.number,
      of: basket.of,
      isOpened: hasRow(database, OPENED_DRAWER_OF_BASKET, intentId),
    },
    cancelledPayment: cancelled && {
      externalId: cancelled.intent.externalId,
      authorization: cancelled.outcome.authorization,
    },
  };
}

const LONG_TEXT = 'SELECT 1 FROM long_ticket_texts WHERE intent_id = ?';
/** A paper of another payment of its basket opened the drawer, or may have. */
const OPENED_DRAWER_OF_BASKET = `SELECT 1
  FROM basket_payments mine
    JOIN basket_payments other
      ON other.basket_id = mine.basket_id AND other.intent_id <> mine.intent_id
    CROSS JOIN print_jobs o
      ON o.intent_id = other.intent_id AND o.kind IN ('original', 'drawer', 'change')
  WHERE mine.intent_id = ? AND (o.is_drawer_done = 1
    OR (o.drawer_at IS NOT NULL AND coalesce(o.bytes_sent, 0) > o.drawer_at))`;

function hasRow(database: Database, sql: string, intentId: string): boolean {
  return database.prepare(sql).get(intentId) !== undefined;
}

/** The service's text on the receipt of a gift card, as received; null for any other paper. */
export function readGiftCardTicketText(
  database: Database,
  job: { readonly intentId: string | null; readonly kind: string },
): string | null {
  if (job.intentId === null || job.kind !== 'original') return null;
  const facts = readReceiptFacts(database, job.intentId);
  return facts?.kind === 'gift-card' ? facts.ticketText : null;
}
