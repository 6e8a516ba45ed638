import {
  incrementBillerUse,
  replaceBillerList,
} from '../../../electron/counter/catalog/catalog-queries.ts';
import type { Database } from '../../../electron/ledger/index.ts';
import { systemClock, toIsoTime } from '../../../electron/platform/index.ts';
import { type Biller, billerKindSchema } from '../../../shared/contract/index.ts';
import { SHOP_USES } from './ranking-list.ts';

/** Fills all lists of the catalogue as if fetched now, and its uses by the shop of the ranking list. */
export function fillCatalogTables(database: Database, billers: readonly Biller[]): void {
  const fetchedAt = toIsoTime(systemClock.now());
  database.commit(() => {
    for (const kind of billerKindSchema.options) {
      const rows = billers
        .filter((biller) => biller.kind === kind)
        .map((biller) => ({ id: biller.id, biller: JSON.stringify(biller) }));
      replaceBillerList(database, kind, rows, fetchedAt);
    }
    for (const [id, uses] of SHOP_USES) {
      for (let use = 0; use < uses; use += 1) incrementBillerUse(database, id, fetchedAt);
    }
  });
}
