import { add, compare, createMoney, createZero, subtract } from '../../../shared/money/index.ts';
import type { ServiceCode } from '../../../shared/rules/index.ts';
import {
  getApproximateUnitsPerUsd,
  TRAINING_BILLERS,
  type TrainingBiller,
} from '../catalog/index.ts';
import type { TrainingContext } from '../context.ts';
import { getStartOfBusinessDay } from '../days.ts';
import { createRandomSource } from '../random-source.ts';
import { getInteger, listUnreversedTransactionsSince } from '../state/index.ts';
import { refuseWithCode, type TrainingValidationResult, toValidResult } from '../wire/index.ts';

export interface TrainingAccount {
  readonly biller: TrainingBiller;
  readonly accountNumber: string;
  readonly nameOnAccount: string | null;
}

const billerIds = TRAINING_BILLERS;

/** Accounts that a biller always refuses, with the code that it returns. */
const REFUSED_ACCOUNTS: Readonly<Record<string, ServiceCode>> = {
  [`${billerIds.cfe}/501000000004`]: 'R2',
  [`${billerIds.izzi}/1111362009`]: 'R9',
  [`${billerIds.naturgy}/1111322016`]: 'R16',
  [`${billerIds.megacable}/1111992022`]: 'R22',
  [`${billerIds.telcel}/559999`]: 'R5',
  [`${billerIds.telcel}/557777`]: 'R5',
};

/** Balances that are not random. Null: the biller accepts the account but reports no balance. */
const KNOWN_BALANCES: Readonly<Record<string, string | null>> = {
  [`${billerIds.cfe}/501000000007`]: '549.00',
  [`${billerIds.totalplay}/1111322016`]: null,
};

function toAccountKey(account: TrainingAccount): string {
  return `${account.biller.id}/${account.accountNumber}`;
}

/** Checks that the biller accepts the account. */
export function validateAccount(account: TrainingAccount): TrainingValidationResult<null> {
  const code = REFUSED_ACCOUNTS[toAccountKey(account)];
  if (code !== undefined) return refuseWithCode(code);
  if (account.biller.requiresNameOnAccount && account.nameOnAccount === null) {
    return refuseWithCode('R13');
  }
  const { accountNumber, biller } = account;
  if (/[\s-]/.test(accountNumber) || hasLiterals(accountNumber, biller.mask)) {
    return refuseWithCode('R1');
  }
  if (!hasValidLength(accountNumber, biller.accountNumberDigits)) {
    return refuseWithCode(biller.kind === 'top-up' ? 'R5' : 'R1');
  }
  const isMaskUsed = hasRoomForDigits(biller.mask ?? '', biller.accountNumberDigits);
  return !isMaskUsed || doesAccountNumberMatchMask(accountNumber, biller.mask)
    ? toValidResult(null)
    : refuseWithCode('R2');
}

const DIGITS_PATTERN = /^(\d+)(?:\.\.(\d+))?$/;

function hasValidLength(accountNumber: string, digits: string | null): boolean {
  const match = DIGITS_PATTERN.exec(digits ?? '');
  if (!match) return accountNumber !== '';
  const min = Number(match[1]);
  const max = Number(match[2] ?? match[1]);
  return accountNumber.length >= min && accountNumber.length <= max;
}

/** Whether the mask has room for every length of the digits; where it has not, the digits decide. */
function hasRoomForDigits(mask: string, digits: string | null): boolean {
  const match = DIGITS_PATTERN.exec(digits ?? '');
  if (!match) return true;
  const [required = '', ...optional] = mask.split('?');
  const countSlots = (text: string): number => text.replace(/[^9X]/g, '').length;
  const min = countSlots(required);
  const max = min + countSlots(optional.join(''));
  return Number(match[1]) >= min && Number(match[2] ?? match[1]) <= max;
}

