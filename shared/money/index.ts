/**
 * Money as decimal strings with their currency code, never a float. Arithmetic uses bigint;
 * currency codes outside ISO 4217 (`RD`) are kept unchanged. Everything here is pure, and
 * throws only on programming errors (a malformed decimal, adding two currencies). For typed text, use
 * `parseAmount`, which returns a fault instead.
 */
export {
  getDenominationKind,
  getDenominations,
  getLargestNote,
  getNotes,
} from './denominations.ts';
export {
  formatAmount,
  formatDenomination,
  formatMoney,
  isSameCurrency,
  type MoneyParts,
  toIsoCurrency,
  toMoneyParts,
} from './format.ts';
export {
  add,
  compare,
  convertCurrency,
  createMoney,
  createZero,
  hasValidDecimalPlaces,
  isDecimal,
  isNegative,
  isZero,
  type Money,
  multiplyBy,
  roundUpToPayableAmount,
  subtract,
  sumByCurrency,
} from './money.ts';
export { type InvalidAmountReason, type ParsedAmount, parseAmount } from './parse-amount.ts';
