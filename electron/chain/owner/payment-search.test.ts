import { describe, expect, it } from 'vitest';
import { type ChainPayment, fail, ok } from '../../../shared/contract/index.ts';
import { silentLog } from '../../platform/index.ts';
import { readPaymentsPage, searchPayments } from './payment-search.ts';
import type { ChainViewContext } from './views.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-27T12:00:00Z');
const FILTER = {
  ...{ from: null, to: null, shop: null, kind: null, state: null, amount: null, text: null },
} as const;

/** How old the first payment of each chain is. */
const OLDEST_PAYMENT_DAYS = 800;

interface FakeChain {
  readonly perDay?: number;
  readonly queryMs?: number;
  /** The payments that have the searched number. */
  readonly numbered?: readonly number[];
  readonly hasTooManyNumbered?: boolean;
}

/**
 * A chain with so many payments a day, of which those of `daysAgo` match the filter. Each query takes
 * `queryMs`.
 */
function createChainWith(
  daysAgo: readonly number[],
  { perDay = 100, queryMs = 10, numbered = [], hasTooManyNumbered = false }: FakeChain = {},
) {
  let uptime = 0;
  const pieces: { readonly since: number | null; readonly until: number }[] = [];
  const toDaysAgo = (at: unknown): number =>
    at === null ? 0 : (NOW - Date.parse(String(at))) / DAY_MS;
  const toTime = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();
  const query = async (text: string, values: readonly unknown[] = []) => {
    uptime += queryMs;
    if (text.includes('view_search_since')) {
      const since = toDaysAgo(values[0]) + Number(values[2]) / perDay;
      return ok([{ since: since > OLDEST_PAYMENT_DAYS ? null : toTime(since) }]);
    }
    const { since, match = null } = JSON.parse(String(values[0]));
    if (match === 'number' && hasTooManyNumbered) {
      return fail({ kind: 'chain-view', reason: 'needs-longer-number' });
    }
    const piece = {
      since: since === null ? null : toDaysAgo(since),
      until: toDaysAgo(values[1] ?? null),
    };
    if (match !== 'number') pieces.push(piece);
    return ok(
      daysAgo
        .filter((days) => match === null || (match === 'number') === numbered.includes(days))
        .filter((days) => days > piece.until && (piece.since === null || days <= piece.since))
        .slice(0, Number(values[3]))
        .map(createRow),
    );
  };
  const context: ChainViewContext = {
    ...{ now: NOW, timeZone: 'UTC', language: 'es-MX', log: silentLog },
    clock: { uptime: () => uptime },
  };
  return { query, context, pieces };
}

const toId = (daysAgo: number): string => `payment-${daysAgo}`.replace('.', '_');

function createRow(daysAgo: number): Record<string, unknown> {
  const payment: ChainPayment = {
    id: toId(daysAgo),
    till: { tillId: 'till-1', shop: 'Centro', posNumber: '07' },
    kind: 'bill',
    state: 'rejected',
    createdAt: new Date(NOW - daysAgo * DAY_MS).toISOString(),
    billerId: 40,
    billerName: 'CFE',
    account: '1',
    amount: { amount: '1.00', currency: 'MXN' },
    due: { amount: '1.00', currency: 'MXN' },
    externalId: 'e',
    authorization: null,
    cashierName: 'Ana',
    code: null,
    refund: null,
    cancelledBy: null,
  };
  return { ...payment };
}

