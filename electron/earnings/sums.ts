import type { EarningsSum } from '../../shared/contract/index.ts';
import { money } from '../../shared/money/index.ts';
import type { SalesSum } from './sales.ts';

/** A sum in the making. Amounts are whole millionths, so that nothing is rounded. */
export interface Tally {
  count: number;
  amount: bigint;
  fee: bigint;
  earned: bigint;
  told: number;
  untold: number;
  takenBack: number;
  cashOuts: number;
  handedOut: bigint;
}

export function emptyTally(): Tally {
  return {
    count: 0,
    amount: 0n,
    fee: 0n,
    earned: 0n,
    told: 0,
    untold: 0,
    takenBack: 0,
    cashOuts: 0,
    handedOut: 0n,
  };
}

/** Cash that a customer was handed is no sale: it stands by itself. */
export function addTo(tally: Tally, sum: SalesSum): void {
  const isSold = sum.what === 'sold';
  if (sum.kind === 'cash-out') {
    if (isSold) tally.cashOuts += sum.count;
    tally.handedOut += sum.amount;
  } else {
    if (isSold) tally.count += sum.count;
    tally.amount += sum.amount;
    tally.fee += sum.fee;
  }
  tally.earned += sum.earned;
  if (isSold) {
    tally.told += sum.told;
    tally.untold += sum.count - sum.told;
  } else {
    tally.told += sum.told;
    tally.takenBack += sum.count;
  }
}

export function sumOf(tally: Tally, currency: string): EarningsSum {
  const amountOf = (millionths: bigint): string => money(decimalOf(millionths), currency).amount;
  return {
    count: tally.count,
    amount: amountOf(tally.amount),
    fee: amountOf(tally.fee),
    earned: tally.told === 0 && tally.untold > 0 ? null : amountOf(tally.earned),
    untold: tally.untold,
    takenBack: tally.takenBack,
    cashOuts: { count: tally.cashOuts, amount: amountOf(tally.handedOut) },
  };
}

const PLACES = 6;

/** `1234500` millionths are `1.2345`. */
export function decimalOf(millionths: bigint): string {
  const sign = millionths < 0n ? '-' : '';
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}
