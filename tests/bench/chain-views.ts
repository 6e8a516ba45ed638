/**
 * Every page of the owner's views in a chain of 1,000 tills with 60 million payments of half a year
 * (with --all; otherwise one million), each with its own connection, as on her till. Pages are asked
 * for at random times and of random payments, so that the disk and not the memory answers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainOwner } from '../../electron/chain/owner/index.ts';
import { ok, type Result, type ValidatedCallInput } from '../../shared/contract/index.ts';
import { toDay } from '../../shared/dates/index.ts';
import type { TestChain } from '../support/postgres/index.ts';
import { createBenchOwner } from './support/chain-owner.ts';
import { getFrequentEnd, insertBusyDays } from './support/insert-busy-days.ts';
import { openLoadedChain } from './support/loaded-chain.ts';
import { reportProgress } from './support/measure-in-turns.ts';
import { type BenchResult, toBenchResult, type UnavailablePart } from './support/result.ts';

const ROWS = { short: 1_000_000, all: 60_000_000 };
const DAYS = 180;
const DAY_MS = 86_400_000;
const TILLS = 1_000;
const LIMIT = 50;
const TIME_ZONE = 'America/Mexico_City';
const PAGES = 20;
/** Of any page, the slowest one. */
const MAX_PAGE_MS = 1_000;

/** Loading does not wait for the disk: what was not loaded completely is loaded again. */
const CONFIG = [
  ...['shared_buffers = 512MB', 'max_wal_size = 4GB', 'maintenance_work_mem = 512MB'],
  ...['fsync = off', 'full_page_writes = off', 'autovacuum = off', 'checkpoint_timeout = 30min'],
];

interface SamplePayment {
  readonly id: string;
  readonly authorization: string;
  readonly account: string;
  readonly at: string;
  readonly day: string;
  readonly tillId: string;
  readonly shop: string;
}

const NO_FILTER = {
  ...{ from: null, to: null, shop: null, kind: null, state: null, amount: null, text: null },
} as const;

type Page = Promise<Result<unknown>>;
type Question = (owner: ChainOwner, payment: SamplePayment) => Page;

/** Every view and every filter of the history; each page is about another payment. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  'the newest payments': searchFor(() => ({})),
  'the payments before a time': searchFor(() => ({}), 'later page'),
  'the payments of a day': searchFor(({ day }) => ({ from: day, to: day })),
  'the payments of a shop': searchFor(({ shop }) => ({ shop })),
  'an older page of a shop': searchFor(({ shop }) => ({ shop }), 'later page'),
  'the payments of a kind': searchFor(() => ({ kind: 'top-up' })),
  'an older page of a kind': searchFor(() => ({ kind: 'top-up' }), 'later page'),
  'the rejected payments': searchFor(() => ({ state: 'rejected' }), 'later page'),
  'the open payments': searchFor(() => ({ state: 'open' })),
  'the refunded payments': searchFor(() => ({ state: 'refunded' })),
  'an amount that no payment has': searchFor(() => ({ amount: '123.45' })),
  'a shop that does not exist': searchFor(() => ({ shop: 'no such shop' }), 'later page'),
  'an authorization': searchFor(({ authorization }) => ({ text: authorization })),
  'an external_id': searchFor(({ id }) => ({ text: id })),
  'an account': searchFor(({ account }) => ({ text: account })),
  'the end of an account': searchFor(({ account }) => ({ text: account.slice(-9) })),
  // These read the most payments, each from another page of the disk.
  'an end of 5 digits': searchFor(({ account }) => ({ text: account.slice(-5) })),
  'an end of 4 digits': allowTooMany(searchFor(({ account }) => ({ text: account.slice(-4) }))),
  'an end of 5 digits that many accounts have': searchFor((payment) => ({
    text: `1${toFrequentEnd(payment)}`,
  })),
  'an end of 4 digits that too many accounts have': allowTooMany(
    searchFor((payment) => ({ text: toFrequentEnd(payment) })),
  ),
  'an authorization within a day': searchFor(({ authorization, day }) => ({
    ...{ from: day, to: day, text: authorization },
  })),
  'an end of 4 digits within a day': searchFor(({ account, day }) => ({
    ...{ from: day, to: day, text: account.slice(-4) },
  })),
  'an authorization within a week': searchFor(({ authorization, at, day }) => ({
    ...{ from: toDay(Date.parse(at) - 6 * DAY_MS, TIME_ZONE), to: day, text: authorization },
  })),
  'an end of 5 digits within a week': searchFor(({ account, at, day }) => ({
    ...{ from: toDay(Date.parse(at) - 6 * DAY_MS, TIME_ZONE), to: day, text: account.slice(-5) },
  })),
  'a name within a day': searchFor(({ day }) => ({ from: day, to: day, text: 'no such name' })),
  'an amount within a day': searchFor(({ day }) => ({ from: day, to: day, amount: '123.45' })),
  'the overview': (owner) => owner.overview(),
  "a day's totals by shop": (owner, { day }) => owner.today({ day, shop: null }),
  "a day's totals of a shop": (owner, { day, shop }) => owner.today({ day, shop }),
  'the tills': (owner) =>
    owner.tills({ text: null, hasProblems: false, cursor: null, limit: LIMIT }),
  'the last tills': (owner) =>
    owner.tills({ text: null, hasProblems: false, cursor: String(TILLS - LIMIT), limit: LIMIT }),
  'a till': (owner, { tillId }) => owner.till({ tillId }),
  'the unresolved payments': (owner) => owner.unresolved({ cursor: null, limit: LIMIT }),
  'a month of daily files': (owner, { day }) => owner.days({ before: day }),
  'a daily file': (owner, { day }) => owner.day({ day }),
  'the differences': (owner) => owner.differences({ kind: 'all', cursor: null, limit: LIMIT }),
  'the shifts': (owner) => owner.shifts({ ...NO_SHIFT_FILTER, isDifferent: false }),
  'the shifts with a difference': (owner) =>
    owner.shifts({ ...NO_SHIFT_FILTER, isDifferent: true }),
  'the shifts with a difference before a time': (owner, payment) =>
    owner.shifts({ ...NO_SHIFT_FILTER, isDifferent: true, cursor: toCursor(payment) }),
};
const NO_SHIFT_FILTER = { from: null, to: null, cursor: null, limit: LIMIT };

function searchFor(
  toFilter: (payment: SamplePayment) => Partial<ValidatedCallInput<'chain.search'>['filter']>,
  page: 'first page' | 'later page' = 'first page',
): Question {
  return (owner, payment) =>
    owner.search({
      filter: { ...NO_FILTER, ...toFilter(payment) },
      cursor: page === 'first page' ? null : toCursor(payment),
      limit: LIMIT,
    });
}

const toFrequentEnd = ({ authorization }: SamplePayment): string =>
  getFrequentEnd(Number(authorization.slice(1)));

/** The page may also say that too many payments have this number. */
function allowTooMany(question: Question): Question {
  return async (owner, payment) => {
    const page = await question(owner, payment);
    const isTooMany =
      !page.ok && 'reason' in page.problem && page.problem.reason === 'needs-longer-number';
    return isTooMany ? ok(null) : page;
  };
}

