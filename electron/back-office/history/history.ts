import { join } from 'node:path';
import { z } from 'zod';
import {
  type CallOutput,
  type CallReceived,
  fail,
  type HistoryEvent,
  type HistoryFilter,
  type Language,
  ok,
  type Payment,
  type PaymentNote,
  type Result,
} from '../../../shared/contract/index.ts';
import { toInstantRange } from '../../../shared/dates/index.ts';
import { getColumnHeadings } from '../../../shared/i18n/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { toSearchText } from '../../../shared/text/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import { createStorageGuard, type Database } from '../../ledger/index.ts';
import {
  buildCsvFileName,
  type Clock,
  type Cursor,
  formatCursor,
  iteratePages,
  type Log,
  type Page,
  parseCursor,
  toIsoTime,
  toPage,
  writeCsv,
} from '../../platform/index.ts';
import { CSV_COLUMNS } from './csv-columns.ts';
import {
  insertNote,
  MAX_NOTES,
  type PaymentEventRow,
  readNotes,
  readPaymentEvents,
} from './event-queries.ts';
import { type ExportedPayment, readExportedPayments } from './export-queries.ts';
import {
  type HistoryHit,
  type HistoryQuery,
  listPaidBillerNames,
  searchPayments,
} from './queries.ts';

export interface HistoryPorts {
  readonly audit: Audit;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Read again at each call. */
  readonly settings: () => { readonly timeZone: string; readonly language: Language };
  /** The folder for exported files; created if missing. */
  readonly folder: string;
  /** Payments as the page sees them, in this order. */
  readonly readPaymentViews: (ids: readonly string[]) => Payment[];
  /** The billers whose name contains this text. */
  readonly findBillersByName: (text: string) => readonly number[];
}

export interface History {
  search(input: CallReceived<'history.search'>): Result<CallOutput<'history.search'>>;
  events(input: CallReceived<'history.events'>): Result<HistoryEvent[]>;
  notes(input: CallReceived<'history.notes'>): Result<PaymentNote[]>;
  /** In one commit with its entry in the audit log. */
  addNote(input: CallReceived<'history.addNote'>, by: AuditPerson): Result<PaymentNote[]>;
  /** The file shows whole account numbers: the audit log says who wrote it, and what is in it. */
  export(
    input: CallReceived<'history.export'>,
    by: AuditPerson,
  ): Promise<Result<CallOutput<'history.export'>>>;
}

/** At most: so few that the counter is not held up where the disk is quick. */
const EXPORT_PAGE_ROWS = 50;

export function createHistory(ports: HistoryPorts): History {
  const { database } = ports;
  const { withStorage, withStorageAsync } = createStorageGuard(ports);

  function queryOf(filter: HistoryFilter): HistoryQuery {
    const { timeZone } = ports.settings();
    const typed = filter.text?.trim() ?? '';
    return {
      ...toInstantRange(filter, timeZone),
      cashierId: filter.cashierId,
      billerId: filter.billerId,
      kind: filter.kind,
      state: filter.state,
      amount: filter.amount === null ? null : createMoney(filter.amount, '').amount,
      text: typed === '' ? null : { typed, billerIds: billersNamed(typed) },
    };
  }

  /** The names that the lists have now, and those at the time of each payment. */
  function billersNamed(typed: string): number[] {
    // An account, an authorization or a reference. No biller's name is only digits, and the lists
    // would return those whose id begins with them.
    if (/^\d+$/.test(typed)) return [];
    const wanted = toSearchText(typed);
    const then = listPaidBillerNames(database).filter(({ name }) =>
      toSearchText(name).includes(wanted),
    );
    return [...new Set([...ports.findBillersByName(typed), ...then.map(({ id }) => id)])];
  }

  function page(
    query: HistoryQuery,
    after: Cursor | null,
    limit: number,
  ): Page<HistoryHit, HistoryHit> {
    return toPage(searchPayments(database, query, after, limit + 1), limit);
  }

  const noPayment = () => fail({ kind: 'not-found', what: 'payment' });

  return {
    search: ({ filter, cursor, limit }) => {
      const after = cursor === null ? null : parseCursor(cursor);
      if (cursor !== null && after === null) {
        return fail({ kind: 'invalid-input', field: 'cursor', reason: 'not one of ours' });
      }
      return withStorage(() => {
        const { rows, next } = page(queryOf(filter), after, limit);
        const payments = ports.readPaymentViews(rows.map(({ id }) => id));
        return ok({ payments, next: next && formatCursor(next) });
      });
    },
    events: ({ paymentId }) =>
      withStorage(() => {
        if (ports.readPaymentViews([paymentId]).length === 0) return noPayment();
        return ok(readPaymentEvents(database, paymentId).map(toHistoryEvent));
      }),
    notes: ({ paymentId }) =>
      withStorage(() => {
        if (ports.readPaymentViews([paymentId]).length === 0) return noPayment();
        return ok(readNotes(database, paymentId));
      }),
    addNote: ({ paymentId, text }, by) =>
      withStorage(() => {
        if (ports.readPaymentViews([paymentId]).length === 0) return noPayment();
        const before = readNotes(database, paymentId);
        if (before.length >= MAX_NOTES) return fail({ kind: 'history', reason: 'too-many-notes' });
        const { id, name } = by;
        const note = text.normalize('NFC');
        const at = toIsoTime(ports.clock.now());
        database.commit(() => {
          insertNote(database, {
            intentId: paymentId,
            at,
            cashierId: id,
            cashierName: name,
            text: note,
          });
          ports.audit.noteInCommit({
            kind: 'payment-noted',
            by: { id, name },
            detail: { paymentId, note },
          });
        });
        // It is written. Nothing is read after that: if it failed, the note would be written twice.
        return ok([...before, { at, cashierName: name, text: note }]);
      }),
    export: ({ filter }, by) =>
      withStorageAsync(async () => {
        const settings = ports.settings();
        const name = buildCsvFileName('mostrador', filter, ports.clock.now(), settings.timeZone);
        const file = join(ports.folder, name);
        const query = queryOf(filter);
        const pages = iteratePages<ExportedPayment, Cursor>((after, limit) => {
          const { rows, next } = page(query, after, limit);
          return { rows: readExportedPayments(database, rows), next };
        }, EXPORT_PAGE_ROWS);
        const written = await writeCsv(file, CSV_COLUMNS, pages, {
          heads: getColumnHeadings(settings.language).payments,
          timeZone: settings.timeZone,
        });
        if (!written.ok) return written;
        const asked = Object.entries(filter).filter(([, value]) => value !== null);
        ports.audit.note({
          kind: 'history-exported',
          by: { id: by.id, name: by.name },
          detail: { file: name, rows: written.value, filter: Object.fromEntries(asked) },
        });
        return ok({ file, rows: written.value });
      }),
  };
}

const eventDetailSchema = z.looseObject({
  reason: z.string().nullish().catch(null),
  httpStatus: z.number().int().nullish().catch(null),
  code: z.string().nullish().catch(null),
  state: z.string().nullish().catch(null),
});

function toHistoryEvent(row: PaymentEventRow): HistoryEvent {
  const detail = eventDetailSchema.parse(JSON.parse(row.detail));
  return {
    at: row.at,
    kind: row.kind,
    cashierName: row.cashierName,
    approvedBy: row.approvedBy,
    reason: detail.reason ?? null,
    httpStatus: detail.httpStatus ?? null,
    code: detail.code ?? null,
    state: detail.state ?? null,
  };
}
