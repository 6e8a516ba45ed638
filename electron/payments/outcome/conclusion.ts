import { assertNever } from '../../../shared/contract/index.ts';
import { BY_HAND_AFTER, CERTAIN_AFTER, SEND_AGAIN_WITHIN } from '../../../shared/rules/index.ts';
import type { PaymentOutcome, PaymentRecord } from '../../ledger/index.ts';
import type { Finding } from './evidence.ts';
import { isOpen, paidBy, rejectedByRow, resolved, unknown, unknownWithRow } from './outcome.ts';

/** When look-ups conclude a payment, and when it may be sent again. Pure. */

/** The latest Date of a request that may have reached the service. */
export function lastRequestDate(record: Pick<PaymentRecord, 'sends'>): number | null {
  const dates = record.sends
    .filter((send) => send.result !== 'not-sent')
    .map((send) => Date.parse(send.requestDate));
  return dates.length === 0 ? null : Math.max(...dates);
}

/** In the service's time: an empty look-up later than this is certain. */
export function certainAt(record: Pick<PaymentRecord, 'sends'>): number | null {
  const last = lastRequestDate(record);
  return last === null ? null : last + CERTAIN_AFTER;
}

/** What the look-up means for the outcome. `isPastCertain`: every signature had expired by then. */
export function outcomeOfFinding(
  outcome: PaymentOutcome,
  finding: Finding,
  facts: {
    readonly isPastCertain: boolean;
    /** Another payment of this till explains the evidence. */
    readonly isEvidenceExplained: boolean;
  },
  at: string,
): PaymentOutcome {
  switch (finding.kind) {
    case 'paid':
      return paidBy(outcome, finding.transaction, 'look-up', at);
    case 'crashed':
      return rejectedByRow(outcome, finding.transaction, 'look-up', at);
    case 'look-again':
      return unknownWithRow(outcome, finding.transaction);
    case 'unclear':
      return {
        ...unknown(outcome, 'unreadable-answer'),
        state: 'unclear',
        evidence: outcome.evidence ?? (finding.contradicts ? finding.why : null),
      };
    case 'empty':
      return outcomeOfEmpty(outcome, facts, at);
    default:
      return assertNever(finding);
  }
}

function outcomeOfEmpty(
  outcome: PaymentOutcome,
  facts: { readonly isPastCertain: boolean; readonly isEvidenceExplained: boolean },
  at: string,
): PaymentOutcome {
  const still = unknown(outcome, 'till-stopped');
  if (outcome.evidence !== null && !facts.isEvidenceExplained) {
    // Evidence says that the service had it, and now it has nothing: only a person can decide.
    const isUnclear = facts.isPastCertain || outcome.state === 'unclear';
    return { ...still, state: isUnclear ? 'unclear' : 'unknown' };
  }
  if (!facts.isPastCertain) return still;
  const state = outcome.code === null ? 'not-performed' : 'rejected';
  return { ...still, ...resolved(state, 'signature-died', at) };
}

/**
 * Whether the same request may go out once more: the time-out of the last one has passed, the
 * look-up after it was empty, and nothing says that it arrived. An R code says that it did: the
 * same key would only bring the same answer. Never for a cash-out, never after the key's day.
 */
export function maySendAgain(
  record: PaymentRecord,
  now: { readonly correctedTime: number; readonly requestTimeout: number },
): boolean {
  const { intent, outcome, sends, lastLookUp } = record;
  if (outcome.state !== 'unknown' || intent.kind === 'cash-out') return false;
  if (outcome.evidence !== null || sends.some((send) => send.code !== null)) return false;
  const [first] = sends;
  const last = lastRequestDate(record);
  if (!first || last === null) return false;
  const firstDate = Date.parse(first.requestDate);
  if (now.correctedTime >= firstDate + SEND_AGAIN_WITHIN) return false;
  if (lastLookUp?.result !== 'empty' || lastLookUp.serviceTime === null) return false;
  return Date.parse(lastLookUp.serviceTime) >= last + now.requestTimeout;
}

/**
 * Whether a supervisor may decide: the evidence contradicts itself, or the moment at which an empty
 * look-up would have been certain is long past (keys that were revoked, a service that is gone).
 */
export function mayCloseByHand(record: PaymentRecord, correctedTime: number): boolean {
  const { state } = record.outcome;
  if (state === 'unclear') return true;
  if (!isOpen(record.outcome)) return false;
  const certain = certainAt(record);
  return certain !== null && correctedTime > certain + BY_HAND_AFTER;
}
