import { MAX_PRINTED_TICKET_BYTES, truncateText } from '../../../../shared/rules/index.ts';
import {
  type Database,
  defineInsert,
  defineUpdate,
  hasGiftCardCode,
  type Intent,
  type LookUpResult,
  type OutcomeState,
  type PaymentOutcome,
  type SendResult,
  sealLocations,
} from '../../../ledger/index.ts';

/**
 * The writes of payments: intents, sends, look-ups, outcomes, events, and money handed over. Every
 * function runs inside the caller's `commit`. Times are ISO 8601 in UTC.
 */

export interface SendCompletion {
  readonly result: SendResult;
  readonly httpStatus: number | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly reason: string | null;
  readonly retryAfterSeconds: number | null;
  /** The raw answer, truncated for storage. */
  readonly raw: string | null;
}

const intentInsert = defineInsert<Intent>('intents', {
  id: (intent) => intent.id,
  order_id: (intent) => intent.orderId,
  kind: (intent) => intent.kind,
  created_at: (intent) => intent.createdAt,
  version: (intent) => intent.version,
  external_id: (intent) => intent.externalId,
  idempotency_key: (intent) => intent.idempotencyKey,
  target: (intent) => intent.target,
  body: (intent) => intent.body,
  biller_id: (intent) => intent.billerId,
  biller_name: (intent) => intent.billerName,
  biller_kind: (intent) => intent.billerKind,
  bill_type: (intent) => intent.billType,
  account_number: (intent) => intent.accountNumber,
  account_shown: (intent) => intent.accountShown,
  name_on_account: (intent) => intent.nameOnAccount,
  bill_id: (intent) => intent.billId,
  amount: (intent) => intent.amount.amount,
  currency: (intent) => intent.amount.currency,
  fee: (intent) => intent.fee?.amount ?? null,
  due: (intent) => intent.due.amount,
  cash: (intent) => intent.cash?.amount ?? null,
  change: (intent) => intent.change?.amount ?? null,
  shop_currency: (intent) => intent.due.currency,
  rate: (intent) => intent.rate,
  cashier_id: (intent) => intent.cashierId,
  cashier_name: (intent) => intent.cashierName,
  pos_number: (intent) => intent.posNumber,
  shift_id: (intent) => intent.shiftId,
  is_drp: (intent) => (intent.isDrp ? 1 : 0),
  cancels: (intent) => intent.cancelledPaymentId,
  approved_by: (intent) => intent.approvedBy,
  reason: (intent) => intent.reason,
});
const outcomeInsert = defineInsert<{ readonly intentId: string; readonly state: OutcomeState }>(
  'outcomes',
  { intent_id: ({ intentId }) => intentId, state: ({ state }) => state },
);
const sendInsert = defineInsert<SendStart>('sends', {
  intent_id: (send) => send.intentId,
  number: (send) => send.number,
  request_date: (send) => send.requestDate,
  started_at: (send) => send.startedAt,
  cashier_id: (send) => send.cashierId,
});
const eventInsert = defineInsert<PaymentEvent>('payment_events', {
  intent_id: (event) => event.intentId,
  at: (event) => event.at,
  kind: (event) => event.kind,
  cashier_id: (event) => event.cashierId,
  detail: (event) => JSON.stringify(event.detail),
  approved_by: (event) => event.approvedBy ?? null,
});

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

interface SendStart {
  readonly intentId: string;
  readonly number: number;
  readonly requestDate: string;
  readonly startedAt: string;
  readonly cashierId: string;
}

export function insertSend(database: Database, send: SendStart): void {
  sendInsert.run(database, send);
}

const sendCompletionUpdate = defineUpdate<SendCompletion & { readonly endedAt: string }>(
  'sends',
  {
    ended_at: (completion) => completion.endedAt,
    result: (completion) => completion.result,
    http_status: (completion) => completion.httpStatus,
    code: (completion) => completion.code,
    message: (completion) => completion.message,
    reason: (completion) => completion.reason,
    retry_after_seconds: (completion) => completion.retryAfterSeconds,
    raw: (completion) => completion.raw,
  },
  'intent_id = ? AND number = ? AND ended_at IS NULL',
);

/** Completes a send with its answer; a send that is already completed does not change. */
export function markSendCompleted(
  database: Database,
  intentId: string,
  number: number,
  at: string,
  completion: SendCompletion,
): void {
  const { codes } = database;
  const raw =
    completion.raw !== null && hasGiftCardCode(database, intentId)
      ? codes.sealText(completion.raw, sealLocations.answer(intentId, number))
      : completion.raw;
  sendCompletionUpdate.run(database, { ...completion, raw, endedAt: at }, intentId, number);
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
  intentId: string,
  lookUp: {
    readonly at: string;
    readonly result: LookUpResult;
    readonly serviceTime: string | null;
    readonly detail: string | null;
  },
): void {
  database
    .prepare(
      `INSERT INTO look_ups (intent_id, number, at, result, service_time, detail)
       SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM look_ups WHERE intent_id = ?`,
    )
    .run(intentId, lookUp.at, lookUp.result, lookUp.serviceTime, lookUp.detail, intentId);
}

