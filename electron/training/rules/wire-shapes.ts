import { CHAIN_NAME, MINIMUM_BALANCE } from '../context.ts';
import { toWireTime } from '../days.ts';
import { computeStatus, type TransactionRecord } from '../state/index.ts';
import { type WireObject, wireNumber, wireNumberOrNull } from '../wire/index.ts';
import type { Sums } from './settlement.ts';

/** Objects in the wire format of both generations. */

export function toAccountShape(balance: string, currency: string): WireObject {
  return {
    name: CHAIN_NAME,
    balance: wireNumber(balance),
    minimum_balance: wireNumber(MINIMUM_BALANCE),
    currency,
  };
}

export function toConsultShape(result: {
  readonly accountNumber: string;
  readonly billerId: number;
  readonly amount: string | null;
  readonly currency: string;
  readonly sums: Sums | null;
  readonly nameOnAccount: string | null;
  readonly dueDate: string | null;
}): WireObject {
  const { sums } = result;
  return {
    account_number: result.accountNumber,
    biller_id: result.billerId,
    bill_amount: wireNumberOrNull(result.amount),
    bill_amount_currency: result.currency,
    fx_rate: wireNumberOrNull(sums?.fxRate ?? null),
    bill_amount_usd: wireNumberOrNull(sums?.amountUsd ?? null),
    bill_amount_chain_currency: wireNumberOrNull(sums?.amountChain ?? null),
    payment_transaction_fee: wireNumberOrNull(sums?.fee ?? null),
    payment_total_usd: wireNumberOrNull(sums?.totalUsd ?? null),
    payment_total_chain_currency: wireNumberOrNull(sums?.totalChain ?? null),
    invoice_number: null,
    invoice_date: null,
    name_on_account: result.nameOnAccount,
    due_date: result.dueDate,
  };
}

export function toPaymentShape(
  transaction: TransactionRecord,
  generation: 1 | 3,
  now: number,
): WireObject {
  return generation === 1
    ? toFirstGenerationPayment(transaction)
    : toThirdGenerationPayment(transaction, now);
}

/**
 * A row of the transactions list: a v1.6 row includes the status, which the answer to a v1.6
 * payment does not.
 */
export function toTransactionRow(
  transaction: TransactionRecord,
  generation: 1 | 3,
  now: number,
): WireObject {
  const shape = toPaymentShape(transaction, generation, now);
  return generation === 1 ? { ...shape, status: computeStatus(transaction, now) } : shape;
}

function toFirstGenerationPayment(transaction: TransactionRecord): WireObject {
  return {
    id: transaction.id,
    external_id: transaction.externalId,
    biller_id: transaction.billerId,
    account_number: transaction.accountNumber,
    bill_amount: wireNumber(transaction.amount),
    bill_amount_currency: transaction.currency,
    fx_rate: wireNumber(transaction.fxRate),
    bill_amount_usd: wireNumber(transaction.amountUsd),
    bill_amount_chain_currency: wireNumber(transaction.amountChain),
    payment_transaction_fee: wireNumber(transaction.fee),
    payment_total_usd: wireNumber(transaction.totalUsd),
    payment_total_chain_currency: wireNumber(transaction.totalChain),
    chain_earned: wireNumber(transaction.earned),
    chain_paid: wireNumber(transaction.paid),
    starting_balance: wireNumber(transaction.startingBalance),
    ending_balance: wireNumber(transaction.endingBalance),
    hours_to_fulfill: transaction.hoursToFulfill,
    created_at: toWireTime(transaction.createdAt),
    ticket_text: transaction.ticketText,
  };
}

function toThirdGenerationPayment(transaction: TransactionRecord, now: number): WireObject {
  return {
    type: 'transaction',
    id: transaction.id,
    external_id: transaction.externalId,
    biller_id: transaction.billerId,
    account_number: transaction.accountNumber,
    amount: wireNumber(transaction.amount),
    amount_currency: transaction.currency,
    fx_rate: wireNumber(transaction.fxRate),
    amount_usd: wireNumber(transaction.amountUsd),
    transaction_fee: wireNumber(transaction.fee),
    total_usd: wireNumber(transaction.totalUsd),
    hours_to_fulfill: transaction.hoursToFulfill,
    created_at: toWireTime(transaction.createdAt),
    status: computeStatus(transaction, now),
    ticket_text: transaction.ticketText,
  };
}
