import { assertNever } from '../../../../shared/contract/index.ts';
import {
  CLOSE_BY_HAND_AFTER_MS,
  NOT_PERFORMED_AFTER_MS,
  NOT_PERFORMED_AFTER_UPTIME_MS,
  RESEND_WINDOW_MS,
} from '../../../../shared/rules/index.ts';
import type { PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';
import type { ServiceTimeReading } from '../../../service/index.ts';
import type { Finding } from './evidence.ts';
import {
  buildResolution,
  getStrongestEvidence,
  isUnresolved,
  toPaid,
  toRejectedByRow,
  toUnknown,
  toUnknownWithRow,
} from './outcome.ts';

/** When look-ups conclude a payment, and when it may be sent again. Pure. */

/** The latest Date of a request that may have reached the service. */
export function getLastRequestDate(record: Pick<PaymentRecord, 'sends'>): number | null {
  const dates = record.sends
    .filter((send) => send.result !== 'not-sent')
    .map((send) => Date.parse(send.requestDate));
  return dates.length === 0 ? null : Math.max(...dates);
}

/** In the service's time: no copy of the request is performed after this. */
export function computeCertainAt(record: Pick<PaymentRecord, 'sends'>): number | null {
  const last = getLastRequestDate(record);
  return last === null ? null : last + NOT_PERFORMED_AFTER_MS;
}

/**
 * Whether nothing that was sent can be performed any more when a look-up is asked: by the service's
 * time, which one answer cannot tell, and by our own uptime since the last send, which no answer
 * tells at all. `quietSince` is the uptime of that send. After a restart nobody knows it: then it
 * is that of this run's first empty look-up, so that two of them lie that far apart. A request that
 * was dated ahead of the service's time lives longer than any fixed wait: no time that is told
 * later ends it before `aliveUntil`, by the times that were told before.
 */
export function hasRequestExpired(
  record: Pick<PaymentRecord, 'sends'>,
  asked: { readonly uptime: number; readonly time: ServiceTimeReading },
  waiting: { readonly quietSince: number | null; readonly aliveUntil: number | null },
): boolean {
  const { quietSince, aliveUntil } = waiting;
  const certain = computeCertainAt(record);
  if (certain === null || quietSince === null) return false;
  if (aliveUntil !== null && asked.uptime < aliveUntil) return false;
  const waited = asked.uptime - quietSince;
  switch (asked.time.kind) {
    case 'agreed':
      return asked.time.time > certain && waited >= NOT_PERFORMED_AFTER_MS;
    case 'untold':
      return asked.time.time > certain && waited >= NOT_PERFORMED_AFTER_UPTIME_MS;
    case 'disputed':
      return false;
    default:
      return assertNever(asked.time);
  }
}

/**
 * The uptime until which a copy of the request may be performed by what this look-up has told; null
 * if it has told no time that counts.
 */
export function computeRequestAliveUntil(
  record: Pick<PaymentRecord, 'sends'>,
  asked: { readonly uptime: number; readonly time: ServiceTimeReading },
): number | null {
  const certain = computeCertainAt(record);
  if (certain === null || asked.time.kind !== 'agreed') return null;
  return asked.uptime + certain - asked.time.time;
}

/** Where the two times stand that `hasRequestExpired` asks for. */
export interface ResolutionClocks {
  /** The service's time, as well as it is known. */
  readonly correctedTime: number;
  /** By every clock of the service that was seen lately; null if no answer has told the time. */
  readonly passedTime: number | null;
  readonly uptime: number;
  readonly quietSince: number | null;
  readonly aliveUntil: number | null;
}

/**
 * Milliseconds from now until an empty look-up is certain, negative once it is; null while that
 * cannot be told.
 */
export function computeMsUntilCertain(
  record: Pick<PaymentRecord, 'sends'>,
  clocks: ResolutionClocks,
): number | null {
  const certain = computeCertainAt(record);
  if (certain === null || clocks.quietSince === null) return null;
  const { passedTime, uptime, quietSince } = clocks;
  const patience = passedTime === null ? NOT_PERFORMED_AFTER_UPTIME_MS : NOT_PERFORMED_AFTER_MS;
  return Math.max(
    certain - (passedTime ?? clocks.correctedTime),
    quietSince + patience - uptime,
    (clocks.aliveUntil ?? Number.NEGATIVE_INFINITY) - uptime,
  );
}

export interface LookUpFacts {
  /** Every signature had expired when the service was asked. */
  readonly isPastCertain: boolean;
  /** Another payment of this till, or of the chain, explains the evidence. */
  readonly isEvidenceExplained: boolean;
  /** No copy of the request but its first send ever left the till. */
  readonly wasSentOnce: boolean;
}

/** What the look-up means for the outcome. */
export function getOutcomeFromFinding(
  outcome: PaymentOutcome,
  finding: Finding,
  facts: LookUpFacts,
  at: string,
): PaymentOutcome {
  switch (finding.kind) {
    case 'paid':
      return toPaid(outcome, finding.transaction, 'look-up', at);
    case 'crashed':
      return toRejectedByRow(outcome, finding.transaction, 'look-up', at);
    case 'look-again':
      return toUnknownWithRow(outcome, finding.transaction);
    case 'unclear':
      return {
        ...toUnknown(outcome, 'unreadable-answer'),
        state: 'unclear',
        evidence: finding.contradicts
          ? getStrongestEvidence(outcome.evidence, finding.why)
          : outcome.evidence,
      };
    case 'says-nothing': {
      const still = toUnknown(outcome, 'till-stopped');
      // The service says that it is done, and its list never will: only a person can decide.
      return outcome.evidence === null ? still : { ...still, state: 'unclear' };
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
  const still = toUnknown(outcome, 'till-stopped');
  const { wasSentOnce } = facts;
  if (outcome.evidence === null && outcome.unknownBecause === 'checking-refusal' && wasSentOnce) {
    return { ...still, unknownBecause: null, ...buildResolution('rejected', 'answer', at) };
  }
  // With one send there is no earlier one that R49 could speak of.
  const isDisproved = outcome.evidence === 'R49' && wasSentOnce;
  if (outcome.evidence !== null && !facts.isEvidenceExplained && !isDisproved) {
    // Evidence says that the service had it, and now it has nothing: only a person can decide.
    const isUnclear = facts.isPastCertain || outcome.state === 'unclear';
    return { ...still, state: isUnclear ? 'unclear' : 'unknown' };
  }
  if (!facts.isPastCertain) return still;
  const state = outcome.code === null || isDisproved ? 'not-performed' : 'rejected';
  return { ...still, ...buildResolution(state, 'signature-died', at) };
}

/**
 * Whether the same request may go out once more: the time-out of the last one has passed, the
 * look-up after it did not find it, and nothing says that it arrived. An R code says that it did:
 * the same key would only bring the same answer. Never after the key's day. A cancel is looked up
 * at the payment's own row: one that was answered, and did not prove it, has not found it.
 */
export function canSendAgain(
  record: PaymentRecord,
  now: { readonly correctedTime: number; readonly requestTimeout: number },
): boolean {
  const { intent, outcome, sends, lastLookUp } = record;
  if (outcome.state !== 'unknown') return false;
  if (outcome.evidence !== null || sends.some((send) => send.code !== null)) return false;
  const [first] = sends;
  const last = getLastRequestDate(record);
  if (!first || last === null) return false;
  const firstDate = Date.parse(first.requestDate);
  if (now.correctedTime >= firstDate + RESEND_WINDOW_MS) return false;
  if (lastLookUp === null || lastLookUp.serviceTime === null) return false;
  const hasNotFound = lastLookUp.result === 'empty' || intent.kind === 'cancel';
  return hasNotFound && Date.parse(lastLookUp.serviceTime) >= last + now.requestTimeout;
}

/**
 * Whether a supervisor may decide: the evidence contradicts itself, or the moment at which an empty
 * look-up would have been certain is long past (keys that were revoked, a service that is gone).
 */
export function canCloseByHand(record: PaymentRecord, correctedTime: number): boolean {
  const { state } = record.outcome;
  if (state === 'unclear') return true;
  if (!isUnresolved(record.outcome)) return false;
  const certain = computeCertainAt(record);
  return certain !== null && correctedTime > certain + CLOSE_BY_HAND_AFTER_MS;
}
