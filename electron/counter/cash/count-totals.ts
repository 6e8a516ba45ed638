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

/** More than any drawer holds, in any currency: a larger sum is a typing mistake. */
const MAX_AMOUNT = '1000000000';

/** The sum of a count in one currency. */
export interface CountTotal {
  readonly currency: string;
  readonly pieces: readonly { readonly value: string; readonly count: number }[];
  readonly other: string;
  readonly sum: Money;
}

type CashReason = Extract<Problem, { kind: 'cash' }>['reason'];

const rejectCash = (reason: CashReason): Result<never> => fail({ kind: 'cash', reason });

/** A sum that may stand in a drawer: not negative, two decimals, no more than any drawer holds. */
function checkSum(sum: Money): Result<Money> {
  if (isNegative(sum)) return rejectCash('negative');
  if (!hasValidDecimalPlaces(sum)) return rejectCash('too-many-decimals');
  if (compare(sum, createMoney(MAX_AMOUNT, sum.currency)) > 0) return rejectCash('too-much');
  return ok(createMoney(sum.amount, sum.currency));
}

/** As `checkSum`, of money that moves: never zero. */
export function checkMovedSum(sum: Money): Result<Money> {
  return isZero(sum) ? rejectCash('not-positive') : checkSum(sum);
}

/** Adds up what was counted; exactly these currencies must be there. */
export function sumCounts(
  counts: readonly CashCount[],
  currencies: readonly string[],
): Result<CountTotal[]> {
  const given = new Set(counts.map(({ currency }) => currency));
  const isWhole = given.size === currencies.length && currencies.every((one) => given.has(one));
  if (!isWhole) return rejectCash('currency');
  const added: CountTotal[] = [];
  for (const count of counts) {
    const one = sumCount(count);
    if (!one.ok) return one;
    added.push(one.value);
  }
  return ok(added);
}

function sumCount({ currency, pieces, other }: CashCount): Result<CountTotal> {
  const known = getDenominations(currency);
  const values = new Set(pieces.map(({ value }) => value));
  if (values.size < pieces.length || pieces.some(({ value }) => !known.includes(value))) {
    return rejectCash('piece');
  }
  const beside = checkSum({ amount: other, currency });
  if (!beside.ok) return beside;
  const sum = checkSum(
    pieces.reduce(
      (total, { value, count }) => add(total, multiplyBy(createMoney(value, currency), count)),
      beside.value,
    ),
  );
  if (!sum.ok) return sum;
  // As the table has them, the largest first.
  const found = known.flatMap((value) => {
    const count = pieces.find((piece) => piece.value === value)?.count ?? 0;
    return count > 0 ? [{ value, count }] : [];
  });
  return ok({ currency, pieces: found, other: beside.value.amount, sum: sum.value });
}
