import { assertNever } from '../../../../shared/contract/index.ts';
import {
  CLOSE_BY_HAND_AFTER_MS,
  NOT_PERFORMED_AFTER_MS,
  NOT_PERFORMED_AFTER_UPTIME_MS,
  parseTransactionStatus,
  RESEND_WINDOW_MS,
} from '../../../../shared/rules/index.ts';
import type { PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';
import type { ServiceTimeReading } from '../../../service/index.ts';
import type { LookUpFinding } from './evidence.ts';
import {
  buildResolution,
  getStrongestEvidence,
  isUnresolved,
  toOutcomeRejectedByTransaction,
  toPaidOutcome,
  toUnknownOutcome,
  toUnknownOutcomeWithUnfinishedTransaction,
} from './outcome.ts';

/** When look-ups conclude a payment, and when it may be sent again. Pure. */

const DAY_MS = 24 * 60 * 60_000;

/**
 * The latest Date of a request that may have reached the service, in milliseconds since the epoch;
 * null if none may have.
 */
export function getLastRequestDate(record: Pick<PaymentRecord, 'sends'>): number | null {
  const dates = record.sends
    .filter((send) => send.result !== 'not-sent')
    .map((send) => Date.parse(send.requestDate));
  return dates.length === 0 ? null : Math.max(...dates);
}

/**
 * True if a transaction created at this time is certainly not this payment: it is more than a day
 * from every send. A day covers clocks that differ, and a time that was written without its zone.
 */
export function isCreatedOnOtherDayThanSends(
  { sends }: Pick<PaymentRecord, 'sends'>,
  createdAt: string | null,
): boolean {
  // Without a time this is NaN, and both comparisons are false.
  const at = Date.parse(createdAt ?? '');
  const dates = sends.map((send) => Date.parse(send.requestDate));
  return at < Math.min(...dates) - DAY_MS || at > Math.max(...dates) + DAY_MS;
}

/** The moment after which no copy of the request is performed, in the service's time. */
export function computeRequestExpiryAt(record: Pick<PaymentRecord, 'sends'>): number | null {
  const lastRequestDate = getLastRequestDate(record);
  return lastRequestDate === null ? null : lastRequestDate + NOT_PERFORMED_AFTER_MS;
}

/**
 * True if the service can no longer perform any copy of the request when the look-up starts. Three
 * conditions must hold:
 * - The service's time, on which more than one answer must agree, is past the request's expiry. If the
 *   answers have no Date, that time is estimated, and the uptime below must be longer.
 * - Our own uptime since the last send is long enough, because it does not depend on any answer.
 *   `quietSince` is the uptime of that send. After a restart it is unknown, so it is the uptime of
 *   this run's first empty look-up, and two empty look-ups lie that far apart.
 * - The uptime has reached `requestExpiryUptime`, computed from earlier service times. A request dated
 *   ahead
 *   of the service's time is valid longer than any fixed wait, and a later service time must not
 *   shorten that.
 */
export function hasRequestExpired(
  record: Pick<PaymentRecord, 'sends'>,
  lookUpStart: { readonly uptime: number; readonly time: ServiceTimeReading },
  wait: { readonly quietSince: number | null; readonly requestExpiryUptime: number | null },
): boolean {
  const { quietSince, requestExpiryUptime } = wait;
  const requestExpiry = computeRequestExpiryAt(record);
  if (requestExpiry === null || quietSince === null) return false;
  if (lookUpStart.uptime < (requestExpiryUptime ?? Number.NEGATIVE_INFINITY)) return false;
  const waited = lookUpStart.uptime - quietSince;
  switch (lookUpStart.time.kind) {
    case 'agreed':
      return lookUpStart.time.time > requestExpiry && waited >= NOT_PERFORMED_AFTER_MS;
    case 'no-date':
      return lookUpStart.time.time > requestExpiry && waited >= NOT_PERFORMED_AFTER_UPTIME_MS;
    case 'disputed':
      return false;
    default:
      return assertNever(lookUpStart.time);
  }
}

/**
 * The uptime in milliseconds until which the service may perform a copy of the request, by the
 * service time of this look-up; null if the look-up has no agreed service time.
 */
export function computeRequestExpiryUptime(
  record: Pick<PaymentRecord, 'sends'>,
  lookUpStart: { readonly uptime: number; readonly time: ServiceTimeReading },
): number | null {
  const requestExpiry = computeRequestExpiryAt(record);
  if (requestExpiry === null || lookUpStart.time.kind !== 'agreed') return null;
  return lookUpStart.uptime + requestExpiry - lookUpStart.time.time;
}

/** The current values of the clocks that `hasRequestExpired` compares, in milliseconds. */
export interface ResolutionClocks {
  /** The best estimate of the service's time. */
  readonly estimatedServiceTime: number;
  /** The time that every recently seen service clock has passed; null if no answer had a Date. */
  readonly certainlyPassedTime: number | null;
  readonly uptime: number;
  readonly quietSince: number | null;
  readonly requestExpiryUptime: number | null;
}

/**
 * Milliseconds from now until an empty look-up is certain, negative once it is; null while that
 * moment is unknown.
 */
export function computeMsUntilRequestExpiry(
  record: Pick<PaymentRecord, 'sends'>,
  clocks: ResolutionClocks,
): number | null {
  const requestExpiry = computeRequestExpiryAt(record);
  if (requestExpiry === null || clocks.quietSince === null) return null;
  const { certainlyPassedTime, uptime, quietSince } = clocks;
  const requiredUptime =
    certainlyPassedTime === null ? NOT_PERFORMED_AFTER_UPTIME_MS : NOT_PERFORMED_AFTER_MS;
  return Math.max(
    requestExpiry - (certainlyPassedTime ?? clocks.estimatedServiceTime),
    quietSince + requiredUptime - uptime,
    (clocks.requestExpiryUptime ?? Number.NEGATIVE_INFINITY) - uptime,
  );
}

export interface LookUpFacts {
  /** Every signature had expired when the look-up started. */
  readonly haveAllRequestsExpired: boolean;
  /** Another payment of this till, or of the chain, explains the evidence. */
  readonly isEvidenceFromOtherPayment: boolean;
  /** The request was sent only once. */
  readonly wasSentOnce: boolean;
}

/** Returns the outcome that follows from the finding of a look-up. `at` is ISO 8601 in UTC. */
export function getOutcomeFromLookUpFinding(
  outcome: PaymentOutcome,
  finding: LookUpFinding,
  facts: LookUpFacts,
  at: string,
): PaymentOutcome {
  switch (finding.kind) {
    case 'paid':
      return toPaidOutcome(outcome, finding.transaction, 'look-up', at);
    case 'crashed':
      return toOutcomeRejectedByTransaction(outcome, finding.transaction, 'look-up', at);
    case 'look-again': {
      const asUnknown = toUnknownOutcomeWithUnfinishedTransaction(outcome, finding.transaction);
      // A status that we do not know may be followed by one that we do, but not for ever.
      const isUnclear =
        parseTransactionStatus(finding.transaction.status) === 'unknown-word' &&
        (facts.haveAllRequestsExpired || outcome.state === 'unclear');
      return isUnclear ? { ...asUnknown, state: 'unclear' } : asUnknown;
    }
    case 'unclear':
      return {
        ...toUnknownOutcome(outcome, 'unreadable-answer'),
        state: 'unclear',
        evidence: finding.contradicts
          ? getStrongestEvidence(outcome.evidence, finding.reason)
          : outcome.evidence,
      };
    case 'says-nothing': {
      const asUnknown = toUnknownOutcome(outcome, 'till-stopped');
      // By the evidence it was performed, and the rows will never show it: only a person can decide.
      return outcome.evidence === null ? asUnknown : { ...asUnknown, state: 'unclear' };
    }
    case 'empty':
      return getOutcomeFromEmptyLookUp(outcome, facts, at);
    default:
      return assertNever(finding);
  }
}

function getOutcomeFromEmptyLookUp(
  outcome: PaymentOutcome,
  facts: LookUpFacts,
  at: string,
): PaymentOutcome {
  const asUnknown = toUnknownOutcome(outcome, 'till-stopped');
  const { wasSentOnce } = facts;
  if (outcome.evidence === null && outcome.unknownBecause === 'checking-refusal' && wasSentOnce) {
    return { ...asUnknown, unknownBecause: null, ...buildResolution('rejected', 'answer', at) };
  }
  // With one send, no earlier request exists that R49 could refer to.
  const isDisproved = outcome.evidence === 'R49' && wasSentOnce;
  if (outcome.evidence !== null && !facts.isEvidenceFromOtherPayment && !isDisproved) {
    // By the evidence the service had the payment, and now it has no row: only a person can decide.
    const isUnclear = facts.haveAllRequestsExpired || outcome.state === 'unclear';
    return { ...asUnknown, state: isUnclear ? 'unclear' : 'unknown' };
  }
  if (!facts.haveAllRequestsExpired) return asUnknown;
  const state = outcome.code === null || isDisproved ? 'not-performed' : 'rejected';
  return { ...asUnknown, ...buildResolution(state, 'signature-died', at) };
}

/**
 * Whether a look-up that starts at this uptime follows the timeout of the last send. `quietSince` is
 * the uptime of that send, or null if an earlier run of the program sent it, which ended the request.
 */
export function followsRequestTimeout(
  startUptime: number,
  quietSince: number | null,
  requestTimeoutMs: number,
): boolean {
  return quietSince === null || startUptime - quietSince >= requestTimeoutMs;
}

/**
 * Whether the same request may be sent again: the timeout of the last send has passed, a look-up
 * after that did not find the payment, and there is no evidence that the request arrived. Both the
 * service's time and the order of events (`isLookedUpAfterTimeout`) must say that the look-up came
 * after the timeout: the former may jump, and the latter begins anew after a restart. An R code
 * is such evidence: the same Idempotency-Key would only return the same answer. Never after the day
 * for which the key is valid. A cancel is looked up by the payment's own row, so any look-up that
 * was answered and did not prove the cancel counts as not found. So do rows without an external_id:
 * one of them may be this payment, whose answer the key then brings again.
 */
export function canResend(
  record: PaymentRecord,
  now: {
    readonly estimatedServiceTime: number;
    readonly requestTimeoutMs: number;
    /** A look-up of this run followed the timeout of the last send, and was answered. */
    readonly isLookedUpAfterTimeout: boolean;
  },
): boolean {
  const { intent, outcome, sends, lastLookUp } = record;
  if (outcome.state !== 'unknown' || !now.isLookedUpAfterTimeout) return false;
  if (outcome.evidence !== null || sends.some((send) => send.code !== null)) return false;
  const [first] = sends;
  const lastRequestDate = getLastRequestDate(record);
  if (!first || lastRequestDate === null) return false;
  const firstDate = Date.parse(first.requestDate);
  if (now.estimatedServiceTime >= firstDate + RESEND_WINDOW_MS) return false;
  if (lastLookUp === null) return false;
  // Rows without an external_id are the only `unclear` look-up that leaves the payment unknown.
  const hasNotFound = ['empty', 'unclear'].includes(lastLookUp.result) || intent.kind === 'cancel';
  // Without a time this is NaN, and no look-up is late enough.
  const lookedUpAt = Date.parse(lastLookUp.serviceTime ?? '');
  return hasNotFound && lookedUpAt >= lastRequestDate + now.requestTimeoutMs;
}

/**
 * Whether a supervisor may close the payment by hand: the evidence is contradictory, or the moment
 * at which an empty look-up would have been certain is long past (for example because the keys were
 * revoked or the service no longer exists).
 */
export function canCloseByHand(record: PaymentRecord, estimatedServiceTime: number): boolean {
  const { state } = record.outcome;
  if (state === 'unclear') return true;
  if (!isUnresolved(record.outcome)) return false;
  const requestExpiry = computeRequestExpiryAt(record);
  return requestExpiry !== null && estimatedServiceTime > requestExpiry + CLOSE_BY_HAND_AFTER_MS;
}
