import type { OrderWarning, PaidElsewhere, PaymentKind } from '../../../shared/contract/index.ts';
import { isSameCurrency, type Money } from '../../../shared/money/index.ts';
import {
  ANY_AMOUNT_BLOCK,
  OTHER_PAYMENT_COUNTS,
  SAME_AMOUNT_BLOCK,
} from '../../../shared/rules/index.ts';
import type { Database, PaymentRecord } from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import { paidToBiller } from '../rows/index.ts';
import type { ElsewherePayment, PaymentPorts } from '../types.ts';

/**
 * The guard against paying twice in two shops of a chain. It only warns: the chain's database may be
 * away, late or wrong, and the customer is there to be asked. A bill is paid once in a while, so any
 * payment of the last day is told; what is bought again and again, only as the service would block it.
 */

/** The one that is most like this payment; none if none is. */
export function warningOfElsewhere(
  found: readonly ElsewherePayment[],
  asked: {
    readonly kind: PaymentKind;
    readonly billerId: number;
    readonly amount: Money;
  },
  { database, now }: { readonly database: Database; readonly now: number },
): Extract<OrderWarning, { kind: 'paid-elsewhere' }>[] {
  const near = found
    .map((one) => paidElsewhere(one, asked.amount))
    .filter(({ at, isSameAmount }) => {
      const age = now - Date.parse(at);
      if (asked.kind === 'bill') return age < OTHER_PAYMENT_COUNTS;
      return age < (isSameAmount ? SAME_AMOUNT_BLOCK : ANY_AMOUNT_BLOCK);
    });
  const own = ownTimes(database, asked.billerId, found, now);
  const others = near.filter(({ at }) => !own.has(at));
  const shown = others.find(({ isSameAmount }) => isSameAmount) ?? others[0];
  return shown === undefined ? [] : [{ kind: 'paid-elsewhere', ...shown }];
}

/** When this till paid, by its own ledger: of those the other guard warns. */
function ownTimes(
  database: Database,
  billerId: number,
  found: readonly ElsewherePayment[],
  now: number,
): ReadonlySet<string> {
  const mine = new Set(found.filter(({ isMine }) => isMine).map(({ at }) => at));
  if (mine.size === 0) return mine;
  const known = paidToBiller(
    database,
    billerId,
    isoTime(now - 2 * OTHER_PAYMENT_COUNTS),
    () => true,
  );
  return new Set(known.map(({ createdAt }) => createdAt).filter((at) => mine.has(at)));
}

export function paidElsewhere(one: ElsewherePayment, amount: Money): PaidElsewhere {
  const { shop, posNumber, at, isPaid } = one;
  const isSameAmount =
    one.amount.amount === amount.amount && isSameCurrency(one.amount.currency, amount.currency);
  return { shop, posNumber, at, isPaid, amount: one.amount, isSameAmount };
}

/** By how much the clocks of two tills, as the service's corrects them, may differ. */
const CLOCKS = 5 * 60_000;

/**
 * The payments of other tills because of which the service answers R36 to this one: the same amount to
 * the same account within the hour before the request that was answered so, give or take the clocks.
 * Empty where no request was, or nobody said so in time.
 */
export async function paidElsewhereBefore(
  { elsewhere }: Pick<PaymentPorts, 'elsewhere'>,
  { intent, sends }: Pick<PaymentRecord, 'intent' | 'sends'>,
): Promise<readonly PaidElsewhere[]> {
  const answered = sends.findLast(({ code }) => code === 'R36');
  if (elsewhere === undefined || answered === undefined) return [];
  const found = await elsewhere.paid(intent);
  const asked = Date.parse(answered.requestDate);
  return found
    .filter(({ isMine }) => !isMine)
    .map((one) => paidElsewhere(one, intent.amount))
    .filter(({ at, isSameAmount, isPaid }) => {
      const before = asked - Date.parse(at);
      return isPaid && isSameAmount && before <= SAME_AMOUNT_BLOCK + CLOCKS && before >= -CLOCKS;
    });
}
