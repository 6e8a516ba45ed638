import { type BillerKind, billerKindSchema } from '../../../shared/contract/index.ts';
import { toAccountIndexKeys } from '../../../shared/rules/index.ts';
import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineRowReader,
  defineTable,
  type RowOf,
} from '../../ledger/index.ts';

/** A stored biller: its id and the contract's JSON. */
const BILLER = defineRowReader({ id: column.integer('id'), biller: column.text('biller') });
export type BillerRow = RowOf<typeof BILLER>;

const DELISTED_BILLERS = defineTable('departed_billers', {
  ...BILLER.fields,
  leftAt: column.text('left_at'),
});
const BILLER_LISTS = defineTable('biller_lists', {
  kind: column.oneOf('kind', billerKindSchema.options),
  refreshedAt: column.text('refreshed_at'),
  count: column.integer('count'),
  doubtedAt: column.textOrNull('doubted_at'),
});
export type BillerListRow = RowOf<typeof BILLER_LISTS>;

const BILLER_USE = defineRowReader({
  billerId: column.integer('biller_id'),
  uses: column.integer('uses'),
  lastUsedAt: column.text('last_used_at'),
});
export type BillerUseRow = RowOf<typeof BILLER_USE>;

const delistedBillerInsert = defineInsert(DELISTED_BILLERS, { replacesExisting: true });
const billerListInsert = defineInsert(BILLER_LISTS, { replacesExisting: true });

/** The next billers of a list after `afterId`, by id, for reading a list in slices. */
export function readBillers(
  database: Database,
  kind: BillerKind,
  afterId: number,
  limit: number,
): BillerRow[] {
  return database
    .prepare('SELECT id, biller FROM billers WHERE kind = ? AND id > ? ORDER BY id LIMIT ?')
    .all(kind, afterId, limit)
    .map(BILLER.read);
}

/** A listed biller, by the kind of list that holds it. */
export function readBillerJson(database: Database, id: number, kind: BillerKind): string | null {
  const row = database
    .prepare('SELECT biller FROM billers WHERE id = ? AND kind = ?')
    .get(id, kind);
  return row ? createRowReader(row).text('biller') : null;
}

export function readDelistedBillerJson(database: Database, id: number): string | null {
  const row = database.prepare('SELECT biller FROM departed_billers WHERE id = ?').get(id);
  return row ? createRowReader(row).text('biller') : null;
}

export function readBillerList(database: Database, kind: BillerKind): BillerListRow | null {
  const row = database.prepare('SELECT * FROM biller_lists WHERE kind = ?').get(kind);
  return row ? BILLER_LISTS.read(row) : null;
}

/**
 * Makes the list equal to `rows`, inside the caller's commit, and returns whether any biller is
 * new, changed or gone. Unchanged rows, nearly all from week to week, are not written again. If two
 * rows have the same id, the later one wins.
 */
export function replaceBillerList(
  database: Database,
  kind: BillerKind,
  rows: readonly BillerRow[],
  at: string,
): boolean {
  const newBillers = new Map(rows.map((row) => [row.id, row.biller]));
  const oldBillers = new Map(
    database
      .prepare('SELECT id, biller FROM billers WHERE kind = ?')
      .all(kind)
      .map(BILLER.read)
      .map(({ id, biller }) => [id, biller]),
  );
  const changed = [...newBillers].filter(([id, biller]) => oldBillers.get(id) !== biller);
  upsertBillers(database, kind, changed);
  let isChanged = changed.length > 0;
  const deleteBiller = database.prepare('DELETE FROM billers WHERE kind = ? AND id = ?');
  for (const [id, biller] of oldBillers) {
    if (newBillers.has(id)) continue;
    delistedBillerInsert.run(database, { id, biller, leftAt: at });
    deleteBiller.run(kind, id);
    isChanged = true;
  }
  // By kind and id, the storage order of billers, because there are thousands and few leave.
  database
    .prepare(
      `DELETE FROM departed_billers WHERE EXISTS (
         SELECT 1 FROM billers WHERE billers.id = departed_billers.id
         AND kind IN ('utility', 'top-up', 'gift-card', 'partner'))`,
    )
    .run();
  billerListInsert.run(database, {
    kind,
    refreshedAt: at,
    count: newBillers.size,
    doubtedAt: null,
  });
  return isChanged;
}

/** One statement for this many rows takes a third of the time of single statements. */
const ROWS_PER_STATEMENT = 20;

