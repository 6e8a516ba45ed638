import { add, compare, money, subtract, zero } from '../../../shared/money/index.ts';
import type { ServiceCode } from '../../../shared/rules/index.ts';
import { magnitudeOf, TRAINING_BILLERS, type TrainingBiller } from '../catalog/index.ts';
import type { Context } from '../context.ts';
import { startOfDay } from '../days.ts';
import { drawFrom } from '../random.ts';
import { integerOf, standingSince } from '../state/index.ts';
import { accepted, type Checked, refuseCode } from '../wire/index.ts';

export interface AccountOfBiller {
  readonly biller: TrainingBiller;
  readonly accountNumber: string;
  readonly nameOnAccount: string | null;
}

const id = TRAINING_BILLERS;

/** Accounts that a biller never accepts, with the code that it returns. */
const REFUSED: Readonly<Record<string, ServiceCode>> = {
  [`${id.cfe}/501000000004`]: 'R2',
  [`${id.izzi}/1111362009`]: 'R9',
  [`${id.naturgy}/1111322016`]: 'R16',
  [`${id.megacable}/1111992022`]: 'R22',
  [`${id.telcel}/559999`]: 'R5',
  [`${id.telcel}/557777`]: 'R5',
};

/** Balances that are not random. Null: the biller knows the account but reports no balance. */
const KNOWN_BALANCES: Readonly<Record<string, string | null>> = {
  [`${id.cfe}/501000000007`]: '549.00',
  [`${id.totalplay}/1111322016`]: null,
};

function keyOf(account: AccountOfBiller): string {
  return `${account.biller.id}/${account.accountNumber}`;
}

/** Whether the biller knows the account. */
export function checkAccount(account: AccountOfBiller): Checked<null> {
  const code = REFUSED[keyOf(account)];
  if (code !== undefined) return refuseCode(code);
  if (account.biller.requiresNameOnAccount && account.nameOnAccount === null) {
    return refuseCode('R13');
  }
  const { accountNumber, biller } = account;
  if (/[\s-]/.test(accountNumber) || hasLiterals(accountNumber, biller.mask)) {
    return refuseCode('R1');
  }
  if (!fitsDigits(accountNumber, biller.accountNumberDigits)) {
    return refuseCode(biller.kind === 'top-up' ? 'R5' : 'R1');
  }
  return fitsMask(accountNumber, biller.mask) ? accepted(null) : refuseCode('R2');
}

function fitsDigits(bare: string, digits: string | null): boolean {
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
export function fitsMask(accountNumber: string, mask: string | null): boolean {
  return mask === null || mask === '' || patternOf(mask, () => '').test(accountNumber);
}

/** Whether it is written as it would be shown. */
function hasLiterals(accountNumber: string, mask: string | null): boolean {
  if (mask === null || fitsMask(accountNumber, mask)) return false;
  return patternOf(mask, (sign) => `${RegExp.escape(sign)}?`).test(accountNumber);
}

function patternOf(mask: string, literal: (sign: string) => string): RegExp {
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
export function owedBy(context: Context, account: AccountOfBiller): string | null {
  const { biller } = account;
  if (!biller.canCheckBalance && biller.supportsPartialPayments) return null;
  if (biller.kind === 'top-up' || biller.kind === 'gift-card') return null;
  const whole = wholeBalance(context, account);
  if (whole === null) return null;
  const currency = biller.currency;
  const left = subtract(money(whole, currency), money(paidToday(context, account), currency));
  return compare(left, zero(currency)) < 0 ? '0.00' : left.amount;
}

function paidToday(context: Context, account: AccountOfBiller): string {
  const { currency } = account.biller;
  return standingSince(
    context,
    { billerId: account.biller.id, accountNumber: account.accountNumber },
    'payment',
    startOfDay(context.now),
  ).reduce((sum, one) => add(sum, money(one.amount, currency)), zero(currency)).amount;
}

function wholeBalance(context: Context, account: AccountOfBiller): string | null {
  const key = keyOf(account);
  const known = KNOWN_BALANCES[key];
  if (known !== undefined) return known;
  const draw = drawFrom(`balance|${context.seed}|${key}|${refreshCount(context, account)}`);
  const magnitude = magnitudeOf(account.biller.currency);
  const units = Math.max(1, Math.round((draw.between(300, 9_000) * magnitude) / 100));
  if (magnitude > 500) return `${Math.ceil(units / 50) * 50}.00`;
  return `${units}.${draw.chance(60) ? '00' : draw.between(10, 99)}`;
}

function refreshCount(context: Context, account: AccountOfBiller): number {
  const row = context.store.one(
    'SELECT count FROM refreshes WHERE biller_id = ? AND account_number = ?',
    account.biller.id,
    account.accountNumber,
  );
  return row ? integerOf(row, 'count') : 0;
}

/** Draws a new random balance, unless something was paid to the account today. */
export function refreshBalance(context: Context, account: AccountOfBiller): void {
  if (paidToday(context, account) !== '0.00') return;
  context.store.run(
    `INSERT INTO refreshes (biller_id, account_number, count) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
    account.biller.id,
    account.accountNumber,
  );
}
