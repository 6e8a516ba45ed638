import {
  add,
  compare,
  convertCurrency,
  createMoney,
  subtract,
} from '../../../shared/money/index.ts';
import { computeExchangeRates, findExchangeRate } from '../catalog/index.ts';
import { TRAINING_MINIMUM_BALANCE, type TrainingContext } from '../context.ts';
import { TRAINING_ACCOUNT_DEFAULTS } from '../defaults.ts';
import { getText, type TrainingStore, type TrainingTransactionRecord } from '../state/index.ts';

/**
 * The sums of a money movement: in USD, in the shop's currency, and what the shop earns and pays.
 */
export type TrainingSettlement = Pick<
  TrainingTransactionRecord,
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
  const row = store.get('SELECT balance FROM shop WHERE only = 1');
  if (!row) throw new Error('the shop has no account');
  return getText(row, 'balance');
}

export function setShopBalance(store: TrainingStore, balance: string): void {
  store.run('UPDATE shop SET balance = ? WHERE only = 1', balance);
}

export interface ConvertedAmounts {
  readonly fxRate: string;
  readonly amountUsd: string;
  readonly amountChain: string;
  readonly fee: string;
  readonly totalUsd: string;
  readonly totalChain: string;
}

/**
 * Converts an amount at the rates of the day, and the fee to the currency of the shop's account.
 */
export function convertAmounts(
  context: TrainingContext,
  amount: string,
  currency: string,
  fee: string,
): ConvertedAmounts {
  const chainCurrency = context.currency;
  const rates = computeExchangeRates(context.now, context.seed);
  const billRate = findExchangeRate(rates, currency) ?? '1.0000';
  const chainRate = findExchangeRate(rates, chainCurrency) ?? '1.0000';
  const value = createMoney(amount, currency);
  const amountUsd = convertCurrency(value, { from: billRate, to: '1' }, 'USD', 'half');
  const amountChain = convertCurrency(
    value,
    { from: billRate, to: chainRate },
    chainCurrency,
    'half',
  );
  const feeChain = convertCurrency(
    createMoney(fee, chainCurrency),
    { from: '1', to: TRAINING_ACCOUNT_DEFAULTS[chainCurrency].feeMultiplier },
    chainCurrency,
    'half',
  );
  const feeUsd = convertCurrency(feeChain, { from: chainRate, to: '1' }, 'USD', 'half');
  return {
    fxRate: (Number(billRate) / Number(chainRate)).toFixed(4),
    amountUsd: amountUsd.amount,
    amountChain: amountChain.amount,
    fee: feeChain.amount,
    totalUsd: add(amountUsd, feeUsd).amount,
    totalChain: add(amountChain, feeChain).amount,
  };
}

/** A payment reduces the shop's account by its total minus the shop's earnings. */
export function settlePayment(
  context: TrainingContext,
  sums: ConvertedAmounts,
  commission: string,
): TrainingSettlement {
  const { currency } = context;
  const starting = createMoney(readShopBalance(context.store), currency);
  const computePercent = (amount: string, rate: string) =>
    convertCurrency(createMoney(amount, currency), { from: '100', to: rate }, currency, 'half');
  // The shop keeps 60 percent of the customer's fee.
  const earned = add(
    isPositive(commission)
      ? computePercent(sums.amountChain, commission)
      : createMoney('0', currency),
    computePercent(sums.fee, '60'),
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

/** A cash-out increases the shop's account by the amount that the shop paid out. */
export function settleCashOut(
  context: TrainingContext,
  sums: ConvertedAmounts,
): TrainingSettlement {
  const { currency } = context;
  const starting = createMoney(readShopBalance(context.store), currency);
  const amount = createMoney(sums.amountChain, currency);
  return {
    ...sums,
    earned: '0.00',
    paid: subtract(createMoney('0', currency), amount).amount,
    startingBalance: starting.amount,
    endingBalance: add(starting, amount).amount,
  };
}

export function hasSufficientBalance(
  { currency }: TrainingContext,
  settlement: TrainingSettlement,
): boolean {
  const ending = createMoney(settlement.endingBalance, currency);
  return compare(ending, createMoney(TRAINING_MINIMUM_BALANCE, currency)) >= 0;
}

function isPositive(decimal: string): boolean {
  return /[1-9]/.test(decimal) && !decimal.startsWith('-');
}
