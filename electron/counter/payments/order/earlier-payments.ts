import type { Biller, OrderWarning } from '../../../../shared/contract/index.ts';
import { isSameCurrency, type Money } from '../../../../shared/money/index.ts';
import {
  createSpellingMatcher,
  formatAccountNumber,
  IDENTICAL_PAYMENT_BLOCK_MS,
  OTHER_PAYMENT_WINDOW_MS,
  type ResendEvidenceCode,
  SAME_AMOUNT_BLOCK_MS,
} from '../../../../shared/rules/index.ts';
import type { Database, PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { listOpenPaymentsToBiller, listPaidPaymentsToBiller } from '../rows/index.ts';

/**
 * The guard against paying twice: earlier payments to the same biller and account in the ledger.
 */

export interface PaymentCandidate {
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
export function findEarlierPayments(
  database: Database,
  asked: PaymentCandidate,
  now: number,
): EarlierPayments {
  const { id: billerId } = asked.biller;
  const account = {
    ...asked,
    accountShown: formatAccountNumber(asked.biller, asked.accountNumber),
  };
  const isSame = createSpellingMatcher(account);
  const held = listOpenPaymentsToBiller(database, billerId).find((one) =>
    isSame(one.accountNumber),
  );
  const warnings: Extract<OrderWarning, { kind: 'looks-like-earlier' }>[] = [];
  for (const one of listPaidPaymentsToBiller(
    database,
    billerId,
    toIsoTime(now - SAME_AMOUNT_BLOCK_MS),
    isSame,
  )) {
    const isSameAmount = isSameMoney(one.amount, asked.amount);
    if (!isSameAmount && Date.parse(one.sentAt) < now - IDENTICAL_PAYMENT_BLOCK_MS) continue;
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
const EVIDENCE_EXPLAINED_WITHIN_MS: Readonly<Record<string, number>> = {
  R8: OTHER_PAYMENT_WINDOW_MS,
  R12: OTHER_PAYMENT_WINDOW_MS,
  R15: OTHER_PAYMENT_WINDOW_MS,
  R36: SAME_AMOUNT_BLOCK_MS + IDENTICAL_PAYMENT_BLOCK_MS,
  R50: 2 * IDENTICAL_PAYMENT_BLOCK_MS,
} satisfies Readonly<Record<Exclude<ResendEvidenceCode, 'R49'>, number>>;

/**
 * Whether the code that looked like evidence of our own first request has another cause: a
 * payment of this till to the same account.
 */
export function isEvidenceExplained(database: Database, record: PaymentRecord): boolean {
  const { intent, outcome } = record;
  const within =
    outcome.evidence === null ? undefined : EVIDENCE_EXPLAINED_WITHIN_MS[outcome.evidence];
  if (within === undefined) return false;
  const since = toIsoTime(Date.parse(intent.createdAt) - within);
  return listPaidPaymentsToBiller(
    database,
    intent.billerId,
    since,
    createSpellingMatcher(intent),
  ).some(
    (one) =>
      one.id !== intent.id &&
      (outcome.evidence !== 'R36' || isSameMoney(one.amount, intent.amount)),
  );
}

function isSameMoney(a: Money, b: Money): boolean {
  return a.amount === b.amount && isSameCurrency(a.currency, b.currency);
}
