import { assertNever, type UnknownOutcomeReason } from '../../../../shared/contract/index.ts';
import {
  getHttpStatusMeaning,
  getUnconfirmedResponseEffect,
  isCancelPerformedCode,
  isEvidenceOfEarlierRequest,
  isServiceCode,
  isUnknownCancelOutcomeCode,
  MAX_STORED_ANSWER_BYTES,
  truncateForStorage,
} from '../../../../shared/rules/index.ts';
import type { Intent, PaymentOutcome, ResolvedBy } from '../../../ledger/index.ts';
import type { MoneyAnswer, ServiceTransaction } from '../../../service/index.ts';
import type { SendCompletion } from '../rows/index.ts';
import { classifyAnsweredTransaction, classifyCancelLookUp } from './evidence.ts';

/** Converts the service's answer to the outcome. Pure, and the only place that decides this. */

/** The outcome before any answer. */
export const INITIAL_OUTCOME: PaymentOutcome = {
  state: 'sent',
  resolvedAt: null,
  resolvedBy: null,
  authorization: null,
  transactionCreatedAt: null,
  serviceStatus: null,
  hoursToFulfill: null,
  earned: null,
  ticketText: null,
  code: null,
  message: null,
  httpStatus: null,
  unknownBecause: null,
  evidence: null,
  nextLookUpAt: null,
  seenAt: null,
};

export function isUnresolved(outcome: PaymentOutcome): boolean {
  switch (outcome.state) {
    case 'intent':
    case 'sent':
    case 'unknown':
    case 'unclear':
      return true;
    case 'paid':
    case 'rejected':
    case 'not-performed':
    case 'by-hand-paid':
    case 'by-hand-not-paid':
      return false;
    default:
      return assertNever(outcome.state);
  }
}

/**
 * Returns the outcome that follows from the answer to a send. `at` is ISO 8601 in UTC.
 *
 * `wasSentBefore`: an earlier send of the same intent may have arrived, so a refusal of this one
 * does not prove that nothing was performed. The payment stays unknown, some codes are kept as
 * evidence, and the look-ups conclude it; only R103 to a cancel proves that the cancel is
 * performed.
 *
 * `isRefusalInconclusive`: the answer arrived long after the timeout (the machine slept), or the request had
 * a Date in the future. Such a refusal is about one copy of the request; the service may accept, or
 * may have accepted, another copy.
 */
export function getOutcomeFromAnswer(
  before: {
    readonly intent: Intent;
    readonly outcome: PaymentOutcome;
    /** For a cancel: the id of the transaction that it cancels. */
    readonly cancelledTransactionId: string | null;
  },
  answer: MoneyAnswer,
  requestFacts: { readonly wasSentBefore: boolean; readonly isRefusalInconclusive: boolean },
  at: string,
): PaymentOutcome {
  const { intent, outcome } = before;
  const { wasSentBefore } = requestFacts;
  switch (answer.kind) {
    case 'not-sent':
      return wasSentBefore
        ? toUnknownOutcome(outcome, 'connection-lost')
        : { ...outcome, ...buildResolution('rejected', 'never-sent', at) };
    case 'unknown':
      return {
        ...toUnknownOutcome(outcome, answer.reason),
        httpStatus: answer.httpStatus ?? outcome.httpStatus,
      };
    case 'done':
      return getOutcomeFromDoneAnswer(before, answer, at);
    case 'refused':
      return getOutcomeFromRefusal(intent, outcome, answer, requestFacts, at);
    default:
      return assertNever(answer);
  }
}

/** A row, from a look-up or from the answer, shows what the service performed. */
export function toPaidOutcome(
  outcome: PaymentOutcome,
  transaction: ServiceTransaction | null,
  by: ResolvedBy,
  at: string,
): PaymentOutcome {
  return {
    ...outcome,
    ...buildResolution('paid', by, at),
    ...getRowFacts(outcome, transaction),
  };
}

export function toOutcomeRejectedByTransaction(
  outcome: PaymentOutcome,
  transaction: ServiceTransaction,
  by: ResolvedBy,
  at: string,
): PaymentOutcome {
  return {
    ...outcome,
    ...buildResolution('rejected', by, at),
    ...getRowFacts(outcome, transaction),
  };
}

/** The service has a row, but it is not final: its facts are shown, and decide nothing. */
export function toUnknownOutcomeWithUnfinishedTransaction(
  outcome: PaymentOutcome,
  transaction: ServiceTransaction,
): PaymentOutcome {
  return {
    ...toUnknownOutcome(outcome, 'open-code'),
    ...getRowFacts(outcome, transaction),
    ticketText: outcome.ticketText,
    evidence: getStrongestEvidence(outcome.evidence, 'row'),
  };
}

/** Evidence from a row replaces a refusal code, because a code may have another cause. */
export function getStrongestEvidence(previousEvidence: string | null, rowEvidence: string): string {
  return previousEvidence === null || isServiceCode(previousEvidence)
    ? rowEvidence
    : previousEvidence;
}

/** Marks the outcome unknown. The first reason is kept: it describes best what happened. */
export function toUnknownOutcome(
  outcome: PaymentOutcome,
  reason: UnknownOutcomeReason,
): PaymentOutcome {
  return { ...outcome, state: 'unknown', unknownBecause: outcome.unknownBecause ?? reason };
}

export function buildResolution(
  state: 'paid' | 'rejected' | 'not-performed',
  by: ResolvedBy,
  at: string,
): Pick<PaymentOutcome, 'state' | 'resolvedAt' | 'resolvedBy' | 'nextLookUpAt'> {
  return { state, resolvedAt: at, resolvedBy: by, nextLookUpAt: null };
}

