import { TRAINING_CHAIN_NAME, TRAINING_MINIMUM_BALANCE, type TrainingContext } from '../context.ts';
import { toWireTime } from '../days.ts';
import { computeTransactionStatus, type TrainingTransactionRecord } from '../state/index.ts';
import { toWireNumber, toWireNumberOrNull, type WireObject } from '../wire/index.ts';
import type { ConvertedAmounts } from './settlement.ts';

/** Objects in the wire format of both generations. */

export function toAccountShape(balance: string, currency: string): WireObject {
  return {
    name: TRAINING_CHAIN_NAME,
    balance: toWireNumber(balance),
    minimum_balance: toWireNumber(TRAINING_MINIMUM_BALANCE),
    currency,
  };
}

export function toConsultShape(result: {
  readonly accountNumber: string;
  readonly billerId: number;
  readonly amount: string | null;
  readonly currency: string;
  readonly sums: ConvertedAmounts | null;
  readonly nameOnAccount: string | null;
  readonly dueDate: string | null;
}): WireObject {
  const { sums } = result;
  return {
    account_number: result.accountNumber,
    biller_id: result.billerId,
    bill_amount: toWireNumberOrNull(result.amount),
    bill_amount_currency: result.currency,
    fx_rate: toWireNumberOrNull(sums?.fxRate ?? null),
    bill_amount_usd: toWireNumberOrNull(sums?.amountUsd ?? null),
    bill_amount_chain_currency: toWireNumberOrNull(sums?.amountChain ?? null),
    payment_transaction_fee: toWireNumberOrNull(sums?.fee ?? null),
    payment_total_usd: toWireNumberOrNull(sums?.totalUsd ?? null),
    payment_total_chain_currency: toWireNumberOrNull(sums?.totalChain ?? null),
    invoice_number: null,
    invoice_date: null,
    name_on_account: result.nameOnAccount,
    due_date: result.dueDate,
  };
}

/** The answer to a payment or a cash-out, and the body of a webhook. */
export function toPaymentShape(
  { wireForms: forms, now }: Pick<TrainingContext, 'wireForms' | 'now'>,
  transaction: TrainingTransactionRecord,
  generation: 1 | 3,
): WireObject {
  return forms.toPayment(toFullShape(transaction, generation, now), transaction, now);
}

/**
 * A row of the transactions list: a v1.6 row includes the status, which the answer to a v1.6
 * payment does not.
 */
export function toTransactionRow(
  { wireForms: forms, now }: Pick<TrainingContext, 'wireForms' | 'now'>,
  transaction: TrainingTransactionRecord,
  generation: 1 | 3,
): WireObject {
  const shape = toFullShape(transaction, generation, now);
  const row =
    generation === 1 ? { ...shape, status: computeTransactionStatus(transaction, now) } : shape;
  return forms.toTransactionRow(row, transaction, now);
}

function toFullShape(
  transaction: TrainingTransactionRecord,
  generation: 1 | 3,
  now: number,
): WireObject {
  return generation === 1
    ? toFirstGenerationPayment(transaction)
    : toThirdGenerationPayment(transaction, now);
}

function toFirstGenerationPayment(transaction: TrainingTransactionRecord): WireObject {
  return {
    id: transaction.id,
    external_id: transaction.externalId,
    biller_id: transaction.billerId,
    account_number: transaction.accountNumber,
    bill_amount: toWireNumber(transaction.amount),
    bill_amount_currency: transaction.currency,
    fx_rate: toWireNumber(transaction.fxRate),
    bill_amount_usd: toWireNumber(transaction.amountUsd),
    bill_amount_chain_currency: toWireNumber(transaction.amountChain),
    payment_transaction_fee: toWireNumber(transaction.fee),
    payment_total_usd: toWireNumber(transaction.totalUsd),
    payment_total_chain_currency: toWireNumber(transaction.totalChain),
    chain_earned: toWireNumber(transaction.earned),
    chain_paid: toWireNumber(transaction.paid),
    starting_balance: toWireNumber(transaction.startingBalance),
    ending_balance: toWireNumber(transaction.endingBalance),
    hours_to_fulfill: transaction.hoursToFulfill,
    created_at: toWireTime(transaction.createdAt),
    ticket_text: transaction.ticketText,
  };
}

function toThirdGenerationPayment(transaction: TrainingTransactionRecord, now: number): WireObject {
  return {
    type: 'transaction',
    id: transaction.id,
    external_id: transaction.externalId,
    biller_id: transaction.billerId,
    account_number: transaction.accountNumber,
    amount: toWireNumber(transaction.amount),
    amount_currency: transaction.currency,
    fx_rate: toWireNumber(transaction.fxRate),
    amount_usd: toWireNumber(transaction.amountUsd),
    transaction_fee: toWireNumber(transaction.fee),
    total_usd: toWireNumber(transaction.totalUsd),
    hours_to_fulfill: transaction.hoursToFulfill,
    created_at: toWireTime(transaction.createdAt),
    status: computeTransactionStatus(transaction, now),
    ticket_text: transaction.ticketText,
  };
}
