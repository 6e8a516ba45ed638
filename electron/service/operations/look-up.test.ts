import { describe, expect, it } from 'vitest';
import { answer, dated, rig } from '../test-exchange.ts';

const OURS = 'ours+1';
const row = (id: number, externalId?: string | null) => ({ id, external_id: externalId });

function paged(pages: readonly unknown[][], headers: Readonly<Record<string, string>> = {}) {
  return rig((request) => {
    const page = Number(new URLSearchParams(request.target.split('?')[1]).get('page') ?? '1');
    const pagination = {
      total_entries: pages.flat().length,
      total_pages: pages.length,
      next_page: page < pages.length ? page + 1 : null,
    };
    const body = { transactions: pages[page - 1] ?? [] };
    return answer(200, body, { 'x-pagination': JSON.stringify(pagination), ...headers });
  });
}

describe('a look-up by external_id', () => {
  it('asks with the filter encoded, by POST in generation 1 and by GET in generation 3', async () => {
    const first = paged([[]]);
    await first.finish(first.service.lookUp(OURS));
    expect(first.seen[0]).toMatchObject({
      method: 'POST',
      target: '/transactions?q%5Bexternal_id_eq%5D=ours%2B1',
      body: '{}',
      needsOwnConnection: false,
    });
    expect(first.seen[0]?.headers).not.toHaveProperty('Idempotency-Key');
    const third = rig(() => answer(200, { transactions: [] }), { version: 'v3.mx' });
    await third.finish(third.service.lookUp(OURS));
    expect(third.seen[0]).toMatchObject({ method: 'GET', body: null });
    expect(third.seen[0]?.headers).not.toHaveProperty('Content-MD5');
  });

  it('finds the row that carries ours, on whatever page, and only that one', async () => {
    const { service, finish, seen } = paged([
      [row(1, 'a'), row(2)],
      [row(3, OURS), row(4, 'b')],
    ]);
    expect(await finish(service.lookUp(OURS))).toMatchObject({
      kind: 'found',
      rows: [{ id: '3', externalId: OURS }],
    });
    expect(seen).toHaveLength(2);
  });

  it('finds one row once, though the pages shift while they are read', async () => {
    const { service, finish } = paged([
      [row(1, 'a'), row(2, OURS)],
      [row(2, OURS), row(3, 'b')],
    ]);
    const found = await finish(service.lookUp(OURS));
    expect(found.kind === 'found' && found.rows).toHaveLength(1);
  });

  it('is empty when a whole list carries others only, or nothing', async () => {
    const date = Date.UTC(2026, 0, 15, 16);
    const ignored = paged([[row(1, 'a')], [row(2, 'b')]], dated(date));
    expect(await ignored.finish(ignored.service.lookUp(OURS))).toEqual({
      kind: 'empty',
      time: { kind: 'agreed', time: date },
    });
    const strange = paged([[row(1, 'a')], [row(2, 'b')]], dated(date + 60 * 60_000));
    expect(await strange.finish(strange.service.lookUp(OURS))).toEqual({
      kind: 'empty',
      time: { kind: 'disputed' },
    });
    const nothing = paged([[]]);
    expect(await nothing.finish(nothing.service.lookUp(OURS))).toEqual({
      kind: 'empty',
      time: { kind: 'untold', time: date },
    });
  });

  it('takes the time of its first page, after which ours may have come', async () => {
    let count = 0;
    const { service, finish } = rig((request) => {
      count += 1;
      const pagination = JSON.stringify({ next_page: count < 3 ? count + 1 : null });
      return answer(
        200,
        { transactions: [row(count, 'a')] },
        { 'x-pagination': pagination, ...dated(request.at + count * 1000) },
      );
    });
    const result = await finish(service.lookUp(OURS));
    expect(result.kind).toBe('empty');
    const startedAt = Date.UTC(2026, 0, 15, 16);
    expect(result.kind === 'empty' && result.time).toEqual({
      kind: 'agreed',
      time: startedAt + 1000,
    });
  });

  it('is unclear with rows without an external_id, unless another row carries ours', async () => {
    for (const nameless of [row(1), row(1, null), row(1, ''), { id: 1 }]) {
      const { service, finish } = paged([[nameless]]);
      expect(await finish(service.lookUp(OURS))).toMatchObject({ kind: 'unclear' });
      const withOurs = paged([[nameless, row(9, OURS)]]);
      expect(await withOurs.finish(withOurs.service.lookUp(OURS))).toMatchObject({ kind: 'found' });
    }
  });

  it('is unclear with rows that cannot be read', async () => {
    for (const broken of [null, 'x', [], { external_id: OURS }, { id: null, external_id: OURS }]) {
      const { service, finish } = paged([[broken]]);
      expect(await finish(service.lookUp(OURS))).toMatchObject({ kind: 'unclear' });
    }
  });

  it('is unclear when the list may not have been read to its end', async () => {
    const repeats = rig((_request, count) =>
      answer(
        200,
        { transactions: [row(1, 'a')] },
        { 'x-pagination': JSON.stringify({ next_page: count + 1 }) },
      ),
    );
    expect(await repeats.finish(repeats.service.lookUp(OURS))).toMatchObject({ kind: 'unclear' });
    expect(repeats.seen).toHaveLength(2);
    const headless = rig(() => answer(200, { transactions: [row(1, 'a')] }));
    expect(await headless.finish(headless.service.lookUp(OURS))).toMatchObject({ kind: 'unclear' });
  });

  it('fails with what failed, unless a page before it already carried ours', async () => {
    const failing = (first: string) =>
      rig((request) =>
        request.target.includes('page=')
          ? answer(404, '')
          : answer(
              200,
              { transactions: [row(1, first)] },
              { 'x-pagination': JSON.stringify({ next_page: 2 }) },
            ),
      );
    const without = failing('a');
    expect(await without.finish(without.service.lookUp(OURS))).toMatchObject({
      kind: 'failed',
      problem: { kind: 'service-refused', httpStatus: 404 },
    });
    const withOurs = failing(OURS);
    expect(await withOurs.finish(withOurs.service.lookUp(OURS))).toMatchObject({ kind: 'found' });
  });

  it('fails on an answer that is no list', async () => {
    for (const body of [{}, { transactions: null }, { transactions: {} }, 'null', '3']) {
      const { service, finish } = rig(() => answer(200, body));
      expect(await finish(service.lookUp(OURS))).toMatchObject({
        kind: 'failed',
        problem: { kind: 'service-unreadable' },
      });
    }
  });

  it('refuses to look for nothing: a blank filter would return everything', async () => {
    const { service } = paged([[]]);
    await expect(service.lookUp('')).rejects.toThrow(TypeError);
  });
});

describe('a look-up by transaction id', () => {
  it('finds the row with that id and believes no ignored filter', async () => {
    const { service, seen, finish } = paged([[row(1), row(48586)]]);
    expect(await finish(service.lookUpTransaction('48586'))).toMatchObject({
      kind: 'found',
      rows: [{ id: '48586' }],
    });
    expect(seen[0]?.target).toBe('/transactions?q%5Bid_eq%5D=48586');
    const other = paged([[row(1)]]);
    expect(await other.finish(other.service.lookUpTransaction('2'))).toMatchObject({
      kind: 'empty',
    });
  });
});
