import {
  assertNever,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import {
  type LookUpResult,
  type PaymentRecord,
  readPayment,
  toStorageError,
  toStorageProblem,
} from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ServiceTimeReading, TransactionLookUp } from '../../../service/index.ts';
import { findBlockingOtherTillPayments } from '../order/index.ts';
import {
  computeRequestExpiryUptime,
  followsRequestTimeout,
  isUnresolved,
  type LookUpFinding,
  type OutcomeRecorder,
} from '../outcome/index.ts';
import type { PaymentTracker, TrackedPayment } from '../payment-tracker.ts';
import { insertLookUp, updateUnresolvedOutcome } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';
import { computeLookUpDelayMs, getLookUpBackoffMs } from './look-up-delay.ts';
import {
  getOutcomeAfterLookUp,
  lookUpPaymentAtService,
  toLookUpFinding,
} from './service-look-up.ts';
import { createStartupLookUpResumer } from './startup-resumer.ts';

/** Looks up unknown outcomes, at once and then repeatedly until they are resolved. */
export interface PaymentResolver {
  /** Call it when a send completes without a certain answer. Resets the back-off. */
  startLookUps(paymentId: string): void;
  /** Looks up now, or joins the look-up in flight. Returns a problem if the look-up failed. */
  lookUpNow(paymentId: string): Promise<Result<null>>;
  /** Resolves when the look-up in flight ends; at once if there is none. */
  waitForLookUp(paymentId: string): Promise<void>;
  /** Marks the open payments of an earlier run unknown and looks them up. Never throws. */
  start(): void;
}

const NO_SERVICE_RETRY_DELAY_MS = 20_000;

