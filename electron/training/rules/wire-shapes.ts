import { CHAIN_NAME, MINIMUM_BALANCE } from '../context.ts';
import { toWireTime } from '../days.ts';
import { computeStatus, type TransactionRecord } from '../state/index.ts';
import { type WireObject, wireNumber, wireNumberOrNull } from '../wire/index.ts';
import type { Sums } from './settlement.ts';

/** The objects of the wire, as both generations write them. */

export function toAccountShape(balance: string, currency: string): WireObject {
  return {
    name: CHAIN_NAME,
    balance: wireNumber(balance),
    minimum_balance: wireNumber(MINIMUM_BALANCE),
    currency,
  };
}

export function toConsultShape(consulted: {
  readonly accountNumber: string;
  readonly billerId: number;
  readonly amount: string | null;
  readonly currency: string;
  readonly sums: Sums | null;
  readonly nameOnAccount: string | null;
  readonly dueDate: string | null;
}): WireObject {
  const { sums } = consulted;
  return {
    account_number: consulted.accountNumber,
    biller_id: consulted.billerId,
    bill_amount: wireNumberOrNull(consulted.amount),
    bill_amount_currency: consulted.currency,
    fx_rate: wireNumberOrNull(sums?.fxRate ?? null),
    bill_amount_usd: wireNumberOrNull(sums?.amountUsd ?? null),
    bill_amount_chain_currency: wireNumberOrNull(sums?.amountChain ?? null),
    payment_transaction_fee: wireNumberOrNull(sums?.fee ?? null),
    payment_total_usd: wireNumberOrNull(sums?.totalUsd ?? null),
    payment_total_chain_currency: wireNumberOrNull(sums?.totalChain ?? null),
    invoice_number: null,
    invoice_date: null,
    name_on_account: consulted.nameOnAccount,
    due_date: consulted.dueDate,
  };
}

export function toPaymentShape(one: TransactionRecord, generation: 1 | 3, now: number): WireObject {
  return generation === 1 ? toFirstGenerationPayment(one) : toThirdGenerationPayment(one, now);
}

/** A row of the transactions list: a v1.6 row includes its status, which its payment does not. */
export function toTransactionRow(
  one: TransactionRecord,
  generation: 1 | 3,
  now: number,
): WireObject {
  const shape = toPaymentShape(one, generation, now);
  return generation === 1 ? { ...shape, status: computeStatus(one, now) } : shape;
}

function toFirstGenerationPayment(one: TransactionRecord): WireObject {
  return {
    id: one.id,
    external_id: one.externalId,
    biller_id: one.billerId,
    account_number: one.accountNumber,
    bill_amount: wireNumber(one.amount),
    bill_amount_currency: one.currency,
    fx_rate: wireNumber(one.fxRate),
    bill_amount_usd: wireNumber(one.amountUsd),
    bill_amount_chain_currency: wireNumber(one.amountChain),
    payment_transaction_fee: wireNumber(one.fee),
    payment_total_usd: wireNumber(one.totalUsd),
    payment_total_chain_currency: wireNumber(one.totalChain),
    chain_earned: wireNumber(one.earned),
    chain_paid: wireNumber(one.paid),
    starting_balance: wireNumber(one.startingBalance),
    ending_balance: wireNumber(one.endingBalance),
    hours_to_fulfill: one.hoursToFulfill,
    created_at: toWireTime(one.createdAt),
    ticket_text: one.ticketText,
  };
}

function toThirdGenerationPayment(one: TransactionRecord, now: number): WireObject {
  return {
    type: 'transaction',
    id: one.id,
    external_id: one.externalId,
    biller_id: one.billerId,
    account_number: one.accountNumber,
    amount: wireNumber(one.amount),
    amount_currency: one.currency,
    fx_rate: wireNumber(one.fxRate),
    amount_usd: wireNumber(one.amountUsd),
    transaction_fee: wireNumber(one.fee),
    total_usd: wireNumber(one.totalUsd),
    hours_to_fulfill: one.hoursToFulfill,
    created_at: toWireTime(one.createdAt),
    status: computeStatus(one, now),
    ticket_text: one.ticketText,
  };
}
