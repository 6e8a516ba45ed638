import { describe, expect, it } from 'vitest';
import { answer, rig } from '../test-exchange.ts';

const row = (id: number) => ({ id, external_id: `e${id}`, created_at: '2026-01-15T16:00:00Z' });
const pagination = (next: number | null) => ({
  'x-pagination': JSON.stringify({ total_entries: 3, total_pages: 2, next_page: next }),
});

describe('a page of the service’s own transactions', () => {
  it.each([
    ['v1.6', 'POST', '{}'],
    ['v3.mx', 'GET', null],
  ] as const)('is asked for without a filter in %s', async (version, method, body) => {
    const { service, finish, seen } = rig(
      () => answer(200, { transactions: [row(1)] }, pagination(2)),
      { version },
    );
    await finish(service.listTransactions(1));
    await finish(service.listTransactions(2));
    expect(seen.map((one) => one.target)).toEqual(['/transactions', '/transactions?page=2']);
    expect(seen[0]).toMatchObject({ method, body, needsOwnConnection: false });
  });

  it('tells its rows, those that nobody could read, and where the list ends', async () => {
    const { service, finish } = rig((_request, count) =>
      answer(200, { transactions: [row(1), 'nothing', row(2)] }, pagination(count < 2 ? 2 : null)),
    );
    expect(await finish(service.listTransactions(1))).toMatchObject({
      value: {
        transactions: [{ id: '1', externalId: 'e1' }, { id: '2' }],
        unreadable: 1,
        totalPages: 2,
        hasNext: true,
      },
    });
    expect(await finish(service.listTransactions(2))).toMatchObject({ value: { hasNext: false } });
  });

  it('without a word about pages there is a next one if this one held anything', async () => {
    const { service, finish } = rig((_request, count) =>
      answer(200, { transactions: count < 2 ? [row(1)] : [] }),
    );
    const first = await finish(service.listTransactions(1));
    expect(first).toMatchObject({ value: { totalPages: null, hasNext: true } });
    const second = await finish(service.listTransactions(2));
    expect(second).toMatchObject({ value: { hasNext: false, transactions: [] } });
  });

  it('answers why it could not be read', async () => {
    const { service, finish } = rig(() => answer(200, '<html>'));
    expect(await finish(service.listTransactions(1))).toMatchObject({
      problem: { kind: 'service-unreadable' },
    });
  });
});
