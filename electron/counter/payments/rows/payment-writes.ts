import type { HistoryEventKind } from '../../../../shared/contract/index.ts';
import { MAX_PRINTED_TICKET_BYTES, truncateText } from '../../../../shared/rules/index.ts';
import {
  column,
  type Database,
  defineInsert,
  defineTable,
  defineUpdate,
  giftCardSealContexts,
  HAND_OVERS,
  hasGiftCardCode,
  INTENTS,
  type Intent,
  LOOK_UPS,
  listFieldNames,
  OUTCOMES,
  type OutcomeState,
  PAYMENT_OUTCOME_READER,
  type PaymentOutcome,
  type RowOf,
  SENDS,
} from '../../../ledger/index.ts';

/**
 * The writes of payments: intents, sends, look-ups, outcomes, events, and money handed over. Every
 * function runs inside the caller's `commit`. Times are ISO 8601 in UTC.
 */

const PAYMENT_EVENTS = defineTable('payment_events', {
  intentId: column.text('intent_id'),
  at: column.text('at'),
  kind: column.text('kind'),
  cashierId: column.textOrNull('cashier_id'),
  /** JSON. */
  detail: column.text('detail'),
  approvedBy: column.textOrNull('approved_by'),
});
const LONG_TICKET_TEXTS = defineTable('long_ticket_texts', {
  intentId: column.text('intent_id'),
  text: column.text('text'),
});

const intentInsert = defineInsert(INTENTS);
const outcomeInsert = defineInsert(OUTCOMES, { onlyFields: ['intentId', 'state'] });
const sendInsert = defineInsert(SENDS, {
  onlyFields: ['intentId', 'number', 'requestDate', 'startedAt', 'cashierId'],
});
const eventInsert = defineInsert(PAYMENT_EVENTS);
const lookUpInsert = defineInsert(LOOK_UPS);
const longTextInsert = defineInsert(LONG_TICKET_TEXTS, { replacesExisting: true });

/** Prepares the statements of a new payment, so that the first payment is not slowed by it. */
export function preparePaymentWriteStatements(database: Database): void {
  for (const { sql } of [intentInsert, outcomeInsert, sendInsert, eventInsert])
    database.prepare(sql);
}

export function insertIntent(database: Database, intent: Intent): void {
  intentInsert.run(database, intent);
}

export function insertOutcome(database: Database, intentId: string, state: OutcomeState): void {
  outcomeInsert.run(database, { intentId, state });
}

export function insertSend(
  database: Database,
  send: Pick<Send, 'intentId' | 'number' | 'requestDate' | 'startedAt' | 'cashierId'>,
): void {
  sendInsert.run(database, send);
}

type Send = RowOf<typeof SENDS>;
export interface SendCompletion
  extends Pick<Send, 'httpStatus' | 'code' | 'message' | 'reason' | 'retryAfterSeconds' | 'raw'> {
  readonly result: NonNullable<Send['result']>;
}

const sendCompletionUpdate = defineUpdate(SENDS, {
  set: ['endedAt', 'result', 'httpStatus', 'code', 'message', 'reason', 'retryAfterSeconds', 'raw'],
  by: ['intentId', 'number'],
  andWhereSql: 'ended_at IS NULL',
});

/** Completes a send with its answer; a send that is already completed does not change. */
export function markSendCompleted(
  database: Database,
  intentId: string,
  number: number,
  at: string,
  completion: SendCompletion,
): void {
  const { codeSealer } = database;
  const raw =
    completion.raw !== null && hasGiftCardCode(database, intentId)
      ? codeSealer.sealText(completion.raw, giftCardSealContexts.answer(intentId, number))
      : completion.raw;
  sendCompletionUpdate.run(database, { ...completion, raw, endedAt: at, intentId, number });
}

/** Completes the sends that an earlier run left open as `unknown`: their answers were lost. */
export function markOpenSendsUnknown(database: Database, intentId: string, at: string): void {
  database
    .prepare(
      `UPDATE sends SET ended_at = ?, result = 'unknown', reason = 'till-stopped'
       WHERE intent_id = ? AND ended_at IS NULL`,
    )
    .run(at, intentId);
}

export function insertLookUp(
  database: Database,
  lookUp: Omit<RowOf<typeof LOOK_UPS>, 'number'>,
): void {
  lookUpInsert.run(database, lookUp);
}

const openOutcomeUpdate = defineUpdate(OUTCOMES, {
  // See `markOutcomeSeen`.
  set: listFieldNames(PAYMENT_OUTCOME_READER).filter((name) => name !== 'seenAt'),
  by: ['intentId'],
  andWhereSql: "state IN ('intent', 'sent', 'unknown', 'unclear')",
});

/**
 * Writes the outcome, but only over an open one: a resolved outcome never changes. Returns true if
 * it was open. Does not write `seenAt`: see `markOutcomeSeen`.
 */
export function updateUnresolvedOutcome(
  database: Database,
  intentId: string,
  next: PaymentOutcome,
): boolean {
  const stored = toStoredTicketText(database, intentId, next.ticketText);
  const updated = openOutcomeUpdate.run(database, { ...next, ticketText: stored.ticket, intentId });
  const wasOpen = updated.changes === 1;
  if (wasOpen && stored.whole !== null)
    longTextInsert.run(database, { intentId, text: stored.whole });
  return wasOpen;
}

