import { assertNever, type Problem, type StatusLine } from '../../../shared/contract/index.ts';
import { MAX_CLOCK_DIFFERENCE_MS, SERVICE_CLOCK_TTL_MS } from '../../../shared/rules/index.ts';
import type { ServiceHealth } from '../../service/index.ts';

export type ServiceIndicator = StatusLine['service']['light'];

/**
 * Longer than the longest poll interval (`account-poll-policy.ts`): without an answer since then,
 * the indicator is not green.
 */
const MAX_ANSWER_AGE_MS = 420_000;

/**
 * Returns what the service's indicator shows. `now` is the corrected time, like the times in
 * `health`.
 */
export function getServiceIndicator(health: ServiceHealth, now: number): ServiceIndicator {
  if (health.problem) return toServiceIndicator(health.problem);
  if (health.lastAnswerAt === null) return 'not-asked';
  const ageMs = now - health.lastAnswerAt;
  if (ageMs < 0 || ageMs > MAX_ANSWER_AGE_MS) return 'not-asked';
  const { unconfirmedDateReceivedAt } = health;
  // Shown for as long as the difference may delay a payment.
  if (
    unconfirmedDateReceivedAt !== null &&
    Math.abs(now - unconfirmedDateReceivedAt) < SERVICE_CLOCK_TTL_MS
  ) {
    return 'dates-differ';
  }
  return Math.abs(health.clockOffsetMs) > MAX_CLOCK_DIFFERENCE_MS ? 'clock-off' : 'answering';
}

function toServiceIndicator(problem: Problem): ServiceIndicator {
  switch (problem.kind) {
    case 'keys-refused':
      return 'keys-refused';
    case 'clock-off':
      return 'clock-off';
    case 'service-silent':
      return 'slow';
    case 'service-unreadable':
      return 'unreadable';
    case 'service-unreachable':
    case 'service-refused':
    case 'internal':
      return 'unreachable';
    case 'invalid-input':
    case 'not-signed-in':
    case 'session-changed':
    case 'not-allowed':
    case 'not-set-up':
    case 'not-connected':
    case 'wrong-pin':
    case 'wait':
    case 'staff':
    case 'locked-out':
    case 'shift':
    case 'cash':
    case 'not-found':
    case 'not-offered':
    case 'account-number':
    case 'amount':
    case 'biller-unusable':
    case 'held':
    case 'payment-state':
    case 'storage':
    case 'output-file':
    case 'printer':
    case 'without-paper':
    case 'provisioning':
    case 'machine-file':
    case 'provisioning-incomplete':
    case 'drawer-short':
    case 'bill-layout':
    case 'claim':
    case 'refund':
    case 'basket':
    case 'history':
    case 'stale-settings':
    case 'setting':
    case 'upload':
    case 'chain':
    case 'chain-view':
    case 'daily-file':
    case 'backup':
    case 'restore':
    case 'no-key-store':
    case 'key-store-locked':
    case 'data-key':
    case 'recovery-key':
    case 'update':
      // These problems do not concern the connection to the service.
      return 'answering';
    default:
      return assertNever(problem);
  }
}