const toCursor = ({ at, id }: SamplePayment): string => `${at}/${id}`;

export async function run({
  isAll,
}: {
  readonly isAll: boolean;
}): Promise<BenchResult[] | UnavailablePart> {
  const rows = isAll ? ROWS.all : ROWS.short;
  const loaded = await openLoadedChain({
    size: { rows, days: DAYS, tills: TILLS },
    folderName: isAll ? 'mostrador-bench-chain-views' : null,
    config: CONFIG,
    load: (loading) => insertBusyDays(loading, { rows, days: DAYS, tills: TILLS }),
  });
  if ('unavailableReason' in loaded) return loaded;
  const { postgres, chain } = loaded;
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  try {
    const owner = await createBenchOwner(chain, folder);
    const payments = await samplePayments(chain);
    const results: BenchResult[] = [];
    for (const [name, question] of Object.entries(QUESTIONS)) {
      reportProgress(`chain-views: ${name}`);
      const pagesMs: number[] = [];
      for (const payment of payments) {
        const startedAt = performance.now();
        const page = await question(owner, payment);
        pagesMs.push(performance.now() - startedAt);
        if (!page.ok) throw new Error(`${name}: ${JSON.stringify(page.problem)}`);
      }
      results.push(
        toBenchResult({
          name: `${name}, the slowest of ${PAGES} pages`,
          samples: { ours: pagesMs, bare: null },
          minSamples: PAGES,
          limit: { of: 'ours', most: MAX_PAGE_MS },
          percent: 100,
        }),
      );
    }
    return results;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Payments at times that are spread over the half year. */
async function samplePayments(chain: TestChain): Promise<SamplePayment[]> {
  const rows = await chain.database.sql(
    `SELECT p.payment_id AS id, p.authorization_id AS authorization, p.account_number AS account,
      p.created_at AS at, p.till_id AS "tillId", t.shop
    FROM (SELECT min(created_at) AS first, max(created_at) AS last FROM chain.payments) AS e,
      generate_series(0, ${PAGES - 1}) AS n,
      LATERAL (SELECT * FROM chain.payments
        WHERE created_at <= e.last - (n + 0.5) * (e.last - e.first) / ${PAGES}
        ORDER BY created_at DESC LIMIT 1) AS p JOIN chain.tills t USING (till_id)`,
  );
  if (rows.length !== PAGES) throw new Error('payments are missing');
  return rows.map((row) => {
    const at = row.at instanceof Date ? row.at : new Date(String(row.at));
    const day = toDay(at.getTime(), TIME_ZONE);
    const { id, authorization, account, tillId, shop } = row;
    return { id, authorization, account, tillId, shop, at: at.toISOString(), day };
  }) as SamplePayment[];
}
