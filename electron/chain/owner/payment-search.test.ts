import { describe, expect, it } from 'vitest';
import { type ChainPayment, ok } from '../../../shared/contract/index.ts';
import { silentLog } from '../../platform/index.ts';
import { readPaymentsPage, searchPayments } from './payment-search.ts';
import type { ChainViewContext } from './views.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-27T12:00:00Z');
const FILTER = {
  ...{ from: null, to: null, shop: null, kind: null, state: null, amount: null, text: null },
} as const;

/** A chain in which each query takes `queryMs`, with a rejected payment on these days ago. */
function createChainOf(daysAgo: readonly number[], queryMs: number) {
  let uptime = 0;
  const pieces: { readonly since: number | null; readonly until: number }[] = [];
  const toDaysAgo = (at: string): number => (NOW - Date.parse(at)) / DAY_MS;
  const query = async (_text: string, values: readonly unknown[] = []) => {
    uptime += queryMs;
    const { since } = JSON.parse(String(values[0]));
    const piece = {
      since: since === null ? null : toDaysAgo(since),
      until: values[1] === null ? 0 : toDaysAgo(String(values[1])),
    };
    pieces.push(piece);
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

  it('ends a page of a rare filter after half a second, and continues it where it ended', async () => {
    const chain = createChainOf([40, 90, 200], 400);
    const found: string[] = [];
    const searchedDays: (number | null)[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await searchPayments(chain.query, chain.context, { ...input, cursor });
      if (!page.ok) throw new Error(page.problem.kind);
      found.push(...page.value.payments.map(({ id }) => id));
      const { searchedSince, next } = page.value;
      searchedDays.push(searchedSince === null ? null : (NOW - Date.parse(searchedSince)) / DAY_MS);
      expect(chain.pieces.splice(0).length).toBeLessThanOrEqual(2);
      if (next === null) break;
      cursor = next;
    }
    expect(searchedDays.slice(0, 3)).toEqual([2, 4, 6]);
    expect(found).toEqual(['payment-40', 'payment-90', 'payment-200']);
  });

  it('reads all payments in few pieces where they are read fast', async () => {
    const chain = createChainOf([], 10);
    const page = await searchPayments(chain.query, chain.context, { ...input, cursor: null });
    expect(page).toEqual(ok({ payments: [], next: null, searchedSince: null }));
    expect(chain.pieces).toHaveLength(6);
    expect(chain.pieces.at(-1)?.since).toBeNull();
    expect(chain.pieces.map(({ until }) => until)).toEqual([0, 1, 5, 21, 85, 341]);
  });

  it('reads an export to its end, however long its pieces take', async () => {
    const chain = createChainOf([40, 90], 400);
    const filter = { ...input.filter, from: '2026-08-01' };
    const page = await readPaymentsPage(chain.query, chain.context, filter, null, 500);
    expect(page).toMatchObject({ ok: true, value: { next: null, searchedSince: null } });
    expect(page.ok && page.value.payments).toHaveLength(2);
  });

  it('fills a page from several pieces', async () => {
    const chain = createChainOf([0.5, 3, 4, 9], 10);
    const first = await searchPayments(chain.query, chain.context, { ...input, cursor: null });
    expect(first).toMatchObject({
      value: { payments: [{ id: 'payment-0.5' }, { id: 'payment-3' }], searchedSince: null },
    });
    const cursor = first.ok ? first.value.next : null;
    expect(cursor).toContain('payment-3');
  });
});
