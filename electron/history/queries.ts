import { type Database, readRow } from '../ledger/index.ts';
import type { Cursor } from '../platform/index.ts';

/** Payments as the history looks for them. Times are ISO 8601 in UTC. */

/** The filters; a null field does not filter. */
export interface HistoryQuery {
  readonly since: string | null;
  /** Not included. */
  readonly until: string | null;
  readonly cashierId: string | null;
  readonly kind: string | null;
  readonly state: 'open' | 'paid' | 'rejected' | 'not-performed' | 'by-hand' | 'taken-back' | null;
  readonly amount: string | null;
  readonly billerId: number | null;
  /** Any of them may match; null if nothing was typed. */
  readonly text: {
    /** Begins or ends an account number, or is an external_id or an authorization. */
    readonly typed: string;
    /** The billers whose name contains it. */
    readonly billerIds: readonly number[];
  } | null;
}

/** A payment with its time and row number, at which the next page continues. */
export interface HistoryHit extends Cursor {
  readonly id: string;
}

/** Ends of account numbers are indexed by their last four characters. */
const INDEXED_END = 4;

const MANY = 5_000;

/** One way to find payments, by an index: `from` must name intents `i`. */
interface Source {
  readonly from: string;
  readonly where: string;
  readonly values: readonly (string | number)[];
}

const PLAIN = 'intents i';
const through = (ids: string): string => `(${ids}) found CROSS JOIN intents i ON i.id = found.id`;
// Joined after the intents, whose indexes are in the order of time; outcomes have no such index.
const OUTCOMES = 'CROSS JOIN outcomes o ON o.intent_id = i.id';

/** The newest first, at most `limit`, behind `after`. */
export function searchPayments(
  database: Database,
  query: HistoryQuery,
  after: Cursor | null,
  limit: number,
): HistoryHit[] {
  const narrowed = narrowing(query, after);
  const hits = new Map<string, HistoryHit>();
  for (const source of sourcesOf(database, query)) {
    const where = [source.where, ...narrowed.conditions].filter((one) => one !== '').join(' AND ');
    const rows = database
      .prepare(
        `SELECT i.id, i.created_at, i.rowid AS row
         FROM ${source.from} ${narrowed.states === null ? '' : OUTCOMES}
         ${where === '' ? '' : `WHERE ${where}`}
         ORDER BY i.created_at DESC, i.rowid DESC LIMIT ?`,
      )
      .all(...source.values, ...narrowed.values, limit);
    for (const row of rows) {
      const read = readRow(row);
      const id = read.text('id');
      hits.set(id, { id, at: read.text('created_at'), number: read.integer('row') });
    }
  }
  return [...hits.values()].sort(newestFirst).slice(0, limit);
}

function newestFirst(a: HistoryHit, b: HistoryHit): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.number - a.number;
}

function sourcesOf(database: Database, { text, state, since }: HistoryQuery): Source[] {
  if (text !== null) return sourcesOfText(database, text.typed, text.billerIds);
  switch (state) {
    case 'open':
      return [
        {
          from: through(
            `SELECT intent_id AS id FROM outcomes
             WHERE state IN ('intent', 'sent', 'unknown', 'unclear')`,
          ),
          where: '',
          values: [],
        },
      ];
    case 'by-hand':
      return [
        {
          from: through(
            `SELECT intent_id AS id FROM outcomes
             WHERE state IN ('by-hand-paid', 'by-hand-not-paid')`,
          ),
          where: '',
          values: [],
        },
      ];
    case 'taken-back':
      return [
        {
          from: through(
            `SELECT DISTINCT c.cancels AS id FROM intents c JOIN outcomes co
               ON co.intent_id = c.id
             WHERE c.cancels IS NOT NULL AND co.state IN ('paid', 'by-hand-paid')`,
          ),
          where: '',
          values: [],
        },
      ];
    case 'not-performed':
      // So few that they may be years apart; within some days, the days' index finds them.
      if (since !== null) return [{ from: PLAIN, where: '', values: [] }];
      return [
        {
          from: through(`SELECT intent_id AS id FROM outcomes WHERE state = 'not-performed'`),
          where: '',
          values: [],
        },
      ];
    case 'paid':
    case 'rejected':
    case null:
      return [{ from: PLAIN, where: '', values: [] }];
  }
}

