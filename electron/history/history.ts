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
import { dayAfter, startOfDay } from '../../shared/dates/index.ts';
import { money } from '../../shared/money/index.ts';
import {
  type Database,
  type HistoryPlace,
  type HistoryQuery,
  type PaymentEventRow,
  readPaymentEvents,
  searchPayments,
} from '../ledger/index.ts';
import { type Clock, isoTime } from '../platform/index.ts';
import { exportPayments } from './export.ts';

export interface HistoryPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Read anew for each call. */
  readonly settings: () => { readonly timeZone: string; readonly language: Language };
  /** Where exported files go; made where it is missing. */
  readonly folder: string;
  /** Payments as the page sees them, in this order. */
  readonly views: (ids: readonly string[]) => Payment[];
  /** The billers of which this is a part of the name. */
  readonly billersNamed: (text: string) => readonly number[];
}

export interface History {
  search(input: CallReceived<'history.search'>): Result<CallOutput<'history.search'>>;
  events(paymentId: string): Result<HistoryEvent[]>;
  export(filter: HistoryFilter): Promise<Result<CallOutput<'history.export'>>>;
}

const EXPORT_PAGE = 200;
/** The last one that is written with four digits: none comes after it, and nothing is too late for it. */
const LAST_DAY = '9999-12-31';

export function createHistory(ports: HistoryPorts): History {
  const { database } = ports;

  function queryOf(filter: HistoryFilter): HistoryQuery {
    const { timeZone } = ports.settings();
    const { from, to } = filter;
    const typed = filter.text?.trim() ?? '';
    return {
      since: from === null ? null : isoTime(startOfDay(from, timeZone)),
      until: to === null || to === LAST_DAY ? null : isoTime(startOfDay(dayAfter(to), timeZone)),
      cashierId: filter.cashierId,
      billerId: filter.billerId,
      kind: filter.kind,
      state: filter.state,
      amount: filter.amount === null ? null : money(filter.amount, '').amount,
      text: typed === '' ? null : { typed, billerIds: ports.billersNamed(typed) },
    };
  }

  function page(
    filter: HistoryFilter,
    after: HistoryPlace | null,
    limit: number,
  ): { readonly payments: Payment[]; readonly next: HistoryPlace | null } {
    const hits = searchPayments(database, queryOf(filter), after, limit + 1);
    const shown = hits.slice(0, limit);
    return {
      payments: ports.views(shown.map((hit) => hit.id)),
      next: hits.length > limit ? (shown.at(-1) ?? null) : null,
    };
  }

  async function* everyPage(filter: HistoryFilter): AsyncGenerator<readonly Payment[]> {
    let after: HistoryPlace | null = null;
    do {
      const found: ReturnType<typeof page> = page(filter, after, EXPORT_PAGE);
      yield found.payments;
      after = found.next;
      // A year of payments must not hold up the counter.
      await new Promise((resolve) => setImmediate(resolve));
    } while (after !== null);
  }

  return {
    search: ({ filter, cursor, limit }) => {
      const after = cursor === null ? null : placeOf(cursor);
      if (cursor !== null && after === null) {
        return fail({ kind: 'invalid-input', field: 'cursor', reason: 'not one of ours' });
      }
      const found = page(filter, after, limit);
      return ok({ payments: found.payments, next: found.next && cursorOf(found.next) });
    },
    events: (paymentId) => {
      if (ports.views([paymentId]).length === 0) {
        return fail({ kind: 'not-found', what: 'payment' });
      }
      return ok(readPaymentEvents(database, paymentId).map(eventOf));
    },
    export: (filter) =>
      exportPayments(everyPage(filter), {
        ...ports.settings(),
        folder: ports.folder,
        now: ports.clock.now(),
        name: { from: filter.from, to: filter.to },
      }),
  };
}

function cursorOf({ createdAt, row }: HistoryPlace): string {
  return `${createdAt}/${row}`;
}

function placeOf(cursor: string): HistoryPlace | null {
  const parts = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\/(\d{1,15})$/.exec(cursor);
  const [, createdAt, row] = parts ?? [];
  return createdAt === undefined || row === undefined ? null : { createdAt, row: Number(row) };
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
