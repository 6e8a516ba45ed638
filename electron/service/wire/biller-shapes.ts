/** Billers as the four lists send them, read into the contract's `Biller`. */
import type { Biller, BillerKind, OfferedAmounts } from '../../../shared/contract/index.ts';
import { compare, isDecimal, isNegative, money } from '../../../shared/money/index.ts';
import { isJsonObject, numberSource } from './exact-json.ts';
import { readCurrency, readDecimal, readFlag, readInteger, readText } from './scalars.ts';

/**
 * Null if the row has no id or no name: such a biller cannot be shown or paid. Fields are read one
 * by one, without a schema, because a list has thousands of rows.
 */
export function readBiller(row: unknown, kind: BillerKind): Biller | null {
  if (!isJsonObject(row)) return null;
  const id = readInteger(row.id) ?? readInteger(row.biller_id);
  const name = readText(row.name);
  if (id === null || name === null || name.trim() === '') return null;
  const hours = readDecimal(row.hours_to_fulfill);
  return {
    id,
    kind,
    name,
    country: readText(row.country) ?? '',
    currency: readCurrency(row.currency) ?? '',
    type: readText(row.biller_type) ?? '',
    billType: readText(row.bill_type) ?? 'account_number',
    canCheckBalance: readFlag(row.can_check_balance) ?? false,
    supportsPartialPayment:
      readFlag(row.supports_partial_payments) ?? readFlag(row.supports_partial_payment) ?? false,
    requiresNameOnAccount: readFlag(row.requires_name_on_account) ?? false,
    hasExtraData: readFlag(row.has_xdata) ?? false,
    accountNumberDigits: readDigits(row.account_number_digits) ?? '',
    mask: readText(row.mask) ?? '',
    hoursToFulfill: hours === null ? null : Number(hours),
    amounts: readAmounts(row.available_topup_amounts) ??
      readAmounts(row.available_gift_card_amounts) ?? { kind: 'any' },
  };
}

function readDigits(value: unknown): string | null {
  return numberSource(value) ?? readText(value);
}

const RANGE = /^\s*(\d+(?:\.\d+)?)\s*\.\.\s*(\d+(?:\.\d+)?)\s*$/;

/** A list of amounts, a range `1..75`, or nothing: any amount. */
function readAmounts(value: unknown): OfferedAmounts | null {
  if (Array.isArray(value)) {
    const amounts = value.flatMap((item: unknown) => {
      const amount = readDecimal(item);
      return amount === null || isNegative(money(amount, '')) ? [] : [money(amount, '').amount];
    });
    return amounts.length === 0 ? null : { kind: 'list', amounts };
  }
  const text = readText(value);
  if (text === null) return null;
  const [, least, most] = RANGE.exec(text) ?? [];
  if (least === undefined || most === undefined || !isDecimal(least) || !isDecimal(most)) {
    return null;
  }
  const [low, high] = [money(least, ''), money(most, '')];
  return compare(low, high) > 0 ? null : { kind: 'range', least: low.amount, most: high.amount };
}
