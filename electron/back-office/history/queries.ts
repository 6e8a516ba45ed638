import type { HistoryFilter } from '../../../shared/contract/index.ts';
import { normalizeExternalId, toAccountIndexKeys } from '../../../shared/rules/index.ts';
import { createRowReader, type Database } from '../../ledger/index.ts';
import type { TimeCursor } from '../../platform/index.ts';

/** Queries of the history's search. Times are ISO 8601 in UTC. */

/** The filters; a null field does not filter. */
export interface HistoryQuery {
  readonly since: string | null;
  /** Exclusive. */
  readonly until: string | null;
  readonly cashierId: string | null;
  readonly kind: string | null;
  readonly state: HistoryFilter['state'];
  /** The total, or the amount without the fee. */
  readonly amount: string | null;
  readonly billerId: number | null;
  /** Matches if any of these match; null if no text was typed. */
  readonly text: {
    /**
     * The start or end of an account, as stored or as formatted, or an external_id or an
     * authorization.
     */
    readonly typed: string;
    /** The ids of the billers whose name contains the text. */
    readonly billerIds: readonly number[];
    /** The text as an amount; null if it is none. */
    readonly amount: string | null;
  } | null;
}

/** A payment with its time and row number, from which the next page continues. */
export interface HistorySearchHit extends TimeCursor {
  readonly id: string;
}

/** The ends of account numbers are indexed by their last four characters. */
const INDEXED_END_LENGTH = 4;

const MAX_PREFIX_MATCHES = 5_000;

/** One way to find payments by an index; `from` must name the intents `i`. */
interface SearchSource {
  readonly from: string;
  readonly where: string;
  readonly values: readonly (string | number)[];
  /** The time column of the index, if it is not that of the intents. */
  readonly time?: string;
}

const FROM_INTENTS = 'intents i';
const IS_REFUNDED = 'EXISTS (SELECT 1 FROM refunds r WHERE r.intent_id = i.id)';
const IS_CANCELLED = `EXISTS (SELECT 1 FROM payments_by_state b
  WHERE b.state = 'taken-back' AND b.created_at = i.created_at AND b.intent_id = i.id)`;
const joinIds = (ids: string): string => `(${ids}) found CROSS JOIN intents i ON i.id = found.id`;
// Joined after the intents, whose indexes are ordered by time; outcomes have no such index.
const JOIN_OUTCOMES = 'CROSS JOIN outcomes o ON o.intent_id = i.id';

/** Returns payments, newest first, at most `limit`, after the cursor `after`. */
export function searchPayments(
  database: Database,
  query: HistoryQuery,
  after: TimeCursor | null,
  limit: number,
): HistorySearchHit[] {
  const filters = buildConditions(query, after);
  const hits = new Map<string, HistorySearchHit>();
  for (const source of buildSources(database, query, after)) {
    const where = [source.where, ...filters.conditions]
      .filter((condition) => condition !== '')
      .join(' AND ');
    const rows = database
      .prepare(
        `SELECT i.id, i.created_at, i.rowid AS row
         FROM ${source.from} ${filters.states === null ? '' : JOIN_OUTCOMES}
         ${where === '' ? '' : `WHERE ${where}`}
         ORDER BY ${source.time ?? 'i.created_at'} DESC, i.rowid DESC LIMIT ?`,
      )
      .all(...source.values, ...filters.values, limit);
    for (const row of rows) {
      const read = createRowReader(row);
      const id = read.text('id');
      hits.set(id, { id, at: read.text('created_at'), number: read.integer('row') });
    }
  }
  return [...hits.values()].sort(compareNewestFirst).slice(0, limit);
}

function compareNewestFirst(a: HistorySearchHit, b: HistorySearchHit): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.number - a.number;
}

function buildSources(
  database: Database,
  query: HistoryQuery,
  after: TimeCursor | null,
): SearchSource[] {
  const { text, state, amount } = query;
  if (text !== null) {
    return [
      ...buildTextSources(database, text.typed, text.billerIds),
      ...(text.amount === null ? [] : buildAmountSources(text.amount)),
    ];
  }
  switch (state) {
    case 'open':
      return [
        {
          from: joinIds(
            `SELECT intent_id AS id FROM outcomes
             WHERE state IN ('intent', 'sent', 'unknown', 'unclear')`,
          ),
          where: '',
          values: [],
        },
      ];
    case 'by-hand':
      return ['by-hand-paid', 'by-hand-not-paid'].map((byHandState) =>
        buildStateSource(byHandState, query, after),
      );
    case 'taken-back':
    case 'not-performed':
    case 'rejected':
      return [buildStateSource(state, query, after)];
    case 'refunded':
      return [{ from: joinIds('SELECT intent_id AS id FROM refunds'), where: '', values: [] }];
    case 'paid':
    case null:
      if (amount !== null) return buildAmountSources(amount);
      return [{ from: FROM_INTENTS, where: '', values: [] }];
  }
}

/** The customer knows the total of the receipt, or the amount of the bill. */
function buildAmountSources(amount: string): SearchSource[] {
  return ['amount', 'due'].map((column) => ({
    from: FROM_INTENTS,
    where: `i.${column} = ?`,
    values: [amount],
  }));
}

