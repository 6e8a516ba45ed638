import type { Biller } from '../../../shared/contract/index.ts';
import type { BillerRow } from './catalog-queries.ts';
import { type SearchEntry, toSearchEntry } from './search-entry.ts';

/** A biller of the service with its ledger row and its search entry. */
export interface FetchedBiller {
  readonly row: BillerRow;
  readonly buildEntry: () => SearchEntry;
}

/**
 * `isNew` means that the till does not have this list yet: the search entry is then built at once.
 * Otherwise it is built on demand, because lists rarely change from week to week.
 */
export function toFetchedBiller(biller: Biller, isNew: boolean): FetchedBiller {
  const entry = isNew ? toSearchEntry(biller) : null;
  return {
    row: { id: biller.id, biller: JSON.stringify(biller) },
    buildEntry: () => entry ?? toSearchEntry(biller),
  };
}
