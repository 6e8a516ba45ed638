import type { EarningsSum } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import type { SalesSum } from './sales-queries.ts';

/** A running sum. Amounts are whole millionths, so that nothing is rounded. */
export interface SalesTally {
  count: number;
  amount: bigint;
  fee: bigint;
  earned: bigint;
  earnedCount: number;
  missingEarnedCount: number;
  takenBackCount: number;
  cashOutCount: number;
  cashOutAmount: bigint;
}

export function createSalesTally(): SalesTally {
  return {
    count: 0,
    amount: 0n,
    fee: 0n,
    earned: 0n,
    earnedCount: 0,
    missingEarnedCount: 0,
    takenBackCount: 0,
    cashOutCount: 0,
    cashOutAmount: 0n,
  };
}

/** Adds a sum to the tally. Cash-outs are not sales and are summed separately. */
export function addToSalesTally(tally: SalesTally, salesSum: SalesSum): void {
  const isSold = salesSum.what === 'sold';
  if (salesSum.kind === 'cash-out') {
    if (isSold) tally.cashOutCount += salesSum.count;
    tally.cashOutAmount += salesSum.amount;
  } else {
    if (isSold) tally.count += salesSum.count;
    tally.amount += salesSum.amount;
    tally.fee += salesSum.fee;
  }
  tally.earned += salesSum.earned;
  if (isSold) {
    tally.earnedCount += salesSum.earnedCount;
    tally.missingEarnedCount += salesSum.count - salesSum.earnedCount;
  } else {
    tally.earnedCount += salesSum.earnedCount;
    tally.takenBackCount += salesSum.count;
  }
}

export function toEarningsSum(tally: SalesTally, currency: string): EarningsSum {
  const toAmount = (millionths: bigint): string =>
    createMoney(formatMillionths(millionths), currency).amount;
  return {
    count: tally.count,
    amount: toAmount(tally.amount),
    fee: toAmount(tally.fee),
    earned: tally.earnedCount === 0 && tally.missingEarnedCount > 0 ? null : toAmount(tally.earned),
    notReported: tally.missingEarnedCount,
    takenBack: tally.takenBackCount,
    cashOuts: { count: tally.cashOutCount, amount: toAmount(tally.cashOutAmount) },
  };
}

const DECIMAL_PLACES = 6;

/** Formats millionths as decimal text: `1234500` as `1.2345`. */
export function formatMillionths(millionths: bigint): string {
  const sign = millionths < 0n ? '-' : '';
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(
    DECIMAL_PLACES + 1,
    '0',
  );
  const fraction = digits.slice(-DECIMAL_PLACES).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -DECIMAL_PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}