function sourcesOfText(database: Database, typed: string, billerIds: readonly number[]): Source[] {
  const plain = (where: string, ...values: (string | number)[]): Source => ({
    from: PLAIN,
    where,
    values,
  });
  return [
    plain('i.external_id = ?', typed.toLowerCase()),
    {
      from: through('SELECT intent_id AS id FROM outcomes WHERE authorization = ?'),
      where: '',
      values: [typed],
    },
    plain(
      // The plus keeps SQLite from using the index of accounts.
      areMany(database, typed)
        ? '+i.account_number >= ? AND +i.account_number < ?'
        : 'i.account_number >= ? AND i.account_number < ?',
      typed,
      `${typed}\u{10ffff}`,
    ),
    ...(typed.length < INDEXED_END
      ? []
      : [
          plain(
            'substr(i.account_number, -4) = ? AND substr(i.account_number, ?) = ?',
            typed.slice(-INDEXED_END),
            -typed.length,
            typed,
          ),
        ]),
    ...billerIds.map((id) => plain('i.biller_id = ?', id)),
  ];
}

/**
 * Whether so many accounts begin with this text that going back in time finds the newest of them
 * sooner than reading them all. A search for a very common beginning is then also answered at once.
 */
function areMany(database: Database, beginning: string): boolean {
  const row = database
    .prepare(
      `SELECT 1 AS yes FROM intents WHERE account_number >= ? AND account_number < ?
       LIMIT 1 OFFSET ?`,
    )
    .get(beginning, `${beginning}\u{10ffff}`, MANY);
  return row !== undefined;
}

function narrowing(
  query: HistoryQuery,
  after: Cursor | null,
): {
  readonly conditions: readonly string[];
  readonly values: readonly (string | number)[];
  readonly states: string | null;
} {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const narrow = (condition: string, ...added: (string | number)[]): void => {
    conditions.push(condition);
    values.push(...added);
  };
  if (query.since !== null) narrow('i.created_at >= ?', query.since);
  if (query.until !== null) narrow('i.created_at < ?', query.until);
  if (query.cashierId !== null) narrow('i.cashier_id = ?', query.cashierId);
  if (query.kind !== null) narrow('i.kind = ?', query.kind);
  if (query.amount !== null) narrow('i.amount = ?', query.amount);
  if (query.billerId !== null) narrow('i.biller_id = ?', query.billerId);
  const states = statesOf(query.state);
  if (states !== null) narrow(`o.state IN (${states})`);
  if (after !== null) {
    narrow('(i.created_at, i.rowid) < (?, ?)', after.at, after.number);
  }
  return { conditions, values, states };
}

function statesOf(state: HistoryQuery['state']): string | null {
  switch (state) {
    case null:
    case 'taken-back':
      return null;
    case 'open':
      return "'intent', 'sent', 'unknown', 'unclear'";
    case 'by-hand':
      return "'by-hand-paid', 'by-hand-not-paid'";
    case 'paid':
    case 'rejected':
    case 'not-performed':
      return `'${state}'`;
  }
}

/** Every name that a biller had when it was paid here; a renamed one has several. */
export function paidBillerNames(
  database: Database,
): { readonly id: number; readonly name: string }[] {
  return database
    .prepare('SELECT biller_id AS id, name FROM biller_names')
    .all()
    .map((row) => {
      const read = readRow(row);
      return { id: read.integer('id'), name: read.text('name') };
    });
}

/** What happened to a payment, in order. `detail` is the JSON that was written with it. */
export interface PaymentEventRow {
  readonly at: string;
  readonly kind: string;
  readonly cashierName: string | null;
  readonly approvedBy: string | null;
  readonly detail: string;
}

export function readPaymentEvents(database: Database, intentId: string): PaymentEventRow[] {
  return database
    .prepare(
      `SELECT e.at, e.kind, e.detail, c.name AS cashier_name, a.name AS approver_name
       FROM payment_events e LEFT JOIN cashiers c ON c.id = e.cashier_id
         LEFT JOIN cashiers a ON a.id = e.approved_by
       WHERE e.intent_id = ? ORDER BY e.id`,
    )
    .all(intentId)
    .map((row) => {
      const read = readRow(row);
      return {
        at: read.text('at'),
        kind: read.text('kind'),
        cashierName: read.textOrNull('cashier_name'),
        approvedBy: read.textOrNull('approver_name'),
        detail: read.text('detail'),
      };
    });
}
