import {
  assertNever,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import { CERTAIN_AFTER_WAITING } from '../../../shared/rules/index.ts';
import {
  type PaymentRecord,
  readPayment,
  storageErrorOf,
  storageProblem,
} from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import type { LookUp } from '../../service/index.ts';
import { isOpen, type OutcomeRecording } from '../outcome/index.ts';
import { insertLookUp, updateOpenOutcome } from '../rows/index.ts';
import type { Tracked, Tracking } from '../tracking.ts';
import type { PaymentPorts } from '../types.ts';
import { createLeftBehind } from './left-behind.ts';
import { askService, nextOutcome } from './look-up-answer.ts';
import { lookUpDelay, stepAfter } from './look-up-delay.ts';

/** Looks up unknown outcomes, at once and then for as long as it takes. */
export interface Resolver {
  /** The send has ended without a certain answer: begin. */
  begin(paymentId: string): void;
  /** Looks up now, or joins the look-up under way. A problem if it brought nothing. */
  lookUpNow(paymentId: string): Promise<Result<null>>;
  /** A new request goes out: no look-up runs until it ends, and the waiting starts again. */
  pauseFor(paymentId: string): void;
  /** When the look-up under way has ended, if there is one. */
  lookUpEnded(paymentId: string): Promise<void>;
  /** At start: payments that an earlier run left open become unknown. Never throws. */
  start(): void;
}

const NO_SERVICE = 20_000;

export function createResolver(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'log'>,
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
    const found = await askService(ports, service, record);
    if (parts.isStopped()) return null;
    write(tracked, record, found, service.requestDate());
    return found.kind === 'failed' ? found.problem : null;
  }

  function write(tracked: Tracked, record: PaymentRecord, found: LookUp, now: number): void {
    const at = isoTime(clock.now());
    const serviceTime = found.kind === 'failed' ? null : (found.serviceTime ?? now);
    const next = nextOutcome(ports, tracked, record, found, now, at);
    tracked.step += 1;
    const delay = lookUpDelay(record, next, tracked.step, {
      now: correctedTime(),
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
        detail: { why: detailOf(found) },
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
    tracked.cancelWait?.();
    tracked.cancelWait = clock.after(CERTAIN_AFTER_WAITING, () => {
      tracked.hasWaitedOut = true;
    });
    void lookUp(tracked);
  }

  return {
    begin,
    start: createLeftBehind(ports, { tracking, isStopped: parts.isStopped, begin }),
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
      return found.serviceTime === null ? 'no time of the service' : null;
    case 'unclear':
      return found.why;
    case 'failed':
      return found.problem.kind;
    default:
      return assertNever(found);
  }
}
