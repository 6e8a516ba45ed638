import {
  getInteger,
  getIntegerOrNull,
  getText,
  getTextOrNull,
  type TrainingRow,
  type TrainingStore,
} from './training-store.ts';

/**
 * A performed money movement. Amounts are decimal strings; `createdAt` is in milliseconds since the
 * epoch.
 */
export interface TrainingTransactionRecord {
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

/**
 * Statuses of a payment that was reversed or failed: it blocks no further payment, and its balance
 * is owed again.
 */
const REVERSED_STATUSES = `('refunded', 'reversed', 'crashed')`;

export function toTransactionRecord(row: TrainingRow): TrainingTransactionRecord {
  return {
    id: getInteger(row, 'id'),
    kind: getText(row, 'kind') === 'cash-out' ? 'cash-out' : 'payment',
    externalId: getText(row, 'external_id'),
    billerId: getInteger(row, 'biller_id'),
    accountNumber: getText(row, 'account_number'),
    amount: getText(row, 'amount'),
    currency: getText(row, 'currency'),
    fxRate: getText(row, 'fx_rate'),
    amountUsd: getText(row, 'amount_usd'),
    amountChain: getText(row, 'amount_chain'),
    fee: getText(row, 'fee'),
    totalUsd: getText(row, 'total_usd'),
    totalChain: getText(row, 'total_chain'),
    earned: getText(row, 'earned'),
    paid: getText(row, 'paid'),
    startingBalance: getText(row, 'starting_balance'),
    endingBalance: getText(row, 'ending_balance'),
    hoursToFulfill: getIntegerOrNull(row, 'hours_to_fulfill'),
    posNumber: getTextOrNull(row, 'pos_number'),
    cashierId: getTextOrNull(row, 'cashier_id'),
    status: getText(row, 'status'),
    ticketText: getText(row, 'ticket_text'),
    createdAt: getInteger(row, 'created_at'),
  };
}

export function insertTransaction(
  store: TrainingStore,
  transaction: Omit<TrainingTransactionRecord, 'id' | 'ticketText'>,
  buildTicketText: (id: number) => string,
): TrainingTransactionRecord {
  const id = store.insert(
    `INSERT INTO transactions (kind, external_id, biller_id, account_number, amount, currency,
       fx_rate, amount_usd, amount_chain, fee, total_usd, total_chain, earned, paid,
       starting_balance, ending_balance, hours_to_fulfill, pos_number, cashier_id, status,
       ticket_text, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?)`,
    transaction.kind,
    transaction.externalId,
    transaction.billerId,
    transaction.accountNumber,
    transaction.amount,
    transaction.currency,
    transaction.fxRate,
    transaction.amountUsd,
    transaction.amountChain,
    transaction.fee,
    transaction.totalUsd,
    transaction.totalChain,
    transaction.earned,
    transaction.paid,
    transaction.startingBalance,
    transaction.endingBalance,
    transaction.hoursToFulfill,
    transaction.posNumber,
    transaction.cashierId,
    transaction.status,
    transaction.createdAt,
  );
  const text = buildTicketText(id);
  store.run('UPDATE transactions SET ticket_text = ? WHERE id = ?', text, id);
  return { ...transaction, id, ticketText: text };
}

/** Computes the current status: `sent` becomes `fulfilled` when the biller's hours have passed. */
export function computeTransactionStatus(
  transaction: TrainingTransactionRecord,
  now: number,
): string {
  const isDue =
    transaction.hoursToFulfill !== null &&
    transaction.createdAt + transaction.hoursToFulfill * 3_600_000 <= now;
  return transaction.status === 'sent' && isDue ? 'fulfilled' : transaction.status;
}

/** Lists payments (or cash-outs) of one account since a time that were not reversed. */
export function listUnreversedTransactionsSince(
  { store }: { readonly store: TrainingStore },
  account: { readonly billerId: number; readonly accountNumber: string },
  kind: TrainingTransactionRecord['kind'],
  since: number,
): TrainingTransactionRecord[] {
  return store
    .list(
      `SELECT * FROM transactions WHERE biller_id = ? AND account_number = ? AND created_at >= ?
         AND kind = ? AND status NOT IN ${REVERSED_STATUSES}`,
      account.billerId,
      account.accountNumber,
      since,
      kind,
    )
    .map(toTransactionRecord);
}

export function findTransactionByExternalId(
  store: TrainingStore,
  externalId: string,
): TrainingTransactionRecord | null {
  const row = store.get('SELECT * FROM transactions WHERE external_id = ?', externalId);
  return row && toTransactionRecord(row);
}

export function findTransactionById(
  store: TrainingStore,
  id: number,
): TrainingTransactionRecord | null {
  const row = store.get('SELECT * FROM transactions WHERE id = ?', id);
  return row && toTransactionRecord(row);
}
