import type { Database } from '../../../electron/ledger/index.ts';
import { toIsoTime } from '../../../electron/platform/index.ts';
import { getNextDay, getStartOfDayMs, toDay } from '../../../shared/dates/index.ts';
import { type HistoryQueries, TIME_ZONE } from './history-queries.ts';

/** A query of a ledger, by the till and by SQL only; both return the number of rows. */
export interface BenchQuery {
  readonly name: string;
  readonly ours: (round: number) => number;
  readonly bare: (round: number) => number;
}

/** The page size of the history screen. */
export const PAGE_SIZE = 50;

/**
 * The columns that the till's screens show of a payment or need for its buttons, in one statement,
 * including its refund, the refund's settlement, and the end of the refund watch.
 */
export const PAYMENT_COLUMNS = `i.*, o.*, i.rowid AS row, h.released_at, h.handed_at,
  w.ends_at AS watched_until, r.found_at, r.service_status AS refund, r.owed_to, r.is_handed_over,
  r.amount AS refund_amount, r.currency AS refund_currency, e.how, e.at AS settled_at,
  e.reason AS settled_for, b.name AS settled_by, a.name AS settlement_approved_by,
  (SELECT count(*) FROM sends s WHERE s.intent_id = i.id) AS sends,
  (SELECT max(request_date) FROM sends s WHERE s.intent_id = i.id) AS last_request,
  (SELECT retry_after_seconds FROM sends s WHERE s.intent_id = i.id
    ORDER BY s.number DESC LIMIT 1) AS retry_after,
  (SELECT count(*) FROM look_ups l WHERE l.intent_id = i.id) AS look_ups,
  (SELECT max(at) FROM look_ups l WHERE l.intent_id = i.id) AS last_look_up,
  (SELECT state FROM print_jobs p WHERE p.intent_id = i.id AND p.kind = 'original') AS paper,
  (SELECT json_array(c.id, co.state) FROM intents c JOIN outcomes co ON co.intent_id = c.id
    WHERE c.cancels = i.id ORDER BY c.created_at DESC LIMIT 1) AS cancelled
  FROM intents i CROSS JOIN outcomes o ON o.intent_id = i.id
    LEFT JOIN hand_overs h ON h.intent_id = i.id
    LEFT JOIN refund_watches w ON w.intent_id = i.id
    LEFT JOIN refunds r ON r.intent_id = i.id
    LEFT JOIN refund_settlements e ON e.intent_id = r.intent_id
    LEFT JOIN cashiers b ON b.id = e.cashier_id
    LEFT JOIN cashiers a ON a.id = e.approved_by`;
export const ORDER_NEWEST_FIRST = 'ORDER BY i.created_at DESC, i.rowid DESC LIMIT ?';

/** `samples` are payments with distance between them: one for each round. */
export function createBenchQueries(
  database: Database,
  history: HistoryQueries,
  samples: readonly {
    readonly account: string;
    readonly at: string;
    readonly authorization: string;
  }[],
): BenchQuery[] {
  const getSample = (round: number) => {
    const sample = samples[Math.abs(round) % samples.length];
    if (sample === undefined) throw new Error('there is nothing to ask for');
    return sample;
  };
  const getDay = (round: number): string => toDay(Date.parse(getSample(round).at), TIME_ZONE);
  const dayStatement = database.prepare(
    `SELECT ${PAYMENT_COLUMNS} WHERE i.created_at >= ? AND i.created_at < ?
       AND (i.created_at, i.rowid) < (?, ?) ${ORDER_NEWEST_FIRST}`,
  );
  const textStatement = database.prepare(
    `SELECT ${PAYMENT_COLUMNS} WHERE i.rowid IN (
       SELECT rowid FROM intents WHERE external_id = ?1
       UNION ALL SELECT x.rowid FROM outcomes xo CROSS JOIN intents x ON x.id = xo.intent_id
         WHERE xo.authorization = ?1
       UNION ALL SELECT rowid FROM intents WHERE account_number >= ?1 AND account_number < ?1 || ?2
       UNION ALL SELECT rowid FROM intents WHERE substr(account_number, -4) = substr(?1, -4)
         AND substr(account_number, -length(?1)) = ?1
     ) ${ORDER_NEWEST_FIRST.replace('?', '?3')}`,
  );

  const countOursByText = (text: string): number =>
    history.page({ text }, PAGE_SIZE).payments.length;
  const countBareByText = (text: string): number =>
    textStatement.all(text, '\u{10ffff}', PAGE_SIZE).length;
  const countOursByDay = (day: string): number => {
    let count = 0;
    for (let cursor: string | null = null; ; ) {
      const page = history.page({ from: day, to: day }, PAGE_SIZE, cursor);
      count += page.payments.length;
      cursor = page.next;
      if (cursor === null) return count;
    }
  };
  const countBareByDay = (day: string): number => {
    const since = toIsoTime(getStartOfDayMs(day, TIME_ZONE));
    const until = toIsoTime(getStartOfDayMs(getNextDay(day), TIME_ZONE));
    let count = 0;
    for (let lastKey: [string, number] = ['~', 0]; ; ) {
      const rows = dayStatement.all(since, until, ...lastKey, PAGE_SIZE);
      count += rows.length;
      const last = rows.at(-1);
      if (rows.length < PAGE_SIZE || last === undefined) return count;
      lastKey = [String(last.created_at), Number(last.row)];
    }
  };

  return [
    {
      name: "a day's history",
      ours: (round) => countOursByDay(getDay(round)),
      bare: (round) => countBareByDay(getDay(round)),
    },
    {
      name: 'a look-up by authorization',
      ours: (round) => countOursByText(getSample(round).authorization),
      bare: (round) => countBareByText(getSample(round).authorization),
    },
    {
      name: 'a search by account',
      ours: (round) => countOursByText(getSample(round).account),
      bare: (round) => countBareByText(getSample(round).account),
    },
  ];
}