function upsertBillers(
  database: Database,
  kind: BillerKind,
  rows: readonly (readonly [id: number, biller: string])[],
): void {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const slice = rows.slice(from, from + ROWS_PER_STATEMENT);
    const values = slice.map(() => '(?1, ?, ?)').join(', ');
    database
      .prepare(`INSERT OR REPLACE INTO billers (kind, id, biller) VALUES ${values}`)
      .run(kind, ...slice.flat());
  }
}

/** Records since when a list has come back too short. Inside the caller's commit. */
export function markBillerListSuspect(database: Database, kind: BillerKind, at: string): void {
  database
    .prepare('UPDATE biller_lists SET doubted_at = ? WHERE kind = ? AND doubted_at IS NULL')
    .run(at, kind);
}

/** Deletes billers that were delisted before `delistedBefore`. Inside the caller's commit. */
export function deleteDelistedBillers(database: Database, delistedBefore: string): void {
  database.prepare('DELETE FROM departed_billers WHERE left_at < ?').run(delistedBefore);
}

/** The cached rates, units per USD, and when they were fetched; null before the first time. */
export function readRates(
  database: Database,
): { readonly perUsd: Record<string, string>; readonly fetchedAt: string } | null {
  const state = database.prepare('SELECT fetched_at FROM rates_state').get();
  if (!state) return null;
  const rows = database.prepare('SELECT currency, per_usd FROM rates').all();
  return {
    perUsd: Object.fromEntries(
      rows.map((row) => [
        createRowReader(row).text('currency'),
        createRowReader(row).text('per_usd'),
      ]),
    ),
    fetchedAt: createRowReader(state).text('fetched_at'),
  };
}

export function readRatesFetchedAt(database: Database): string | null {
  const state = database.prepare('SELECT fetched_at FROM rates_state').get();
  return state ? createRowReader(state).text('fetched_at') : null;
}

/** Replaces all rates, inside the caller's commit. */
export function replaceRates(
  database: Database,
  perUsd: readonly (readonly [currency: string, rate: string])[],
  at: string,
): void {
  database.prepare('DELETE FROM rates').run();
  const insertRate = database.prepare('INSERT INTO rates (currency, per_usd) VALUES (?, ?)');
  for (const [currency, rate] of perUsd) insertRate.run(currency, rate);
  database.prepare('INSERT OR REPLACE INTO rates_state (only, fetched_at) VALUES (1, ?)').run(at);
}

export function readBillerUses(database: Database): BillerUseRow[] {
  return database
    .prepare('SELECT biller_id, uses, last_used_at FROM biller_uses')
    .all()
    .map(BILLER_USE.read);
}

/** Counts one more use. Inside the caller's commit. */
export function incrementBillerUse(database: Database, billerId: number, at: string): void {
  database
    .prepare(
      `INSERT INTO biller_uses (biller_id, uses, last_used_at) VALUES (?, 1, ?)
       ON CONFLICT (biller_id) DO UPDATE SET uses = uses + 1, last_used_at = excluded.last_used_at`,
    )
    .run(billerId, at);
}

/** The ids of favourite billers, in the order in which they were added. */
export function readFavouriteBillerIds(database: Database): number[] {
  return database
    .prepare('SELECT biller_id FROM favourite_billers ORDER BY position')
    .all()
    .map((row) => createRowReader(row).integer('biller_id'));
}

/** The billers to which this shop paid this account, in whatever spelling it was scanned. */
export function readBillerIdsPaidForAccount(
  database: Database,
  accountNumber: string,
): ReadonlySet<number> {
  const spellings = [...new Set([accountNumber, ...toAccountIndexKeys(accountNumber)])];
  const rows = database
    .prepare(
      `SELECT DISTINCT i.biller_id FROM json_each(?) spelling
       CROSS JOIN intents i ON i.account_number = spelling.value
       CROSS JOIN outcomes o ON o.intent_id = i.id
       WHERE i.kind <> 'cancel' AND o.state IN ('paid', 'by-hand-paid')`,
    )
    .all(JSON.stringify(spellings));
  return new Set(rows.map((row) => createRowReader(row).integer('biller_id')));
}

/** Inside the caller's commit. A new one is added at the end; an existing one stays. */
export function writeFavouriteBiller(
  database: Database,
  billerId: number,
  isFavourite: boolean,
): void {
  if (!isFavourite) {
    database.prepare('DELETE FROM favourite_billers WHERE biller_id = ?').run(billerId);
    return;
  }
  database
    .prepare(
      `INSERT INTO favourite_billers (biller_id, position)
       SELECT ?, coalesce(max(position), 0) + 1 FROM favourite_billers WHERE true
       ON CONFLICT (biller_id) DO NOTHING`,
    )
    .run(billerId);
}
