import { MAX_PRINTED_TICKET_BYTES, truncateText } from '../../../../shared/rules/index.ts';
import {
  type Database,
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

const INSERT_INTENT = `INSERT INTO intents (id, order_id, kind, created_at, version, external_id,
  idempotency_key, target, body, biller_id, biller_name, biller_kind, bill_type, account_number,
  account_shown, name_on_account, bill_id, amount, currency, fee, due, cash, change, shop_currency, rate,
  cashier_id, cashier_name, pos_number, shift_id, is_drp, cancels, approved_by, reason)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_OUTCOME = 'INSERT INTO outcomes (intent_id, state) VALUES (?, ?)';
const INSERT_SEND = `INSERT INTO sends (intent_id, number, request_date, started_at, cashier_id)
  VALUES (?, ?, ?, ?, ?)`;
const INSERT_EVENT = `INSERT INTO payment_events (intent_id, at, kind, cashier_id, detail, approved_by)
  VALUES (?, ?, ?, ?, ?, ?)`;

/** Prepares the statements of a new payment, so that the first payment is not slowed by it. */
export function preparePaymentWriteStatements(database: Database): void {
  for (const sql of [INSERT_INTENT, INSERT_OUTCOME, INSERT_SEND, INSERT_EVENT]) {
    database.prepare(sql);
  }
}

export function insertIntent(database: Database, intent: Intent): void {
  database
    .prepare(INSERT_INTENT)
    .run(
      intent.id,
      intent.orderId,
      intent.kind,
      intent.createdAt,
      intent.version,
      intent.externalId,
      intent.idempotencyKey,
      intent.target,
      intent.body,
      intent.billerId,
      intent.billerName,
      intent.billerKind,
      intent.billType,
      intent.accountNumber,
      intent.accountShown,
      intent.nameOnAccount,
      intent.billId,
      intent.amount.amount,
      intent.amount.currency,
      intent.fee?.amount ?? null,
      intent.due.amount,
      intent.cash?.amount ?? null,
      intent.change?.amount ?? null,
      intent.due.currency,
      intent.rate,
      intent.cashierId,
      intent.cashierName,
      intent.posNumber,
      intent.shiftId,
      intent.isDrp ? 1 : 0,
      intent.cancelledPaymentId,
      intent.approvedBy,
      intent.reason,
    );
}

export function insertOutcome(database: Database, intentId: string, state: OutcomeState): void {
  database.prepare(INSERT_OUTCOME).run(intentId, state);
}

export function insertSend(
  database: Database,
  send: {
    readonly intentId: string;
    readonly number: number;
    readonly requestDate: string;
    readonly startedAt: string;
    readonly cashierId: string;
  },
): void {
  database
    .prepare(INSERT_SEND)
    .run(send.intentId, send.number, send.requestDate, send.startedAt, send.cashierId);
}

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
  database
    .prepare(
      `UPDATE sends SET ended_at = ?, result = ?, http_status = ?, code = ?, message = ?,
         reason = ?, retry_after_seconds = ?, raw = ?
       WHERE intent_id = ? AND number = ? AND ended_at IS NULL`,
    )
    .run(
      at,
      completion.result,
      completion.httpStatus,
      completion.code,
      completion.message,
      completion.reason,
      completion.retryAfterSeconds,
      raw,
      intentId,
      number,
    );
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
  const updated = database
    .prepare(
      `UPDATE outcomes SET state = ?, resolved_at = ?, resolved_by = ?, authorization = ?,
         transaction_created_at = ?, service_status = ?, ticket_text = ?, code = ?, message = ?,
         http_status = ?, unknown_because = ?, evidence = ?, next_look_up_at = ?,
         hours_to_fulfill = ?, earned = ?
       WHERE intent_id = ? AND state IN ('intent', 'sent', 'unknown', 'unclear')`,
    )
    .run(
      next.state,
      next.resolvedAt,
      next.resolvedBy,
      next.authorization,
      next.transactionCreatedAt,
      next.serviceStatus,
      stored.ticket,
      next.code,
      next.message,
      next.httpStatus,
      next.unknownBecause,
      next.evidence,
      next.nextLookUpAt,
      next.hoursToFulfill,
      next.earned,
      intentId,
    );
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

export function insertEvent(
  database: Database,
  event: {
    readonly intentId: string;
    readonly at: string;
    readonly kind: string;
    readonly cashierId: string | null;
    /** Stored as JSON. */
    readonly detail: object;
    /** The supervisor whose PIN allowed it. */
    readonly approvedBy?: string;
  },
): void {
  database
    .prepare(INSERT_EVENT)
    .run(
      event.intentId,
      event.at,
      event.kind,
      event.cashierId,
      JSON.stringify(event.detail),
      event.approvedBy ?? null,
    );
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
