import {
  type AccountPlace,
  findShippedCollector,
  type KnownLengths,
  WHOLE_REFERENCE,
} from '../../../shared/bill-codes/index.ts';
import type { Provisioning, ScannedBill } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { readBillLayout, readKnownLengths, toAccountPlace } from './layout-queries.ts';

export type BillLayoutSettings = NonNullable<Provisioning['billLayouts']>;
export type BillPatternSettings = NonNullable<Provisioning['billPatterns']>;

/** What is known about the bills of a collector. */
export interface Collector extends KnownLengths {
  /** The id in the service's list of billers; null if nobody said which one it is. */
  readonly billerId: number | null;
  /** The collector's name; null if unknown. */
  readonly name: string | null;
  readonly account: AccountPlace;
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
 * stands, it stands. All that know a length of its bills are believed.
 */
export function findCollector(
  gln: string,
  { database, settings, chainLayouts, trainingBillers }: CollectorSources,
): Collector {
  const shipped = findShippedCollector(gln);
  const taught = readBillLayout(database, gln);
  const declared =
    settings().find((layout) => layout.gln === gln) ??
    chainLayouts().find((layout) => layout.gln === gln);
  const billerId =
    taught?.billerId ??
    declared?.billerId ??
    (shipped === null ? undefined : trainingBillers.get(shipped.id)) ??
    null;
  const sources = [shipped, declared, readKnownLengths(database, gln)];
  const lengths: KnownLengths = {
    referenceLengths: sources.flatMap((source) => source?.referenceLengths ?? []),
    amountLengths: sources.flatMap((source) => source?.amountLengths ?? []),
  };
  if (shipped !== null) {
    const { collector: name, account, certainty: layout } = shipped;
    return { billerId, name, account, layout, ...lengths };
  }
  const account =
    taught?.taughtBy === 'bills' ? toAccountPlace(taught) : (declared?.account ?? WHOLE_REFERENCE);
  return { billerId, name: null, account, layout: 'taught', ...lengths };
}
