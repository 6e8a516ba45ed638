/**
 * Parses the service's answers tolerantly: unknown fields are ignored, null is accepted where it
 * occurred in recorded traffic, and the field names of both generations are accepted. Returns null
 * if the object is unusable; a missing field becomes null in the result.
 */
import { z } from 'zod';
import { createMoney } from '../../../shared/money/index.ts';
import { isPerformedStatus } from '../../../shared/rules/index.ts';
import type {
  ConsultResult,
  ServiceAccount,
  ServiceBill,
  ServiceTransaction,
  TopUpCheckResult,
} from '../types.ts';
import { parseErrorInSuccessfulAnswer } from './answer-problems.ts';
import { isJsonObject, toPlainJson } from './exact-json.ts';
import {
  optionalField,
  parseBoolean,
  parseCurrency,
  parseDecimal,
  parseExternalId,
  parseId,
  parseInteger,
  parseIsoTime,
  parseTransactionStatus,
  parseTruncatedText,
  parseUntruncatedText,
  requiredField,
  toMoneyOrNull,
} from './scalars.ts';

export { parseBiller } from './biller-shapes.ts';

const accountSchema = z.object({
  name: optionalField(parseTruncatedText),
  balance: requiredField(parseDecimal),
  minimum_balance: optionalField(parseDecimal),
  currency: optionalField(parseCurrency),
});

/** `currency` is used if the answer contains none. */
export function parseAccount(value: unknown, currency: string): ServiceAccount | null {
  const parsed = accountSchema.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  const accountCurrency = wire.currency ?? currency;
  return {
    name: wire.name ?? '',
    balance: createMoney(wire.balance, accountCurrency),
    minimumBalance: toMoneyOrNull(wire.minimum_balance, accountCurrency),
  };
}

/**
 * Units per USD by currency code; entries that are not a rate above zero are skipped. Null if none
 * remains.
 */
export function parseExchangeRates(value: unknown): Record<string, string> | null {
  if (!isJsonObject(value)) return null;
  if (isJsonObject(value.rates)) return parseExchangeRates(value.rates);
  const rates = Object.entries(value).flatMap(([code, rate]) => {
    const decimal = parseDecimal(rate);
    const isRate = decimal !== null && !decimal.startsWith('-') && /[1-9]/.test(decimal);
    return /^[A-Z]{1,8}$/.test(code) && isRate ? [[code, decimal] as const] : [];
  });
  return rates.length === 0 ? null : Object.fromEntries(rates);
}

const consultSchema = z.object({
  bill_amount: optionalField(parseDecimal),
  bill_amount_currency: optionalField(parseCurrency),
  bill_amount_chain_currency: optionalField(parseDecimal),
  payment_transaction_fee: optionalField(parseDecimal),
  invoice_number: optionalField(parseId),
  name_on_account: optionalField(parseTruncatedText),
  due_date: optionalField(parseTruncatedText),
});

export function parseConsult(value: unknown, currency: string): ConsultResult | null {
  if (!isJsonObject(value)) return null;
  const wire = consultSchema.parse(value);
  // A biller without a balance sends null; anything else, or nothing, makes the answer unusable.
  if (wire.bill_amount === null && value.bill_amount !== null) return null;
  return {
    amount: toMoneyOrNull(wire.bill_amount, wire.bill_amount_currency ?? currency),
    nameOnAccount: wire.name_on_account,
    dueDate: wire.due_date,
    invoiceNumber: wire.invoice_number,
    fee: wire.payment_transaction_fee,
    amountInChainCurrency: wire.bill_amount_chain_currency,
    billId: null,
    billExistedBefore: false,
  };
}

const topUpCheckSchema = z.object({
  topup_amount_received: requiredField(parseDecimal),
  bonus_amount_received: optionalField(parseDecimal),
  total_amount_received: optionalField(parseDecimal),
  biller_currency_iso: optionalField(parseCurrency),
  biller_promotions: optionalField(parsePromotions),
});

export function parseTopUpCheck(value: unknown, currency: string): TopUpCheckResult | null {
  const parsed = topUpCheckSchema.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  return {
    receivedAmount: wire.topup_amount_received,
    bonusAmount: wire.bonus_amount_received ?? '0',
    totalAmount: wire.total_amount_received,
    currency: wire.biller_currency_iso ?? currency,
    promotions: wire.biller_promotions ?? [],
  };
}

/** More than a cashier can read out to a customer. */
const MAX_PROMOTIONS = 50;

