import type { Biller, OrderWarning } from '../../../shared/contract/index.ts';
import { isSameCurrency, type Money } from '../../../shared/money/index.ts';
import {
  ANY_AMOUNT_BLOCK,
  accountShown,
  OTHER_PAYMENT_COUNTS,
  SAME_AMOUNT_BLOCK,
  type SentAgainCode,
  writingsOf,
} from '../../../shared/rules/index.ts';
import type { Database, PaymentRecord } from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import { openToBiller, paidToBiller } from '../rows/index.ts';

/**
 * The guard against paying twice: earlier payments to the same biller and account in the ledger.
 */

export interface SamePayment {
  readonly biller: Biller;
  readonly accountNumber: string;
  readonly amount: Money;
}

export interface EarlierPayments {
  /** A payment whose outcome is not known holds the account back. */
  readonly heldBy: string | null;
  readonly warnings: readonly Extract<OrderWarning, { kind: 'looks-like-earlier' }>[];
}

/**
 * Same amount within the hour, or any amount within five minutes, as the service would block it; by
 * the moment in which it was sent last. Those of the same amount come first: one is shown.
 */
export function earlierPayments(
  database: Database,
  asked: SamePayment,
  now: number,
): EarlierPayments {
  const { id: billerId } = asked.biller;
  const account = { ...asked, accountShown: accountShown(asked.biller, asked.accountNumber) };
  const isSame = writingsOf(account);
  const held = openToBiller(database, billerId).find((one) => isSame(one.accountNumber));
  const warnings: Extract<OrderWarning, { kind: 'looks-like-earlier' }>[] = [];
  for (const one of paidToBiller(database, billerId, isoTime(now - SAME_AMOUNT_BLOCK), isSame)) {
    const isSameAmount = sameMoney(one.amount, asked.amount);
    if (!isSameAmount && Date.parse(one.sentAt) < now - ANY_AMOUNT_BLOCK) continue;
    warnings.push({
      kind: 'looks-like-earlier',
      paymentId: one.id,
      at: one.createdAt,
      amount: one.amount,
      isSameAmount,
    });
  }
  const order = [true, false].flatMap((isSame) =>
    warnings.filter(({ isSameAmount }) => isSameAmount === isSame),
  );
  return { heldBy: held?.id ?? null, warnings: order };
}

/**
 * How far back another payment may lie that makes the service answer this code to ours. Every code
 * that is evidence only when sent again, but R49: that names our own external_id, which no other
 * payment has, so nothing explains it.
 */
const EXPLAINED_WITHIN: Readonly<Record<string, number>> = {
  R8: OTHER_PAYMENT_COUNTS,
  R12: OTHER_PAYMENT_COUNTS,
  R15: OTHER_PAYMENT_COUNTS,
  R36: SAME_AMOUNT_BLOCK + ANY_AMOUNT_BLOCK,
  R50: 2 * ANY_AMOUNT_BLOCK,
} satisfies Readonly<Record<Exclude<SentAgainCode, 'R49'>, number>>;

/**
 * Whether the code that looked like evidence of our own first request has another cause: a
 * payment of this till to the same account.
 */
export function isEvidenceExplained(database: Database, record: PaymentRecord): boolean {
  const { intent, outcome } = record;
  const within = outcome.evidence === null ? undefined : EXPLAINED_WITHIN[outcome.evidence];
  if (within === undefined) return false;
  const since = isoTime(Date.parse(intent.createdAt) - within);
  return paidToBiller(database, intent.billerId, since, writingsOf(intent)).some(
    (one) =>
      one.id !== intent.id && (outcome.evidence !== 'R36' || sameMoney(one.amount, intent.amount)),
  );
}

function sameMoney(a: Money, b: Money): boolean {
  return a.amount === b.amount && isSameCurrency(a.currency, b.currency);
}
