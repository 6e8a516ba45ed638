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
  type Result,
} from '../../shared/contract/index.ts';
import { spanOf } from '../../shared/dates/index.ts';
import { fileHeads } from '../../shared/i18n/index.ts';
import { money } from '../../shared/money/index.ts';
import { plain } from '../../shared/text/index.ts';
import type { Database } from '../ledger/index.ts';
import {
  type Clock,
  type Cursor,
  csvName,
  cursorFrom,
  cursorText,
  everyPage,
  type Page,
  pageOf,
  writeCsv,
} from '../platform/index.ts';
import { COLUMNS } from './csv.ts';
import {
  type HistoryQuery,
  type PaymentEventRow,
  paidBillerNames,
  readPaymentEvents,
  searchPayments,
} from './queries.ts';

export interface HistoryPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Read again at each call. */
  readonly settings: () => { readonly timeZone: string; readonly language: Language };
  /** The folder for exported files; created if missing. */
  readonly folder: string;
  /** Payments as the page sees them, in this order. */
  readonly views: (ids: readonly string[]) => Payment[];
  /** The billers whose name contains this text. */
  readonly billersNamed: (text: string) => readonly number[];
}

export interface History {
  search(input: CallReceived<'history.search'>): Result<CallOutput<'history.search'>>;
  events(input: CallReceived<'history.events'>): Result<HistoryEvent[]>;
  export(input: CallReceived<'history.export'>): Promise<Result<CallOutput<'history.export'>>>;
}

const EXPORT_PAGE = 200;

export function createHistory(ports: HistoryPorts): History {
  const { database } = ports;

  function queryOf(filter: HistoryFilter): HistoryQuery {
    const { timeZone } = ports.settings();
    const typed = filter.text?.trim() ?? '';
    return {
      ...spanOf(filter, timeZone),
      cashierId: filter.cashierId,
      billerId: filter.billerId,
      kind: filter.kind,
      state: filter.state,
      amount: filter.amount === null ? null : money(filter.amount, '').amount,
      text: typed === '' ? null : { typed, billerIds: billersNamed(typed) },
    };
  }

  /** The names that the lists have now, and those at the time of each payment. */
  function billersNamed(typed: string): number[] {
    // An account, an authorization or a reference. No biller's name is only digits, and the lists
    // would return those whose id begins with them.
    if (/^\d+$/.test(typed)) return [];
    const wanted = plain(typed);
    const then = paidBillerNames(database).filter(({ name }) => plain(name).includes(wanted));
    return [...new Set([...ports.billersNamed(typed), ...then.map(({ id }) => id)])];
  }

  function page(filter: HistoryFilter, after: Cursor | null, limit: number): Page<Payment, Cursor> {
    const { rows, next } = pageOf(
      searchPayments(database, queryOf(filter), after, limit + 1),
      limit,
    );
    return { rows: ports.views(rows.map(({ id }) => id)), next };
  }

  return {
    search: ({ filter, cursor, limit }) => {
      const after = cursor === null ? null : cursorFrom(cursor);
      if (cursor !== null && after === null) {
        return fail({ kind: 'invalid-input', field: 'cursor', reason: 'not one of ours' });
      }
      const found = page(filter, after, limit);
      return ok({ payments: [...found.rows], next: found.next && cursorText(found.next) });
    },
    events: ({ paymentId }) => {
      if (ports.views([paymentId]).length === 0) {
        return fail({ kind: 'not-found', what: 'payment' });
      }
      return ok(readPaymentEvents(database, paymentId).map(eventOf));
    },
    export: async ({ filter }) => {
      const settings = ports.settings();
      const name = csvName('mostrador', filter, ports.clock.now(), settings.timeZone);
      const file = join(ports.folder, name);
      const pages = everyPage<Payment, Cursor>((after) => page(filter, after, EXPORT_PAGE));
      const written = await writeCsv(file, COLUMNS, pages, {
        heads: fileHeads(settings.language).payments,
        timeZone: settings.timeZone,
      });
      return written.ok ? ok({ file, rows: written.value }) : written;
    },
  };
}

const eventDetail = z.looseObject({
  reason: z.string().nullish().catch(null),
  httpStatus: z.number().int().nullish().catch(null),
  code: z.string().nullish().catch(null),
  state: z.string().nullish().catch(null),
});

function eventOf(row: PaymentEventRow): HistoryEvent {
  const detail = eventDetail.parse(JSON.parse(row.detail));
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
