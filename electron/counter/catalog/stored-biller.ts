import { type Biller, type BillerKind, billerSchema } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { readBillers } from './catalog-queries.ts';
import { type BillerSearchEntry, toBillerSearchEntry } from './search-entry.ts';

/**
 * If two lists hold the same id, the first list in this order wins. This should not happen; if it
 * does, searching and reading return the same biller.
 */
export const BILLER_KINDS: readonly BillerKind[] = ['utility', 'top-up', 'gift-card', 'partner'];

/** A stored biller, or null if it cannot be read (an older version wrote it). */
export function parseBillerJson(json: string): Biller | null {
  try {
    return billerSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** Billers read before the generator yields. */
const ROWS_PER_SLICE = 250;

/** Reads the cached list of one kind. Yields after each slice, so that other work can run. */
export function* readBillerSearchEntries(
  database: Database,
  kind: BillerKind,
): Generator<void, { readonly entries: BillerSearchEntry[]; readonly unreadable: number }> {
  const entries: BillerSearchEntry[] = [];
  let unreadable = 0;
  let rows = readBillers(database, kind, Number.MIN_SAFE_INTEGER, ROWS_PER_SLICE);
  while (rows.length > 0) {
    for (const row of rows) {
      const biller = parseBillerJson(row.biller);
      if (biller) entries.push(toBillerSearchEntry(biller));
      else unreadable += 1;
    }
    yield;
    rows = readBillers(database, kind, rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER, ROWS_PER_SLICE);
  }
  return { entries, unreadable };
}

/** Every biller of the lists, once; for duplicate ids the order of `BILLER_KINDS` decides. */
export function mergeBillerLists(
  lists: ReadonlyMap<BillerKind, readonly BillerSearchEntry[]>,
): BillerSearchEntry[] {
  const byId = new Map<number, BillerSearchEntry>();
  for (const kind of BILLER_KINDS) {
    for (const entry of lists.get(kind) ?? []) {
      const { id } = entry.biller;
      const existing = byId.get(id);
      // Within one list the later of two duplicates wins, as in the database.
      if (existing === undefined || existing.biller.kind === kind) byId.set(id, entry);
    }
  }
  return [...byId.values()];
}
