import {
  type CashCount,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../shared/contract/index.ts';
import {
  add,
  compare,
  denominationsOf,
  fitsPlaces,
  isNegative,
  isZero,
  type Money,
  money,
  times,
} from '../../shared/money/index.ts';

/** More than any drawer holds, in any currency: a larger sum is a typing mistake. */
const MOST = '1000000000';

/** The sum of a count in one currency. */
export interface Counted {
  readonly currency: string;
  readonly pieces: readonly { readonly value: string; readonly count: number }[];
  readonly other: string;
  readonly sum: Money;
}

type CashReason = Extract<Problem, { kind: 'cash' }>['reason'];

const refuse = (reason: CashReason): Result<never> => fail({ kind: 'cash', reason });

/** A sum that may stand in a drawer: not negative, two decimals, no more than any drawer holds. */
function checkSum(sum: Money): Result<Money> {
  if (isNegative(sum)) return refuse('negative');
  if (!fitsPlaces(sum)) return refuse('too-many-decimals');
  if (compare(sum, money(MOST, sum.currency)) > 0) return refuse('too-much');
  return ok(money(sum.amount, sum.currency));
}

/** As `checkSum`, of money that moves: never zero. */
export function checkMoved(sum: Money): Result<Money> {
  return isZero(sum) ? refuse('not-positive') : checkSum(sum);
}

/** Adds up what was counted; exactly these currencies must be there. */
export function addUp(
  counts: readonly CashCount[],
  currencies: readonly string[],
): Result<Counted[]> {
  const given = new Set(counts.map(({ currency }) => currency));
  const isWhole = given.size === currencies.length && currencies.every((one) => given.has(one));
  if (!isWhole) return refuse('currency');
  const added: Counted[] = [];
  for (const count of counts) {
    const one = addUpOne(count);
    if (!one.ok) return one;
    added.push(one.value);
  }
  return ok(added);
}

function addUpOne({ currency, pieces, other }: CashCount): Result<Counted> {
  const known = denominationsOf(currency);
  const values = new Set(pieces.map(({ value }) => value));
  if (values.size < pieces.length || pieces.some(({ value }) => !known.includes(value))) {
    return refuse('piece');
  }
  const beside = checkSum({ amount: other, currency });
  if (!beside.ok) return beside;
  const sum = checkSum(
    pieces.reduce(
      (total, { value, count }) => add(total, times(money(value, currency), count)),
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