/**
 * Splits the ticket text: `ticket` is the printed part, and `whole` the complete text if it is
 * longer, else null. Seals both for a gift card.
 */
function toStoredTicketText(
  database: Database,
  intentId: string,
  text: string | null,
): { readonly ticket: string | null; readonly whole: string | null } {
  // A blank text prints nothing, so nothing may rely on it.
  if (text === null || text.trim() === '') return { ticket: null, whole: null };
  const { codeSealer } = database;
  const isSecret = hasGiftCardCode(database, intentId);
  // The text of a payment that was read from the ledger is already sealed.
  if (isSecret && codeSealer.isSealed(text, giftCardSealContexts.ticket(intentId))) {
    return { ticket: text, whole: null };
  }
  const { text: printedText, isTruncated: isCut } = truncateText(text, MAX_PRINTED_TICKET_BYTES);
  const whole = isCut ? text : null;
  if (!isSecret) return { ticket: printedText, whole };
  return {
    ticket: codeSealer.sealText(printedText, giftCardSealContexts.ticket(intentId)),
    whole: whole && codeSealer.sealText(whole, giftCardSealContexts.longTicket(intentId)),
  };
}

const manualDecisionUpdate = defineUpdate(OUTCOMES, {
  set: ['byHandCashierId', 'byHandReason'],
  by: ['intentId'],
});

/** Writes who closed the payment by hand and why. `updateUnresolvedOutcome` writes the outcome itself. */
export function writeManualDecision(
  database: Database,
  intentId: string,
  decision: { readonly by: string; readonly reason: string },
): void {
  manualDecisionUpdate.run(database, {
    intentId,
    byHandCashierId: decision.by,
    byHandReason: decision.reason,
  });
}

export function markOutcomeSeen(database: Database, intentId: string, at: string): void {
  database
    .prepare('UPDATE outcomes SET seen_at = coalesce(seen_at, ?) WHERE intent_id = ?')
    .run(at, intentId);
}

/** An outcome that nobody has seen: it is to be confirmed. */
export function markOutcomeUnseen(database: Database, intentId: string): void {
  database.prepare('UPDATE outcomes SET seen_at = NULL WHERE intent_id = ?').run(intentId);
}

/** A person closed a gift card whose code did not come. */
export function deleteMissingGiftCardCodeMarker(database: Database, intentId: string): void {
  database.prepare('DELETE FROM missing_codes WHERE intent_id = ?').run(intentId);
}

interface PaymentEvent
  extends Omit<RowOf<typeof PAYMENT_EVENTS>, 'kind' | 'detail' | 'approvedBy'> {
  readonly kind: HistoryEventKind;
  /** Stored as JSON. */
  readonly detail: object;
  /** The supervisor whose PIN allowed it. */
  readonly approvedBy?: string;
}

export function insertPaymentEvent(database: Database, event: PaymentEvent): void {
  const { detail, approvedBy = null } = event;
  eventInsert.run(database, { ...event, approvedBy, detail: JSON.stringify(detail) });
}

export function hasPaymentEvent(database: Database, intentId: string, kind: string): boolean {
  const row = database
    .prepare('SELECT 1 FROM payment_events WHERE intent_id = ? AND kind = ? LIMIT 1')
    .get(intentId, kind);
  return row !== undefined;
}

/** The outcome arrived while no cashier had the payment on the screen. */
export function hasOutcomeArrivedUnattended(database: Database, intentId: string): boolean {
  const row = database
    .prepare(
      `SELECT 1 FROM payment_events
       WHERE intent_id = ? AND json_extract(detail, '$.isAttended') = 0 LIMIT 1`,
    )
    .get(intentId);
  return row !== undefined;
}

const cashReleaseInsert = defineInsert(HAND_OVERS, {
  onlyFields: ['intentId', 'releasedAt', 'releasedBy', 'releaseReason'],
  onConflictSql: 'ON CONFLICT (intent_id) DO NOTHING',
});
const handOverInsert = defineInsert(HAND_OVERS, {
  onlyFields: ['intentId', 'handedAt', 'handedBy'],
  onConflictSql: `ON CONFLICT (intent_id) DO UPDATE SET
    handed_at = coalesce(handed_at, excluded.handed_at),
    handed_by = coalesce(handed_by, excluded.handed_by)`,
});

/** A later release does not replace the first. */
export function insertCashRelease(
  database: Database,
  intentId: string,
  cashRelease: { readonly at: string; readonly by: string; readonly reason: string },
): void {
  cashReleaseInsert.run(database, {
    intentId,
    releasedAt: cashRelease.at,
    releasedBy: cashRelease.by,
    releaseReason: cashRelease.reason,
  });
}

/** A later hand-over does not replace the first. */
export function markCashHandedOver(
  database: Database,
  intentId: string,
  handOver: { readonly at: string; readonly by: string },
): void {
  handOverInsert.run(database, { intentId, handedAt: handOver.at, handedBy: handOver.by });
}
