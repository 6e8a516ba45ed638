import { describe, expect, it } from 'vitest';
import { createTestAnswer, createTestService } from '../test-exchange.ts';

const buildRow = (id: number) => ({
  id,
  external_id: `e${id}`,
  created_at: '2026-01-15T16:00:00Z',
});
const buildHeader = (next: number | null) => ({
  'x-pagination': JSON.stringify({ total_entries: 3, total_pages: 2, next_page: next }),
});

describe('a page of the service’s own transactions', () => {
  it.each([
    ['v1.6', 'POST', '{}'],
    ['v3.mx', 'GET', null],
  ] as const)(
    'requests a transaction page without a filter in %s',
    async (version, method, body) => {
      const { service, runUntilSettled, requests } = createTestService(
        () => createTestAnswer(200, { transactions: [buildRow(1)] }, buildHeader(2)),
        { version },
      );
      await runUntilSettled(service.listTransactions(1));
      await runUntilSettled(service.listTransactions(2));
      expect(requests.map((request) => request.target)).toEqual([
        '/transactions',
        '/transactions?page=2',
      ]);
      expect(requests[0]).toMatchObject({ method, body, needsOwnConnection: false });
    },
  );

  it('returns the rows, the number of unreadable rows and the end of the list', async () => {
    const { service, runUntilSettled } = createTestService((_request, count) =>
      createTestAnswer(
        200,
        { transactions: [buildRow(1), 'nothing', buildRow(2)] },
        buildHeader(count < 2 ? 2 : null),
      ),
    );
    expect(await runUntilSettled(service.listTransactions(1))).toMatchObject({
      value: {
        transactions: [{ id: '1', externalId: 'e1' }, { id: '2' }],
        unreadableCount: 1,
        totalPages: 2,
        totalEntries: 3,
        hasNext: true,
      },
    });
    expect(await runUntilSettled(service.listTransactions(2))).toMatchObject({
      value: { hasNext: false },
    });
  });

  it('expects a next page without a pagination header if this page had rows', async () => {
    const { service, runUntilSettled } = createTestService((_request, count) =>
      createTestAnswer(200, { transactions: count < 2 ? [buildRow(1)] : [] }),
    );
    const first = await runUntilSettled(service.listTransactions(1));
    expect(first).toMatchObject({ value: { totalPages: null, hasNext: true } });
    const second = await runUntilSettled(service.listTransactions(2));
    expect(second).toMatchObject({ value: { hasNext: false, transactions: [] } });
  });

  it('returns a problem when the transaction page cannot be parsed', async () => {
    const { service, runUntilSettled } = createTestService(() => createTestAnswer(200, '<html>'));
    expect(await runUntilSettled(service.listTransactions(1))).toMatchObject({
      problem: { kind: 'service-unreadable' },
    });
  });
});
