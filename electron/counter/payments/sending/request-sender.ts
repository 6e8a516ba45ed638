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
import { markSendCompleted, readCancelledAuthorization } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';

/**
 * Sends a recorded request and records its answer. Call `send` synchronously after the commit of
 * the send, so that it sends exactly what is on disk. It resolves once the answer is recorded, or
 * kept in memory because the write failed. It never rejects.
 */
export interface RequestSender {
  sendRequest(
    paymentId: string,
    service: BillPaymentService,
    request: MoneyRequest,
    sendFacts: {
      readonly idempotencyKey: string;
      readonly requestDate: number;
      readonly number: number;
    },
  ): Promise<void>;
  /**
   * Resolves when every request now in flight is answered, and its answer recorded or kept in
   * memory.
   */
  waitForAnswers(): Promise<void>;
}

/** The answer if the service client itself throws: unknown. */
const CLIENT_FAILED_ANSWER: MoneyAnswer = {
  kind: 'unknown',
  reason: 'connection-lost',
  httpStatus: null,
  raw: null,
};
/** How long after the request timeout an answer still counts as in time. */
const LATE_ANSWER_GRACE_MS = 30_000;
const WRITE_RETRY_DELAYS_MS = [500, 1000, 2000, 5000, 10_000];
const MAX_WRITE_RETRY_DELAY_MS = 30_000;

export function createRequestSender(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'log' | 'onLowBalance'>,
  parts: {
    readonly outcomes: OutcomeRecorder;
    readonly tracker: PaymentTracker;
    readonly isStopped: () => boolean;
    readonly requestTimeoutMs: () => number;
    /** Starts look-ups: the send is completed, and the payment is not resolved. */
    readonly startLookUps: (paymentId: string) => void;
  },
): RequestSender {
  const { database, clock, log } = ports;
  const { outcomes, tracker } = parts;
  const inFlight = new Set<Promise<void>>();

  function writeAnswer(paymentId: string, number: number, answer: MoneyAnswer): void {
    const at = toIsoTime(clock.now());
    const record = readPayment(database, paymentId);
    if (!record) throw new Error(`payment ${paymentId} is missing from the ledger`);
    const next = getOutcomeFromAnswer(
      {
        ...record,
        cancelledTransactionId: readCancelledAuthorization(database, record.intent),
      },
      answer,
      {
        wasSentBefore: number > 1,
        isRefusalInconclusive: isRefusalInconclusive(record, number, answer),
      },
      at,
    );
    const completion = toSendCompletion(answer);
    const isWritten = database.commit(() => {
      markSendCompleted(database, paymentId, number, at, completion);
      return outcomes.recordOutcomeInCommit(record, next, {
        at,
        // A refusal can prove a payment: R103 to a cancel that was sent again.
        kind: next.state === 'paid' ? 'answer-done' : `answer-${answer.kind}`,
        detail: {
          send: number,
          httpStatus: completion.httpStatus,
          code: completion.code,
          reason: completion.reason,
        },
      });
    });
    const tracked = tracker.getOrCreateTracked(paymentId);
    tracked.sendState = 'no';
    // A request that never left needs no look-up of its own.
    if (answer.kind !== 'not-sent') tracked.isLookedUpAfterTimeout = false;
    if (isWritten && !isUnresolved(next)) tracker.stopTracking(paymentId);
    outcomes.finishOutcomeAfterCommit(record, next);
    if (completion.code === 'R100') ports.onLowBalance?.();
    if (isUnresolved(next)) parts.startLookUps(paymentId);
  }

  /**
   * True if the answer does not prove what every copy of the request would get: too much time
   * passed since the send, or the request's Date is too far from the present, also in the future. A
   * 401 may be about the Date alone, so the Date of the 401 itself is compared as well, even if no
   * other answer confirms it. If the service's machines disagree about the time, a 401 is always
   * out of time, because its Date may be from another machine than the one that checked the
   * request.
   */
  function isRefusalInconclusive(
    record: PaymentRecord,
    number: number,
    answer: MoneyAnswer,
  ): boolean {
    const send = record.sends.find((candidate) => candidate.number === number);
    const sentAt = tracker.getTracked(record.intent.id)?.quietSince ?? null;
    if (!send || sentAt === null) return true;
    const is401 = answer.kind === 'refused' && answer.httpStatus === 401;
    if (is401 && answer.isTimeDisputed) return true;
    const dateDifferenceMs = is401 ? Math.abs(answer.dateDifferenceMs ?? 0) : 0;
    const age = Math.abs(clock.now() - Date.parse(send.requestDate));
    return (
      Math.max(dateDifferenceMs, age, clock.uptime() - sentAt) >
      parts.requestTimeoutMs() + LATE_ANSWER_GRACE_MS
    );
  }

  /** Keeps an answer that cannot be written in memory, and retries the write until it succeeds. */
  function recordAnswer(
    paymentId: string,
    number: number,
    answer: MoneyAnswer,
    tries: number,
  ): void {
    if (parts.isStopped()) return;
    try {
      writeAnswer(paymentId, number, answer);
    } catch (error) {
      log.error({ err: error, paymentId, tries }, 'payments: recording answer failed');
      tracker.getOrCreateTracked(paymentId).sendState = 'unwritten';
      if (tries === 0) outcomes.emitPaymentChange(paymentId);
      const wait = WRITE_RETRY_DELAYS_MS[tries] ?? MAX_WRITE_RETRY_DELAY_MS;
      clock.after(wait, () => recordAnswer(paymentId, number, answer, tries + 1));
    }
  }

  return {
    sendRequest: (paymentId, service, request, sendFacts) => {
      const toFailedAnswer = (error: unknown): MoneyAnswer => {
        log.error({ err: error, paymentId }, 'payments: service client threw while sending');
        return CLIENT_FAILED_ANSWER;
      };
      let answering: Promise<MoneyAnswer>;
      try {
        answering = service.send(request, {
          idempotencyKey: sendFacts.idempotencyKey,
          requestDate: sendFacts.requestDate,
        });
      } catch (error) {
        answering = Promise.resolve(toFailedAnswer(error));
      }
      const tracked = tracker.getOrCreateTracked(paymentId);
      tracked.sendState = 'wire';
      tracked.quietSince = clock.uptime();
      tracked.requestExpiryUptime = null;
      const recording = answering
        .catch(toFailedAnswer)
        .then((answer) => recordAnswer(paymentId, sendFacts.number, answer, 0))
        .catch((error: unknown) =>
          log.error({ err: error, paymentId }, 'payments: handling after send failed'),
        )
        .finally(() => inFlight.delete(recording));
      inFlight.add(recording);
      return recording;
    },
    waitForAnswers: async () => {
      await Promise.all(inFlight);
    },
  };
}
