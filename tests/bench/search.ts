/**
 * A keystroke in the search, over 6,000 and over 20,000 billers, beside a plain scan of all names.
 * The keystrokes type the ranking list letter by letter. Time of other processes is excluded: it
 * would determine the 95th percentile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCatalog } from '../../electron/counter/catalog/index.ts';
import { openLedgerDatabase } from '../../electron/ledger/index.ts';
import { silentLog, systemClock } from '../../electron/platform/index.ts';
import { type Biller, billerKindSchema } from '../../shared/contract/index.ts';
import { createBillerCatalog } from './support/biller-catalog.ts';
import { measureTime } from './support/event-loop-delay.ts';
import { fillCatalogTables } from './support/fill-catalog-tables.ts';
import { createSamples, reportProgress } from './support/measure-in-turns.ts';
import {
  getRankingFault,
  HOME_COUNTRY,
  listKeystrokes,
  RANKING_LIST,
} from './support/ranking-list.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const CATALOG_SIZES = [6_000, 20_000];
const MAX_RESULTS = 20;
/** A slow till has a quarter of a core, on which a keystroke may take one frame of 16 ms. */
const MAX_KEYSTROKE_MS = 4;
const MIN_SAMPLES = 100;
/** A plain scan neither ranks nor tolerates errors. */
const PLAUSIBLE_RATIO = [0.1, 100] as const;

type Search = (query: string) => readonly number[];

export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const size of CATALOG_SIZES) results.push(...(await measureCatalog(size)));
  return results;
}

async function measureCatalog(size: number): Promise<BenchResult[]> {
  const keystroke = `a keystroke over ${size.toLocaleString('en')} billers`;
  reportProgress(`search: ${keystroke}`);
  const billers = createBillerCatalog(size);
  const names = billers.map(({ name }) => name.toLowerCase());
  const ours = await openOurSearch(billers);
  const scan: Search = (query) =>
    names.flatMap((name, at) => (name.includes(query.toLowerCase()) ? at : []));
  try {
    const faults = RANKING_LIST.flatMap(
      (rankingCase) => getRankingFault(rankingCase, ours.search(rankingCase.typed)) ?? [],
    );
    if (faults.length > 0) throw new Error(`our search misses the list: ${faults.join('; ')}`);
    const samples = createSamples();
    const keystrokes = listKeystrokes();
    // A till is rarely in its first second: the list is typed once before it is measured.
    for (const query of keystrokes) for (const search of [ours.search, scan]) search(query);
    for (const [turn, query] of keystrokes.entries()) {
      const pair = [
        () => samples.ours.push(measureTime(() => ours.search(query))),
        () => samples.bare.push(measureTime(() => scan(query))),
      ];
      for (const measure of turn % 2 === 0 ? pair : pair.reverse()) measure();
    }
    const figure = { samples, minSamples: MIN_SAMPLES, plausibleRatio: PLAUSIBLE_RATIO } as const;
    return [
      toBenchResult({ ...figure, name: keystroke, limit: null }),
      toBenchResult({
        ...figure,
        name: `${keystroke}, the slowest twentieth`,
        percent: 95,
        limit: { of: 'ours', most: MAX_KEYSTROKE_MS },
      }),
    ];
  } finally {
    ours.close();
  }
}

/** Opens our search by its public interface, with a ledger on disk. */
async function openOurSearch(
  billers: readonly Biller[],
): Promise<{ readonly search: Search; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const database = openLedgerDatabase(join(folder, 'ledger.db'));
  fillCatalogTables(database, billers);
  const catalog = createCatalog({
    database,
    clock: systemClock,
    service: () => null,
    log: silentLog,
    onChange: () => {},
    getCountry: () => HOME_COUNTRY,
  });
  catalog.start();
  await catalog.waitUntilSettled();
  return {
    search: (query) =>
      catalog
        .search({ text: query, kinds: billerKindSchema.options, limit: MAX_RESULTS })
        .map(({ biller }) => biller.id),
    close: () => {
      catalog.stop();
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
