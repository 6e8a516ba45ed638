import { type PaymentRecord, readPayment } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { BillPaymentService, MoneyAnswer, MoneyRequest } from '../../../service/index.ts';
import {
  getOutcomeFromAnswer,
  isUnresolved,
  type OutcomeRecorder,
  toSendCompletion,
} from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import { markSendCompleted } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';

/**
 * Sends a recorded request and records its answer. It is called synchronously after the commit of
 * the send, so that it sends exactly what is on disk. Resolves once the answer is recorded, or kept
 * in memory where the disk does not take it.
 */
export interface RequestSender {
  send(
    paymentId: string,
    service: BillPaymentService,
    request: MoneyRequest,
    sent: {
      readonly idempotencyKey: string;
      readonly requestDate: number;
      readonly number: number;
    },
  ): Promise<void>;
  /**
   * Resolves when every request that is out now has been answered, and the answers are recorded.
   */
  waitForAnswers(): Promise<void>;
}

/** The outcome if the client itself breaks: unknown. */
const CLIENT_FAILED_ANSWER: MoneyAnswer = {
  kind: 'unknown',
  reason: 'connection-lost',
  httpStatus: null,
  raw: null,
};
/** How long after the deadline an answer may still be recorded as one that came in time. */
const LATE_ANSWER_GRACE_MS = 30_000;
const WRITE_RETRY_DELAYS_MS = [500, 1000, 2000, 5000, 10_000, 30_000];

export function createRequestSender(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'log' | 'onLowBalance'>,
  parts: {
    readonly outcomes: OutcomeRecorder;
    readonly tracking: PaymentTracker;
    readonly isStopped: () => boolean;
    readonly requestTimeout: () => number;
    /** The send has ended, and the payment is not resolved. */
    readonly resolve: (paymentId: string) => void;
  },
): RequestSender {
  const { database, clock, log } = ports;
  const { outcomes, tracking } = parts;
  const out = new Set<Promise<void>>();

  function write(paymentId: string, number: number, answer: MoneyAnswer): void {
    const at = toIsoTime(clock.now());
    const record = readPayment(database, paymentId);
    if (!record) throw new Error(`payment ${paymentId} has left the ledger`);
    const next = getOutcomeFromAnswer(
      record,
      answer,
      { wasSentBefore: number > 1, isOutOfTime: isOutOfTime(record, number, answer) },
      at,
    );
    const end = toSendCompletion(answer);
    const isWritten = database.commit(() => {
      markSendCompleted(database, paymentId, number, at, end);
      return outcomes.recordOutcomeInCommit(record, next, {
        at,
        // A refusal that says that it was done before is no refusal.
        kind: next.state === 'paid' ? 'answer-done' : `answer-${answer.kind}`,
        detail: { send: number, httpStatus: end.httpStatus, code: end.code, reason: end.reason },
      });
    });
    tracking.getOrCreate(paymentId).sending = 'no';
    if (isWritten && !isUnresolved(next)) tracking.delete(paymentId);
    outcomes.afterCommit(record, next);
    if (end.code === 'R100') ports.onLowBalance?.();
    if (isUnresolved(next)) parts.resolve(paymentId);
  }

  /**
   * By its Date, which may have been the future's, and by the time that has passed since. A 401 may
   * be about the Date alone, and its own tells, even where no other answer bears it out; unless the
   * service's machines disagree, because then it may tell the time of another than the one that
   * checked the request.
   */
  function isOutOfTime(record: PaymentRecord, number: number, answer: MoneyAnswer): boolean {
    const send = record.sends.find((one) => one.number === number);
    const sentAt = tracking.get(record.intent.id)?.quietSince ?? null;
    if (!send || sentAt === null) return true;
    const is401 = answer.kind === 'refused' && answer.httpStatus === 401;
    if (is401 && answer.isTimeDisputed) return true;
    const told = is401 ? Math.abs(answer.datesApart ?? 0) : 0;
    const apart = Math.abs(clock.now() - Date.parse(send.requestDate));
    return (
      Math.max(told, apart, clock.uptime() - sentAt) > parts.requestTimeout() + LATE_ANSWER_GRACE_MS
    );
  }

  /** An answer that cannot be written is kept in hand and written as soon as the disk takes it. */
  function record(paymentId: string, number: number, answer: MoneyAnswer, tries: number): void {
    if (parts.isStopped()) return;
    try {
      write(paymentId, number, answer);
    } catch (error) {
      log.error({ err: error, paymentId, tries }, 'payments: recording answer failed');
      tracking.getOrCreate(paymentId).sending = 'unwritten';
      if (tries === 0) outcomes.emitChange(paymentId);
      const wait =
        WRITE_RETRY_DELAYS_MS[Math.min(tries, WRITE_RETRY_DELAYS_MS.length - 1)] ?? 30_000;
      clock.after(wait, () => record(paymentId, number, answer, tries + 1));
    }
  }

  return {
    send: (paymentId, service, request, sent) => {
      const lost = (error: unknown): MoneyAnswer => {
        log.error({ err: error, paymentId }, 'payments: service client threw while sending');
        return CLIENT_FAILED_ANSWER;
      };
      let answering: Promise<MoneyAnswer>;
      try {
        answering = service.send(request, {
          idempotencyKey: sent.idempotencyKey,
          requestDate: sent.requestDate,
        });
      } catch (error) {
        answering = Promise.resolve(lost(error));
      }
      const tracked = tracking.getOrCreate(paymentId);
      tracked.sending = 'wire';
      tracked.quietSince = clock.uptime();
      tracked.aliveUntil = null;
      const recording = answering
        .catch(lost)
        .then((answer) => record(paymentId, sent.number, answer, 0))
        .catch((error: unknown) =>
          log.error({ err: error, paymentId }, 'payments: handling after send failed'),
        )
        .finally(() => out.delete(recording));
      out.add(recording);
      return recording;
    },
    waitForAnswers: async () => {
      await Promise.all(out);
    },
  };
}
