import type { BillerKind } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { readBillerList, readRatesFetchedAt } from './catalog-queries.ts';
import { areRatesDue, isBillerListDue } from './refresh-schedule.ts';
import { BILLER_KINDS } from './stored-biller.ts';

/** The parts that are each fetched and replaced as a whole: the lists and the rates. */
export type CatalogPart = BillerKind | 'rates';

/** The short lists first, so that an empty till sells top-ups after a second. */
export const CATALOG_PARTS: readonly CatalogPart[] = [
  'rates',
  'top-up',
  'gift-card',
  'partner',
  'utility',
];

/** Removes duplicates and sorts the parts in the order in which they are fetched. */
export function toPartsInFetchOrder(parts: readonly CatalogPart[]): CatalogPart[] {
  return CATALOG_PARTS.filter((part) => parts.includes(part));
}

/**
 * The parts of the cache that are due at this time, in milliseconds since the epoch. `ratesWindowFraction` is
 * this till's fixed position in the rates window of the morning, from 0 up to 1.
 */
export function listDueCatalogParts(
  database: Database,
  now: number,
  ratesWindowFraction = 0,
): CatalogPart[] {
  const parts: CatalogPart[] = BILLER_KINDS.filter((kind) =>
    isBillerListDue(toEpochMsOrNull(readBillerList(database, kind)?.refreshedAt), now),
  );
  if (areRatesDue(toEpochMsOrNull(readRatesFetchedAt(database)), now, ratesWindowFraction))
    parts.push('rates');
  return parts;
}

export function toEpochMsOrNull(instant: string | null | undefined): number | null {
  return instant === null || instant === undefined ? null : Date.parse(instant);
}
