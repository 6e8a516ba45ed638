import type { SQLOutputValue } from 'node:sqlite';
import { type Database, oneOf, readRow } from '../../ledger/index.ts';
import type { TicketTextOnPaper } from '../papers/index.ts';

/** Queries of print jobs. */

const JOB_KINDS = ['original', 'shop-copy', 'copy', 'failed', 'pending', 'test', 'report'] as const;
const JOB_STATES = [
  'waiting',
  'printing',
  'printed',
  'unconfirmed',
  'refused',
  'failed',
  'skipped',
] as const;
/**
 * Must be word for word the condition of their index: SQLite uses it only for the same condition.
 */
const TO_DO = `state IN ('waiting', 'printing')`;
const TICKET_TEXTS = ['none', 'exact', 'marked'] as const;
/** What a text that was drawn as an image is called, by what is said of its characters. */
const DRAWN = { exact: 'drawn', marked: 'drawn-marked' } as const;
export type PrintJobKind = (typeof JOB_KINDS)[number];
export type PrintJobState = (typeof JOB_STATES)[number];

export interface PrintJobRow {
  readonly id: string;
  readonly number: number;
  readonly intentId: string | null;
  readonly kind: PrintJobKind;
  readonly createdAt: string;
  readonly columns: number | null;
  /** As composed for the printer; null until the queue has taken the job. */
  readonly bytes: Uint8Array | null;
  /** The paper's content, as JSON of its lines; null until the queue has taken the job. */
  readonly lines: string | null;
  readonly model: string | null;
  readonly state: PrintJobState;
  readonly reason: string | null;
  readonly ticketText: TicketTextOnPaper | null;
  readonly bytesSent: number | null;
  /** The offset in `bytes` at which the drawer pulse begins; null if there is none. */
  readonly drawerAt: number | null;
  /** The drawer pulse may have been sent with an earlier attempt. */
  readonly isDrawerDone: boolean;
  readonly endedAt: string | null;
  readonly cashierId: string | null;
  /** For a `report`, its lines as JSON; null for any other paper. */
  readonly document: string | null;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

function toJob(row: Row): PrintJobRow {
  const read = readRow(row);
  return {
    id: read.text('id'),
    number: read.integer('number'),
    intentId: read.textOrNull('intent_id'),
    kind: oneOf(read.text('kind'), JOB_KINDS),
    createdAt: read.text('created_at'),
    columns: read.integerOrNull('columns'),
    bytes: row.bytes === null ? null : read.bytes('bytes'),
    lines: read.textOrNull('lines'),
    model: read.textOrNull('model'),
    state: oneOf(read.text('state'), JOB_STATES),
    reason: read.textOrNull('reason'),
    ticketText: ticketTextOf(read.textOrNull('ticket_text'), read.integer('ticket_is_drawn') === 1),
    bytesSent: read.integerOrNull('bytes_sent'),
    drawerAt: read.integerOrNull('drawer_at'),
    isDrawerDone: read.integer('is_drawer_done') === 1,
    endedAt: read.textOrNull('ended_at'),
    cashierId: read.textOrNull('cashier_id'),
    document: read.textOrNull('document'),
  };
}

function ticketTextOf(text: string | null, isDrawn: boolean): TicketTextOnPaper | null {
  if (text === null) return null;
  const known = oneOf(text, TICKET_TEXTS);
  return isDrawn && known !== 'none' ? DRAWN[known] : known;
}

function first(row: Row | undefined): PrintJobRow | null {
  return row === undefined ? null : toJob(row);
}

/**
 * Queues a job without bytes. A payment has one original, and one slip that says it failed: asking
 * again returns the existing one. Call it inside a commit.
 */
export function insertPrintJob(
  database: Database,
  job: {
    readonly id: string;
    readonly intentId: string | null;
    readonly kind: PrintJobKind;
    readonly createdAt: string;
    readonly cashierId: string | null;
    /** The supervisor who allowed it. */
    readonly approvedBy?: string | null;
    /** The content of a `report`: JSON of its lines. */
    readonly document?: string;
  },
): string {
  if ((job.kind === 'original' || job.kind === 'failed') && job.intentId !== null) {
    const known = onlyPrintJob(database, job.intentId, job.kind);
    if (known) return known.id;
  }
  database
    .prepare(
      `INSERT INTO print_jobs (id, number, intent_id, kind, created_at, state, cashier_id,
         approved_by, document)
       SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, 'waiting', ?, ?, ? FROM print_jobs`,
    )
    .run(
      job.id,
      job.intentId,
      job.kind,
      job.createdAt,
      job.cashierId,
      job.approvedBy ?? null,
      job.document ?? null,
    );
  return job.id;
}

export function printJob(database: Database, id: string): PrintJobRow | null {
  return first(database.prepare('SELECT * FROM print_jobs WHERE id = ?').get(id));
}

export function originalPrintJob(database: Database, intentId: string): PrintJobRow | null {
  return onlyPrintJob(database, intentId, 'original');
}

function onlyPrintJob(
  database: Database,
  intentId: string,
  kind: 'original' | 'failed',
): PrintJobRow | null {
  return first(
    database
      .prepare('SELECT * FROM print_jobs WHERE intent_id = ? AND kind = ?')
      .get(intentId, kind),
  );
}

/** All papers of a payment, the oldest first. */
export function printJobsOfPayment(database: Database, intentId: string): PrintJobRow[] {
  return database
    .prepare('SELECT * FROM print_jobs WHERE intent_id = ? ORDER BY number')
    .all(intentId)
    .map(toJob);
}

/** Who looks at a paper, and since when they are signed in; ISO 8601, UTC. */
export interface Viewer {
  readonly cashierId: string;
  readonly since: string;
}

/**
 * A gift card's papers carry its code. They are shown to the cashier who sold it, at that counter,
 * and to nobody once the customer has gone.
 */
export function isGiftCardOfOneGone(
  database: Database,
  intentId: string,
  viewer: Viewer | null,
): boolean {
  const row = database
    .prepare(
      `SELECT 1 AS yes FROM intents i JOIN outcomes o ON o.intent_id = i.id
       LEFT JOIN print_jobs p ON p.intent_id = i.id AND p.kind = 'original'
       WHERE i.id = ? AND i.kind = 'gift-card' AND
         (o.seen_at IS NOT NULL OR i.cashier_id <> ? OR coalesce(p.created_at, '') < ?)`,
    )
    .get(intentId, viewer?.cashierId ?? '', viewer?.since ?? '~');
  return row !== undefined;
}

/** Notes who allowed a paper to be printed again. Call it inside a commit. */
export function approvePrintJob(database: Database, id: string, approvedBy: string): void {
  database.prepare('UPDATE print_jobs SET approved_by = ? WHERE id = ?').run(approvedBy, id);
}

export function nextWaitingPrintJob(database: Database): PrintJobRow | null {
  return first(
    database
      .prepare(
        `SELECT * FROM print_jobs WHERE ${TO_DO} AND state = 'waiting' ORDER BY number LIMIT 1`,
      )
      .get(),
  );
}

export function countWaitingPrintJobs(database: Database): number {
  const row = database.prepare(`SELECT count(*) AS waiting FROM print_jobs WHERE ${TO_DO}`).get();
  return row === undefined ? 0 : readRow(row).integer('waiting');
}

export function recentOriginalPrintJobs(database: Database, limit: number): PrintJobRow[] {
  return database
    .prepare("SELECT * FROM print_jobs WHERE kind = 'original' ORDER BY number DESC LIMIT ?")
    .all(limit)
    .map(toJob);
}

/** Takes the job: keeps the bytes before they are sent. */
export function takePrintJob(
  database: Database,
  id: string,
  made: {
    readonly lines: string;
    readonly bytes: Uint8Array;
    readonly drawerAt: number | null;
    readonly columns: number;
    readonly model: string;
    readonly ticketText: TicketTextOnPaper;
  },
): void {
  const { ticketText } = made;
  const isDrawn = ticketText === DRAWN.exact || ticketText === DRAWN.marked;
  const text = isDrawn ? (ticketText === DRAWN.exact ? 'exact' : 'marked') : ticketText;
  database
    .prepare(
      `UPDATE print_jobs SET state = 'printing', reason = NULL, lines = ?, bytes = ?, drawer_at = ?,
         columns = ?, model = ?, ticket_text = ?, ticket_is_drawn = ?, bytes_sent = 0,
         ended_at = NULL WHERE id = ?`,
    )
    .run(
      made.lines,
      made.bytes,
      made.drawerAt,
      made.columns,
      made.model,
      text,
      isDrawn ? 1 : 0,
      id,
    );
}

/**
 * Before the bytes sent for a job are forgotten, notes whether the drawer pulse may have been among
 * them, or must not be sent again. If its offset is unknown, the first byte counts as the pulse.
 * Call it inside a commit.
 */
export function keepDrawerDone(database: Database, id: string, isOver: boolean): void {
  database
    .prepare(
      `UPDATE print_jobs SET is_drawer_done = 1
       WHERE id = ? AND (? OR coalesce(bytes_sent, 0) > coalesce(drawer_at, 0))`,
    )
    .run(id, isOver ? 1 : 0);
}

/** Bytes of the job may leave from now on. */
export function markPrintJobLeaving(database: Database, id: string): void {
  database.prepare('UPDATE print_jobs SET bytes_sent = length(bytes) WHERE id = ?').run(id);
}

export function endPrintJob(
  database: Database,
  id: string,
  end: {
    readonly state: PrintJobState;
    readonly reason: string | null;
    readonly bytesSent: number | null;
    readonly at: string | null;
  },
): void {
  database
    .prepare(
      'UPDATE print_jobs SET state = ?, reason = ?, bytes_sent = ?, ended_at = ? WHERE id = ?',
    )
    .run(end.state, end.reason, end.bytesSent, end.at, id);
}

/**
 * After the program crashed: a job of which nothing can have left waits again; one of which a byte
 * may have left becomes unconfirmed. Returns the unconfirmed jobs.
 */
export function recoverPrintJobs(database: Database, reason: string, at: string): PrintJobRow[] {
  database
    .prepare(
      `UPDATE print_jobs SET state = 'waiting'
       WHERE ${TO_DO} AND state = 'printing' AND bytes_sent = 0`,
    )
    .run();
  return database
    .prepare(
      `UPDATE print_jobs SET state = 'unconfirmed', reason = ?, ended_at = ?
       WHERE ${TO_DO} AND state = 'printing' RETURNING *`,
    )
    .all(reason, at)
    .map(toJob);
}
