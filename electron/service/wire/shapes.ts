/**
 * The service's answers, read tolerantly: unknown fields are ignored, null is accepted where it was
 * seen, the names of both generations are understood. Returns null if the object cannot be used at
 * all; a field that is only missing is null in the result.
 */
import { z } from 'zod';
import type { Money } from '../../../shared/money/index.ts';
import type { Account, CheckedTopUp, ConsultResult, ServiceBill, Transaction } from '../types.ts';
import { isJsonObject, plainJson } from './exact-json.ts';
import {
  moneyOrNull,
  optional,
  readCurrency,
  readDecimal,
  readFlag,
  readId,
  readInstant,
  readInteger,
  readText,
  readWholeText,
  required,
} from './scalars.ts';

export { readBiller } from './biller-shapes.ts';

const accountWire = z.object({
  name: optional(readText),
  balance: required(readDecimal),
  minimum_balance: optional(readDecimal),
  currency: optional(readCurrency),
});

/** `currency` is assumed if the service names none. */
export function readAccount(value: unknown, currency: string): Account | null {
  const parsed = accountWire.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  const own = wire.currency ?? currency;
  const balance = moneyOrNull(wire.balance, own);
  if (balance === null) return null;
  return {
    name: wire.name ?? '',
    balance,
    minimumBalance: moneyOrNull(wire.minimum_balance, own),
  };
}

/** Units per USD; entries that are not a rate above zero are left out. Null if none is left. */
export function readRates(value: unknown): Record<string, string> | null {
  if (!isJsonObject(value)) return null;
  if (isJsonObject(value.rates)) return readRates(value.rates);
  const rates = Object.entries(value).flatMap(([code, rate]) => {
    const decimal = readDecimal(rate);
    const isRate = decimal !== null && !decimal.startsWith('-') && /[1-9]/.test(decimal);
    return /^[A-Z]{1,8}$/.test(code) && isRate ? [[code, decimal] as const] : [];
  });
  return rates.length === 0 ? null : Object.fromEntries(rates);
}

const consultWire = z.object({
  bill_amount: optional(readDecimal),
  bill_amount_currency: optional(readCurrency),
  bill_amount_chain_currency: optional(readDecimal),
  payment_transaction_fee: optional(readDecimal),
  invoice_number: optional(readId),
  name_on_account: optional(readText),
  due_date: optional(readText),
});

export function readConsult(value: unknown, currency: string): ConsultResult | null {
  if (!isJsonObject(value) || !('bill_amount' in value)) return null;
  const parsed = consultWire.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  // A biller without a balance gives null; any other type means an answer that cannot be read.
  if (wire.bill_amount === null && value.bill_amount !== null) return null;
  return {
    amount: moneyIn(wire.bill_amount, wire.bill_amount_currency ?? currency),
    nameOnAccount: wire.name_on_account,
    dueDate: wire.due_date,
    invoiceNumber: wire.invoice_number,
    fee: wire.payment_transaction_fee,
    amountInChainCurrency: wire.bill_amount_chain_currency,
    billId: null,
    billWasThere: false,
  };
}

const checkWire = z.object({
  topup_amount_received: required(readDecimal),
  bonus_amount_received: optional(readDecimal),
  total_amount_received: optional(readDecimal),
  biller_currency_iso: optional(readCurrency),
  biller_promotions: optional(readPromotions),
});

export function readTopUpCheck(value: unknown, currency: string): CheckedTopUp | null {
  const parsed = checkWire.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  return {
    received: wire.topup_amount_received,
    bonus: wire.bonus_amount_received ?? '0',
    total: wire.total_amount_received,
    currency: wire.biller_currency_iso ?? currency,
    promotions: wire.biller_promotions ?? [],
  };
}

/** More than anybody reads out to a customer. */
const MOST_PROMOTIONS = 50;

/** Promotions were only ever seen empty. They may be texts, or objects that contain one. */
function readPromotions(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value.slice(0, MOST_PROMOTIONS).flatMap((item: unknown) => {
    const said = isJsonObject(item) ? [item.description, item.text, item.name] : [item];
    const text = said.map(readText).find((part) => part !== null);
    return text === undefined ? [] : [text];
  });
}

const billWire = z.object({
  id: required(readId),
  biller_id: optional(readInteger),
  account_number: optional(readId),
  name_on_account: optional(readText),
  due_date: optional(readText),
  balance: optional(readDecimal),
  balance_currency: optional(readCurrency),
  balance_updated_at: optional(readInstant),
  status: optional(readText),
  error_code: optional(readId),
  error_message: optional(readText),
  has_xdata: optional(readFlag),
});
const BILL_FIELDS = new Set([...Object.keys(billWire.shape), 'type']);

/** `known` supplies what an answer to our own request may omit. */
export function readBill(
  value: unknown,
  known: {
    readonly billerId: number | null;
    readonly accountNumber: string | null;
    readonly currency: string;
  },
): ServiceBill | null {
  const parsed = billWire.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  const billerId = wire.biller_id ?? known.billerId;
  const accountNumber = wire.account_number ?? known.accountNumber;
  if (billerId === null || accountNumber === null) return null;
  return {
    id: wire.id,
    billerId,
    accountNumber,
    nameOnAccount: wire.name_on_account,
    dueDate: wire.due_date,
    balance: moneyIn(wire.balance, wire.balance_currency ?? known.currency),
    balanceUpdatedAt: wire.balance_updated_at,
    status: wire.status ?? '',
    errorCode: wire.error_code,
    errorMessage: wire.error_message,
    hasExtraData: wire.has_xdata ?? false,
  };
}

/** All of an answer except the bill's own fields, as plain JSON for display. */
export function readExtraData(value: unknown): unknown {
  if (!isJsonObject(value)) return null;
  const beside = Object.entries(value).filter(([name]) => !BILL_FIELDS.has(name));
  const [only] = beside;
  if (beside.length === 1 && only?.[0] === 'xdata') return plainJson(only[1]);
  return plainJson(Object.fromEntries(beside));
}

const transactionWire = z.object({
  id: required(readId),
  external_id: optional(readId),
  biller_id: optional(readInteger),
  account_number: optional(readId),
  amount: optional(readDecimal),
  bill_amount: optional(readDecimal),
  currency: optional(readCurrency),
  amount_currency: optional(readCurrency),
  bill_amount_currency: optional(readCurrency),
  created_at: optional(readInstant),
  status: optional(readText),
  ticket_text: optional(readWholeText),
  transaction_fee: optional(readDecimal),
  payment_transaction_fee: optional(readDecimal),
  chain_earned: optional(readDecimal),
  hours_to_fulfill: optional(readDecimal),
});

export function readTransaction(value: unknown): Transaction | null {
  const parsed = transactionWire.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  return {
    id: wire.id,
    externalId: wire.external_id,
    billerId: wire.biller_id,
    accountNumber: wire.account_number,
    amount: wire.amount ?? wire.bill_amount,
    currency: wire.amount_currency ?? wire.bill_amount_currency ?? wire.currency,
    createdAt: wire.created_at,
    status: wire.status,
    ticketText: wire.ticket_text,
    fee: wire.transaction_fee ?? wire.payment_transaction_fee,
    earned: wire.chain_earned,
    hoursToFulfill: wire.hours_to_fulfill === null ? null : Number(wire.hours_to_fulfill),
  };
}

function moneyIn(amount: string | null, currency: string): Money | null {
  return currency === '' ? null : moneyOrNull(amount, currency);
}
