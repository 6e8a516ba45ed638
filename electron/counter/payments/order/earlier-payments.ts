import type { Biller, OrderWarning } from '../../../../shared/contract/index.ts';
import { isSameCurrency, type Money } from '../../../../shared/money/index.ts';
import {
  createAccountMatcher,
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
  /**
   * The id of a payment with an unknown outcome, which blocks this account; null if there is none.
   */
  readonly blockingPaymentId: string | null;
  readonly warnings: readonly Extract<OrderWarning, { kind: 'looks-like-earlier' }>[];
}

/**
 * Warns of payments of the same amount within the last hour and of any amount within the last five
 * minutes, which the service would block. The time of a payment is that of its last send. Payments
 * of the same amount come first, because only the first warning is shown. `now` is in milliseconds
 * since the epoch.
 */
export function findEarlierPayments(
  database: Database,
  candidate: PaymentCandidate,
  now: number,
): EarlierPayments {
  const { id: billerId } = candidate.biller;
  const account = {
    ...candidate,
    accountShown: formatAccountNumber(candidate.biller, candidate.accountNumber),
  };
  const isSameAccount = createAccountMatcher(account);
  const openPayment = listOpenPaymentsToBiller(database, billerId).find((payment) =>
    isSameAccount(payment.accountNumber),
  );
  const warnings: Extract<OrderWarning, { kind: 'looks-like-earlier' }>[] = [];
  for (const payment of listPaidPaymentsToBiller(
    database,
    billerId,
    toIsoTime(now - SAME_AMOUNT_BLOCK_MS),
    isSameAccount,
  )) {
    const isSameAmount = isSameMoney(payment.amount, candidate.amount);
    if (!isSameAmount && Date.parse(payment.sentAt) < now - IDENTICAL_PAYMENT_BLOCK_MS) continue;
    warnings.push({
      kind: 'looks-like-earlier',
      paymentId: payment.id,
      at: payment.createdAt,
      amount: payment.amount,
      isSameAmount,
    });
  }
  const sortedWarnings = [true, false].flatMap((isSame) =>
    warnings.filter(({ isSameAmount }) => isSameAmount === isSame),
  );
  return { blockingPaymentId: openPayment?.id ?? null, warnings: sortedWarnings };
}

/**
 * The maximum age of another payment that can make the service answer our request with this code.
 * Contains every code that is evidence only after a resend. R49 is missing: it refers to our own
 * external_id, so no other payment explains it.
 */
const MAX_EXPLAINING_PAYMENT_AGE_MS: Readonly<Record<string, number>> = {
  R8: OTHER_PAYMENT_WINDOW_MS,
  R12: OTHER_PAYMENT_WINDOW_MS,
  R15: OTHER_PAYMENT_WINDOW_MS,
  R36: SAME_AMOUNT_BLOCK_MS + IDENTICAL_PAYMENT_BLOCK_MS,
  R50: 2 * IDENTICAL_PAYMENT_BLOCK_MS,
} satisfies Readonly<Record<Exclude<ResendEvidenceCode, 'R49'>, number>>;

/**
 * Whether a code that looked like evidence of our own first request has another cause: another
 * payment of this till to the same account.
 */
export function isEvidenceFromOtherPayment(database: Database, record: PaymentRecord): boolean {
  const { intent, outcome } = record;
  const maxAgeMs = MAX_EXPLAINING_PAYMENT_AGE_MS[outcome.evidence ?? ''];
  if (maxAgeMs === undefined) return false;
  const since = toIsoTime(Date.parse(intent.createdAt) - maxAgeMs);
  return listPaidPaymentsToBiller(
    database,
    intent.billerId,
    since,
    createAccountMatcher(intent),
  ).some(
    (payment) =>
      payment.id !== intent.id &&
      (outcome.evidence !== 'R36' || isSameMoney(payment.amount, intent.amount)),
  );
}

function isSameMoney(a: Money, b: Money): boolean {
  return a.amount === b.amount && isSameCurrency(a.currency, b.currency);
}
