import type { PaperReason } from '../../../shared/contract/index.ts';
import {
  type Database,
  defineInsert,
  hasGiftCardCode,
  readRow,
  sealLocations,
} from '../../ledger/index.ts';
import type { PackedPaper } from '../render-paper.ts';
import {
  DRAWN_TICKET_FORM,
  PENDING_CONDITION,
  PRINT_JOB_COLUMNS,
  type PrintJobKind,
  type PrintJobRow,
  type PrintJobState,
  toPrintJob,
} from './job-rows.ts';
import { savePicture } from './pictures.ts';
import { readSinglePrintJob } from './print-job-queries.ts';

/** The writes to a print job: insert, start, mark as sending, end. */

interface NewPrintJob {
  readonly id: string;
  readonly intentId: string | null;
  readonly kind: PrintJobKind;
  readonly createdAt: string;
  readonly cashierId: string | null;
  /** The supervisor who allowed it. */
  readonly approvedBy?: string | null;
  /** The content of a `report`: JSON of its lines. */
  readonly document?: string;
  /** The reason why it is not printed; null for a job that is printed. */
  readonly skippedFor?: PaperReason | null;
}

const isSkipped = ({ skippedFor = null }: NewPrintJob): boolean => skippedFor !== null;

const printJobInsert = defineInsert<NewPrintJob>('print_jobs', {
  id: (job) => job.id,
  number: { sql: '(SELECT coalesce(max(number), 0) + 1 FROM print_jobs)' },
  intent_id: (job) => job.intentId,
  kind: (job) => job.kind,
  created_at: (job) => job.createdAt,
  state: (job) => (isSkipped(job) ? 'skipped' : 'waiting'),
  reason: (job) => job.skippedFor ?? null,
  ended_at: (job) => (isSkipped(job) ? job.createdAt : null),
  cashier_id: (job) => job.cashierId,
  approved_by: (job) => job.approvedBy ?? null,
  document: (job) => job.document ?? null,
});

/**
 * Queues a job without bytes and returns its id. A payment has one original and one failure slip: a
 * second request returns the id of the existing job. Call it inside a commit.
 */
export function insertPrintJob(database: Database, job: NewPrintJob): string {
  if ((job.kind === 'original' || job.kind === 'failed') && job.intentId !== null) {
    const existing = readSinglePrintJob(database, job.intentId, job.kind);
    if (existing) return existing.id;
  }
  printJobInsert.run(database, job);
  return job.id;
}

/** Records who approved a reprint. Call it inside a commit. */
export function approvePrintJob(database: Database, id: string, approvedBy: string): void {
  database.prepare('UPDATE print_jobs SET approved_by = ? WHERE id = ?').run(approvedBy, id);
}

function readIntentId(database: Database, id: string): string | null {
  const row = database.prepare('SELECT intent_id FROM print_jobs WHERE id = ?').get(id);
  return row === undefined ? null : readRow(row).textOrNull('intent_id');
}

/** Starts the job: stores its bytes before they are sent. */
export function startPrintJob(
  database: Database,
  id: string,
  packed: PackedPaper & {
    readonly columns: number;
    readonly model: string;
    readonly isTicketCut: boolean;
  },
): void {
  const { ticketText, picture } = packed;
  const isSealed = hasGiftCardCode(database, readIntentId(database, id));
  const { codes } = database;
  for (const [digest, data] of packed.pictures) savePicture(database, digest, data);
  const isDrawn = ticketText === DRAWN_TICKET_FORM.exact || ticketText === DRAWN_TICKET_FORM.marked;
  const text = isDrawn ? (ticketText === DRAWN_TICKET_FORM.exact ? 'exact' : 'marked') : ticketText;
  database
    .prepare(
      `UPDATE print_jobs SET state = 'printing', reason = NULL, lines = ?, bytes = ?,
         byte_count = ?, picture = ?, picture_at = ?, drawer_at = ?, columns = ?, model = ?,
         ticket_text = ?, ticket_is_drawn = ?, ticket_is_cut = ?, is_sealed = ?, bytes_sent = 0, ended_at = NULL
       WHERE id = ?`,
    )
    .run(
      isSealed ? codes.sealBytes(packed.packedLines, sealLocations.lines(id)) : packed.packedLines,
      isSealed ? codes.sealBytes(packed.packedBytes, sealLocations.bytes(id)) : packed.packedBytes,
      packed.bytes.length,
      picture?.digest ?? null,
      picture?.at ?? null,
      packed.drawerAt,
      packed.columns,
      packed.model,
      text,
      isDrawn ? 1 : 0,
      packed.isTicketCut ? 1 : 0,
      isSealed ? 1 : 0,
      id,
    );
}

/**
 * Before `bytes_sent` of a job is reset, records whether the drawer pulse may have been sent, or
 * must not be sent again (`isOver`). If the offset of the pulse is unknown, the first byte counts as
 * the pulse. Call it inside a commit.
 */
export function markDrawerDone(database: Database, id: string, isOver: boolean): void {
  database
    .prepare(
      `UPDATE print_jobs SET is_drawer_done = 1
       WHERE id = ? AND (? OR coalesce(bytes_sent, 0) > coalesce(drawer_at, 0))`,
    )
    .run(id, isOver ? 1 : 0);
}

/** Bytes of the job may be sent from now on. */
export function markPrintJobSending(database: Database, id: string): void {
  database.prepare('UPDATE print_jobs SET bytes_sent = byte_count WHERE id = ?').run(id);
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
 * After a crash of the program: a job without a sent byte waits again; a job with a byte that may
 * have been sent becomes unconfirmed. Returns the unconfirmed jobs.
 */
export function recoverPrintJobs(database: Database, reason: string, at: string): PrintJobRow[] {
  database
    .prepare(
      `UPDATE print_jobs SET state = 'waiting'
       WHERE ${PENDING_CONDITION} AND state = 'printing' AND bytes_sent = 0`,
    )
    .run();
  return database
    .prepare(
      `UPDATE print_jobs SET state = 'unconfirmed', reason = ?, ended_at = ?
       WHERE ${PENDING_CONDITION} AND state = 'printing' RETURNING ${PRINT_JOB_COLUMNS}`,
    )
    .all(reason, at)
    .map((row) => toPrintJob(database, row));
}
