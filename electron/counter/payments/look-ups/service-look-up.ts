import { type PaymentOutcome, type PaymentRecord, readPayment } from '../../../ledger/index.ts';
import type { BillPaymentService, LookUp } from '../../../service/index.ts';
import { isEvidenceExplained } from '../order/index.ts';
import {
  type Finding,
  getOutcomeFromFinding,
  hasRequestExpired,
  toCancelFinding,
  toFinding,
  toUnknown,
} from '../outcome/index.ts';
import type { TrackedPayment } from '../payment-tracker.ts';
import type { PaymentPorts } from '../types.ts';

/** One look-up: asking it, and the meaning of its answer. */

type Ports = Pick<PaymentPorts, 'database' | 'log'>;

/** Asks the service about a payment by our own id, or about a cancel by its payment's id. */
export async function lookUpAtService(
  ports: Ports,
  service: BillPaymentService,
  record: PaymentRecord,
): Promise<LookUp> {
  try {
    const cancelled = getCancelledAuthorization(ports, record);
    return cancelled === null
      ? await service.lookUp(record.intent.externalId)
      : await service.lookUpTransaction(cancelled);
  } catch (error) {
    ports.log.error({ err: error, paymentId: record.intent.id }, 'look-ups: service client threw');
    return { kind: 'failed', problem: { kind: 'internal', reference: record.intent.id } };
  }
}

function getCancelledAuthorization({ database }: Ports, record: PaymentRecord): string | null {
  const { cancelledPaymentId } = record.intent;
  if (cancelledPaymentId === null) return null;
  return readPayment(database, cancelledPaymentId)?.outcome.authorization ?? null;
}

/** What the answer to a look-up says of the payment; null if there was no answer. */
export function toLookUpFinding(
  ports: Ports,
  record: PaymentRecord,
  found: LookUp,
): Finding | null {
  if (found.kind === 'failed') return null;
  const cancelled = getCancelledAuthorization(ports, record);
  const finding =
    cancelled === null ? toFinding(record.intent, found) : toCancelFinding(cancelled, found);
  if (finding.kind === 'paid' && finding.rows > 1) {
    ports.log.error(
      { paymentId: record.intent.id, rows: finding.rows },
      'look-ups: more than one row matches payment',
    );
  }
  return finding;
}

/** What that means for its outcome. `askedAt` is the uptime at which it was asked. */
export function getNextOutcome(
  ports: Ports,
  tracked: Pick<TrackedPayment, 'quietSince' | 'aliveUntil'>,
  record: PaymentRecord,
  looked: {
    readonly finding: Finding | null;
    readonly found: LookUp;
    readonly askedAt: number;
    /** Another till of the chain paid what the service's R36 speaks of. */
    readonly isPaidElsewhere: boolean;
  },
  at: string,
): PaymentOutcome {
  const { finding, found, askedAt, isPaidElsewhere } = looked;
  if (finding === null || found.kind === 'failed') return toUnknownUnlessUnclear(record.outcome);
  const asked = { uptime: askedAt, time: found.time };
  const facts = {
    isPastCertain: hasRequestExpired(record, asked, tracked),
    isEvidenceExplained: isPaidElsewhere || isEvidenceExplained(ports.database, record),
    wasSentOnce: record.sends.length === 1,
  };
  return getOutcomeFromFinding(record.outcome, finding, facts, at);
}

/** A look-up runs only when nothing is in flight: a payment still `sent` is unknown. */
function toUnknownUnlessUnclear(outcome: PaymentOutcome): PaymentOutcome {
  return outcome.state === 'unclear' ? outcome : toUnknown(outcome, 'till-stopped');
}
