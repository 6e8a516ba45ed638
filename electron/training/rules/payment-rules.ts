import {
  compare,
  convertCurrency,
  createMoney,
  isSameCurrency,
} from '../../../shared/money/index.ts';
import { isServiceCode, type ServiceCode } from '../../../shared/rules/index.ts';
import { computeExchangeRates, findExchangeRate, TRAINING_BILLERS } from '../catalog/index.ts';
import type { TrainingContext } from '../context.ts';
import { getStartOfBusinessDay } from '../days.ts';
import {
  findTransactionByExternalId,
  listUnreversedTransactionsSince,
  type TrainingTransactionRecord,
} from '../state/index.ts';
import { refuseWithCode, type TrainingValidationResult, toValidResult } from '../wire/index.ts';
import { computeAccountBalance, type TrainingAccount } from './accounts.ts';

/** A requested money movement with parsed parameters. */
export interface RequestedMovement {
  readonly kind: TrainingTransactionRecord['kind'];
  readonly account: TrainingAccount;
  readonly amount: string;
  readonly currency: string;
  readonly externalId: string;
  readonly posNumber: string | null;
  readonly cashierId: string | null;
  readonly generation: 1 | 3;
}

const MINUTE_MS = 60_000;
/** R36: same account and amount. R50: same account, another amount. */
const SAME_AMOUNT_BLOCK_MS = 60 * MINUTE_MS;
const OTHER_AMOUNT_BLOCK_MS = 5 * MINUTE_MS;
/** R45 applies to any further payment. */
const MAX_PAYMENTS_PER_DAY = 5;
const SALE_LIMIT_USD = '1500.00';
const OTHER_PAYMENT_LIMIT_USD = '2500.00';

/** R49 precedes every rule about the biller: the operation was already performed. */
export function validateExternalId(
  context: TrainingContext,
  externalId: string,
): TrainingValidationResult<null> {
  return findTransactionByExternalId(context.store, externalId)
    ? refuseWithCode('R49')
    : toValidResult(null);
}

/** R115. A number that would break the format of the reconciliation file is invalid. */
export function validatePosNumber(posNumber: string | null): TrainingValidationResult<null> {
  const isUsable = posNumber === null || /^[^|\r\n]{1,32}$/.test(posNumber);
  return isUsable ? toValidResult(null) : refuseWithCode('R115');
}

export function validateCurrency(movement: RequestedMovement): TrainingValidationResult<null> {
  const { currency } = movement.account.biller;
  if (currency === '') return refuseWithCode('R21');
  return isSameCurrency(currency, movement.currency) ? toValidResult(null) : refuseWithCode('R34');
}

/** R36, then R50, then R45. */
export function validateNotRepeated(
  context: TrainingContext,
  movement: RequestedMovement,
): TrainingValidationResult<null> {
  const account = {
    billerId: movement.account.biller.id,
    accountNumber: movement.account.accountNumber,
  };
  const listSince = (milliseconds: number) =>
    listUnreversedTransactionsSince(
      context,
      account,
      movement.kind,
      context.now - milliseconds + 1,
    );
  const hasSameAmount = (transaction: TrainingTransactionRecord): boolean =>
    transaction.amount === movement.amount;
  if (listSince(SAME_AMOUNT_BLOCK_MS).some(hasSameAmount)) return refuseWithCode('R36');
  if (listSince(OTHER_AMOUNT_BLOCK_MS).some((transaction) => !hasSameAmount(transaction)))
    return refuseWithCode('R50');
  const todaysTransactions = listUnreversedTransactionsSince(
    context,
    account,
    movement.kind,
    getStartOfBusinessDay(context.now),
  );
  return todaysTransactions.length >= MAX_PAYMENTS_PER_DAY
    ? refuseWithCode('R45')
    : toValidResult(null);
}

/** R14 and R114, R3 and R17, R8 and R12, R11, R41. */
export function validateAmount(
  context: TrainingContext,
  movement: RequestedMovement,
): TrainingValidationResult<null> {
  const { biller } = movement.account;
  const isSale = biller.kind === 'top-up' || biller.kind === 'gift-card';
  if (isAboveUsd(context, movement, isSale ? SALE_LIMIT_USD : OTHER_PAYMENT_LIMIT_USD)) {
    return refuseWithCode(isSale ? 'R14' : 'R114');
  }
  if (isSale) {
    return isAmountAmongOffered(movement.amount, biller.amounts)
      ? toValidResult(null)
      : refuseWithCode(getInvalidAmountCode(biller.id));
  }
  if (movement.kind === 'cash-out' || biller.supportsPartialPayments) return toValidResult(null);
  if (biller.isDrp && movement.generation === 1) return toValidResult(null);
  return validateFullBalance(movement, computeAccountBalance(context, movement.account));
}

function validateFullBalance(
  movement: RequestedMovement,
  balance: string | null,
): TrainingValidationResult<null> {
  if (balance === null) return toValidResult(null);
  const { canCheckBalance, currency } = movement.account.biller;
  if (balance === '0.00') return refuseWithCode(canCheckBalance ? 'R8' : 'R12');
  const difference = compare(
    createMoney(movement.amount, currency),
    createMoney(balance, currency),
  );
  if (canCheckBalance) return difference === 0 ? toValidResult(null) : refuseWithCode('R11');
  return difference >= 0 ? toValidResult(null) : refuseWithCode('R41');
}

export function getInvalidAmountCode(billerId: number): ServiceCode {
  return billerId === TRAINING_BILLERS.telcel ? 'R3' : 'R17';
}

/** Whether a top-up or gift card is sold for this amount. */
export function isAmountAmongOffered(
  amount: string,
  amounts: readonly string[] | string | null,
): boolean {
  if (amounts === null) return true;
  const value = createMoney(amount, 'MXN');
  if (typeof amounts !== 'string') {
    return amounts.some((offered) => compare(createMoney(offered, 'MXN'), value) === 0);
  }
  const [min = '0', max = '0'] = amounts.split('..');
  return (
    compare(value, createMoney(min, 'MXN')) >= 0 && compare(value, createMoney(max, 'MXN')) <= 0
  );
}

function isAboveUsd(context: TrainingContext, movement: RequestedMovement, limit: string): boolean {
  const rate = findExchangeRate(computeExchangeRates(context.now, context.seed), movement.currency);
  if (rate === null) return false;
  const value = createMoney(movement.amount, movement.currency);
  const inUsd = convertCurrency(value, { from: rate, to: '1' }, 'USD', 'up');
  return compare(inUsd, createMoney(limit, 'USD')) > 0;
}

/**
 * Accounts that the biller accepts and whose payment it refuses: 37 / 2424240024 (after a wait);
 * and, for every biller, account numbers of five or more nines followed by the three digits of a
 * code (`99999016` is R16), so that each code can be tried at the counter.
 */
export function simulateBillerAnswer(
  movement: RequestedMovement,
  r24Milliseconds: number,
): TrainingValidationResult<null> {
  const { biller, accountNumber } = movement.account;
  if (biller.id === TRAINING_BILLERS.telmex && accountNumber === '2424240024') {
    const { refusal } = refuseWithCode('R24');
    return { ok: false, refusal: { ...refusal, delayMs: r24Milliseconds } };
  }
  const digits = /^9{5,}(\d{3})$/.exec(accountNumber)?.[1];
  const code = `R${Number(digits ?? 'NaN')}`;
  return isServiceCode(code) ? refuseWithCode(code) : toValidResult(null);
}
