import {
  type CashCount,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import {
  add,
  compare,
  createMoney,
  getDenominations,
  hasValidDecimalPlaces,
  isNegative,
  isZero,
  type Money,
  multiplyBy,
} from '../../../shared/money/index.ts';

/** More than any drawer holds in any currency, so a larger sum is a typing mistake. */
const MAX_AMOUNT = '1000000000';

/** The sum of a count in one currency. */
export interface CashCountTotal {
  readonly currency: string;
  readonly pieces: readonly { readonly value: string; readonly count: number }[];
  readonly other: string;
  readonly sum: Money;
}

type CashReason = Extract<Problem, { kind: 'cash' }>['reason'];

const rejectCash = (reason: CashReason): Result<never> => fail({ kind: 'cash', reason });

/** Checks that a sum is not negative, has valid decimals, and is at most `MAX_AMOUNT`. */
function checkSum(sum: Money): Result<Money> {
  if (isNegative(sum)) return rejectCash('negative');
  if (!hasValidDecimalPlaces(sum)) return rejectCash('too-many-decimals');
  if (compare(sum, createMoney(MAX_AMOUNT, sum.currency)) > 0) return rejectCash('too-much');
  return ok(createMoney(sum.amount, sum.currency));
}

/** Like `checkSum`, for a movement, which is never zero. */
export function validateCashMovementAmount(sum: Money): Result<Money> {
  return isZero(sum) ? rejectCash('not-positive') : checkSum(sum);
}

/** Sums the counts; they must contain exactly these currencies. */
export function sumCashCounts(
  counts: readonly CashCount[],
  currencies: readonly string[],
): Result<CashCountTotal[]> {
  const countedCurrencies = new Set(counts.map(({ currency }) => currency));
  const areCurrenciesComplete =
    countedCurrencies.size === currencies.length &&
    currencies.every((currency) => countedCurrencies.has(currency));
  if (!areCurrenciesComplete) return rejectCash('currency');
  const totals: CashCountTotal[] = [];
  for (const count of counts) {
    const total = sumCount(count);
    if (!total.ok) return total;
    totals.push(total.value);
  }
  return ok(totals);
}

function sumCount({ currency, pieces, other }: CashCount): Result<CashCountTotal> {
  const denominations = getDenominations(currency);
  const values = new Set(pieces.map(({ value }) => value));
  if (values.size < pieces.length || pieces.some(({ value }) => !denominations.includes(value))) {
    return rejectCash('piece');
  }
  const otherSum = checkSum({ amount: other, currency });
  if (!otherSum.ok) return otherSum;
  const sum = checkSum(
    pieces.reduce(
      (total, { value, count }) => add(total, multiplyBy(createMoney(value, currency), count)),
      otherSum.value,
    ),
  );
  if (!sum.ok) return sum;
  // In the order of the denominations, the largest first.
  const countedPieces = denominations.flatMap((value) => {
    const count = pieces.find((piece) => piece.value === value)?.count ?? 0;
    return count > 0 ? [{ value, count }] : [];
  });
  return ok({ currency, pieces: countedPieces, other: otherSum.value.amount, sum: sum.value });
}