function getRowFacts(
  outcome: PaymentOutcome,
  row: ServiceTransaction | null,
): Pick<
  PaymentOutcome,
  | 'authorization'
  | 'transactionCreatedAt'
  | 'serviceStatus'
  | 'hoursToFulfill'
  | 'earned'
  | 'ticketText'
> {
  return {
    authorization: row?.id ?? outcome.authorization,
    transactionCreatedAt: row?.createdAt ?? outcome.transactionCreatedAt,
    serviceStatus: row?.status ?? outcome.serviceStatus,
    hoursToFulfill: row?.hoursToFulfill ?? outcome.hoursToFulfill,
    earned: row?.earned ?? outcome.earned,
    ticketText: row?.ticketText ?? outcome.ticketText,
  };
}

function getOutcomeFromDoneAnswer(
  { intent, outcome, cancelledTransactionId }: Parameters<typeof getOutcomeFromAnswer>[0],
  answer: Extract<MoneyAnswer, { kind: 'done' }>,
  at: string,
): PaymentOutcome {
  const next = { ...outcome, httpStatus: answer.httpStatus };
  if (intent.kind === 'cancel') {
    if (answer.transaction === null) return toPaidOutcome(next, null, 'answer', at);
    const finding = classifyCancelLookUp(cancelledTransactionId ?? '', [answer.transaction]);
    return finding.kind === 'paid'
      ? toPaidOutcome(next, finding.transaction, 'answer', at)
      : toUnknownOutcome(next, 'unreadable-answer');
  }
  if (answer.transaction === null) return toUnknownOutcome(next, 'unreadable-answer');
  const finding = classifyAnsweredTransaction(intent, answer.transaction);
  if (finding.kind === 'paid') return toPaidOutcome(next, finding.transaction, 'answer', at);
  if (finding.kind === 'look-again')
    return toUnknownOutcomeWithUnfinishedTransaction(next, finding.transaction);
  return {
    ...toUnknownOutcome(next, 'unreadable-answer'),
    state: 'unclear',
    evidence: getStrongestEvidence(outcome.evidence, finding.reason),
  };
}

function getOutcomeFromRefusal(
  intent: Intent,
  outcome: PaymentOutcome,
  answer: Extract<MoneyAnswer, { kind: 'refused' }>,
  times: { readonly wasSentBefore: boolean; readonly isRefusalInconclusive: boolean },
  at: string,
): PaymentOutcome {
  const { wasSentBefore, isRefusalInconclusive } = times;
  const { code, message, httpStatus } = answer;
  const withAnswer = { ...outcome, code, message, httpStatus };
  // The code of an earlier answer is more specific than an HTTP status without a code.
  const withMostSpecificCode = code === null ? { ...outcome, httpStatus } : withAnswer;
  if (getHttpStatusMeaning(httpStatus) === 'failure')
    return toUnknownOutcome(withMostSpecificCode, 'server-error');
  const isDoubtful =
    getUnconfirmedResponseEffect({ code, httpStatus }) === 'open' ||
    wasSentBefore ||
    isRefusalInconclusive;
  if (code === null) {
    if (isDoubtful) return toUnknownOutcome(withMostSpecificCode, 'unreadable-answer');
    return { ...withAnswer, ...buildResolution('rejected', 'answer', at) };
  }
  const isCancel = intent.kind === 'cancel';
  if (isCancel && isCancelPerformedCode(code, { wasSentBefore })) {
    return toPaidOutcome({ ...outcome, httpStatus }, null, 'answer', at);
  }
  if (isEvidenceOfEarlierRequest(code, { isCancel, wasSentBefore })) {
    return {
      ...withAnswer,
      state: 'unknown',
      unknownBecause: 'evidence-of-earlier',
      evidence: outcome.evidence ?? code,
    };
  }
  if (isDoubtful || (isCancel && isUnknownCancelOutcomeCode(code)))
    return toUnknownOutcome(withAnswer, 'open-code');
  if (getUnconfirmedResponseEffect({ code, httpStatus }) === 'earlier')
    return toUnknownOutcome(withAnswer, 'checking-refusal');
  return { ...withAnswer, ...buildResolution('rejected', 'answer', at) };
}

/** Converts the answer to the columns that complete the send's row. */
export function toSendCompletion(answer: MoneyAnswer): SendCompletion {
  const none = {
    httpStatus: null,
    code: null,
    message: null,
    reason: null,
    retryAfterSeconds: null,
    raw: null,
  };
  switch (answer.kind) {
    case 'not-sent':
      return { ...none, result: 'not-sent', reason: JSON.stringify(answer.problem) };
    case 'done':
      return {
        ...none,
        result: 'done',
        httpStatus: answer.httpStatus,
        raw: truncateRaw(answer.raw),
      };
    case 'refused':
      return {
        result: 'refused',
        httpStatus: answer.httpStatus,
        code: answer.code,
        message: answer.message,
        reason: null,
        retryAfterSeconds: answer.retryAfterSeconds,
        raw: truncateRaw(answer.raw),
      };
    case 'unknown':
      return {
        ...none,
        result: 'unknown',
        httpStatus: answer.httpStatus,
        reason: answer.reason,
        raw: truncateRaw(answer.raw),
      };
    default:
      return assertNever(answer);
  }
}

function truncateRaw(raw: string): string;
function truncateRaw(raw: string | null): string | null;
function truncateRaw(raw: string | null): string | null {
  return raw === null ? null : truncateForStorage(raw, MAX_STORED_ANSWER_BYTES);
}
