import type { PaperReason } from '../../../shared/contract/index.ts';
import {
  createRowReader,
  type Database,
  defineInsert,
  defineUpdate,
  giftCardSealContexts,
  hasGiftCardCode,
} from '../../ledger/index.ts';
import type { CompressedPaper } from '../render-paper.ts';
import {
  PENDING_PRINT_JOB_CONDITION_SQL,
  PRINT_JOB_COLUMNS,
  PRINT_JOBS,
  type PrintJobKind,
  type PrintJobRow,
  type PrintJobState,
  toPrintJob,
} from './job-rows.ts';
import { savePrintPicture } from './pictures.ts';
import { readPrintJobOfKind } from './print-job-queries.ts';

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

const printJobInsert = defineInsert(PRINT_JOBS, {
  onlyFields: [
    'id',
    'intentId',
    'kind',
    'createdAt',
    'state',
    'reason',
    'endedAt',
    'cashierId',
    'approvedBy',
    'document',
  ],
});

/**
 * Queues a job without bytes and returns its id. A payment has one original and one failure slip: a
 * second request returns the id of the existing job. Call it inside a commit.
 */
export function insertPrintJob(database: Database, job: NewPrintJob): string {
  if ((job.kind === 'original' || job.kind === 'failed') && job.intentId !== null) {
    const existing = readPrintJobOfKind(database, job.intentId, job.kind);
    if (existing) return existing.id;
  }
  const { approvedBy = null, document = null, skippedFor = null } = job;
  const isSkipped = skippedFor !== null;
  printJobInsert.run(database, {
    ...job,
    state: isSkipped ? 'skipped' : 'waiting',
    reason: skippedFor,
    endedAt: isSkipped ? job.createdAt : null,
    approvedBy,
    document,
  });
  return job.id;
}

/** Records who approved a reprint. Call it inside a commit. */
export function approvePrintJob(database: Database, id: string, approvedBy: string): void {
  database.prepare('UPDATE print_jobs SET approved_by = ? WHERE id = ?').run(approvedBy, id);
}

function readIntentId(database: Database, id: string): string | null {
  const row = database.prepare('SELECT intent_id FROM print_jobs WHERE id = ?').get(id);
  return row === undefined ? null : createRowReader(row).textOrNull('intent_id');
}

const printJobStart = defineUpdate(PRINT_JOBS, {
  set: [
    'state',
    'reason',
    'storedLines',
    'storedBytes',
    'isSealed',
    'byteCount',
    'picture',
    'drawerAt',
    'columns',
    'model',
    'ticketText',
    'isTicketCut',
    'bytesSent',
    'endedAt',
  ],
  by: ['id'],
});

/** Starts the job: stores its bytes before they are sent. */
export function startPrintJob(
  database: Database,
  id: string,
  paper: CompressedPaper & {
    readonly columns: number;
    readonly model: string;
    readonly isTicketCut: boolean;
  },
): void {
  const { compressedLines, compressedBytes } = paper;
  const isSealed = hasGiftCardCode(database, readIntentId(database, id));
  const { codeSealer } = database;
  for (const [digest, data] of paper.pictures) savePrintPicture(database, digest, data);
  printJobStart.run(database, {
    id,
    state: 'printing',
    reason: null,
    storedLines: isSealed
      ? codeSealer.sealBytes(compressedLines, giftCardSealContexts.lines(id))
      : compressedLines,
    storedBytes: isSealed
      ? codeSealer.sealBytes(compressedBytes, giftCardSealContexts.bytes(id))
      : compressedBytes,
    isSealed,
    byteCount: paper.bytes.length,
    picture: paper.picture,
    drawerAt: paper.drawerPulseOffset,
    columns: paper.columns,
    model: paper.model,
    ticketText: paper.ticketText,
    isTicketCut: paper.isTicketCut,
    bytesSent: 0,
    endedAt: null,
  });
}

/**
 * Before `bytes_sent` of a job is reset, records whether the drawer pulse may have been sent, or
 * must not be sent again (`mustNotSendAgain`). If the offset of the pulse is unknown, the first byte counts as
 * the pulse. Call it inside a commit.
 */
export function recordWhetherDrawerPulseWasSent(
  database: Database,
  id: string,
  mustNotSendAgain: boolean,
): void {
  database
    .prepare(
      `UPDATE print_jobs SET is_drawer_done = 1
       WHERE id = ? AND (? OR coalesce(bytes_sent, 0) > coalesce(drawer_at, 0))`,
    )
    .run(id, mustNotSendAgain ? 1 : 0);
}

/** Bytes of the job may be sent from now on. */
export function markPrintJobSending(database: Database, id: string): void {
  database.prepare('UPDATE print_jobs SET bytes_sent = byte_count WHERE id = ?').run(id);
}

const printJobEnd = defineUpdate(PRINT_JOBS, {
  set: ['state', 'reason', 'bytesSent', 'endedAt'],
  by: ['id'],
});

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
  printJobEnd.run(database, { ...end, id, endedAt: end.at });
}

/**
 * After a crash of the program: a job without a sent byte waits again; a job with a byte that may
 * have been sent becomes unconfirmed. Returns the unconfirmed jobs.
 */
export function recoverInterruptedPrintJobs(
  database: Database,
  reason: string,
  at: string,
): PrintJobRow[] {
  database
    .prepare(
      `UPDATE print_jobs SET state = 'waiting'
       WHERE ${PENDING_PRINT_JOB_CONDITION_SQL} AND state = 'printing' AND bytes_sent = 0`,
    )
    .run();
  return database
    .prepare(
      `UPDATE print_jobs SET state = 'unconfirmed', reason = ?, ended_at = ?
       WHERE ${PENDING_PRINT_JOB_CONDITION_SQL} AND state = 'printing' RETURNING ${PRINT_JOB_COLUMNS}`,
    )
    .all(reason, at)
    .map((row) => toPrintJob(database, row));
}
