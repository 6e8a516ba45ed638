import { type PaymentOutcome, type PaymentRecord, readPayment } from '../../ledger/index.ts';
import type { BillPaymentService, LookUp } from '../../service/index.ts';
import { isEvidenceExplained } from '../order/index.ts';
import {
  certainAt,
  type Finding,
  findingOf,
  findingOfCancel,
  outcomeOfFinding,
  unknown,
} from '../outcome/index.ts';
import type { Tracked } from '../tracking.ts';
import type { PaymentPorts } from '../types.ts';

/** One look-up: asking it, and the meaning of its answer. */

type Ports = Pick<PaymentPorts, 'database' | 'log'>;

/** Asks the service about a payment by our own id, or about a cancel by its payment's id. */
export async function askService(
  ports: Ports,
  service: BillPaymentService,
  record: PaymentRecord,
): Promise<LookUp> {
  try {
    const cancelled = authorizationToCancel(ports, record);
    return cancelled === null
      ? await service.lookUp(record.intent.externalId)
      : await service.lookUpTransaction(cancelled);
  } catch (error) {
    ports.log.error(
      { error, paymentId: record.intent.id },
      'the service client broke in a look-up',
    );
    return { kind: 'failed', problem: { kind: 'internal', reference: record.intent.id } };
  }
}

function authorizationToCancel({ database }: Ports, record: PaymentRecord): string | null {
  const { cancels } = record.intent;
  if (cancels === null) return null;
  return readPayment(database, cancels)?.outcome.authorization ?? null;
}

/** What the answer to a look-up means for the payment's outcome. */
export function nextOutcome(
  ports: Ports,
  tracked: Pick<Tracked, 'hasWaitedOut'>,
  record: PaymentRecord,
  found: LookUp,
  now: number,
  at: string,
): PaymentOutcome {
  if (found.kind === 'failed') return notInFlight(record.outcome);
  const cancelled = authorizationToCancel(ports, record);
  const finding: Finding =
    cancelled === null ? findingOf(record.intent, found) : findingOfCancel(cancelled, found);
  if (finding.kind === 'paid' && finding.rows > 1) {
    ports.log.error(
      { paymentId: record.intent.id, rows: finding.rows },
      'more than one row is ours',
    );
  }
  const certain = certainAt(record);
  // Without the service's own time, only this run's own waiting counts.
  const isPastCertain =
    certain !== null &&
    (found.serviceTime !== null
      ? found.serviceTime > certain
      : now > certain && tracked.hasWaitedOut);
  const facts = { isPastCertain, isEvidenceExplained: isEvidenceExplained(ports.database, record) };
  return outcomeOfFinding(record.outcome, finding, facts, at);
}

/** A look-up runs only when nothing is in flight: a payment still `sent` is unknown. */
function notInFlight(outcome: PaymentOutcome): PaymentOutcome {
  return outcome.state === 'unclear' ? outcome : unknown(outcome, 'till-stopped');
}
