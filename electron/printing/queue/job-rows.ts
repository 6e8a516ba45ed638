import type { SQLOutputValue } from 'node:sqlite';
import { RECEIPT_DELIVERY_METHODS } from '../../../shared/contract/index.ts';
import { type Database, parseOneOf, readRow, sealLocations } from '../../ledger/index.ts';
import { unpackData } from '../pack-data.ts';
import type { TicketTextForm } from '../papers/index.ts';

/** A row of `print_jobs`, as the queries read it. */

export const PRINT_JOB_KINDS = [
  'original',
  'shop-copy',
  'copy',
  'failed',
  'pending',
  'test',
  'report',
  /** Only the drawer's pulse, for a receipt that is not printed. */
  'drawer',
  /** Also only the pulse, for the change of a basket. */
  'change',
  ...RECEIPT_DELIVERY_METHODS,
] as const;
const PRINT_JOB_STATES = [
  'waiting',
  'printing',
  'printed',
  'unconfirmed',
  'refused',
  'failed',
  'skipped',
] as const;
/**
 * Must be exactly the condition of the index: SQLite uses a partial index only for the same condition.
 */
export const PENDING_CONDITION = `state IN ('waiting', 'printing')`;
/** All columns but the bytes: nothing prints them again. */
export const PRINT_JOB_COLUMNS = `id, number, intent_id, kind, created_at, columns, byte_count, is_sealed, lines, model, state,
  reason, ticket_text, ticket_is_drawn, ticket_is_cut, bytes_sent, drawer_at, is_drawer_done,
  ended_at, cashier_id, document`;
const STORED_TICKET_FORMS = ['none', 'exact', 'marked'] as const;
/** The form of a text that was drawn as an image, by its stored form. */
export const DRAWN_TICKET_FORM = { exact: 'drawn', marked: 'drawn-marked' } as const;
export type PrintJobKind = (typeof PRINT_JOB_KINDS)[number];
export type PrintJobState = (typeof PRINT_JOB_STATES)[number];

export interface PrintJobRow {
  readonly id: string;
  readonly number: number;
  readonly intentId: string | null;
  readonly kind: PrintJobKind;
  readonly createdAt: string;
  readonly columns: number | null;
  /** The number of bytes for the printer; null until the queue has started the job. */
  readonly byteCount: number | null;
  /** The paper's content, as JSON of its lines; null until the queue has started the job. */
  readonly lines: string | null;
  readonly model: string | null;
  readonly state: PrintJobState;
  readonly reason: string | null;
  readonly ticketText: TicketTextForm | null;
  /** The paper has only the beginning of the service's text, which was too long to be printed. */
  readonly isTicketCut: boolean;
  readonly bytesSent: number | null;
  /** The offset in its bytes at which the drawer pulse begins; null if there is none. */
  readonly drawerAt: number | null;
  /** The drawer pulse may have been sent with an earlier attempt. */
  readonly isDrawerDone: boolean;
  readonly endedAt: string | null;
  readonly cashierId: string | null;
  /** For a `report`, its lines as JSON; null for any other paper. */
  readonly document: string | null;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

export function toPrintJob({ codes }: Pick<Database, 'codes'>, row: Row): PrintJobRow {
  const read = readRow(row);
  const id = read.text('id');
  return {
    id,
    number: read.integer('number'),
    intentId: read.textOrNull('intent_id'),
    kind: parseOneOf(read.text('kind'), PRINT_JOB_KINDS),
    createdAt: read.text('created_at'),
    columns: read.integerOrNull('columns'),
    byteCount: read.integerOrNull('byte_count'),
    // Decrypted on access: jobs are also read before the data key is open.
    get lines() {
      if (row.lines === null) return null;
      const stored = read.bytes('lines');
      const isSealed = read.integer('is_sealed') === 1;
      const plain = isSealed ? codes.openBytes(stored, sealLocations.lines(id)) : stored;
      return unpackData(plain).toString('utf8');
    },
    model: read.textOrNull('model'),
    state: parseOneOf(read.text('state'), PRINT_JOB_STATES),
    reason: read.textOrNull('reason'),
    ticketText: toTicketTextForm(
      read.textOrNull('ticket_text'),
      read.integer('ticket_is_drawn') === 1,
    ),
    isTicketCut: read.integer('ticket_is_cut') === 1,
    bytesSent: read.integerOrNull('bytes_sent'),
    drawerAt: read.integerOrNull('drawer_at'),
    isDrawerDone: read.integer('is_drawer_done') === 1,
    endedAt: read.textOrNull('ended_at'),
    cashierId: read.textOrNull('cashier_id'),
    document: read.textOrNull('document'),
  };
}

function toTicketTextForm(text: string | null, isDrawn: boolean): TicketTextForm | null {
  if (text === null) return null;
  const storedForm = parseOneOf(text, STORED_TICKET_FORMS);
  return isDrawn && storedForm !== 'none' ? DRAWN_TICKET_FORM[storedForm] : storedForm;
}

export function toPrintJobOrNull(database: Database, row: Row | undefined): PrintJobRow | null {
  return row === undefined ? null : toPrintJob(database, row);
}
