import {
  assertNever,
  type HandOverState,
  type OutcomeToConfirm,
  type Payment,
  type PaymentState,
} from '../../../../shared/contract/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import { isUnresolved } from '../outcome/index.ts';

/** What is left to do for the customer: money to hand over, an outcome to confirm. Pure. */

export function hasTicketText({ outcome }: Pick<PaymentRecord, 'outcome'>): boolean {
  return outcome.ticketText !== null && outcome.ticketText !== '';
}

/**
 * Whether the customer gets money now. A cancel's money does not depend on a slip: a supervisor
 * released it by PIN. A cash-out whose regulated text did not come is never handed over on the slip
 * alone.
 */
export function getHandOver(
  record: Pick<PaymentRecord, 'intent' | 'outcome' | 'handOver' | 'refund'>,
  state: PaymentState,
  paper: Payment['paper'],
): HandOverState {
  const { intent, handOver, refund } = record;
  if (intent.kind !== 'cash-out' && intent.kind !== 'cancel') return 'none';
  switch (state) {
    case 'sending':
    case 'unknown':
    case 'unclear':
      return 'not-yet';
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return 'never';
    case 'paid':
    case 'by-hand-paid': {
      if (handOver?.handedAt) return 'done';
      // The bank reversed it before its cash was handed over.
      if (refund !== null) return 'never';
      const hasSlip = paper === 'printed' && hasTicketText(record);
      const canHandOver = intent.kind === 'cancel' || hasSlip || handOver?.releasedAt;
      return canHandOver ? 'now' : 'paper-first';
    }
    default:
      return assertNever(state);
  }
}

/** What is to confirm of a payment that no cashier has on the screen. */
export function getToConfirm(
  record: Pick<
    PaymentRecord,
    'intent' | 'outcome' | 'basket' | 'originalJobState' | 'isCodeMissing'
  >,
): OutcomeToConfirm {
  const { intent, outcome, basket, originalJobState } = record;
  if (isUnresolved(outcome)) return 'none';
  if (outcome.seenAt !== null) return record.isCodeMissing ? 'no-code' : 'none';
  if (basket !== null) return 'none';
  if (outcome.state !== 'paid' && outcome.state !== 'by-hand-paid') return 'not-paid';
  // Once its slip is queued, its hand-over says what is left to do.
  const isHandedOut = intent.kind === 'cash-out' || intent.kind === 'cancel';
  return isHandedOut && originalJobState !== null ? 'none' : 'paid';
}
