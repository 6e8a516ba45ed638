/**
 * Money on every boundary: decimal strings with their currency code, never a float. Arithmetic is
 * dinero.js over bigint; currency codes that no table knows (`RD`) are carried as they are.
 * Everything here is pure and throws only on what a programmer did wrong (a malformed decimal,
 * two currencies added); what a person typed goes through `parseAmount`, which answers a fault.
 */
export { formatAmount, formatMoney, isoCurrency, isSameCurrency } from './format.ts';
export {
  add,
  compare,
  convert,
  fitsPlaces,
  isDecimal,
  isNegative,
  isZero,
  type Money,
  money,
  PLACES,
  subtract,
  sumsByCurrency,
  times,
  zero,
} from './money.ts';
export { type AmountFault, type ParsedAmount, parseAmount } from './parse.ts';
