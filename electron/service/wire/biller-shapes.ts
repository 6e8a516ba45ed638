/** Parses billers, as the four lists contain them, to the contract's `Biller`. */
import type { Biller, BillerKind, OfferedAmounts } from '../../../shared/contract/index.ts';
import { compare, createMoney, isNegative } from '../../../shared/money/index.ts';
import { getNumberSource, isJsonObject } from './exact-json.ts';
import {
  parseBoolean,
  parseCurrency,
  parseDecimal,
  parseInteger,
  parseTruncatedText,
} from './scalars.ts';

/**
 * Null if the row has no id or no name: such a biller cannot be displayed or paid. Fields are
 * parsed one by one, without a schema, because a list has thousands of rows.
 */
export function parseBiller(row: unknown, kind: BillerKind): Biller | null {
  if (!isJsonObject(row)) return null;
  const id = parseInteger(row.id) ?? parseInteger(row.biller_id);
  const name = parseTruncatedText(row.name);
  if (id === null || name === null || name.trim() === '') return null;
  const hours = parseDecimal(row.hours_to_fulfill);
  return {
    id,
    kind,
    name,
    country: parseTruncatedText(row.country) ?? '',
    currency: parseCurrency(row.currency) ?? '',
    type: parseTruncatedText(row.biller_type) ?? '',
    billType: parseTruncatedText(row.bill_type) ?? 'account_number',
    canCheckBalance: parseBoolean(row.can_check_balance) ?? false,
    supportsPartialPayment:
      parseBoolean(row.supports_partial_payments) ??
      parseBoolean(row.supports_partial_payment) ??
      false,
    requiresNameOnAccount: parseBoolean(row.requires_name_on_account) ?? false,
    hasExtraData: parseBoolean(row.has_xdata) ?? false,
    accountNumberDigits: parseDigits(row.account_number_digits) ?? '',
    mask: parseTruncatedText(row.mask) ?? '',
    hoursToFulfill: hours === null ? null : Number(hours),
    amounts: parseAmounts(row.available_topup_amounts) ??
      parseAmounts(row.available_gift_card_amounts) ?? { kind: 'any' },
  };
}

function parseDigits(value: unknown): string | null {
  return getNumberSource(value) ?? parseTruncatedText(value);
}

const RANGE_PATTERN = /^\s*(\d+(?:\.\d+)?)\s*\.\.\s*(\d+(?:\.\d+)?)\s*$/;

/** Parses a list of amounts or a range `1..75`; null for anything else, which means any amount. */
function parseAmounts(value: unknown): OfferedAmounts | null {
  if (Array.isArray(value)) {
    const amounts = value.flatMap((item: unknown) => {
      const amount = parseDecimal(item);
      return amount === null || isNegative(createMoney(amount, ''))
        ? []
        : [createMoney(amount, '').amount];
    });
    return amounts.length === 0 ? null : { kind: 'list', amounts };
  }
  const [, minText, maxText] = RANGE_PATTERN.exec(parseTruncatedText(value) ?? '') ?? [];
  const [least, most] = [parseDecimal(minText), parseDecimal(maxText)];
  if (least === null || most === null) return null;
  const [low, high] = [createMoney(least, ''), createMoney(most, '')];
  return compare(low, high) > 0 ? null : { kind: 'range', least: low.amount, most: high.amount };
}