describe('the search among the payments of a chain', () => {
  const input = { filter: { ...FILTER, state: 'rejected' as const }, limit: 2 };

  it('ends a page of a rare filter of a busy chain early, and continues it where it ended', async () => {
    const chain = createChainWith([40, 90, 200], { perDay: 50_000, queryMs: 100 });
    const found: string[] = [];
    const searchedDays: (number | null)[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await searchPayments(chain.query, chain.context, { ...input, cursor });
      if (!page.ok) throw new Error(page.problem.kind);
      found.push(...page.value.payments.map(({ id }) => id));
      const { searchedSince, next } = page.value;
      searchedDays.push(searchedSince === null ? null : (NOW - Date.parse(searchedSince)) / DAY_MS);
      if (next === null) break;
      cursor = next;
    }
    expect(searchedDays.slice(0, 3)).toEqual([2, 4, 6]);
    expect(searchedDays).toHaveLength(OLDEST_PAYMENT_DAYS / 2 + 1);
    expect(found).toEqual(['payment-40', 'payment-90', 'payment-200']);
  });

  it('reads all payments of a small chain in two pieces', async () => {
    const chain = createChainWith([], { perDay: 100 });
    const page = await searchPayments(chain.query, chain.context, { ...input, cursor: null });
    expect(page).toEqual(ok({ payments: [], next: null, searchedSince: null }));
    expect(chain.pieces).toEqual([
      { until: 0, since: 500 },
      { until: 500, since: null },
    ]);
  });

  const dayFilter = { ...FILTER, text: '4858600', from: '2026-11-26', to: '2026-11-26' };

  it.each([
    ['a text within one day in pieces', '2026-11-26', 2],
    ['a number within two days in one query', '2026-11-25', 1],
  ])('reads %s', async (_name, from, queries) => {
    const chain = createChainWith([0.6], { perDay: 100_000 });
    const filter = { ...dayFilter, from };
    await searchPayments(chain.query, chain.context, { filter, cursor: null, limit: 50 });
    expect(chain.pieces).toHaveLength(queries);
  });

  it('shows the payments with a number on the first page of a busy day, however early it ends', async () => {
    const chain = createChainWith([0.6, 1.2, 1.4], {
      ...{ perDay: 500_000, queryMs: 150, numbered: [1.4] },
    });
    const pages = await readAllPages(chain, 50);
    expect(pages[0]?.searchedSince).toBe('2026-11-26T21:36:00.000Z');
    expect(pages[0]?.ids).toEqual(['payment-0_6', 'payment-1_4']);
    expect(pages.slice(1).flatMap(({ ids }) => ids)).toEqual(['payment-1_2']);
  });

  it.each([1, 2, 3])('shows each match of a number once on pages of %i', async (limit) => {
    const daysAgo = [0.6, 0.7, 0.8, 0.9, 1, 1.1];
    const chain = createChainWith(daysAgo, { perDay: 200_000, numbered: [0.7, 0.8, 1] });
    const pages = await readAllPages(chain, limit);
    const ids = pages.flatMap((page) => page.ids);
    expect(ids.toSorted()).toEqual(daysAgo.map(toId).toSorted());
    const idsOfNumber = [0.7, 0.8, 1].map(toId);
    expect(ids.slice(0, Math.ceil(3 / limit) * limit)).toEqual(expect.arrayContaining(idsOfNumber));
  });

  it('reads a day for a number that too many payments have', async () => {
    const chain = createChainWith([0.6, 1.2], {
      ...{ perDay: 500_000, queryMs: 150, numbered: [0.6], hasTooManyNumbered: true },
    });
    const ids = (await readAllPages(chain, 50)).flatMap((page) => page.ids);
    expect(ids).toEqual(['payment-0_6', 'payment-1_2']);
  });

  async function readAllPages(chain: ReturnType<typeof createChainWith>, limit: number) {
    const pages: { readonly ids: string[]; readonly searchedSince: string | null }[] = [];
    for (let cursor: string | null = null; ; ) {
      const input = { filter: dayFilter, cursor, limit };
      const page = await searchPayments(chain.query, chain.context, input);
      if (!page.ok) throw new Error(page.problem.kind);
      const { payments, searchedSince, next } = page.value;
      pages.push({ ids: payments.map(({ id }) => id), searchedSince });
      if (next === null) return pages;
      cursor = next;
    }
  }

  it('reads open payments, which an index finds, in one query', async () => {
    const chain = createChainWith([200], { perDay: 100_000 });
    const filter = { ...FILTER, state: 'open' as const, shop: 'centro' };
    await searchPayments(chain.query, chain.context, { filter, cursor: null, limit: 50 });
    expect(chain.pieces).toHaveLength(1);
  });

  it('reads an export to its end, however long its pieces take', async () => {
    const chain = createChainWith([40, 90], { perDay: 50_000, queryMs: 10_000 });
    const filter = { ...input.filter, from: '2026-08-01' };
    const page = await readPaymentsPage(chain.query, chain.context, filter, null, 500);
    expect(page).toMatchObject({ ok: true, value: { next: null, searchedSince: null } });
    expect(page.ok && page.value.payments).toHaveLength(2);
  });

  it('fills a page from several pieces', async () => {
    const chain = createChainWith([0.5, 3, 4, 9], { perDay: 25_000 });
    const first = await searchPayments(chain.query, chain.context, { ...input, cursor: null });
    expect(first).toMatchObject({
      value: { payments: [{ id: 'payment-0_5' }, { id: 'payment-3' }], searchedSince: null },
    });
    const cursor = first.ok ? first.value.next : null;
    expect(cursor).toContain('payment-3');
  });
});
