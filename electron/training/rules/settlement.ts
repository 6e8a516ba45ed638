import { add, compare, convert, createMoney, subtract } from '../../../shared/money/index.ts';
import { computeRates, findRate } from '../catalog/index.ts';
import { type Context, MINIMUM_BALANCE } from '../context.ts';
import { ACCOUNT_DEFAULTS } from '../defaults.ts';
import { getText, type TrainingStore, type TransactionRecord } from '../state/index.ts';

/** The sums of a movement: in USD, in the shop's currency, and what the shop earns and pays. */
export type Settlement = Pick<
  TransactionRecord,
  | 'fxRate'
  | 'amountUsd'
  | 'amountChain'
  | 'fee'
  | 'totalUsd'
  | 'totalChain'
  | 'earned'
  | 'paid'
  | 'startingBalance'
  | 'endingBalance'
>;

export function readShopBalance(store: TrainingStore): string {
  const row = store.one('SELECT balance FROM shop WHERE only = 1');
  if (!row) throw new Error('the shop has no account');
  return getText(row, 'balance');
}

export function setShopBalance(store: TrainingStore, balance: string): void {
  store.run('UPDATE shop SET balance = ? WHERE only = 1', balance);
}

export interface Sums {
  readonly fxRate: string;
  readonly amountUsd: string;
  readonly amountChain: string;
  readonly fee: string;
  readonly totalUsd: string;
  readonly totalChain: string;
}

/** Converts at the rates of the day; the fee becomes one in the currency of the shop's account. */
export function computeSums(context: Context, amount: string, currency: string, fee: string): Sums {
  const own = context.currency;
  const rates = computeRates(context.now, context.seed);
  const ofBill = findRate(rates, currency) ?? '1.0000';
  const ofChain = findRate(rates, own) ?? '1.0000';
  const value = createMoney(amount, currency);
  const amountUsd = convert(value, { from: ofBill, to: '1' }, 'USD', 'half');
  const amountChain = convert(value, { from: ofBill, to: ofChain }, own, 'half');
  const feeChain = convert(
    createMoney(fee, own),
    { from: '1', to: ACCOUNT_DEFAULTS[own].feeTimes },
    own,
    'half',
  );
  const feeUsd = convert(feeChain, { from: ofChain, to: '1' }, 'USD', 'half');
  return {
    fxRate: (Number(ofBill) / Number(ofChain)).toFixed(4),
    amountUsd: amountUsd.amount,
    amountChain: amountChain.amount,
    fee: feeChain.amount,
    totalUsd: add(amountUsd, feeUsd).amount,
    totalChain: add(amountChain, feeChain).amount,
  };
}

/** A payment takes its total, less the shop's earnings, from the shop's account. */
export function settlePayment(context: Context, sums: Sums, commission: string): Settlement {
  const { currency } = context;
  const starting = createMoney(readShopBalance(context.store), currency);
  const percent = (amount: string, rate: string) =>
    convert(createMoney(amount, currency), { from: '100', to: rate }, currency, 'half');
  // Of the fee that the customer pays, the shop keeps six tenths.
  const earned = add(
    isPositive(commission) ? percent(sums.amountChain, commission) : createMoney('0', currency),
    percent(sums.fee, '60'),
  );
  const paid = subtract(createMoney(sums.totalChain, currency), earned);
  return {
    ...sums,
    earned: earned.amount,
    paid: paid.amount,
    startingBalance: starting.amount,
    endingBalance: subtract(starting, paid).amount,
  };
}

/** A cash-out returns to the shop what it handed out. */
export function settleCashOut(context: Context, sums: Sums): Settlement {
  const { currency } = context;
  const starting = createMoney(readShopBalance(context.store), currency);
  const given = createMoney(sums.amountChain, currency);
  return {
    ...sums,
    earned: '0.00',
    paid: subtract(createMoney('0', currency), given).amount,
    startingBalance: starting.amount,
    endingBalance: add(starting, given).amount,
  };
}

export function isCovered({ currency }: Context, settlement: Settlement): boolean {
  const ending = createMoney(settlement.endingBalance, currency);
  return compare(ending, createMoney(MINIMUM_BALANCE, currency)) >= 0;
}

function isPositive(decimal: string): boolean {
  return /[1-9]/.test(decimal) && !decimal.startsWith('-');
}