export function createPaymentResolver(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'log' | 'otherTillPayments'>,
  parts: {
    readonly outcomes: OutcomeRecorder;
    readonly tracker: PaymentTracker;
    readonly isStopped: () => boolean;
    readonly random: () => number;
    readonly requestTimeoutMs: () => number;
  },
): PaymentResolver {
  const { database, clock, log } = ports;
  const { outcomes, tracker } = parts;

  function schedule(tracked: TrackedPayment, delay: number): void {
    if (parts.isStopped()) return;
    tracked.cancelScheduledLookUp?.();
    tracked.cancelScheduledLookUp = clock.after(delay, () => {
      tracked.cancelScheduledLookUp = null;
      void lookUp(tracked);
    });
  }

  /** At most one at a time for each payment, and none while a request is in flight. */
  function lookUp(tracked: TrackedPayment): Promise<Problem | null> {
    if (tracked.lookUpInFlight) return tracked.lookUpInFlight;
    if (parts.isStopped() || tracked.sendState !== 'no') return Promise.resolve(null);
    tracked.cancelScheduledLookUp?.();
    tracked.cancelScheduledLookUp = null;
    const run = lookUpOnce(tracked)
      .catch((error: unknown) => handleFailedLookUp(tracked, error))
      .finally(() => {
        tracked.lookUpInFlight = null;
        // Only now the payment may be sent again. A resolved one has already been emitted.
        if (tracker.getTracked(tracked.id) === tracked) outcomes.emitPaymentChange(tracked.id);
      });
    tracked.lookUpInFlight = run;
    return run;
  }

  function handleFailedLookUp(tracked: TrackedPayment, error: unknown): Problem {
    log.error({ err: error, paymentId: tracked.id }, 'look-ups: look-up failed');
    tracked.backoffStep += 1;
    try {
      schedule(tracked, getLookUpBackoffMs(Math.min(tracked.backoffStep, 5)));
    } catch (schedulingError) {
      log.error(
        { err: schedulingError, paymentId: tracked.id },
        'look-ups: scheduling next look-up failed',
      );
    }
    const storage = toStorageError(error, database);
    return storage ? toStorageProblem(storage) : { kind: 'internal', reference: tracked.id };
  }

  async function lookUpOnce(tracked: TrackedPayment): Promise<Problem | null> {
    const record = readPayment(database, tracked.id);
    if (!record || !isUnresolved(record.outcome)) {
      tracker.stopTracking(tracked.id);
      return null;
    }
    const service = ports.service();
    if (!service) {
      schedule(tracked, NO_SERVICE_RETRY_DELAY_MS);
      return { kind: 'not-connected', reason: 'not-ready' };
    }
    const lookUpStartedAt = clock.uptime();
    const [lookUpResult, otherTillPayments] = await Promise.all([
      lookUpPaymentAtService(ports, service, record),
      record.outcome.evidence === 'R36' ? findBlockingOtherTillPayments(ports, record) : [],
    ]);
    if (parts.isStopped()) return null;
    const isPaidAtOtherTill = otherTillPayments.length > 0;
    recordLookUp(
      tracked,
      record,
      { lookUpResult, lookUpStartedAt, isPaidAtOtherTill },
      service.getSlowestServiceTime(),
    );
    return lookUpResult.kind === 'failed' ? lookUpResult.problem : null;
  }

  function recordLookUp(
    tracked: TrackedPayment,
    record: PaymentRecord,
    lookUpFacts: {
      readonly lookUpResult: TransactionLookUp;
      readonly lookUpStartedAt: number;
      readonly isPaidAtOtherTill: boolean;
    },
    certainlyPassedTime: number | null,
  ): void {
    const { lookUpResult, lookUpStartedAt, isPaidAtOtherTill } = lookUpFacts;
    const at = toIsoTime(clock.now());
    const serviceTime =
      lookUpResult.kind === 'failed' || lookUpResult.time.kind === 'disputed'
        ? null
        : lookUpResult.time.time;
    const finding = toLookUpFinding(ports, record, lookUpResult);
    if (lookUpResult.kind !== 'failed') {
      const until = computeRequestExpiryUptime(record, {
        uptime: lookUpStartedAt,
        time: lookUpResult.time,
      });
      if (until !== null)
        tracked.requestExpiryUptime = Math.max(until, tracked.requestExpiryUptime ?? until);
      tracked.isLookedUpAfterTimeout ||= followsRequestTimeout(
        lookUpStartedAt,
        tracked.quietSince,
        parts.requestTimeoutMs(),
      );
    }
    const next = getOutcomeAfterLookUp(ports, tracked, record, { ...lookUpFacts, finding }, at);
    if (finding?.kind === 'empty') tracked.quietSince ??= lookUpStartedAt;
    tracked.backoffStep += 1;
    const delay = computeLookUpDelayMs(record, next, tracked.backoffStep, {
      estimatedServiceTime: clock.now(),
      certainlyPassedTime,
      uptime: clock.uptime(),
      quietSince: tracked.quietSince,
      requestExpiryUptime: tracked.requestExpiryUptime,
      random: parts.random(),
      requestTimeoutMs: parts.requestTimeoutMs(),
    });
    const planned = isUnresolved(next)
      ? { ...next, nextLookUpAt: toIsoTime(clock.now() + delay) }
      : next;
    const isChange =
      planned.state !== record.outcome.state || planned.evidence !== record.outcome.evidence;

    const isWritten = database.commit(() => {
      insertLookUp(database, {
        intentId: record.intent.id,
        at,
        result: toLookUpResult(lookUpResult, finding),
        serviceTime: serviceTime === null ? null : toIsoTime(serviceTime),
        detail: formatLookUpDetail(lookUpResult),
      });
      if (!isChange) return updateUnresolvedOutcome(database, record.intent.id, planned);
      return outcomes.recordOutcomeInCommit(record, planned, {
        at,
        kind: `look-up-${lookUpResult.kind}`,
        detail: {
          why: formatLookUpDetail(lookUpResult),
          ...(isPaidAtOtherTill ? { isPaidAtOtherTill } : {}),
        },
      });
    });
    if (isWritten && isUnresolved(planned)) {
      schedule(tracked, delay);
      return;
    }
    tracker.stopTracking(tracked.id);
    // Otherwise a person resolved it during the look-up.
    if (isWritten) outcomes.finishOutcomeAfterCommit(record, planned);
  }

  function startLookUps(paymentId: string): void {
    const tracked = tracker.getOrCreateTracked(paymentId);
    tracked.backoffStep = 0;
    tracked.isLookUpStarted = true;
    void lookUp(tracked);
  }

  return {
    startLookUps,
    start: createStartupLookUpResumer(ports, {
      tracker,
      isStopped: parts.isStopped,
      startLookUps,
    }),
    lookUpNow: async (paymentId) => {
      const problem = await lookUp(tracker.getOrCreateTracked(paymentId));
      return problem ? fail(problem) : ok(null);
    },
    waitForLookUp: async (paymentId) => {
      await tracker.getTracked(paymentId)?.lookUpInFlight;
    },
  };
}

/** Rows without an external_id are empty if none of them can be the payment's. */
function toLookUpResult({ kind }: TransactionLookUp, finding: LookUpFinding | null): LookUpResult {
  if (kind !== 'without-id') return kind;
  return finding?.kind === 'empty' ? 'empty' : 'unclear';
}

function formatLookUpDetail(lookUpResult: TransactionLookUp): string | null {
  switch (lookUpResult.kind) {
    case 'found':
      return `${lookUpResult.rows.length} rows`;
    case 'empty':
      return formatTimeDetail(lookUpResult.time);
    case 'without-id':
      return `${lookUpResult.rows.length} rows without an external_id`;
    case 'unclear':
      return lookUpResult.reason;
    case 'failed':
      return lookUpResult.problem.kind;
    default:
      return assertNever(lookUpResult);
  }
}

function formatTimeDetail(time: ServiceTimeReading): string | null {
  switch (time.kind) {
    case 'agreed':
      return null;
    case 'no-date':
      return 'no time of the service';
    case 'disputed':
      return 'its Date disagrees with the answers before it';
    default:
      return assertNever(time);
  }
}
