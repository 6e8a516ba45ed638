/**
 * Money on every boundary: decimal strings with their currency code, never a float. Arithmetic is
 * dinero.js over bigint; currency codes that no table knows (`RD`) are carried unchanged.
 * Everything here is pure and throws only on a programmer's mistake (a malformed decimal, two
 * currencies added). Text that a person typed goes through `parseAmount`, which returns a fault.
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
  convert,
  createMoney,
  createZero,
  hasValidDecimalPlaces,
  isDecimal,
  isNegative,
  isZero,
  type Money,
  multiplyBy,
  subtract,
  sumByCurrency,
} from './money.ts';
export { type InvalidAmountReason, type ParsedAmount, parseAmount } from './parse-amount.ts';
