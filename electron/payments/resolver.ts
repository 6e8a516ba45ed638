import { assertNever, fail, ok, type Problem, type Result } from '../../shared/contract/index.ts';
import {
  type Outcome,
  openPayments,
  type PaymentRecord,
  readPayment,
  storageErrorOf,
  storageProblem,
} from '../ledger/index.ts';
import { isoTime } from '../platform/index.ts';
import type { BillPaymentService, LookUp } from '../service/index.ts';
import { certainAt, lastRequestDate, outcomeOfFinding } from './conclusion.ts';
import { isEvidenceExplained } from './earlier.ts';
import { type Finding, findingOf, findingOfCancel } from './evidence.ts';
import { isOpen, unknown } from './outcome.ts';
import { endLeftSends, insertEvent, insertLookUp, updateOpenOutcome } from './payment-writes.ts';
import type { Settling } from './settling.ts';
import type { Tracked, Tracking } from './tracking.ts';
import type { PaymentPorts } from './types.ts';

/** Looks up what is not known, at once and then for as long as it takes. */
export interface Resolver {
  /** The send has ended without a certain answer: begin. */
  begin(paymentId: string): void;
  /** Looks up now, or joins the look-up under way. A problem where it brought nothing. */
  lookUpNow(paymentId: string): Promise<Result<null>>;
  /** A new request goes out: no look-up before it has ended, and the waiting begins anew. */
  pauseFor(paymentId: string): void;
  /** When the look-up under way has ended, if there is one. */
  settled(paymentId: string): Promise<void>;
  /** At start: what an earlier run left is unknown. Never throws. */
  start(): void;
}

const STEPS = [2, 3, 5, 8, 12, 20, 30, 45, 60].map((seconds) => seconds * 1000);
/** Between look-ups of what no time concludes. */
const SLOW = 5 * 60_000;
const WAIT_OUT = 17 * 60_000;
const START_AGAIN = 5000;
const NO_SERVICE = 20_000;

