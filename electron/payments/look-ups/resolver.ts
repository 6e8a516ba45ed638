import {
  assertNever,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import {
  type PaymentRecord,
  readPayment,
  storageErrorOf,
  storageProblem,
} from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import type { AskedTime, LookUp } from '../../service/index.ts';
import { paidElsewhereBefore } from '../order/index.ts';
import { aliveUntil, isOpen, type OutcomeRecording } from '../outcome/index.ts';
import { insertLookUp, updateOpenOutcome } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';
import type { Tracked, Tracking } from '../unresolved-tracking.ts';
import { askService, findingOfLookUp, nextOutcome } from './look-up-answer.ts';
import { lookUpDelay, stepAfter } from './look-up-delay.ts';
import { createResumeAtStart } from './resume-at-start.ts';

/** Looks up unknown outcomes, at once and then for as long as it takes. */
export interface Resolver {
  /** The send has ended without a certain answer: begin. */
  begin(paymentId: string): void;
  /** Looks up now, or joins the look-up under way. A problem if it brought nothing. */
  lookUpNow(paymentId: string): Promise<Result<null>>;
  /** A new request goes out: no look-up runs until it ends. */
  pauseFor(paymentId: string): void;
  /** When the look-up under way has ended, if there is one. */
  lookUpEnded(paymentId: string): Promise<void>;
  /** At start: payments that an earlier run left open become unknown. Never throws. */
  start(): void;
}

const NO_SERVICE = 20_000;

export function createResolver(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'log' | 'elsewhere'>,
  parts: {
    readonly outcomes: OutcomeRecording;
    readonly tracking: Tracking;
    readonly isStopped: () => boolean;
    readonly random: () => number;
    readonly requestTimeout: () => number;
  },
): Resolver {
  const { database, clock, log } = ports;
  const { outcomes, tracking } = parts;
  const correctedTime = (): number => ports.service()?.requestDate() ?? clock.now();

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
      schedule(tracked, stepAfter(Math.min(tracked.step, 5)));
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
    const askedAt = clock.uptime();
    const [found, elsewhere] = await Promise.all([
      askService(ports, service, record),
      record.outcome.evidence === 'R36' ? paidElsewhereBefore(ports, record) : [],
    ]);
    if (parts.isStopped()) return null;
    const isPaidElsewhere = elsewhere.length > 0;
    write(tracked, record, { found, askedAt, isPaidElsewhere }, service.passedTime());
    return found.kind === 'failed' ? found.problem : null;
  }

  function write(
    tracked: Tracked,
    record: PaymentRecord,
    looked: {
      readonly found: LookUp;
      readonly askedAt: number;
      readonly isPaidElsewhere: boolean;
    },
    passedTime: number | null,
  ): void {
    const { found, askedAt, isPaidElsewhere } = looked;
    const at = isoTime(clock.now());
    const serviceTime =
      found.kind === 'failed' || found.time.kind === 'disputed' ? null : found.time.time;
    const finding = findingOfLookUp(ports, record, found);
    if (found.kind !== 'failed') {
      const until = aliveUntil(record, { uptime: askedAt, time: found.time });
      if (until !== null) tracked.aliveUntil = Math.max(until, tracked.aliveUntil ?? until);
    }
    const next = nextOutcome(ports, tracked, record, { ...looked, finding }, at);
    if (finding?.kind === 'empty') tracked.quietSince ??= askedAt;
    tracked.step += 1;
    const delay = lookUpDelay(record, next, tracked.step, {
      correctedTime: correctedTime(),
      passedTime,
      uptime: clock.uptime(),
      quietSince: tracked.quietSince,
      aliveUntil: tracked.aliveUntil,
      random: parts.random(),
      requestTimeout: parts.requestTimeout(),
    });
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
      return outcomes.recordOutcomeInCommit(record, planned, {
        at,
        kind: `look-up-${found.kind}`,
        detail: { why: detailOf(found), ...(isPaidElsewhere ? { isPaidElsewhere } : {}) },
      });
    });
    if (isWritten && isOpen(planned)) schedule(tracked, delay);
    else tracking.drop(tracked.id);
    if (isWritten && !isOpen(planned)) outcomes.afterCommit(record, planned);
    else outcomes.changed(record.intent.id);
  }

  function begin(paymentId: string): void {
    const tracked = tracking.of(paymentId);
    tracked.step = 0;
    tracked.isBegun = true;
    void lookUp(tracked);
  }

  return {
    begin,
    start: createResumeAtStart(ports, { tracking, isStopped: parts.isStopped, begin }),
    pauseFor: (paymentId) => {
      const tracked = tracking.of(paymentId);
      tracked.cancelLookUp?.();
      tracked.cancelLookUp = null;
    },
    lookUpNow: async (paymentId) => {
      const problem = await lookUp(tracking.of(paymentId));
      return problem ? fail(problem) : ok(null);
    },
    lookUpEnded: async (paymentId) => {
      await tracking.get(paymentId)?.lookingUp;
    },
  };
}

function detailOf(found: LookUp): string | null {
  switch (found.kind) {
    case 'found':
      return `${found.rows.length} rows`;
    case 'empty':
      return detailOfTime(found.time);
    case 'unclear':
      return found.why;
    case 'failed':
      return found.problem.kind;
    default:
      return assertNever(found);
  }
}

function detailOfTime(time: AskedTime): string | null {
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
