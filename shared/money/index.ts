/**
 * Money on every boundary: decimal strings with their currency code, never a float. Arithmetic is
 * dinero.js over bigint; currency codes that no table knows (`RD`) are carried unchanged.
 * Everything here is pure and throws only on a programmer's mistake (a malformed decimal, two
 * currencies added). Text that a person typed goes through `parseAmount`, which returns a fault.
 */
export { denominationsOf, largestNote, notesOf, pieceKind } from './cash-pieces.ts';
export {
  formatAmount,
  formatMoney,
  formatPiece,
  isoCurrency,
  isSameCurrency,
  type MoneyParts,
  moneyParts,
} from './format.ts';
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
  subtract,
  sumsByCurrency,
  times,
  zero,
} from './money.ts';
export { type AmountFault, type ParsedAmount, parseAmount } from './parse.ts';
