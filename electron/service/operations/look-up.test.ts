import { describe, expect, it } from 'vitest';
import { createDateHeader, createTestAnswer, createTestService } from '../test-exchange.ts';

const OUR_EXTERNAL_ID = 'ours+1';
const OUR_UUID = '5f0d7b1e-8f3c-4c39-9d5e-1f2a3b4c5d6e';
const buildRow = (id: number, externalId?: string | null) => ({ id, external_id: externalId });

function createPagedRig(
  pages: readonly unknown[][],
  headers: Readonly<Record<string, string>> = {},
) {
  return createTestService((request) => {
    const page = Number(new URLSearchParams(request.target.split('?')[1]).get('page') ?? '1');
    const pagination = {
      total_entries: pages.flat().length,
      total_pages: pages.length,
      next_page: page < pages.length ? page + 1 : null,
    };
    const body = { transactions: pages[page - 1] ?? [] };
    return createTestAnswer(200, body, { 'x-pagination': JSON.stringify(pagination), ...headers });
  });
}

describe('a look-up by external_id', () => {
  it('sends the encoded filter by POST in generation 1 and by GET in generation 3', async () => {
    const first = createPagedRig([[]]);
    await first.runUntilSettled(first.service.lookUp(OUR_EXTERNAL_ID));
    expect(first.requests[0]).toMatchObject({
      method: 'POST',
      target: '/transactions?q%5Bexternal_id_eq%5D=ours%2B1',
      body: '{}',
      needsOwnConnection: true,
    });
    expect(first.requests[0]?.headers).not.toHaveProperty('Idempotency-Key');
    const third = createTestService(() => createTestAnswer(200, { transactions: [] }), {
      version: 'v3.mx',
    });
    await third.runUntilSettled(third.service.lookUp(OUR_EXTERNAL_ID));
    expect(third.requests[0]).toMatchObject({ method: 'GET', body: null });
    expect(third.requests[0]?.headers).not.toHaveProperty('Content-MD5');
  });

  it('finds only the row with our external_id, on any page', async () => {
    const { service, runUntilSettled, requests } = createPagedRig([
      [buildRow(1, 'a'), buildRow(2)],
      [buildRow(3, OUR_EXTERNAL_ID), buildRow(4, 'b')],
    ]);
    expect(await runUntilSettled(service.lookUp(OUR_EXTERNAL_ID))).toMatchObject({
      kind: 'found',
      rows: [{ id: '3', externalId: OUR_EXTERNAL_ID }],
    });
    expect(requests).toHaveLength(2);
  });

  it('finds a row only once when the pages shift while they are read', async () => {
    const { service, runUntilSettled } = createPagedRig([
      [buildRow(1, 'a'), buildRow(2, OUR_EXTERNAL_ID)],
      [buildRow(2, OUR_EXTERNAL_ID), buildRow(3, 'b')],
    ]);
    const result = await runUntilSettled(service.lookUp(OUR_EXTERNAL_ID));
    expect(result.kind === 'found' && result.rows).toHaveLength(1);
  });

  it('returns empty when a complete list has no row with our external_id', async () => {
    const date = Date.UTC(2026, 0, 15, 16);
    const ignored = createPagedRig(
      [[buildRow(1, 'a')], [buildRow(2, 'b')]],
      createDateHeader(date),
    );
    expect(await ignored.runUntilSettled(ignored.service.lookUp(OUR_EXTERNAL_ID))).toEqual({
      kind: 'empty',
      time: { kind: 'agreed', time: date },
    });
    const disputed = createPagedRig(
      [[buildRow(1, 'a')], [buildRow(2, 'b')]],
      createDateHeader(date + 60 * 60_000),
    );
    expect(await disputed.runUntilSettled(disputed.service.lookUp(OUR_EXTERNAL_ID))).toEqual({
      kind: 'empty',
      time: { kind: 'disputed' },
    });
    const undated = createPagedRig([[]]);
    expect(await undated.runUntilSettled(undated.service.lookUp(OUR_EXTERNAL_ID))).toEqual({
      kind: 'empty',
      time: { kind: 'no-date', time: date },
    });
  });

  it('returns the time of the first page, after which our row may have been created', async () => {
    let count = 0;
    const { service, runUntilSettled } = createTestService((request) => {
      count += 1;
      const pagination = JSON.stringify({ next_page: count < 3 ? count + 1 : null });
      return createTestAnswer(
        200,
        { transactions: [buildRow(count, 'a')] },
        { 'x-pagination': pagination, ...createDateHeader(request.at + count * 1000) },
      );
    });
    const result = await runUntilSettled(service.lookUp(OUR_EXTERNAL_ID));
    expect(result.kind).toBe('empty');
    const startedAt = Date.UTC(2026, 0, 15, 16);
    expect(result.kind === 'empty' && result.time).toEqual({
      kind: 'agreed',
      time: startedAt + 1000,
    });
  });

  it.each([
    OUR_UUID.toUpperCase(),
    `{${OUR_UUID}}`,
    ` {${OUR_UUID.toUpperCase()}} `,
    OUR_UUID.replaceAll('-', ''),
  ])('finds our row with its external_id written as %j', async (spelling) => {
    const { service, runUntilSettled } = createPagedRig([[buildRow(7, spelling)]]);
    expect(await runUntilSettled(service.lookUp(OUR_UUID))).toMatchObject({
      kind: 'found',
      rows: [{ id: '7', externalId: OUR_UUID }],
    });
  });

  it('returns the rows without an external_id unless another row has ours', async () => {
    for (const rowWithoutId of [buildRow(1), buildRow(1, null), buildRow(1, ''), { id: 1 }]) {
      const { service, runUntilSettled } = createPagedRig([[rowWithoutId]]);
      expect(await runUntilSettled(service.lookUp(OUR_EXTERNAL_ID))).toMatchObject({
        kind: 'without-id',
        rows: [{ id: '1', externalId: null }],
        isFilterIgnored: false,
      });
      const withOthers = createPagedRig([[rowWithoutId, buildRow(2, 'a')], [buildRow(3)]]);
      expect(
        await withOthers.runUntilSettled(withOthers.service.lookUp(OUR_EXTERNAL_ID)),
      ).toMatchObject({
        kind: 'without-id',
        rows: [{ id: '1' }, { id: '3' }],
        isFilterIgnored: true,
      });
      const withOurs = createPagedRig([[rowWithoutId, buildRow(9, OUR_EXTERNAL_ID)]]);
      expect(
        await withOurs.runUntilSettled(withOurs.service.lookUp(OUR_EXTERNAL_ID)),
      ).toMatchObject({
        kind: 'found',
      });
    }
  });

  it('returns unclear for rows that cannot be parsed', async () => {
    for (const broken of [
      null,
      'x',
      [],
      { external_id: OUR_EXTERNAL_ID },
      { id: null, external_id: OUR_EXTERNAL_ID },
    ]) {
      const { service, runUntilSettled } = createPagedRig([[broken]]);
      expect(await runUntilSettled(service.lookUp(OUR_EXTERNAL_ID))).toMatchObject({
        kind: 'unclear',
      });
    }
  });

  it('returns unclear when the list may not have been read to its end', async () => {
    const repeats = createTestService((_request, count) =>
      createTestAnswer(
        200,
        { transactions: [buildRow(1, 'a')] },
        { 'x-pagination': JSON.stringify({ next_page: count + 1 }) },
      ),
    );
    expect(await repeats.runUntilSettled(repeats.service.lookUp(OUR_EXTERNAL_ID))).toMatchObject({
      kind: 'unclear',
    });
    expect(repeats.requests).toHaveLength(2);
    const headless = createTestService(() =>
      createTestAnswer(200, { transactions: [buildRow(1, 'a')] }),
    );
    expect(await headless.runUntilSettled(headless.service.lookUp(OUR_EXTERNAL_ID))).toMatchObject({
      kind: 'unclear',
    });
  });

  it('returns unclear when a page does not say which page is next', async () => {
    const { service, runUntilSettled } = createTestService((_request, count) =>
      createTestAnswer(
        200,
        { transactions: [buildRow(count, 'a')] },
        count === 1 ? {} : { 'x-pagination': JSON.stringify({ next_page: null }) },
      ),
    );
    expect(await runUntilSettled(service.lookUp(OUR_EXTERNAL_ID))).toMatchObject({
      kind: 'unclear',
    });
  });

  it('returns empty for a list without rows, although it does not say which page is next', async () => {
    const { service, runUntilSettled } = createTestService(() =>
      createTestAnswer(200, { transactions: [] }),
    );
    expect(await runUntilSettled(service.lookUp(OUR_EXTERNAL_ID))).toMatchObject({ kind: 'empty' });
  });

  it('returns the problem of a failed page unless an earlier page had our row', async () => {
    const createFailingRig = (first: string) =>
      createTestService((request) =>
        request.target.includes('page=')
          ? createTestAnswer(404, '')
          : createTestAnswer(
              200,
              { transactions: [buildRow(1, first)] },
              { 'x-pagination': JSON.stringify({ next_page: 2 }) },
            ),
      );
    const withoutOurs = createFailingRig('a');
    expect(
      await withoutOurs.runUntilSettled(withoutOurs.service.lookUp(OUR_EXTERNAL_ID)),
    ).toMatchObject({
      kind: 'failed',
      problem: { kind: 'service-refused', httpStatus: 404 },
    });
    const withOurs = createFailingRig(OUR_EXTERNAL_ID);
    expect(await withOurs.runUntilSettled(withOurs.service.lookUp(OUR_EXTERNAL_ID))).toMatchObject({
      kind: 'found',
    });
  });

  it('fails as unreadable when the answer contains no list', async () => {
    for (const body of [{}, { transactions: null }, { transactions: {} }, 'null', '3']) {
      const { service, runUntilSettled } = createTestService(() => createTestAnswer(200, body));
      expect(await runUntilSettled(service.lookUp(OUR_EXTERNAL_ID))).toMatchObject({
        kind: 'failed',
        problem: { kind: 'service-unreadable' },
      });
    }
  });

  it('throws for a blank external_id, which would match everything', async () => {
    const { service } = createPagedRig([[]]);
    await expect(service.lookUp('')).rejects.toThrow(TypeError);
  });
});

describe('a look-up by transaction id', () => {
  it('finds the row with that id even when the service ignores the filter', async () => {
    const { service, requests, runUntilSettled } = createPagedRig([[buildRow(1), buildRow(48586)]]);
    expect(await runUntilSettled(service.lookUpTransaction('48586'))).toMatchObject({
      kind: 'found',
      rows: [{ id: '48586' }],
    });
    expect(requests[0]?.target).toBe('/transactions?q%5Bid_eq%5D=48586');
    const unrelated = createPagedRig([[buildRow(1)]]);
    expect(await unrelated.runUntilSettled(unrelated.service.lookUpTransaction('2'))).toMatchObject(
      {
        kind: 'empty',
      },
    );
  });
});
