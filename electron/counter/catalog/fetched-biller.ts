import type { Biller } from '../../../shared/contract/index.ts';
import type { BillerRow } from './catalog-queries.ts';
import { type SearchEntry, toSearchEntry } from './search-entry.ts';

/** A biller of the service with what is made of it to keep it and to find it. */
export interface FetchedBiller {
  readonly row: BillerRow;
  readonly entry: () => SearchEntry;
}

/**
 * `isNew` for a list that the till does not have: its billers will be searched. Of a list that it
 * has, nearly none is changed from week to week.
 */
export function toFetchedBiller(biller: Biller, isNew: boolean): FetchedBiller {
  const entry = isNew ? toSearchEntry(biller) : null;
  return {
    row: { id: biller.id, biller: JSON.stringify(biller) },
    entry: () => entry ?? toSearchEntry(biller),
  };
}