export function createResolver(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'log'>,
  parts: {
    readonly settling: Settling;
    readonly tracking: Tracking;
    readonly isStopped: () => boolean;
    readonly random: () => number;
    readonly requestTimeout: () => number;
  },
): Resolver {
  const { database, clock, log } = ports;
  const { settling, tracking } = parts;
  const correctedTime = (): number => ports.service()?.stamp() ?? clock.now();

  /** The next look-up: by the back-off, but not later than the moment that decides something. */
  function delayFor(record: PaymentRecord, outcome: Outcome, step: number): number {
    const now = correctedTime();
    const certain = certainAt(record);
    const isSlow =
      certain !== null &&
      now > certain &&
      (outcome.state === 'unclear' || outcome.evidence !== null) &&
      step >= STEPS.length;
    const usual = isSlow ? SLOW : (STEPS[Math.min(step, STEPS.length - 1)] ?? SLOW);
    const jittered = Math.round(usual * (0.8 + 0.4 * parts.random()));
    const sent = lastRequestDate(record);
    const moments = sent === null ? [] : [sent + parts.requestTimeout(), certain ?? sent];
    const untilMoment = moments.map((moment) => moment - now + 1100).filter((wait) => wait > 1000);
    return Math.min(jittered, ...untilMoment);
  }

  function schedule(tracked: Tracked, delay: number): void {
    if (parts.isStopped()) return;
    tracked.cancelLookUp?.();
    tracked.cancelLookUp = clock.after(delay, () => {
      tracked.cancelLookUp = null;
      void lookUp(tracked);
    });
  }

  /** One at a time for each payment, and none while a request is out. */
  function lookUp(tracked: Tracked): Promise<Problem | null> {
    if (tracked.lookingUp) return tracked.lookingUp;
    if (parts.isStopped() || tracked.sending !== 'no') return Promise.resolve(null);
    tracked.cancelLookUp?.();
    tracked.cancelLookUp = null;
    const run = lookUpOnce(tracked)
      .catch((error: unknown) => afterBrokenLookUp(tracked, error))
      .finally(() => {
        tracked.lookingUp = null;
      });
    tracked.lookingUp = run;
    return run;
  }

  function afterBrokenLookUp(tracked: Tracked, error: unknown): Problem {
    log.error({ error, paymentId: tracked.id }, 'a look-up could not be finished');
    tracked.step += 1;
    try {
      schedule(tracked, STEPS[Math.min(tracked.step, 5)] ?? SLOW);
    } catch (second) {
      log.error({ error: second, paymentId: tracked.id }, 'the next look-up could not be planned');
    }
    const storage = storageErrorOf(error, database);
    return storage ? storageProblem(storage) : { kind: 'internal', reference: tracked.id };
  }

  async function lookUpOnce(tracked: Tracked): Promise<Problem | null> {
    const record = readPayment(database, tracked.id);
    if (!record || !isOpen(record.outcome)) {
      tracking.drop(tracked.id);
      return null;
    }
    const service = ports.service();
    if (!service) {
      schedule(tracked, NO_SERVICE);
      return { kind: 'not-connected', reason: 'not-ready' };
    }
    const found = await ask(service, record);
    if (parts.isStopped()) return null;
    write(tracked, record, found, service.stamp());
    return found.kind === 'failed' ? found.problem : null;
  }

  async function ask(service: BillPaymentService, record: PaymentRecord): Promise<LookUp> {
    try {
      const cancelled = authorizationToCancel(record);
      return cancelled === null
        ? await service.lookUp(record.intent.externalId)
        : await service.lookUpTransaction(cancelled);
    } catch (error) {
      log.error({ error, paymentId: record.intent.id }, 'the service client broke in a look-up');
      return { kind: 'failed', problem: { kind: 'internal', reference: record.intent.id } };
    }
  }

  function authorizationToCancel(record: PaymentRecord): string | null {
    const { cancels } = record.intent;
    if (cancels === null) return null;
    return readPayment(database, cancels)?.outcome.authorization ?? null;
  }

  function write(tracked: Tracked, record: PaymentRecord, found: LookUp, stamp: number): void {
    const at = isoTime(clock.now());
    const serviceTime = found.kind === 'failed' ? null : (found.serviceTime ?? stamp);
    const next = nextOutcome(tracked, record, found, stamp, at);
    tracked.step += 1;
    const delay = delayFor(record, next, tracked.step);
    const planned = isOpen(next) ? { ...next, nextLookUpAt: isoTime(clock.now() + delay) } : next;
    const isChange =
      planned.state !== record.outcome.state || planned.evidence !== record.outcome.evidence;

    const isWritten = database.commit(() => {
      insertLookUp(database, record.intent.id, {
        at,
        result: found.kind,
        serviceTime: serviceTime === null ? null : isoTime(serviceTime),
        detail: detailOf(found),
      });
      if (!isChange) return updateOpenOutcome(database, record.intent.id, planned);
      return settling.inCommit(record, planned, {
        at,
        kind: `look-up-${found.kind}`,
        detail: { why: detailOf(found) },
      });
    });
    if (isWritten && isOpen(planned)) schedule(tracked, delay);
    else tracking.drop(tracked.id);
    if (isWritten && !isOpen(planned)) settling.after(record, planned);
    else settling.changed(record.intent.id);
  }

  function nextOutcome(
    tracked: Tracked,
    record: PaymentRecord,
    found: LookUp,
    stamp: number,
    at: string,
  ): Outcome {
    if (found.kind === 'failed') return notInFlight(record.outcome);
    const cancelled = authorizationToCancel(record);
    const finding: Finding =
      cancelled === null ? findingOf(record.intent, found) : findingOfCancel(cancelled, found);
    if (finding.kind === 'paid' && finding.rows > 1) {
      log.error({ paymentId: record.intent.id, rows: finding.rows }, 'more than one row is ours');
    }
    const certain = certainAt(record);
    // Without the service's own time only what this run has waited itself may be believed.
    const isPastCertain =
      certain !== null &&
      (found.serviceTime !== null
        ? found.serviceTime > certain
        : stamp > certain && tracked.hasWaitedOut);
    const facts = { isPastCertain, isEvidenceExplained: isEvidenceExplained(database, record) };
    return outcomeOfFinding(record.outcome, finding, facts, at);
  }

  /** A look-up runs only when nothing is on the wire: what was `sent` is unknown. */
  function notInFlight(outcome: Outcome): Outcome {
    return outcome.state === 'unclear' ? outcome : unknown(outcome, 'till-stopped');
  }

  function begin(paymentId: string): void {
    const tracked = tracking.of(paymentId);
    tracked.step = 0;
    tracked.cancelWait?.();
    tracked.cancelWait = clock.after(WAIT_OUT, () => {
      tracked.hasWaitedOut = true;
    });
    void lookUp(tracked);
  }

  function turnLeftIntoUnknown(left: readonly PaymentRecord[]): void {
    const at = isoTime(clock.now());
    const unsettled = left.filter(({ outcome }) => ['intent', 'sent'].includes(outcome.state));
    if (unsettled.length === 0) return;
    database.commit(() => {
      for (const { intent, outcome } of unsettled) {
        endLeftSends(database, intent.id, at);
        updateOpenOutcome(database, intent.id, unknown(outcome, 'till-stopped'));
        insertEvent(database, {
          intentId: intent.id,
          at,
          kind: 'till-stopped',
          cashierId: null,
          detail: { state: 'unknown' },
        });
      }
    });
  }

  /** Not of this run; the cashier may have had it looked up before the start all the same. */
  function isLeft(paymentId: string): boolean {
    const tracked = tracking.get(paymentId);
    return !tracked || (tracked.sending === 'no' && tracked.cancelWait === null);
  }

  function start(): void {
    if (parts.isStopped()) return;
    try {
      const left = openPayments(database).filter(({ intent }) => isLeft(intent.id));
      try {
        turnLeftIntoUnknown(left);
      } catch (error) {
        // Nothing is on the wire: they are shown and looked up as unknown all the same.
        log.error({ error }, 'what an earlier run left could not be written as unknown');
      }
      for (const { intent } of left) begin(intent.id);
    } catch (error) {
      log.error({ error }, 'what an earlier run left could not be read');
      clock.after(START_AGAIN, start);
    }
  }

  return {
    begin,
    start,
    pauseFor: (paymentId) => {
      const tracked = tracking.of(paymentId);
      tracked.hasWaitedOut = false;
      tracked.cancelLookUp?.();
      tracked.cancelLookUp = null;
      tracked.cancelWait?.();
      tracked.cancelWait = null;
    },
    lookUpNow: async (paymentId) => {
      const problem = await lookUp(tracking.of(paymentId));
      return problem ? fail(problem) : ok(null);
    },
    settled: async (paymentId) => {
      await tracking.get(paymentId)?.lookingUp;
    },
  };
}

function detailOf(found: LookUp): string | null {
  switch (found.kind) {
    case 'found':
      return `${found.rows.length} rows`;
    case 'empty':
      return found.serviceTime === null ? 'no time of the service' : null;
    case 'unclear':
      return found.why;
    case 'failed':
      return found.problem.kind;
    default:
      return assertNever(found);
  }
}
