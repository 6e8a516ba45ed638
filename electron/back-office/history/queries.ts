import { toIndexKeys } from '../../../shared/rules/index.ts';
import { type Database, readRow } from '../../ledger/index.ts';
import type { Cursor } from '../../platform/index.ts';

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
    /** Begins or ends an account, as kept or as shown, or is an external_id or an authorization. */
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
const INDEXED_END_LENGTH = 4;

const MAX_PREFIX_MATCHES = 5_000;

/** One way to find payments, by an index: `from` must name intents `i`. */
interface SearchSource {
  readonly from: string;
  readonly where: string;
  readonly values: readonly (string | number)[];
  /** Where the index has the time, if it is not the intents' own. */
  readonly time?: string;
}

const FROM_INTENTS = 'intents i';
const fromFoundIds = (ids: string): string =>
  `(${ids}) found CROSS JOIN intents i ON i.id = found.id`;
// Joined after the intents, whose indexes are in the order of time; outcomes have no such index.
const JOIN_OUTCOMES = 'CROSS JOIN outcomes o ON o.intent_id = i.id';

/** The newest first, at most `limit`, behind `after`. */
export function searchPayments(
  database: Database,
  query: HistoryQuery,
  after: Cursor | null,
  limit: number,
): HistoryHit[] {
  const narrowed = buildConditions(query, after);
  const hits = new Map<string, HistoryHit>();
  for (const source of buildSources(database, query, after)) {
    const where = [source.where, ...narrowed.conditions].filter((one) => one !== '').join(' AND ');
    const rows = database
      .prepare(
        `SELECT i.id, i.created_at, i.rowid AS row
         FROM ${source.from} ${narrowed.states === null ? '' : JOIN_OUTCOMES}
         ${where === '' ? '' : `WHERE ${where}`}
         ORDER BY ${source.time ?? 'i.created_at'} DESC, i.rowid DESC LIMIT ?`,
      )
      .all(...source.values, ...narrowed.values, limit);
    for (const row of rows) {
      const read = readRow(row);
      const id = read.text('id');
      hits.set(id, { id, at: read.text('created_at'), number: read.integer('row') });
    }
  }
  return [...hits.values()].sort(compareNewestFirst).slice(0, limit);
}

function compareNewestFirst(a: HistoryHit, b: HistoryHit): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.number - a.number;
}

function buildSources(
  database: Database,
  query: HistoryQuery,
  after: Cursor | null,
): SearchSource[] {
  const { text, state } = query;
  if (text !== null) return buildTextSources(database, text.typed, text.billerIds);
  switch (state) {
    case 'open':
      return [
        {
          from: fromFoundIds(
            `SELECT intent_id AS id FROM outcomes
             WHERE state IN ('intent', 'sent', 'unknown', 'unclear')`,
          ),
          where: '',
          values: [],
        },
      ];
    case 'by-hand':
      return ['by-hand-paid', 'by-hand-not-paid'].map((one) => buildStateSource(one, query, after));
    case 'taken-back':
    case 'not-performed':
    case 'rejected':
      return [buildStateSource(state, query, after)];
    case 'paid':
    case null:
      return [{ from: FROM_INTENTS, where: '', values: [] }];
  }
}

/** In the order of time, however few of the payments they are. */
function buildStateSource(
  state: string,
  { since, until }: HistoryQuery,
  after: Cursor | null,
): SearchSource {
  const last = [until, after?.at ?? null].filter((one) => one !== null).sort()[0];
  return {
    from: 'payments_by_state s CROSS JOIN intents i ON i.id = s.intent_id',
    where: 's.state = ? AND s.created_at >= ? AND s.created_at <= ?',
    values: [state, since ?? '', last ?? '~'],
    time: 's.created_at',
  };
}

function buildTextSources(
  database: Database,
  typed: string,
  billerIds: readonly number[],
): SearchSource[] {
  const plain = (where: string, ...values: (string | number)[]): SearchSource => ({
    from: FROM_INTENTS,
    where,
    values,
  });
  // An account may be typed with signs, in small letters or in wide digits, and is kept without them.
  const keys = toIndexKeys(typed);
  return [
    plain('i.external_id = ?', typed.toLowerCase()),
    {
      from: fromFoundIds('SELECT intent_id AS id FROM outcomes WHERE authorization = ?'),
      where: '',
      values: [typed],
    },
    ...[...new Set([typed, ...keys])].flatMap((text) => beginOrEnd('account_number', text)),
    ...keys.flatMap((key) => beginOrEnd('account_plain', key)),
    ...billerIds.map((id) => plain('i.biller_id = ?', id)),
  ];

  function beginOrEnd(column: 'account_number' | 'account_plain', text: string): SearchSource[] {
    // As the index of shown accounts has it, which is for the few that are another text.
    const some = column === 'account_plain' ? 'i.account_plain <> i.account_number AND ' : '';
    // The plus keeps SQLite from using the index of accounts.
    const by = column === 'account_number' && hasManyMatches(database, text) ? '+i' : 'i';
    return [
      plain(`${some}${by}.${column} >= ? AND ${by}.${column} < ?`, text, `${text}\u{10ffff}`),
      ...(text.length < INDEXED_END_LENGTH
        ? []
        : [
            plain(
              `${some}substr(i.${column}, -4) = ? AND substr(i.${column}, ?) = ?`,
              text.slice(-INDEXED_END_LENGTH),
              -text.length,
              text,
            ),
          ]),
    ];
  }
}

/**
 * Whether so many accounts begin with this text that going back in time finds the newest of them
 * sooner than reading them all. A search for a very common beginning is then also answered at once.
 */
function hasManyMatches(database: Database, beginning: string): boolean {
  const row = database
    .prepare(
      `SELECT 1 AS yes FROM intents WHERE account_number >= ? AND account_number < ?
       LIMIT 1 OFFSET ?`,
    )
    .get(beginning, `${beginning}\u{10ffff}`, MAX_PREFIX_MATCHES);
  return row !== undefined;
}

function buildConditions(
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
  const states = toStatesSql(query.state);
  if (states !== null) narrow(`o.state IN (${states})`);
  if (after !== null) {
    narrow('(i.created_at, i.rowid) < (?, ?)', after.at, after.number);
  }
  return { conditions, values, states };
}

function toStatesSql(state: HistoryQuery['state']): string | null {
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
export function listPaidBillerNames(
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
