/**
 * A keystroke in the search, over 6,000 and over 100,000 billers, against the kept libraries bare.
 * The keystrokes are those of somebody who types the ranking list, letter by letter. A library is
 * a rival when it meets that list; the others are reported with what they miss. What a busy machine
 * takes away for other processes is not counted: it would be the slowest twentieth.
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
import { getRankingFault, HOME_COUNTRY, RANKING_LIST, SHOP_USES } from './support/ranking-list.ts';
import { type BenchResult, computePercentile, toBenchResult } from './support/result.ts';
import { createSamples, reportProgress } from './support/rounds.ts';
import { createSearchLibraries, LIMIT, type SearchLibrary } from './support/search-libraries.ts';

const SIZES = [6_000, 100_000];
const MOST = 1.2;
/** The slowest twentieth of our keystrokes beside their median. */
const MAX_SPREAD_RATIO = 2;
/** Of a hundred keystrokes and more, those that are only sampled are a quarter. */
const LEAST = 25;
/** What is no rival may be very slow. */
const SANE = [0.0005, 10] as const;

export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const size of SIZES) results.push(...(await runOver(size)));
  return results;
}

async function runOver(size: number): Promise<BenchResult[]> {
  const keystroke = `a keystroke over ${size.toLocaleString('en')} billers`;
  reportProgress(`search: ${keystroke}`);
  const billers = createBillerCatalog(size);
  const ours = await oursOver(billers);
  try {
    const missed = faultsOf(ours);
    if (missed.length > 0) throw new Error(`our search misses the list: ${missed.join('; ')}`);
    const rivals = createSearchLibraries(billers);
    const measured = rivals.map((rival) => ({
      rival,
      misses: faultsOf(rival).length,
      samples: createSamples(),
    }));
    // A till is never in its first second for long: each has typed the list once before it is measured.
    for (const typed of keystrokes()) {
      for (const one of [
        ours,
        ...measured.flatMap((each) => (each.misses > 0 ? [] : each.rival)),
      ]) {
        timed(one, typed);
      }
    }
    // In turns, keystroke by keystroke: what slows the machine slows them alike.
    for (const [turn, typed] of keystrokes().entries()) {
      for (const { rival, misses, samples } of measured) {
        // The slow ones that are no rivals are only sampled.
        if (misses > 0 && turn % 4 !== 0) continue;
        const pair = [
          () => samples.ours.push(timed(ours, typed)),
          () => samples.bare.push(timed(rival, typed)),
        ];
        for (const measure of turn % 2 === 0 ? pair : pair.reverse()) measure();
      }
    }
    const worthy = measured.filter(({ misses }) => misses === 0);
    const [fastest] = [...(worthy.length > 0 ? worthy : measured)].sort(
      (a, b) => computePercentile(a.samples.bare, 50) - computePercentile(b.samples.bare, 50),
    );
    const figures = measured.flatMap((one) => {
      const over = `${keystroke}, ${one.rival.name}`;
      const name = one.misses === 0 ? over : `${over} (misses ${one.misses} of the ranking list)`;
      const limit = one === fastest ? ({ of: 'ratio', most: MOST } as const) : null;
      const figure = { samples: one.samples, least: LEAST, limit, sane: SANE } as const;
      return [
        toBenchResult({ ...figure, name }),
        toBenchResult({ ...figure, name: `${name}, the slowest twentieth`, percent: 95 }),
      ];
    });
    const own = fastest?.samples.ours ?? [];
    const spread = { ours: [computePercentile(own, 95)], bare: [computePercentile(own, 50)] };
    return [
      ...figures,
      toBenchResult({
        name: `${keystroke}, our slowest twentieth beside our median`,
        samples: spread,
        least: 1,
        limit: { of: 'ratio', most: MAX_SPREAD_RATIO },
      }),
    ];
  } finally {
    ours.close();
  }
}

/** Our search behind its public face, over a ledger on disk. */
async function oursOver(billers: readonly Biller[]): Promise<SearchLibrary & { close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const database = openDatabase(join(folder, 'ledger.db'));
  const at = toIsoTime(systemClock.now());
  database.commit(() => {
    for (const kind of billerKindSchema.options) {
      const rows = billers
        .filter((biller) => biller.kind === kind)
        .map((biller) => ({ id: biller.id, biller: JSON.stringify(biller) }));
      replaceBillerList(database, kind, rows, at);
    }
    for (const [id, uses] of SHOP_USES) {
      for (let use = 0; use < uses; use += 1) incrementBillerUse(database, id, at);
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
    search: (typed) =>
      catalog
        .search({ text: typed, kinds: billerKindSchema.options, limit: LIMIT })
        .map(({ biller }) => biller.id),
    close: () => {
      catalog.stop();
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function faultsOf(rival: SearchLibrary): string[] {
  return RANKING_LIST.flatMap(
    (wanted) => getRankingFault(wanted, rival.search(wanted.typed)) ?? [],
  );
}

function keystrokes(): string[] {
  const typed = RANKING_LIST.flatMap((wanted) =>
    Array.from({ length: wanted.typed.length }, (_, end) => wanted.typed.slice(0, end + 1)),
  );
  return [...new Set(typed)];
}

function timed(rival: SearchLibrary, typed: string): number {
  return measureTime(() => rival.search(typed));
}
