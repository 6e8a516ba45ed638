import { add, compare, createMoney, createZero, subtract } from '../../../shared/money/index.ts';
import type { ServiceCode } from '../../../shared/rules/index.ts';
import { getMagnitude, TRAINING_BILLERS, type TrainingBiller } from '../catalog/index.ts';
import type { Context } from '../context.ts';
import { getStartOfDay } from '../days.ts';
import { createRandomSource } from '../random-source.ts';
import { getInteger, listStandingSince } from '../state/index.ts';
import { accepted, type Checked, refuseCode } from '../wire/index.ts';

export interface TrainingAccount {
  readonly biller: TrainingBiller;
  readonly accountNumber: string;
  readonly nameOnAccount: string | null;
}

const billerIds = TRAINING_BILLERS;

/** Accounts that a biller never accepts, with the code that it returns. */
const REFUSED_ACCOUNTS: Readonly<Record<string, ServiceCode>> = {
  [`${billerIds.cfe}/501000000004`]: 'R2',
  [`${billerIds.izzi}/1111362009`]: 'R9',
  [`${billerIds.naturgy}/1111322016`]: 'R16',
  [`${billerIds.megacable}/1111992022`]: 'R22',
  [`${billerIds.telcel}/559999`]: 'R5',
  [`${billerIds.telcel}/557777`]: 'R5',
};

/** Balances that are not random. Null: the biller knows the account but reports no balance. */
const KNOWN_BALANCES: Readonly<Record<string, string | null>> = {
  [`${billerIds.cfe}/501000000007`]: '549.00',
  [`${billerIds.totalplay}/1111322016`]: null,
};

function toAccountKey(account: TrainingAccount): string {
  return `${account.biller.id}/${account.accountNumber}`;
}

/** Whether the biller knows the account. */
export function validateAccount(account: TrainingAccount): Checked<null> {
  const code = REFUSED_ACCOUNTS[toAccountKey(account)];
  if (code !== undefined) return refuseCode(code);
  if (account.biller.requiresNameOnAccount && account.nameOnAccount === null) {
    return refuseCode('R13');
  }
  const { accountNumber, biller } = account;
  if (/[\s-]/.test(accountNumber) || hasLiterals(accountNumber, biller.mask)) {
    return refuseCode('R1');
  }
  if (!hasValidLength(accountNumber, biller.accountNumberDigits)) {
    return refuseCode(biller.kind === 'top-up' ? 'R5' : 'R1');
  }
  return matchesMask(accountNumber, biller.mask) ? accepted(null) : refuseCode('R2');
}

function hasValidLength(bare: string, digits: string | null): boolean {
  const match = /^(\d+)(?:\.\.(\d+))?$/.exec(digits ?? '');
  if (!match) return bare !== '';
  const least = Number(match[1]);
  const most = Number(match[2] ?? match[1]);
  return bare.length >= least && bare.length <= most;
}

/**
 * `9` is a digit, `X` any character; all after `?` is optional. Other characters are only for
 * showing: an account number has none of them.
 */
export function matchesMask(accountNumber: string, mask: string | null): boolean {
  return mask === null || mask === '' || toMaskPattern(mask, () => '').test(accountNumber);
}

/** Whether it is written as it would be shown. */
function hasLiterals(accountNumber: string, mask: string | null): boolean {
  if (mask === null || matchesMask(accountNumber, mask)) return false;
  return toMaskPattern(mask, (sign) => `${RegExp.escape(sign)}?`).test(accountNumber);
}

function toMaskPattern(mask: string, literal: (sign: string) => string): RegExp {
  const [needed = '', optional = ''] = mask.split('?');
  const pattern = (part: string): string[] =>
    [...part].map((sign) => {
      if (sign === '9') return '\\d';
      return sign === 'X' ? '.' : literal(sign);
    });
  const behind = pattern(optional).reduceRight((rest, sign) => `(?:${sign}${rest})?`, '');
  return new RegExp(`^${pattern(needed).join('')}${behind}$`, 'u');
}

/**
 * The account's balance now, in the biller's currency; null if the biller keeps or reports no
 * balance. The day's payments reduce it; each morning everything is owed again, so that one can
 * train with the same account tomorrow.
 */
export function computeBalance(context: Context, account: TrainingAccount): string | null {
  const { biller } = account;
  if (!biller.canCheckBalance && biller.supportsPartialPayments) return null;
  if (biller.kind === 'top-up' || biller.kind === 'gift-card') return null;
  const whole = computeFullBalance(context, account);
  if (whole === null) return null;
  const currency = biller.currency;
  const left = subtract(
    createMoney(whole, currency),
    createMoney(computePaidToday(context, account), currency),
  );
  return compare(left, createZero(currency)) < 0 ? '0.00' : left.amount;
}

function computePaidToday(context: Context, account: TrainingAccount): string {
  const { currency } = account.biller;
  return listStandingSince(
    context,
    { billerId: account.biller.id, accountNumber: account.accountNumber },
    'payment',
    getStartOfDay(context.now),
  ).reduce((sum, one) => add(sum, createMoney(one.amount, currency)), createZero(currency)).amount;
}

function computeFullBalance(context: Context, account: TrainingAccount): string | null {
  const key = toAccountKey(account);
  const known = KNOWN_BALANCES[key];
  if (known !== undefined) return known;
  const draw = createRandomSource(
    `balance|${context.seed}|${key}|${readRefreshCount(context, account)}`,
  );
  const magnitude = getMagnitude(account.biller.currency);
  const units = Math.max(1, Math.round((draw.between(300, 9_000) * magnitude) / 100));
  if (magnitude > 500) return `${Math.ceil(units / 50) * 50}.00`;
  return `${units}.${draw.chance(60) ? '00' : draw.between(10, 99)}`;
}

function readRefreshCount(context: Context, account: TrainingAccount): number {
  const row = context.store.one(
    'SELECT count FROM refreshes WHERE biller_id = ? AND account_number = ?',
    account.biller.id,
    account.accountNumber,
  );
  return row ? getInteger(row, 'count') : 0;
}

/** Draws a new random balance, unless something was paid to the account today. */
export function refreshBalance(context: Context, account: TrainingAccount): void {
  if (computePaidToday(context, account) !== '0.00') return;
  context.store.run(
    `INSERT INTO refreshes (biller_id, account_number, count) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
    account.biller.id,
    account.accountNumber,
  );
}
