/**
 * A keystroke in the search, over 6,000 and over 100,000 billers, against the compared libraries,
 * bare. The keystrokes type the ranking list letter by letter. A library is a rival if it passes
 * that list; the others are reported with the number of failed cases. Time of other processes is
 * excluded: it would determine the 95th percentile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  incrementBillerUse,
  replaceBillerList,
} from '../../electron/counter/catalog/catalog-queries.ts';
import { createCatalog } from '../../electron/counter/catalog/index.ts';
import { openDatabase } from '../../electron/ledger/index.ts';
import { silentLog, systemClock, toIsoTime } from '../../electron/platform/index.ts';
import { type Biller, billerKindSchema } from '../../shared/contract/index.ts';
import { createBillerCatalog } from './support/biller-catalog.ts';
import { measureTime } from './support/event-loop-delay.ts';
import { createSamples, reportProgress } from './support/measure-in-turns.ts';
import { getRankingFault, HOME_COUNTRY, RANKING_LIST, SHOP_USES } from './support/ranking-list.ts';
import { type BenchResult, computePercentile, toBenchResult } from './support/result.ts';
import {
  createSearchLibraries,
  MAX_RESULTS,
  type SearchLibrary,
} from './support/search-libraries.ts';

const CATALOG_SIZES = [6_000, 100_000];
const MAX_RATIO = 1.2;
/** The 95th percentile of our keystrokes, relative to their median. */
const MAX_SPREAD_RATIO = 2;
/** Libraries that are only sampled get a quarter of more than a hundred keystrokes. */
const MIN_SAMPLES = 25;
/** A library that is not a rival may be very slow. */
const PLAUSIBLE_RATIO = [0.0005, 10] as const;

export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const size of CATALOG_SIZES) results.push(...(await measureCatalog(size)));
  return results;
}

async function measureCatalog(size: number): Promise<BenchResult[]> {
  const keystroke = `a keystroke over ${size.toLocaleString('en')} billers`;
  reportProgress(`search: ${keystroke}`);
  const billers = createBillerCatalog(size);
  const ours = await openOurSearch(billers);
  try {
    const ourFaults = listFaults(ours);
    if (ourFaults.length > 0)
      throw new Error(`our search misses the list: ${ourFaults.join('; ')}`);
    const rivals = createSearchLibraries(billers);
    const measurements = rivals.map((rival) => ({
      rival,
      misses: listFaults(rival).length,
      samples: createSamples(),
    }));
    // A till is rarely in its first second: each search types the list once before it is measured.
    for (const query of listKeystrokes()) {
      for (const search of [
        ours,
        ...measurements.flatMap((measurement) => (measurement.misses > 0 ? [] : measurement.rival)),
      ]) {
        measureKeystroke(search, query);
      }
    }
    // In turns, keystroke by keystroke: what slows the machine affects all.
    for (const [turn, query] of listKeystrokes().entries()) {
      for (const { rival, misses, samples } of measurements) {
        // Slow libraries that are not rivals are only sampled.
        if (misses > 0 && turn % 4 !== 0) continue;
        const pair = [
          () => samples.ours.push(measureKeystroke(ours, query)),
          () => samples.bare.push(measureKeystroke(rival, query)),
        ];
        for (const measure of turn % 2 === 0 ? pair : pair.reverse()) measure();
      }
    }
    const qualified = measurements.filter(({ misses }) => misses === 0);
    const [fastest] = [...(qualified.length > 0 ? qualified : measurements)].sort(
      (a, b) => computePercentile(a.samples.bare, 50) - computePercentile(b.samples.bare, 50),
    );
    const figures = measurements.flatMap((measurement) => {
      const libraryName = `${keystroke}, ${measurement.rival.name}`;
      const name =
        measurement.misses === 0
          ? libraryName
          : `${libraryName} (misses ${measurement.misses} of the ranking list)`;
      const limit = measurement === fastest ? ({ of: 'ratio', most: MAX_RATIO } as const) : null;
      const figure = {
        samples: measurement.samples,
        minSamples: MIN_SAMPLES,
        limit,
        plausibleRatio: PLAUSIBLE_RATIO,
      } as const;
      return [
        toBenchResult({ ...figure, name }),
        toBenchResult({ ...figure, name: `${name}, the slowest twentieth`, percent: 95 }),
      ];
    });
    const ourSamples = fastest?.samples.ours ?? [];
    const spread = {
      ours: [computePercentile(ourSamples, 95)],
      bare: [computePercentile(ourSamples, 50)],
    };
    return [
      ...figures,
      toBenchResult({
        name: `${keystroke}, our slowest twentieth beside our median`,
        samples: spread,
        minSamples: 1,
        limit: { of: 'ratio', most: MAX_SPREAD_RATIO },
      }),
    ];
  } finally {
    ours.close();
  }
}

/** Opens our search by its public interface, with a ledger on disk. */
async function openOurSearch(
  billers: readonly Biller[],
): Promise<SearchLibrary & { close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const database = openDatabase(join(folder, 'ledger.db'));
  const usedAt = toIsoTime(systemClock.now());
  database.commit(() => {
    for (const kind of billerKindSchema.options) {
      const rows = billers
        .filter((biller) => biller.kind === kind)
        .map((biller) => ({ id: biller.id, biller: JSON.stringify(biller) }));
      replaceBillerList(database, kind, rows, usedAt);
    }
    for (const [id, uses] of SHOP_USES) {
      for (let use = 0; use < uses; use += 1) incrementBillerUse(database, id, usedAt);
    }
  });
  const catalog = createCatalog({
    database,
    clock: systemClock,
    service: () => null,
    log: silentLog,
    onChange: () => {},
    country: () => HOME_COUNTRY,
  });
  catalog.start();
  await catalog.waitUntilSettled();
  return {
    name: 'ours',
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

function listFaults(library: SearchLibrary): string[] {
  return RANKING_LIST.flatMap(
    (rankingCase) => getRankingFault(rankingCase, library.search(rankingCase.typed)) ?? [],
  );
}

function listKeystrokes(): string[] {
  const queries = RANKING_LIST.flatMap((rankingCase) =>
    Array.from({ length: rankingCase.typed.length }, (_, end) =>
      rankingCase.typed.slice(0, end + 1),
    ),
  );
  return [...new Set(queries)];
}

function measureKeystroke(library: SearchLibrary, query: string): number {
  return measureTime(() => library.search(query));
}
