import { describe, expect, it } from 'vitest';
import { type ChainPayment, ok } from '../../../shared/contract/index.ts';
import { silentLog } from '../../platform/index.ts';
import { readPaymentsPage, searchPayments } from './payment-search.ts';
import type { ChainViewContext } from './views.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-11-27T12:00:00Z');
const FILTER = {
  ...{ from: null, to: null, shop: null, kind: null, state: null, amount: null, text: null },
} as const;

const OLDEST_DAY = 800;

/**
 * A chain with a rejected payment on these days ago, in which a query takes the time of the network
 * and that of reading each hour.
 */
function createChainOf(
  daysAgo: readonly number[],
  { networkMs, hourMs = 0 }: { readonly networkMs: number; readonly hourMs?: number },
) {
  let uptime = 0;
  const pieces: { readonly since: number | null; readonly until: number }[] = [];
  const toDaysAgo = (at: string): number => (NOW - Date.parse(at)) / DAY_MS;
  const query = async (_text: string, values: readonly unknown[] = []) => {
    const { since } = JSON.parse(String(values[0]));
    const piece = {
      since: since === null ? null : toDaysAgo(since),
      until: values[1] === null ? 0 : toDaysAgo(String(values[1])),
    };
    pieces.push(piece);
    const hours = ((piece.since ?? OLDEST_DAY) - piece.until) * 24;
    uptime += networkMs + hours * hourMs;
    return ok(
      daysAgo
        .filter((days) => days >= piece.until && (piece.since === null || days < piece.since))
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

function createRow(daysAgo: number): Record<string, unknown> {
  const payment: ChainPayment = {
    id: `payment-${daysAgo}`,
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

  it.each([
    ['a busy chain', { networkMs: 10, hourMs: 30 }, [13, 26, 39]],
    ['a busy chain on a slow server', { networkMs: 10, hourMs: 130 }, [5, 10, 15]],
    ['a small chain on a slow network', { networkMs: 250, hourMs: 0 }, [21, 42, 63]],
  ])('ends a page of a rare filter in %s, and continues it', async (_name, times, hours) => {
    const chain = createChainOf([40, 90, 200], times);
    const found: string[] = [];
    const searchedHours: (number | null)[] = [];
    for (let cursor: string | null = null; ; ) {
      const startedAt = chain.context.clock.uptime();
      const page = await searchPayments(chain.query, chain.context, { ...input, cursor });
      if (!page.ok) throw new Error(page.problem.kind);
      expect(chain.context.clock.uptime() - startedAt).toBeLessThanOrEqual(1_000);
      found.push(...page.value.payments.map(({ id }) => id));
      const { searchedSince, next } = page.value;
      searchedHours.push(
        searchedSince === null ? null : (NOW - Date.parse(searchedSince)) / HOUR_MS,
      );
      if (next === null) break;
      cursor = next;
    }
    expect(searchedHours.slice(0, 3)).toEqual(hours);
    expect(found).toEqual(['payment-40', 'payment-90', 'payment-200']);
  });

  it('reads all payments in few pieces where they are read fast', async () => {
    const chain = createChainOf([], { networkMs: 10 });
    const page = await searchPayments(chain.query, chain.context, { ...input, cursor: null });
    expect(page).toEqual(ok({ payments: [], next: null, searchedSince: null }));
    expect(chain.pieces.at(-1)?.since).toBeNull();
    expect(chain.pieces.map(({ until }) => until * 24)).toEqual([0, 1, 5, 21, 85, 341, 1365, 5461]);
  });

  it.each([
    ['a text within one day in pieces', '2026-11-26', 3],
    ['a text without a day, which is a number, in one query', '2026-11-25', 1],
  ])('reads %s', async (_name, from, queries) => {
    const chain = createChainOf([0.6], { networkMs: 10, hourMs: 30 });
    const filter = { ...FILTER, text: 'cfe', from, to: '2026-11-26' };
    await searchPayments(chain.query, chain.context, { filter, cursor: null, limit: 50 });
    expect(chain.pieces).toHaveLength(queries);
  });

  it('reads an export to its end, however long its pieces take', async () => {
    const chain = createChainOf([40, 90], { networkMs: 300, hourMs: 130 });
    const filter = { ...input.filter, from: '2026-08-01' };
    const page = await readPaymentsPage(chain.query, chain.context, filter, null, 500);
    expect(page).toMatchObject({ ok: true, value: { next: null, searchedSince: null } });
    expect(page.ok && page.value.payments).toHaveLength(2);
  });

  it('fills a page from several pieces', async () => {
    const chain = createChainOf([0.5, 3, 4, 9], { networkMs: 10 });
    const first = await searchPayments(chain.query, chain.context, { ...input, cursor: null });
    expect(first).toMatchObject({
      value: { payments: [{ id: 'payment-0.5' }, { id: 'payment-3' }], searchedSince: null },
    });
    const cursor = first.ok ? first.value.next : null;
    expect(cursor).toContain('payment-3');
  });
});
