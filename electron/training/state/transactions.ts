import type { Context } from '../context.ts';
import {
  integerOf,
  integerOrNull,
  type Row,
  type TrainingStore,
  textOf,
  textOrNull,
} from './store.ts';

/** A movement of money as it was performed. Amounts are decimal strings; `createdAt` is in ms. */
export interface TransactionRecord {
  readonly id: number;
  readonly kind: 'payment' | 'cash-out';
  readonly externalId: string;
  readonly billerId: number;
  readonly accountNumber: string;
  readonly amount: string;
  readonly currency: string;
  readonly fxRate: string;
  readonly amountUsd: string;
  readonly amountChain: string;
  readonly fee: string;
  readonly totalUsd: string;
  readonly totalChain: string;
  readonly earned: string;
  readonly paid: string;
  readonly startingBalance: string;
  readonly endingBalance: string;
  readonly hoursToFulfill: number | null;
  readonly posNumber: string | null;
  readonly cashierId: string | null;
  readonly status: string;
  readonly ticketText: string;
  readonly createdAt: number;
}

/** Statuses of a payment that was given back, or came to nothing: it blocks nothing, and its balance is owed again. */
const GIVEN_BACK = `('refunded', 'reversed', 'crashed')`;

export function readTransaction(row: Row): TransactionRecord {
  return {
    id: integerOf(row, 'id'),
    kind: textOf(row, 'kind') === 'cash-out' ? 'cash-out' : 'payment',
    externalId: textOf(row, 'external_id'),
    billerId: integerOf(row, 'biller_id'),
    accountNumber: textOf(row, 'account_number'),
    amount: textOf(row, 'amount'),
    currency: textOf(row, 'currency'),
    fxRate: textOf(row, 'fx_rate'),
    amountUsd: textOf(row, 'amount_usd'),
    amountChain: textOf(row, 'amount_chain'),
    fee: textOf(row, 'fee'),
    totalUsd: textOf(row, 'total_usd'),
    totalChain: textOf(row, 'total_chain'),
    earned: textOf(row, 'earned'),
    paid: textOf(row, 'paid'),
    startingBalance: textOf(row, 'starting_balance'),
    endingBalance: textOf(row, 'ending_balance'),
    hoursToFulfill: integerOrNull(row, 'hours_to_fulfill'),
    posNumber: textOrNull(row, 'pos_number'),
    cashierId: textOrNull(row, 'cashier_id'),
    status: textOf(row, 'status'),
    ticketText: textOf(row, 'ticket_text'),
    createdAt: integerOf(row, 'created_at'),
  };
}

export function insertTransaction(
  store: TrainingStore,
  one: Omit<TransactionRecord, 'id' | 'ticketText'>,
  ticketText: (id: number) => string,
): TransactionRecord {
  const id = store.insert(
    `INSERT INTO transactions (kind, external_id, biller_id, account_number, amount, currency,
       fx_rate, amount_usd, amount_chain, fee, total_usd, total_chain, earned, paid,
       starting_balance, ending_balance, hours_to_fulfill, pos_number, cashier_id, status,
       ticket_text, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?)`,
    one.kind,
    one.externalId,
    one.billerId,
    one.accountNumber,
    one.amount,
    one.currency,
    one.fxRate,
    one.amountUsd,
    one.amountChain,
    one.fee,
    one.totalUsd,
    one.totalChain,
    one.earned,
    one.paid,
    one.startingBalance,
    one.endingBalance,
    one.hoursToFulfill,
    one.posNumber,
    one.cashierId,
    one.status,
    one.createdAt,
  );
  const text = ticketText(id);
  store.run('UPDATE transactions SET ticket_text = ? WHERE id = ?', text, id);
  return { ...one, id, ticketText: text };
}

/** `sent` becomes `fulfilled` when the biller's hours have passed. */
export function statusNow(one: TransactionRecord, now: number): string {
  const isDue =
    one.hoursToFulfill !== null && one.createdAt + one.hoursToFulfill * 3_600_000 <= now;
  return one.status === 'sent' && isDue ? 'fulfilled' : one.status;
}

/** Payments (or cash-outs) of one account since a time that were not given back. */
export function standingSince(
  context: Context,
  account: { readonly billerId: number; readonly accountNumber: string },
  kind: TransactionRecord['kind'],
  since: number,
): TransactionRecord[] {
  return context.store
    .all(
      `SELECT * FROM transactions WHERE biller_id = ? AND account_number = ? AND created_at >= ?
         AND kind = ? AND status NOT IN ${GIVEN_BACK}`,
      account.billerId,
      account.accountNumber,
      since,
      kind,
    )
    .map(readTransaction);
}

export function transactionByExternalId(
  store: TrainingStore,
  externalId: string,
): TransactionRecord | null {
  const row = store.one('SELECT * FROM transactions WHERE external_id = ?', externalId);
  return row && readTransaction(row);
}

export function transactionById(store: TrainingStore, id: number): TransactionRecord | null {
  const row = store.one('SELECT * FROM transactions WHERE id = ?', id);
  return row && readTransaction(row);
}
