import {
  type Biller,
  type BillerKind,
  biller as billerSchema,
} from '../../shared/contract/index.ts';
import type { Database } from '../ledger/index.ts';
import { readBillers } from './queries.ts';

/**
 * In this order the lists answer for an id. As far as is known an id stands in one list only; where
 * it stands in two, what is found and what is answered is then always the same biller.
 */
export const KINDS: readonly BillerKind[] = ['utility', 'top-up', 'gift-card', 'partner'];

/** A biller as it is kept, or null if what is kept is not one (a version before wrote it). */
export function parseBiller(json: string): Biller | null {
  try {
    return billerSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** Billers read between two places where the work may be interrupted. */
const SLICE = 250;

/** The cached list of one kind; stops after each slice, so that its caller can let others work. */
export function* readList(
  database: Database,
  kind: BillerKind,
): Generator<void, { readonly billers: Biller[]; readonly unreadable: number }> {
  const billers: Biller[] = [];
  let unreadable = 0;
  let rows = readBillers(database, kind, Number.MIN_SAFE_INTEGER, SLICE);
  while (rows.length > 0) {
    for (const row of rows) {
      const biller = parseBiller(row.biller);
      if (biller) billers.push(biller);
      else unreadable += 1;
    }
    yield;
    rows = readBillers(database, kind, rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER, SLICE);
  }
  return { billers, unreadable };
}

/** Every biller of the lists once, by the order of `KINDS`. */
export function distinct(lists: ReadonlyMap<BillerKind, readonly Biller[]>): Biller[] {
  const byId = new Map<number, Biller>();
  for (const kind of KINDS) {
    for (const biller of lists.get(kind) ?? []) {
      // Within one list the later of two counts, as it does where they are kept.
      if (byId.get(biller.id)?.kind !== kind && byId.has(biller.id)) continue;
      byId.set(biller.id, biller);
    }
  }
  return [...byId.values()];
}