const openOutcomeUpdate = defineUpdate<PaymentOutcome>(
  'outcomes',
  {
    state: (outcome) => outcome.state,
    resolved_at: (outcome) => outcome.resolvedAt,
    resolved_by: (outcome) => outcome.resolvedBy,
    authorization: (outcome) => outcome.authorization,
    transaction_created_at: (outcome) => outcome.transactionCreatedAt,
    service_status: (outcome) => outcome.serviceStatus,
    ticket_text: (outcome) => outcome.ticketText,
    code: (outcome) => outcome.code,
    message: (outcome) => outcome.message,
    http_status: (outcome) => outcome.httpStatus,
    unknown_because: (outcome) => outcome.unknownBecause,
    evidence: (outcome) => outcome.evidence,
    next_look_up_at: (outcome) => outcome.nextLookUpAt,
    hours_to_fulfill: (outcome) => outcome.hoursToFulfill,
    earned: (outcome) => outcome.earned,
  },
  "intent_id = ? AND state IN ('intent', 'sent', 'unknown', 'unclear')",
);

/**
 * Writes the outcome, but only over an open one: a resolved outcome never changes. Returns true if
 * it was open. Does not write `seenAt`: see `markSeen`.
 */
export function updateOpenOutcome(
  database: Database,
  intentId: string,
  next: PaymentOutcome,
): boolean {
  const stored = toStoredTicketText(database, intentId, next.ticketText);
  const updated = openOutcomeUpdate.run(database, { ...next, ticketText: stored.ticket }, intentId);
  const wasOpen = updated.changes === 1;
  if (wasOpen && stored.whole !== null) {
    database
      .prepare('INSERT OR REPLACE INTO long_ticket_texts (intent_id, text) VALUES (?, ?)')
      .run(intentId, stored.whole);
  }
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
  const { codes } = database;
  const isSecret = hasGiftCardCode(database, intentId);
  // The text of a payment that was read from the ledger is already sealed.
  if (isSecret && codes.isSealed(text, sealLocations.ticket(intentId))) {
    return { ticket: text, whole: null };
  }
  const { text: printedText, isCut } = truncateText(text, MAX_PRINTED_TICKET_BYTES);
  const whole = isCut ? text : null;
  if (!isSecret) return { ticket: printedText, whole };
  return {
    ticket: codes.sealText(printedText, sealLocations.ticket(intentId)),
    whole: whole && codes.sealText(whole, sealLocations.longTicket(intentId)),
  };
}

/** Writes who closed the payment by hand and why. `updateOpenOutcome` writes the outcome itself. */
export function writeManualDecision(
  database: Database,
  intentId: string,
  decision: { readonly by: string; readonly reason: string },
): void {
  database
    .prepare('UPDATE outcomes SET by_hand_cashier_id = ?, by_hand_reason = ? WHERE intent_id = ?')
    .run(decision.by, decision.reason, intentId);
}

export function markSeen(database: Database, intentId: string, at: string): void {
  database
    .prepare('UPDATE outcomes SET seen_at = coalesce(seen_at, ?) WHERE intent_id = ?')
    .run(at, intentId);
}

/** An outcome that nobody has seen: it is to be confirmed. */
export function clearSeen(database: Database, intentId: string): void {
  database.prepare('UPDATE outcomes SET seen_at = NULL WHERE intent_id = ?').run(intentId);
}

/** A person closed a gift card whose code did not come. */
export function deleteMissingCode(database: Database, intentId: string): void {
  database.prepare('DELETE FROM missing_codes WHERE intent_id = ?').run(intentId);
}

interface PaymentEvent {
  readonly intentId: string;
  readonly at: string;
  readonly kind: string;
  readonly cashierId: string | null;
  /** Stored as JSON. */
  readonly detail: object;
  /** The supervisor whose PIN allowed it. */
  readonly approvedBy?: string;
}

export function insertEvent(database: Database, event: PaymentEvent): void {
  eventInsert.run(database, event);
}

export function hasEvent(database: Database, intentId: string, kind: string): boolean {
  const row = database
    .prepare('SELECT 1 FROM payment_events WHERE intent_id = ? AND kind = ? LIMIT 1')
    .get(intentId, kind);
  return row !== undefined;
}

/** The outcome arrived while no cashier had the payment on the screen. */
export function hasUnattendedOutcome(database: Database, intentId: string): boolean {
  const row = database
    .prepare(
      `SELECT 1 FROM payment_events
       WHERE intent_id = ? AND json_extract(detail, '$.isAttended') = 0 LIMIT 1`,
    )
    .get(intentId);
  return row !== undefined;
}

/** A later release does not replace the first. */
export function insertCashRelease(
  database: Database,
  intentId: string,
  release: { readonly at: string; readonly by: string; readonly reason: string },
): void {
  database
    .prepare(
      `INSERT INTO hand_overs (intent_id, released_at, released_by, release_reason)
       VALUES (?, ?, ?, ?) ON CONFLICT (intent_id) DO NOTHING`,
    )
    .run(intentId, release.at, release.by, release.reason);
}

/** A later hand-over does not replace the first. */
export function markHandedOver(
  database: Database,
  intentId: string,
  handOver: { readonly at: string; readonly by: string },
): void {
  database
    .prepare(
      `INSERT INTO hand_overs (intent_id, handed_at, handed_by) VALUES (?, ?, ?)
       ON CONFLICT (intent_id) DO UPDATE SET
         handed_at = coalesce(handed_at, excluded.handed_at),
         handed_by = coalesce(handed_by, excluded.handed_by)`,
    )
    .run(intentId, handOver.at, handOver.by);
}
