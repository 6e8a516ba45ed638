import {
  type AccountPlace,
  findShippedCollector,
  WHOLE_REFERENCE,
} from '../../../shared/bill-codes/index.ts';
import type { Provisioning, ScannedBill } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { readBillLayout, toAccountPlace } from './layout-queries.ts';

export type BillLayoutSettings = NonNullable<Provisioning['billLayouts']>;
export type BillPatternSettings = NonNullable<Provisioning['billPatterns']>;

/** What is known about the bills of a collector. */
export interface Collector {
  /** The id in the service's list of billers; null if nobody said which one it is. */
  readonly billerId: number | null;
  /** The collector's name; null if unknown. */
  readonly name: string | null;
  readonly account: AccountPlace;
  /** The lengths of the reference with the account that were seen; empty if unknown. */
  readonly referenceLengths: readonly number[];
  readonly layout: ScannedBill['layout'];
}

export interface CollectorSources {
  readonly database: Database;
  readonly settings: () => BillLayoutSettings;
  readonly chainLayouts: () => BillLayoutSettings;
  /** The billers of shipped layouts by their id, if the service is the one of the training. */
  readonly trainingBillers: ReadonlyMap<string, number>;
}

/**
 * Finds what is known about a collector. What the shop learned comes before the settings, these before
 * the chain, and the chain before what is shipped; but where a shipped layout says that the account
 * stands, it stands.
 */
export function findCollector(gln: string, sources: CollectorSources): Collector {
  const shipped = findShippedCollector(gln);
  const taught = readBillLayout(sources.database, gln);
  const declared =
    sources.settings().find((layout) => layout.gln === gln) ??
    sources.chainLayouts().find((layout) => layout.gln === gln);
  const billerId =
    taught?.billerId ??
    declared?.billerId ??
    (shipped === null ? undefined : sources.trainingBillers.get(shipped.id)) ??
    null;
  if (shipped !== null) {
    const { collector: name, account, referenceLengths, certainty: layout } = shipped;
    return { billerId, name, account, referenceLengths, layout };
  }
  const account =
    taught?.taughtBy === 'bills' ? toAccountPlace(taught) : (declared?.account ?? WHOLE_REFERENCE);
  const length = taught?.referenceLength ?? null;
  return {
    billerId,
    name: null,
    account,
    referenceLengths: length === null ? [] : [length],
    layout: 'taught',
  };
}
