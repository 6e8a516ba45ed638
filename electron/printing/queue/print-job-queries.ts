import {
  RECEIPT_DELIVERY_METHODS,
  type ReceiptDeliveryMethod,
} from '../../../shared/contract/index.ts';
import { createRowReader, type Database, parseOneOf } from '../../ledger/index.ts';
import {
  PENDING_PRINT_JOB_CONDITION_SQL,
  PRINT_JOB_COLUMNS,
  PRINT_JOB_KINDS,
  type PrintJobKind,
  type PrintJobRow,
  toPrintJob,
  toPrintJobOrNull,
} from './job-rows.ts';

/** Queries of print jobs. */

export function readPrintJob(database: Database, id: string): PrintJobRow | null {
  return toPrintJobOrNull(
    database,
    database.prepare(`SELECT ${PRINT_JOB_COLUMNS} FROM print_jobs WHERE id = ?`).get(id),
  );
}

export function readOriginalPrintJob(database: Database, intentId: string): PrintJobRow | null {
  return readPrintJobOfKind(database, intentId, 'original');
}

export function readPrintJobOfKind(
  database: Database,
  intentId: string,
  kind: 'original' | 'failed',
): PrintJobRow | null {
  return toPrintJobOrNull(
    database,
    database
      .prepare(`SELECT ${PRINT_JOB_COLUMNS} FROM print_jobs WHERE intent_id = ? AND kind = ?`)
      .get(intentId, kind),
  );
}

/** All papers of a payment, the oldest first. */
export function listPaymentPrintJobs(database: Database, intentId: string): PrintJobRow[] {
  return database
    .prepare(`SELECT ${PRINT_JOB_COLUMNS} FROM print_jobs WHERE intent_id = ? ORDER BY number`)
    .all(intentId)
    .map((row) => toPrintJob(database, row));
}

const isReceiptDelivery = (kind: PrintJobKind): kind is ReceiptDeliveryMethod =>
  RECEIPT_DELIVERY_METHODS.some((way) => way === kind);

/**
 * The methods by which the receipt of a payment was delivered without paper, the oldest first. A
 * delivery with an unknown result, because the program ended meanwhile, counts: the customer may
 * have the receipt.
 */
export function listUsedDeliveryMethods(
  database: Database,
  intentId: string,
): ReceiptDeliveryMethod[] {
  return database
    .prepare(
      `SELECT kind FROM print_jobs WHERE intent_id = ? AND kind IN ('pdf', 'mail', 'code', 'none')
         AND (state = 'printed' OR kind = 'none' OR reason = 'till-stopped') ORDER BY number`,
    )
    .all(intentId)
    .map((row) => parseOneOf(createRowReader(row).text('kind'), PRINT_JOB_KINDS))
    .filter(isReceiptDelivery);
}

/** Whether a job of the payment, other than `exceptJobId`, may have opened the drawer for it. */
export function hasOpenedDrawer(
  database: Database,
  intentId: string,
  exceptJobId: string | null,
): boolean {
  const row = database
    .prepare(
      `SELECT 1 AS yes FROM print_jobs WHERE intent_id = ? AND id IS NOT ?
         AND kind IN ('original', 'drawer', 'change') AND drawer_at IS NOT NULL AND bytes_sent > drawer_at`,
    )
    .get(intentId, exceptJobId);
  return row !== undefined;
}

/** The jobs of the payment's basket that opened the drawer or may open it. */
export function listBasketDrawerJobs(database: Database, intentId: string): PrintJobRow[] {
  return database
    .prepare(
      `SELECT ${PRINT_JOB_COLUMNS} FROM print_jobs WHERE intent_id IN (
         SELECT other.intent_id FROM basket_payments mine
         JOIN basket_payments other ON other.basket_id = mine.basket_id WHERE mine.intent_id = ?)
       AND kind IN ('original', 'drawer', 'change')`,
    )
    .all(intentId)
    .map((row) => toPrintJob(database, row));
}

/** The jobs of a payment with only the drawer's pulse. */
export function listDrawerJobs(database: Database, intentId: string): PrintJobRow[] {
  return database
    .prepare(
      `SELECT ${PRINT_JOB_COLUMNS} FROM print_jobs WHERE intent_id = ? AND kind IN ('drawer', 'change')`,
    )
    .all(intentId)
    .map((row) => toPrintJob(database, row));
}

/** The cashier who views a paper, and the time of the sign-in; ISO 8601, UTC. */
export interface SignedInCashier {
  readonly cashierId: string;
  readonly signedInAt: string;
}

/**
 * A gift card's papers contain its code. They are shown only to the cashier who sold it, in the same
 * session, and not after the cashier has finished with the customer. Without a code nothing is hidden.
 */
export function isGiftCardCodeHidden(
  database: Database,
  intentId: string,
  viewer: SignedInCashier | null,
): boolean {
  const row = database
    .prepare(
      `SELECT 1 AS yes FROM intents i JOIN outcomes o ON o.intent_id = i.id
       LEFT JOIN print_jobs p ON p.intent_id = i.id AND p.kind = 'original'
       WHERE i.id = ? AND i.kind = 'gift-card' AND o.ticket_text IS NOT NULL AND
         (o.seen_at IS NOT NULL OR i.cashier_id <> ? OR coalesce(p.created_at, '') < ?)`,
    )
    .get(intentId, viewer?.cashierId ?? '', viewer?.signedInAt ?? '~');
  return row !== undefined;
}

export function findNextPrintJob(database: Database): PrintJobRow | null {
  return toPrintJobOrNull(
    database,
    database
      .prepare(
        `SELECT ${PRINT_JOB_COLUMNS} FROM print_jobs WHERE ${PENDING_PRINT_JOB_CONDITION_SQL} AND state = 'waiting' ORDER BY number LIMIT 1`,
      )
      .get(),
  );
}

export function countWaitingPrintJobs(database: Database): number {
  const row = database
    .prepare(`SELECT count(*) AS waiting FROM print_jobs WHERE ${PENDING_PRINT_JOB_CONDITION_SQL}`)
    .get();
  return row === undefined ? 0 : createRowReader(row).integer('waiting');
}

export function listRecentOriginalPrintJobs(database: Database, limit: number): PrintJobRow[] {
  return database
    .prepare(
      `SELECT ${PRINT_JOB_COLUMNS} FROM print_jobs WHERE kind = 'original' ORDER BY number DESC LIMIT ?`,
    )
    .all(limit)
    .map((row) => toPrintJob(database, row));
}
