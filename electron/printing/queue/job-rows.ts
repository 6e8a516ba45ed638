import { RECEIPT_DELIVERY_METHODS } from '../../../shared/contract/index.ts';
import {
  type Column,
  column,
  type Database,
  defineRowReader,
  defineTable,
  giftCardSealContexts,
  parseOneOf,
  type RowOf,
  type SqlRow,
  toSelectColumnsSql,
} from '../../ledger/index.ts';
import { decompressData } from '../compress-data.ts';
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
export const PENDING_PRINT_JOB_CONDITION_SQL = `state IN ('waiting', 'printing')`;
const STORED_TICKET_FORMS = ['none', 'exact', 'marked'] as const;
/** The form of a text that was drawn as an image, by its stored form. */
const DRAWN_TICKET_FORM = { exact: 'drawn', marked: 'drawn-marked' } as const;
export type PrintJobKind = (typeof PRINT_JOB_KINDS)[number];
export type PrintJobState = (typeof PRINT_JOB_STATES)[number];

/** The form of the service's text in the bytes; null until the queue has started the job. */
const ticketText: Column<TicketTextForm | null> = {
  columns: ['ticket_text', 'ticket_is_drawn'],
  read: (row) => {
    if (row.isNull('ticket_text')) return null;
    const storedForm = parseOneOf(row.text('ticket_text'), STORED_TICKET_FORMS);
    const isDrawn = row.integer('ticket_is_drawn') === 1;
    return isDrawn && storedForm !== 'none' ? DRAWN_TICKET_FORM[storedForm] : storedForm;
  },
  write: (form) => {
    const drawn = STORED_TICKET_FORMS.find(
      (stored) => stored !== 'none' && DRAWN_TICKET_FORM[stored] === form,
    );
    return [drawn ?? form, drawn === undefined ? 0 : 1];
  },
};

export const PRINT_JOBS = defineTable('print_jobs', {
  id: column.text('id'),
  number: column.generated(
    column.integer('number'),
    '(SELECT coalesce(max(number), 0) + 1 FROM print_jobs)',
  ),
  intentId: column.textOrNull('intent_id'),
  kind: column.oneOf('kind', PRINT_JOB_KINDS),
  createdAt: column.text('created_at'),
  columns: column.integerOrNull('columns'),
  /** The number of bytes for the printer; null until the queue has started the job. */
  byteCount: column.integerOrNull('byte_count'),
  model: column.textOrNull('model'),
  state: column.oneOf('state', PRINT_JOB_STATES),
  reason: column.textOrNull('reason'),
  ticketText,
  /** The paper has only the beginning of the service's text, which was too long to be printed. */
  isTicketCut: column.boolean('ticket_is_cut'),
  bytesSent: column.integerOrNull('bytes_sent'),
  /** The offset in its bytes at which the drawer pulse begins; null if there is none. */
  drawerAt: column.integerOrNull('drawer_at'),
  /** The drawer pulse may have been sent with an earlier attempt. */
  isDrawerDone: column.boolean('is_drawer_done'),
  endedAt: column.textOrNull('ended_at'),
  cashierId: column.textOrNull('cashier_id'),
  approvedBy: column.textOrNull('approved_by'),
  /** For a `report`, its lines as JSON; null for any other paper. */
  document: column.textOrNull('document'),
  /** The picture in the bytes, and where it begins. */
  picture: column.orNull(
    column.group({ digest: column.text('picture'), at: column.integer('picture_at') }),
  ),
  isSealed: column.boolean('is_sealed'),
  /** Deflated, and sealed if `isSealed`; null until the queue has started the job. */
  storedLines: column.orNull(column.bytes('lines')),
  storedBytes: column.orNull(column.bytes('bytes')),
});

// Without the bytes: nothing prints them again.
const { storedBytes, approvedBy, picture, ...ROW_FIELDS } = PRINT_JOBS.fields;
const PRINT_JOB = defineRowReader(ROW_FIELDS);
export const PRINT_JOB_COLUMNS = toSelectColumnsSql(PRINT_JOB);

export interface PrintJobRow extends Omit<RowOf<typeof PRINT_JOB>, 'isSealed' | 'storedLines'> {
  /** The paper's content, as JSON of its lines; null until the queue has started the job. */
  readonly lines: string | null;
}

export function toPrintJob({ codeSealer }: Pick<Database, 'codeSealer'>, row: SqlRow): PrintJobRow {
  const { isSealed, storedLines, ...job } = PRINT_JOB.read(row);
  return {
    ...job,
    // Decrypted on access: jobs are also read before the data key is open.
    get lines() {
      if (storedLines === null) return null;
      const plain = isSealed
        ? codeSealer.openBytes(storedLines, giftCardSealContexts.lines(job.id))
        : storedLines;
      return decompressData(plain).toString('utf8');
    },
  };
}

export function toPrintJobOrNull(database: Database, row: SqlRow | undefined): PrintJobRow | null {
  return row === undefined ? null : toPrintJob(database, row);
}
