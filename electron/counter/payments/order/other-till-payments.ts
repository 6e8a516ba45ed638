import type {
  OrderWarning,
  PaymentAtOtherTill,
  PaymentKind,
} from '../../../../shared/contract/index.ts';
import { isSameCurrency, type Money } from '../../../../shared/money/index.ts';
import {
  IDENTICAL_PAYMENT_BLOCK_MS,
  OTHER_PAYMENT_WINDOW_MS,
  SAME_AMOUNT_BLOCK_MS,
} from '../../../../shared/rules/index.ts';
import type { Database, PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { listPaidPaymentsToBiller } from '../rows/index.ts';
import type { OtherTillPayment, PaymentPorts } from '../types.ts';

/**
 * The guard against paying twice in two shops of a chain. It only warns: the chain's database may be
 * away, late or wrong, and the customer is there to be asked. A bill is paid once in a while, so any
 * payment of the last day is told; what is bought again and again, only as the service would block it.
 */

/** The one that is most like this payment; none if none is. */
export function findOtherTillWarning(
  found: readonly OtherTillPayment[],
  asked: {
    readonly kind: PaymentKind;
    readonly billerId: number;
    readonly amount: Money;
  },
  { database, now }: { readonly database: Database; readonly now: number },
): Extract<OrderWarning, { kind: 'paid-elsewhere' }>[] {
  const near = found
    .map((one) => toPaidElsewhere(one, asked.amount))
    .filter(({ at, isSameAmount }) => {
      const age = now - Date.parse(at);
      if (asked.kind === 'bill') return age < OTHER_PAYMENT_WINDOW_MS;
      return age < (isSameAmount ? SAME_AMOUNT_BLOCK_MS : IDENTICAL_PAYMENT_BLOCK_MS);
    });
  const own = listOwnPaymentTimes(database, asked.billerId, found, now);
  const others = near.filter(({ at }) => !own.has(at));
  const shown = others.find(({ isSameAmount }) => isSameAmount) ?? others[0];
  return shown === undefined ? [] : [{ kind: 'paid-elsewhere', ...shown }];
}

/** When this till paid, by its own ledger: of those the other guard warns. */
function listOwnPaymentTimes(
  database: Database,
  billerId: number,
  found: readonly OtherTillPayment[],
  now: number,
): ReadonlySet<string> {
  const mine = new Set(found.filter(({ isMine }) => isMine).map(({ at }) => at));
  if (mine.size === 0) return mine;
  const known = listPaidPaymentsToBiller(
    database,
    billerId,
    toIsoTime(now - 2 * OTHER_PAYMENT_WINDOW_MS),
    () => true,
  );
  return new Set(known.map(({ createdAt }) => createdAt).filter((at) => mine.has(at)));
}

export function toPaidElsewhere(one: OtherTillPayment, amount: Money): PaymentAtOtherTill {
  const { shop, posNumber, at, isPaid } = one;
  const isSameAmount =
    one.amount.amount === amount.amount && isSameCurrency(one.amount.currency, amount.currency);
  return { shop, posNumber, at, isPaid, amount: one.amount, isSameAmount };
}

/** By how much the clocks of two tills, as the service's corrects them, may differ. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/**
 * The payments of other tills because of which the service answers R36 to this one: the same amount to
 * the same account within the hour before the request that was answered so, give or take the clocks.
 * Empty where no request was, or nobody said so in time.
 */
export async function findBlockingOtherTillPayments(
  { elsewhere }: Pick<PaymentPorts, 'elsewhere'>,
  { intent, sends }: Pick<PaymentRecord, 'intent' | 'sends'>,
): Promise<readonly PaymentAtOtherTill[]> {
  const answered = sends.findLast(({ code }) => code === 'R36');
  if (elsewhere === undefined || answered === undefined) return [];
  const found = await elsewhere.listPaidLastDay(intent);
  const asked = Date.parse(answered.requestDate);
  return found
    .filter(({ isMine }) => !isMine)
    .map((one) => toPaidElsewhere(one, intent.amount))
    .filter(({ at, isSameAmount, isPaid }) => {
      const before = asked - Date.parse(at);
      return (
        isPaid &&
        isSameAmount &&
        before <= SAME_AMOUNT_BLOCK_MS + MAX_CLOCK_SKEW_MS &&
        before >= -MAX_CLOCK_SKEW_MS
      );
    });
}