/**
 * Whether the number matches the mask: `9` is a digit, `X` any character; everything after `?` is
 * optional. Other characters are only for display: an account number does not contain them.
 */
export function doesAccountNumberMatchMask(accountNumber: string, mask: string | null): boolean {
  return mask === null || mask === '' || toMaskPattern(mask, () => '').test(accountNumber);
}

/** Whether the number contains the display characters of the mask. */
function hasLiterals(accountNumber: string, mask: string | null): boolean {
  if (mask === null || doesAccountNumberMatchMask(accountNumber, mask)) return false;
  return toMaskPattern(mask, (character) => `${RegExp.escape(character)}?`).test(accountNumber);
}

function toMaskPattern(mask: string, toLiteral: (character: string) => string): RegExp {
  const [required = '', optional = ''] = mask.split('?');
  const toPatternParts = (part: string): string[] =>
    [...part].map((character) => {
      if (character === '9') return '\\d';
      return character === 'X' ? '.' : toLiteral(character);
    });
  const optionalPattern = toPatternParts(optional).reduceRight(
    (rest, character) => `(?:${character}${rest})?`,
    '',
  );
  return new RegExp(`^${toPatternParts(required).join('')}${optionalPattern}$`, 'u');
}

/**
 * The account's current balance in the biller's currency; null if the biller has or reports no
 * balance. The payments of the day reduce it. Each day it starts at the full balance again, so that
 * the same account can be used for training the next day.
 */
export function computeAccountBalance(
  context: TrainingContext,
  account: TrainingAccount,
): string | null {
  const { biller } = account;
  if (!biller.canCheckBalance && biller.supportsPartialPayments) return null;
  if (biller.kind === 'top-up' || biller.kind === 'gift-card') return null;
  const fullBalance = computeFullBalance(context, account);
  if (fullBalance === null) return null;
  const currency = biller.currency;
  const remaining = subtract(
    createMoney(fullBalance, currency),
    createMoney(computePaidToday(context, account), currency),
  );
  return compare(remaining, createZero(currency)) < 0 ? '0.00' : remaining.amount;
}

function computePaidToday(context: TrainingContext, account: TrainingAccount): string {
  const { currency } = account.biller;
  return listUnreversedTransactionsSince(
    context,
    { billerId: account.biller.id, accountNumber: account.accountNumber },
    'payment',
    getStartOfBusinessDay(context.now),
  ).reduce(
    (sum, transaction) => add(sum, createMoney(transaction.amount, currency)),
    createZero(currency),
  ).amount;
}

function computeFullBalance(context: TrainingContext, account: TrainingAccount): string | null {
  const key = toAccountKey(account);
  const fixedBalance = KNOWN_BALANCES[key];
  if (fixedBalance !== undefined) return fixedBalance;
  const random = createRandomSource(
    `balance|${context.seed}|${key}|${readRefreshCount(context, account)}`,
  );
  const magnitude = getApproximateUnitsPerUsd(account.biller.currency);
  const units = Math.max(1, Math.round((random.nextIntegerBetween(300, 9_000) * magnitude) / 100));
  if (magnitude > 500) return `${Math.ceil(units / 50) * 50}.00`;
  return `${units}.${random.isWithinPercent(60) ? '00' : random.nextIntegerBetween(10, 99)}`;
}

function readRefreshCount(context: TrainingContext, account: TrainingAccount): number {
  const row = context.store.get(
    'SELECT count FROM refreshes WHERE biller_id = ? AND account_number = ?',
    account.biller.id,
    account.accountNumber,
  );
  return row ? getInteger(row, 'count') : 0;
}

/** Generates a new random balance, unless the account received a payment today. */
export function regenerateAccountBalance(context: TrainingContext, account: TrainingAccount): void {
  if (computePaidToday(context, account) !== '0.00') return;
  context.store.run(
    `INSERT INTO refreshes (biller_id, account_number, count) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
    account.biller.id,
    account.accountNumber,
  );
}
