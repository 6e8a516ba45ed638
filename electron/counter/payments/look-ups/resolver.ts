import {
  assertNever,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import {
  type PaymentRecord,
  readPayment,
  toStorageError,
  toStorageProblem,
} from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { LookUp, ServiceTimeReading } from '../../../service/index.ts';
import { findBlockingOtherTillPayments } from '../order/index.ts';
import { computeRequestAliveUntil, isUnresolved, type OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker, TrackedPayment } from '../payment-tracker.ts';
import { insertLookUp, updateOpenOutcome } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';
import { computeLookUpDelay, getBackoffDelay } from './look-up-delay.ts';
import { getNextOutcome, lookUpAtService, toLookUpFinding } from './service-look-up.ts';
import { createStartupResumer } from './startup-resumer.ts';

/** Looks up unknown outcomes, at once and then for as long as it takes. */
export interface Resolver {
  /** The send has ended without a certain answer: begin. */
  startLookUps(paymentId: string): void;
  /** Looks up now, or joins the look-up under way. A problem if it brought nothing. */
  lookUpNow(paymentId: string): Promise<Result<null>>;
  /** A new request goes out: no look-up runs until it ends. */
  cancelScheduledLookUp(paymentId: string): void;
  /** When the look-up under way has ended, if there is one. */
  waitForLookUp(paymentId: string): Promise<void>;
  /** At start: payments that an earlier run left open become unknown. Never throws. */
  start(): void;
}

const NO_SERVICE_RETRY_DELAY_MS = 20_000;

export function createResolver(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'log' | 'elsewhere'>,
  parts: {
    readonly outcomes: OutcomeRecorder;
    readonly tracking: PaymentTracker;
    readonly isStopped: () => boolean;
    readonly random: () => number;
    readonly requestTimeout: () => number;
  },
): Resolver {
  const { database, clock, log } = ports;
  const { outcomes, tracking } = parts;
  const correctedTime = (): number => ports.service()?.requestDate() ?? clock.now();

  function schedule(tracked: TrackedPayment, delay: number): void {
    if (parts.isStopped()) return;
    tracked.cancelScheduledLookUp?.();
    tracked.cancelScheduledLookUp = clock.after(delay, () => {
      tracked.cancelScheduledLookUp = null;
      void lookUp(tracked);
    });
  }

  /** One at a time for each payment, and none while a request is out. */
  function lookUp(tracked: TrackedPayment): Promise<Problem | null> {
    if (tracked.lookUpInFlight) return tracked.lookUpInFlight;
    if (parts.isStopped() || tracked.sending !== 'no') return Promise.resolve(null);
    tracked.cancelScheduledLookUp?.();
    tracked.cancelScheduledLookUp = null;
    const run = lookUpOnce(tracked)
      .catch((error: unknown) => afterBrokenLookUp(tracked, error))
      .finally(() => {
        tracked.lookUpInFlight = null;
      });
    tracked.lookUpInFlight = run;
    return run;
  }

  function afterBrokenLookUp(tracked: TrackedPayment, error: unknown): Problem {
    log.error({ err: error, paymentId: tracked.id }, 'look-ups: look-up failed');
    tracked.backoffStep += 1;
    try {
      schedule(tracked, getBackoffDelay(Math.min(tracked.backoffStep, 5)));
    } catch (second) {
      log.error({ err: second, paymentId: tracked.id }, 'look-ups: scheduling next look-up failed');
    }
    const storage = toStorageError(error, database);
    return storage ? toStorageProblem(storage) : { kind: 'internal', reference: tracked.id };
  }

  async function lookUpOnce(tracked: TrackedPayment): Promise<Problem | null> {
    const record = readPayment(database, tracked.id);
    if (!record || !isUnresolved(record.outcome)) {
      tracking.delete(tracked.id);
      return null;
    }
    const service = ports.service();
    if (!service) {
      schedule(tracked, NO_SERVICE_RETRY_DELAY_MS);
      return { kind: 'not-connected', reason: 'not-ready' };
    }
    const askedAt = clock.uptime();
    const [found, elsewhere] = await Promise.all([
      lookUpAtService(ports, service, record),
      record.outcome.evidence === 'R36' ? findBlockingOtherTillPayments(ports, record) : [],
    ]);
    if (parts.isStopped()) return null;
    const isPaidElsewhere = elsewhere.length > 0;
    write(tracked, record, { found, askedAt, isPaidElsewhere }, service.getSlowestServiceTime());
    return found.kind === 'failed' ? found.problem : null;
  }

  function write(
    tracked: TrackedPayment,
    record: PaymentRecord,
    looked: {
      readonly found: LookUp;
      readonly askedAt: number;
      readonly isPaidElsewhere: boolean;
    },
    passedTime: number | null,
  ): void {
    const { found, askedAt, isPaidElsewhere } = looked;
    const at = toIsoTime(clock.now());
    const serviceTime =
      found.kind === 'failed' || found.time.kind === 'disputed' ? null : found.time.time;
    const finding = toLookUpFinding(ports, record, found);
    if (found.kind !== 'failed') {
      const until = computeRequestAliveUntil(record, { uptime: askedAt, time: found.time });
      if (until !== null) tracked.aliveUntil = Math.max(until, tracked.aliveUntil ?? until);
    }
    const next = getNextOutcome(ports, tracked, record, { ...looked, finding }, at);
    if (finding?.kind === 'empty') tracked.quietSince ??= askedAt;
    tracked.backoffStep += 1;
    const delay = computeLookUpDelay(record, next, tracked.backoffStep, {
      correctedTime: correctedTime(),
      passedTime,
      uptime: clock.uptime(),
      quietSince: tracked.quietSince,
      aliveUntil: tracked.aliveUntil,
      random: parts.random(),
      requestTimeout: parts.requestTimeout(),
    });
    const planned = isUnresolved(next)
      ? { ...next, nextLookUpAt: toIsoTime(clock.now() + delay) }
      : next;
    const isChange =
      planned.state !== record.outcome.state || planned.evidence !== record.outcome.evidence;

    const isWritten = database.commit(() => {
      insertLookUp(database, record.intent.id, {
        at,
        result: found.kind,
        serviceTime: serviceTime === null ? null : toIsoTime(serviceTime),
        detail: formatLookUpDetail(found),
      });
      if (!isChange) return updateOpenOutcome(database, record.intent.id, planned);
      return outcomes.recordOutcomeInCommit(record, planned, {
        at,
        kind: `look-up-${found.kind}`,
        detail: { why: formatLookUpDetail(found), ...(isPaidElsewhere ? { isPaidElsewhere } : {}) },
      });
    });
    if (isWritten && isUnresolved(planned)) schedule(tracked, delay);
    else tracking.delete(tracked.id);
    if (isWritten && !isUnresolved(planned)) outcomes.afterCommit(record, planned);
    else outcomes.emitChange(record.intent.id);
  }

  function startLookUps(paymentId: string): void {
    const tracked = tracking.getOrCreate(paymentId);
    tracked.backoffStep = 0;
    tracked.isLookUpStarted = true;
    void lookUp(tracked);
  }

  return {
    startLookUps,
    start: createStartupResumer(ports, {
      tracking,
      isStopped: parts.isStopped,
      begin: startLookUps,
    }),
    cancelScheduledLookUp: (paymentId) => {
      const tracked = tracking.getOrCreate(paymentId);
      tracked.cancelScheduledLookUp?.();
      tracked.cancelScheduledLookUp = null;
    },
    lookUpNow: async (paymentId) => {
      const problem = await lookUp(tracking.getOrCreate(paymentId));
      return problem ? fail(problem) : ok(null);
    },
    waitForLookUp: async (paymentId) => {
      await tracking.get(paymentId)?.lookUpInFlight;
    },
  };
}

function formatLookUpDetail(found: LookUp): string | null {
  switch (found.kind) {
    case 'found':
      return `${found.rows.length} rows`;
    case 'empty':
      return formatTimeDetail(found.time);
    case 'unclear':
      return found.why;
    case 'failed':
      return found.problem.kind;
    default:
      return assertNever(found);
  }
}

function formatTimeDetail(time: ServiceTimeReading): string | null {
  switch (time.kind) {
    case 'agreed':
      return null;
    case 'untold':
      return 'no time of the service';
    case 'disputed':
      return 'its Date disagrees with the answers before it';
    default:
      return assertNever(time);
  }
}