/** Reads in the order of time, also for states that few payments have. */
function buildStateSource(
  state: string,
  { since, until }: HistoryQuery,
  after: TimeCursor | null,
): SearchSource {
  const upperBound = [until, after?.at ?? null].filter((time) => time !== null).sort()[0];
  return {
    from: 'payments_by_state s CROSS JOIN intents i ON i.id = s.intent_id',
    where: 's.state = ? AND s.created_at >= ? AND s.created_at <= ?',
    values: [state, since ?? '', upperBound ?? '~'],
    time: 's.created_at',
  };
}

function buildTextSources(
  database: Database,
  typed: string,
  billerIds: readonly number[],
): SearchSource[] {
  const createIntentSource = (where: string, ...values: (string | number)[]): SearchSource => ({
    from: FROM_INTENTS,
    where,
    values,
  });
  // An account may be typed with separators, in lower case or in full-width digits; it is stored
  // without them.
  const keys = toAccountIndexKeys(typed);
  return [
    createIntentSource('i.external_id = ?', normalizeExternalId(typed).toLowerCase()),
    {
      from: joinIds('SELECT intent_id AS id FROM outcomes WHERE authorization = ?'),
      where: '',
      values: [typed],
    },
    ...[...new Set([typed, ...keys])].flatMap((text) =>
      createPrefixAndSuffixSources('account_number', text),
    ),
    ...keys.flatMap((key) => createPrefixAndSuffixSources('account_plain', key)),
    ...billerIds.map((id) => createIntentSource('i.biller_id = ?', id)),
  ];

  function createPrefixAndSuffixSources(
    column: 'account_number' | 'account_plain',
    text: string,
  ): SearchSource[] {
    // The condition of the partial index of formatted accounts, which contains only accounts that
    // differ from the stored text.
    const partialIndexCondition =
      column === 'account_plain' ? 'i.account_plain <> i.account_number AND ' : '';
    // The plus prevents SQLite from using the index of accounts.
    const alias = column === 'account_number' && hasManyMatches(database, text) ? '+i' : 'i';
    return [
      createIntentSource(
        `${partialIndexCondition}${alias}.${column} >= ? AND ${alias}.${column} < ?`,
        text,
        `${text}\u{10ffff}`,
      ),
      ...(text.length < INDEXED_END_LENGTH
        ? []
        : [
            createIntentSource(
              `${partialIndexCondition}substr(i.${column}, -4) = ? AND substr(i.${column}, ?) = ?`,
              text.slice(-INDEXED_END_LENGTH),
              -text.length,
              text,
            ),
          ]),
    ];
  }
}

/**
 * Returns whether so many accounts begin with this text that scanning back in time finds the newest
 * of them sooner than reading them all. This keeps a search for a very common prefix fast.
 */
function hasManyMatches(database: Database, prefix: string): boolean {
  const row = database
    .prepare(
      `SELECT 1 AS yes FROM intents WHERE account_number >= ? AND account_number < ?
       LIMIT 1 OFFSET ?`,
    )
    .get(prefix, `${prefix}\u{10ffff}`, MAX_PREFIX_MATCHES);
  return row !== undefined;
}

function buildConditions(
  query: HistoryQuery,
  after: TimeCursor | null,
): {
  readonly conditions: readonly string[];
  readonly values: readonly (string | number)[];
  readonly states: string | null;
} {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const addCondition = (condition: string, ...newValues: (string | number)[]): void => {
    conditions.push(condition);
    values.push(...newValues);
  };
  if (query.since !== null) addCondition('i.created_at >= ?', query.since);
  if (query.until !== null) addCondition('i.created_at < ?', query.until);
  if (query.cashierId !== null) addCondition('i.cashier_id = ?', query.cashierId);
  if (query.kind !== null) addCondition('i.kind = ?', query.kind);
  if (query.amount !== null) addCondition('? IN (i.amount, i.due)', query.amount);
  if (query.billerId !== null) addCondition('i.biller_id = ?', query.billerId);
  // The state of a refunded or cancelled payment is still paid.
  if (query.state === 'paid') addCondition(`NOT ${IS_REFUNDED}`);
  if (query.state === 'refunded') addCondition(IS_REFUNDED);
  if (query.state === 'taken-back') addCondition(IS_CANCELLED);
  const states = toStatesSql(query.state);
  if (states !== null) addCondition(`o.state IN (${states})`);
  if (after !== null) {
    addCondition('(i.created_at, i.rowid) < (?, ?)', after.at, after.number);
  }
  return { conditions, values, states };
}

function toStatesSql(state: HistoryQuery['state']): string | null {
  switch (state) {
    case null:
    case 'taken-back':
    case 'refunded':
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

/** Returns every name that a biller had when it was paid; a renamed biller has several. */
export function listPaidBillerNames(
  database: Database,
): { readonly id: number; readonly name: string }[] {
  return database
    .prepare('SELECT biller_id AS id, name FROM biller_names')
    .all()
    .map((row) => {
      const read = createRowReader(row);
      return { id: read.integer('id'), name: read.text('name') };
    });
}
