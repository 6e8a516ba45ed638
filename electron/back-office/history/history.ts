import { join } from 'node:path';
import { z } from 'zod';
import {
  type CallOutput,
  fail,
  type HistoryEvent,
  type HistoryFilter,
  type Language,
  ok,
  type Payment,
  type PaymentNote,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { toInstantRange } from '../../../shared/dates/index.ts';
import { getColumnHeadings } from '../../../shared/i18n/index.ts';
import { createMoney, parseAmount } from '../../../shared/money/index.ts';
import { toSearchText } from '../../../shared/text/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import { createStorageGuard, type Database } from '../../ledger/index.ts';
import {
  buildCsvFileName,
  type Clock,
  formatTimeCursor,
  iteratePages,
  type Log,
  type PageOfRows,
  parseTimeCursor,
  type TimeCursor,
  toIsoTime,
  toPage,
  writeCsv,
} from '../../platform/index.ts';
import { HISTORY_CSV_COLUMNS } from './csv-columns.ts';
import {
  insertPaymentNote,
  MAX_NOTES_PER_PAYMENT,
  type PaymentEventRow,
  readPaymentEvents,
  readPaymentNotes,
} from './event-queries.ts';
import { type ExportedPaymentCells, readExportedPaymentCells } from './export-queries.ts';
import {
  type HistoryQuery,
  type HistorySearchHit,
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
  readonly exportFolder: string;
  /** Returns payments in the form of the IPC contract, in the order of `ids`. */
  readonly readPaymentViews: (ids: readonly string[]) => Payment[];
  /** Returns the ids of the billers whose current name contains this text. */
  readonly findBillersByName: (text: string) => readonly number[];
}

export interface History {
  search(input: ValidatedCallInput<'history.search'>): Result<CallOutput<'history.search'>>;
  events(input: ValidatedCallInput<'history.events'>): Result<HistoryEvent[]>;
  notes(input: ValidatedCallInput<'history.notes'>): Result<PaymentNote[]>;
  /** Adds a note in one commit with its audit row. Returns all notes of the payment. */
  addNote(input: ValidatedCallInput<'history.addNote'>, by: AuditPerson): Result<PaymentNote[]>;
  /**
   * The file contains whole account numbers, so the audit log records who wrote it and with which
   * filter.
   */
  export(
    input: ValidatedCallInput<'history.export'>,
    by: AuditPerson,
  ): Promise<Result<CallOutput<'history.export'>>>;
}

/** Few enough that the counter is not blocked on a fast disk. */
const EXPORT_PAGE_ROWS = 50;

export function createHistory(ports: HistoryPorts): History {
  const { database } = ports;
  const { catchStorageError, catchStorageErrorAsync } = createStorageGuard(ports);

  function toQuery(filter: HistoryFilter): HistoryQuery {
    const { timeZone, language } = ports.settings();
    const searchText = filter.text?.trim() ?? '';
    return {
      ...toInstantRange(filter, timeZone),
      cashierId: filter.cashierId,
      billerId: filter.billerId,
      kind: filter.kind,
      state: filter.state,
      amount: filter.amount === null ? null : createMoney(filter.amount, '').amount,
      text:
        searchText === ''
          ? null
          : {
              typed: searchText,
              billerIds: findBillersByAnyName(searchText),
              amount: parseSearchedAmount(searchText, language),
            },
    };
  }

  /** Matches the current names in the lists, and the names at the time of each payment. */
  function findBillersByAnyName(searchText: string): number[] {
    // Only digits: an account, an authorization or a reference. No biller's name is only digits,
    // and the lists would return billers whose id begins with them.
    if (/^\d+$/.test(searchText)) return [];
    const normalizedText = toSearchText(searchText);
    const earlierNames = listPaidBillerNames(database).filter(({ name }) =>
      toSearchText(name).includes(normalizedText),
    );
    return [
      ...new Set([...ports.findBillersByName(searchText), ...earlierNames.map(({ id }) => id)]),
    ];
  }

  function readPage(
    query: HistoryQuery,
    after: TimeCursor | null,
    limit: number,
  ): PageOfRows<HistorySearchHit, HistorySearchHit> {
    return toPage(searchPayments(database, query, after, limit + 1), limit);
  }

  const failPaymentNotFound = () => fail({ kind: 'not-found', what: 'payment' });

  return {
    search: ({ filter, cursor, limit }) => {
      const after = cursor === null ? null : parseTimeCursor(cursor);
      if (cursor !== null && after === null) {
        return fail({ kind: 'invalid-input', field: 'cursor', reason: 'not one of ours' });
      }
      return catchStorageError(() => {
        const { rows, nextPageStart: next } = readPage(toQuery(filter), after, limit);
        const payments = ports.readPaymentViews(rows.map(({ id }) => id));
        return ok({ payments, next: next && formatTimeCursor(next) });
      });
    },
    events: ({ paymentId }) =>
      catchStorageError(() => {
        if (ports.readPaymentViews([paymentId]).length === 0) return failPaymentNotFound();
        return ok(readPaymentEvents(database, paymentId).map(toHistoryEvent));
      }),
    notes: ({ paymentId }) =>
      catchStorageError(() => {
        if (ports.readPaymentViews([paymentId]).length === 0) return failPaymentNotFound();
        return ok(readPaymentNotes(database, paymentId));
      }),
    addNote: ({ paymentId, text }, by) =>
      catchStorageError(() => {
        if (ports.readPaymentViews([paymentId]).length === 0) return failPaymentNotFound();
        const existingNotes = readPaymentNotes(database, paymentId);
        if (existingNotes.length >= MAX_NOTES_PER_PAYMENT)
          return fail({ kind: 'history', reason: 'too-many-notes' });
        const { id, name } = by;
        const note = text.normalize('NFC');
        const at = toIsoTime(ports.clock.now());
        database.commit(() => {
          insertPaymentNote(database, {
            intentId: paymentId,
            at,
            cashierId: id,
            cashierName: name,
            text: note,
          });
          ports.audit.recordInTransaction({
            kind: 'payment-noted',
            by: { id, name },
            detail: { paymentId, note },
          });
        });
        // The note is committed, so nothing is read after it: a failed read would make the cashier
        // write it twice.
        return ok([...existingNotes, { at, cashierName: name, text: note }]);
      }),
    export: ({ filter }, by) =>
      catchStorageErrorAsync(async () => {
        const settings = ports.settings();
        const name = buildCsvFileName('mostrador', filter, ports.clock.now(), settings.timeZone);
        const file = join(ports.exportFolder, name);
        const query = toQuery(filter);
        const pages = iteratePages<ExportedPaymentCells, TimeCursor>((after, limit) => {
          const { rows, nextPageStart: next } = readPage(query, after, limit);
          return { rows: readExportedPaymentCells(database, rows), nextPageStart: next };
        }, EXPORT_PAGE_ROWS);
        const written = await writeCsv(file, HISTORY_CSV_COLUMNS, pages, {
          heads: getColumnHeadings(settings.language).payments,
          timeZone: settings.timeZone,
          language: settings.language,
        });
        if (!written.ok) return written;
        const activeFilters = Object.entries(filter).filter(([, value]) => value !== null);
        ports.audit.note({
          kind: 'history-exported',
          by: { id: by.id, name: by.name },
          detail: { file: name, rows: written.value, filter: Object.fromEntries(activeFilters) },
        });
        return ok({ file, rows: written.value });
      }),
  };
}

/**
 * Returns the amount, as decimal text, that was typed into the search; null if it is none. A number
 * that begins with a zero is a part of an account.
 */
export function parseSearchedAmount(searchText: string, language: Language): string | null {
  if (/^0\d/.test(searchText)) return null;
  const amount = parseAmount(searchText, '', language);
  return amount.ok ? amount.value.amount : null;
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
