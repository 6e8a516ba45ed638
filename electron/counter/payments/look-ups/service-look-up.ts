import type { PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';
import type { BillPaymentService, TransactionLookUp } from '../../../service/index.ts';
import { isEvidenceFromOtherPayment } from '../order/index.ts';
import {
  classifyCancelLookUp,
  classifyLookUp,
  getOutcomeFromLookUpFinding,
  hasRequestExpired,
  isCreatedOnOtherDayThanSends,
  type LookUpFinding,
  toUnknownOutcome,
} from '../outcome/index.ts';
import type { TrackedPayment } from '../payment-tracker.ts';
import { isAuthorizationOfOtherPayment, readCancelledAuthorization } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';

/** One look-up at the service, and the meaning of its answer. */

type Ports = Pick<PaymentPorts, 'database' | 'log'>;

/**
 * Looks up a payment by its external_id, or a cancel by the authorization of the payment that it
 * cancels. Never throws.
 */
export async function lookUpPaymentAtService(
  ports: Ports,
  service: BillPaymentService,
  record: PaymentRecord,
): Promise<TransactionLookUp> {
  try {
    const cancelledAuthorization = readCancelledAuthorization(ports.database, record.intent);
    return cancelledAuthorization === null
      ? await service.lookUp(record.intent.externalId)
      : await service.lookUpTransaction(cancelledAuthorization);
  } catch (error) {
    ports.log.error({ err: error, paymentId: record.intent.id }, 'look-ups: service client threw');
    return { kind: 'failed', problem: { kind: 'internal', reference: record.intent.id } };
  }
}

/**
 * Converts the answer to a look-up into a finding about the payment; null if the look-up failed.
 */
export function toLookUpFinding(
  ports: Ports,
  record: PaymentRecord,
  lookUpResult: TransactionLookUp,
): LookUpFinding | null {
  if (lookUpResult.kind === 'failed') return null;
  const cancelledAuthorization = readCancelledAuthorization(ports.database, record.intent);
  const finding =
    cancelledAuthorization === null
      ? classifyLookUp(
          record,
          lookUpResult,
          (row) =>
            isCreatedOnOtherDayThanSends(record, row.createdAt) ||
            isAuthorizationOfOtherPayment(ports.database, row.id, record.intent.id),
        )
      : classifyCancelLookUp(
          cancelledAuthorization,
          lookUpResult.kind === 'found' ? lookUpResult.rows : [],
        );
  if (finding.kind === 'paid' && finding.rows > 1) {
    ports.log.error(
      { paymentId: record.intent.id, rows: finding.rows },
      'look-ups: more than one row matches payment',
    );
  }
  return finding;
}

/**
 * Returns the outcome that follows from a look-up. `lookUpStartedAt` is the uptime in milliseconds at which
 * the look-up started; `at` is ISO 8601 in UTC.
 */
export function getOutcomeAfterLookUp(
  ports: Ports,
  tracked: Pick<TrackedPayment, 'quietSince' | 'requestExpiryUptime'>,
  record: PaymentRecord,
  lookUpFacts: {
    readonly finding: LookUpFinding | null;
    readonly lookUpResult: TransactionLookUp;
    readonly lookUpStartedAt: number;
    /** Another till of the chain made the payment that explains the service's R36. */
    readonly isPaidAtOtherTill: boolean;
  },
  at: string,
): PaymentOutcome {
  const { finding, lookUpResult, lookUpStartedAt, isPaidAtOtherTill } = lookUpFacts;
  if (finding === null || lookUpResult.kind === 'failed')
    return toUnknownUnlessUnclear(record.outcome);
  const lookUpStart = { uptime: lookUpStartedAt, time: lookUpResult.time };
  const facts = {
    haveAllRequestsExpired: hasRequestExpired(record, lookUpStart, tracked),
    isEvidenceFromOtherPayment:
      isPaidAtOtherTill || isEvidenceFromOtherPayment(ports.database, record),
    wasSentOnce: record.sends.length === 1,
  };
  return getOutcomeFromLookUpFinding(record.outcome, finding, facts, at);
}

/** A look-up runs only when no request is in flight, so a payment still `sent` becomes unknown. */
export function toUnknownUnlessUnclear(outcome: PaymentOutcome): PaymentOutcome {
  return outcome.state === 'unclear' ? outcome : toUnknownOutcome(outcome, 'till-stopped');
}