/** Recorded promotions are always empty. They may be texts, or objects that contain one. */
function parsePromotions(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value.slice(0, MAX_PROMOTIONS).flatMap((item: unknown) => {
    const candidates = isJsonObject(item) ? [item.description, item.text, item.name] : [item];
    const text = candidates.map(parseTruncatedText).find((part) => part !== null);
    return text === undefined ? [] : [text];
  });
}

const billSchema = z.object({
  id: requiredField(parseId),
  biller_id: optionalField(parseInteger),
  account_number: optionalField(parseId),
  name_on_account: optionalField(parseTruncatedText),
  due_date: optionalField(parseTruncatedText),
  balance: optionalField(parseDecimal),
  balance_currency: optionalField(parseCurrency),
  balance_updated_at: optionalField(parseIsoTime),
  status: optionalField(parseTruncatedText),
  error_code: optionalField(parseId),
  error_message: optionalField(parseTruncatedText),
  has_xdata: optionalField(parseBoolean),
});
const BILL_FIELDS = new Set([...Object.keys(billSchema.shape), 'type']);

/** `knownFields` supplies fields that an answer to our own request may omit. */
export function parseBill(
  value: unknown,
  knownFields: {
    readonly billerId: number | null;
    readonly accountNumber: string | null;
    readonly currency: string;
  },
): ServiceBill | null {
  const parsed = billSchema.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  const billerId = wire.biller_id ?? knownFields.billerId;
  const accountNumber = wire.account_number ?? knownFields.accountNumber;
  if (billerId === null || accountNumber === null) return null;
  return {
    id: wire.id,
    billerId,
    accountNumber,
    nameOnAccount: wire.name_on_account,
    dueDate: wire.due_date,
    balance: toMoneyOrNull(wire.balance, wire.balance_currency ?? knownFields.currency),
    balanceUpdatedAt: wire.balance_updated_at,
    status: wire.status ?? '',
    errorCode: wire.error_code,
    errorMessage: wire.error_message,
    hasExtraData: wire.has_xdata ?? false,
  };
}

/** All fields of an answer except the bill's own, as plain JSON for display. */
export function parseExtraData(value: unknown): unknown {
  if (!isJsonObject(value)) return null;
  const extraFields = Object.entries(value).filter(([name]) => !BILL_FIELDS.has(name));
  const [firstField, ...otherFields] = extraFields;
  if (firstField?.[0] === 'xdata' && otherFields.length === 0) return toPlainJson(firstField[1]);
  return toPlainJson(Object.fromEntries(extraFields));
}

const transactionSchema = z.object({
  id: requiredField(parseId),
  external_id: optionalField(parseExternalId),
  biller_id: optionalField(parseInteger),
  account_number: optionalField(parseId),
  amount: optionalField(parseDecimal),
  bill_amount: optionalField(parseDecimal),
  currency: optionalField(parseCurrency),
  amount_currency: optionalField(parseCurrency),
  bill_amount_currency: optionalField(parseCurrency),
  created_at: optionalField(parseIsoTime),
  status: optionalField(parseTransactionStatus),
  ticket_text: optionalField(parseUntruncatedText),
  transaction_fee: optionalField(parseDecimal),
  payment_transaction_fee: optionalField(parseDecimal),
  chain_earned: optionalField(parseDecimal),
  hours_to_fulfill: optionalField(parseDecimal),
});

/**
 * A status that would confirm the transaction becomes an unknown one if the transaction carries an
 * error.
 */
export function parseTransaction(value: unknown): ServiceTransaction | null {
  const parsed = transactionSchema.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  const error = parseErrorInSuccessfulAnswer(value);
  return {
    id: wire.id,
    externalId: wire.external_id,
    billerId: wire.biller_id,
    accountNumber: wire.account_number,
    amount: wire.amount ?? wire.bill_amount,
    currency: wire.amount_currency ?? wire.bill_amount_currency ?? wire.currency,
    createdAt: wire.created_at,
    status:
      error !== null && isPerformedStatus(wire.status)
        ? withError(wire.status, error)
        : wire.status,
    ticketText: wire.ticket_text,
    fee: wire.transaction_fee ?? wire.payment_transaction_fee,
    earned: wire.chain_earned,
    hoursToFulfill: wire.hours_to_fulfill === null ? null : Number(wire.hours_to_fulfill),
  };
}

function withError(status: string | null, error: string): string {
  return `${status ?? ''} (error ${error})`.trim();
}
