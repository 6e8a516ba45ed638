import { describe, expect, it } from 'vitest';
import {
  createDateHeader,
  createTestAnswer,
  createTestService,
  type RespondToTestRequest,
} from '../test-exchange.ts';
import type { BillerAccount } from '../types.ts';

const ACCOUNT: BillerAccount = {
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  currency: 'MXN',
};
const buildBill = (changes: Record<string, unknown> = {}) => ({
  type: 'bill',
  id: 8390,
  biller_id: 40,
  account_number: '501000000007',
  balance: 549.0,
  balance_currency: 'MXN',
  balance_updated_at: null,
  status: 'linked',
  ...changes,
});
const createRig = (respond: RespondToTestRequest) =>
  createTestService(respond, { version: 'v3.3' });
const getEarlierTime = (at: number, milliseconds: number) =>
  new Date(at - milliseconds).toISOString();
const MINUTE_MS = 60_000;

describe('the list of bills', () => {
  const buildHeader = (fields: Record<string, unknown>) => ({
    'x-pagination': JSON.stringify(fields),
  });
  const buildRows = (...ids: number[]) => ({ bills: ids.map((id) => buildBill({ id })) });
  const list = async (respond: RespondToTestRequest, page: number) => {
    const rig = createRig(respond);
    const result = await rig.runUntilSettled(rig.service.listBills(page));
    if (!result.ok) throw new Error(JSON.stringify(result.problem));
    const { bills, ...rest } = result.value;
    const targets = rig.requests.map((request) => request.target);
    return { ...rest, ids: bills.map((row) => row.id), targets };
  };

  it('returns a page of bills with the totals of the pagination header', async () => {
    const page = buildHeader({ total_entries: 3, total_pages: 2, current_page: 1, next_page: 2 });
    expect(await list(() => createTestAnswer(200, buildRows(1, 2), page), 1)).toEqual({
      ids: ['1', '2'],
      page: 1,
      totalPages: 2,
      totalBills: 3,
      hasNext: true,
      targets: ['/bills'],
    });
    const last = buildHeader({
      total_entries: 3,
      total_pages: 2,
      current_page: 2,
      next_page: null,
    });
    expect(await list(() => createTestAnswer(200, buildRows(3), last), 2)).toMatchObject({
      ids: ['3'],
      hasNext: false,
      targets: ['/bills?page=2'],
    });
  });

  it('returns an empty page after the last page', async () => {
    const pastEnd = buildHeader({
      total_entries: 3,
      total_pages: 2,
      current_page: 9,
      next_page: null,
    });
    const result = await list(() => createTestAnswer(200, buildRows(), pastEnd), 9);
    expect(result).toMatchObject({ ids: [], page: 9, hasNext: false });
  });

  it('ends the bill list when the service sends another page than the requested one', async () => {
    const balanceUpdatedAt = buildHeader({
      total_entries: 3,
      total_pages: 2,
      current_page: 1,
      next_page: 2,
    });
    const sendFirstPage = () => createTestAnswer(200, buildRows(1, 2), balanceUpdatedAt);
    expect(await list(sendFirstPage, 2)).toMatchObject({ ids: [], hasNext: false });
  });

  it.each([1, 2, 0, -3])(
    'reports no next page when the header names page %i after page 2',
    async (next) => {
      const page = buildHeader({ total_entries: null, total_pages: null, next_page: next });
      expect(await list(() => createTestAnswer(200, buildRows(1), page), 2)).toMatchObject({
        hasNext: false,
      });
    },
  );

  it('reports a next page when only the page count in the header shows it', async () => {
    const page = buildHeader({ total_entries: 3, total_pages: 2, next_page: null });
    expect(await list(() => createTestAnswer(200, buildRows(1, 2), page), 1)).toMatchObject({
      hasNext: true,
    });
  });

  it('fails as unreadable when the first page is empty and its total is not', async () => {
    const page = buildHeader({ total_entries: 3, total_pages: 1, next_page: null });
    const rig = createRig(() => createTestAnswer(200, { bills: [] }, page));
    expect(await rig.runUntilSettled(rig.service.listBills(1))).toMatchObject({
      problem: { kind: 'service-unreadable' },
    });
  });

  it.each([{}, { 'x-pagination': 'page 1 of 2' }])(
    'reads the next bill page ahead without a readable header: %j',
    async (headers) => {
      const pages: RespondToTestRequest = ({ target }) =>
        createTestAnswer(200, target.endsWith('page=2') ? buildRows(3) : buildRows(1, 2), headers);
      const firstPage = await list(pages, 1);
      expect(firstPage).toMatchObject({ ids: ['1', '2'], totalPages: null, totalBills: null });
      expect(firstPage).toMatchObject({ hasNext: true, targets: ['/bills', '/bills?page=2'] });
      const onlyPage = await list(() => createTestAnswer(200, buildRows(1, 2), headers), 1);
      expect(onlyPage).toMatchObject({ ids: ['1', '2'], hasNext: false });
      const emptyPage = await list(() => createTestAnswer(200, buildRows(), headers), 1);
      expect(emptyPage).toMatchObject({ ids: [], hasNext: false, targets: ['/bills'] });
    },
  );

  it('skips rows that are not bills and keeps a bill whose optional fields are null', async () => {
    const bareBill = { id: 'b-1', biller_id: 2, account_number: 7, balance: null, status: null };
    const rig = createRig(() =>
      createTestAnswer(200, [null, { id: 5 }, 'x', bareBill], buildHeader({ next_page: null })),
    );
    expect(await rig.runUntilSettled(rig.service.listBills(1))).toMatchObject({
      value: { bills: [{ id: 'b-1', accountNumber: '7', balance: null, status: '' }] },
    });
  });

  it('fails as unreadable when the answer contains no bill list', async () => {
    const rig = createRig(() => createTestAnswer(200, { bills: 'none' }));
    expect(await rig.runUntilSettled(rig.service.listBills(1))).toMatchObject({
      problem: { kind: 'service-unreadable' },
    });
  });
});

describe('readCurrentBill', () => {
  const readCurrent = async (respond: RespondToTestRequest) => {
    const rig = createRig(respond);
    const result = await rig.runUntilSettled(rig.service.readCurrentBill('8390'));
    return { result, requests: rig.requests.map(({ method, target }) => `${method} ${target}`) };
  };
  const REFRESH = 'POST /bills/8390/refresh';
  const GET = 'GET /bills/8390';

  it('refreshes a bill and returns the new balance', async () => {
    const { result, requests } = await readCurrent(() =>
      createTestAnswer(200, buildBill({ balance: 700.25 })),
    );
    expect(result).toMatchObject({ ok: true, value: { balance: { amount: '700.25' } } });
    expect(requests).toEqual([REFRESH]);
  });

  it('reads a bill without a refresh when its biller offers no balance', async () => {
    const { result, requests } = await readCurrent(({ method }) =>
      method === 'POST'
        ? createTestAnswer(422, { code: 'R101' })
        : createTestAnswer(200, buildBill({ balance: null })),
    );
    expect(result).toMatchObject({ ok: true, value: { id: '8390', balance: null } });
    expect(requests).toEqual([REFRESH, GET]);
  });

  it('polls a bill while the service is fetching it, for a limited time', async () => {
    const { result, requests } = await readCurrent((_request, count) =>
      createTestAnswer(
        200,
        count < 3 ? buildBill({ status: 'fetching', balance: null }) : buildBill(),
      ),
    );
    expect(result).toMatchObject({ ok: true, value: { balance: { amount: '549.00' } } });
    expect(requests).toEqual([REFRESH, GET, GET]);
    const endless = await readCurrent(() =>
      createTestAnswer(200, buildBill({ status: 'fetching' })),
    );
    expect(endless.result).toMatchObject({ ok: true, value: { status: 'fetching' } });
    expect(endless.requests.length).toBeLessThan(10);
  });

  it('returns the refusal when the refresh of a bill is refused', async () => {
    const { result } = await readCurrent(() =>
      createTestAnswer(422, { code: 'R22', message: 'No debt' }),
    );
    expect(result).toMatchObject({ ok: false, problem: { code: 'R22', message: 'No debt' } });
  });
});

describe("whether a walk-in's bill existed before the consultation, in version 3.3", () => {
  const consultExisting = async (updatedAt: (at: number) => string | null, tillAheadMs = 0) => {
    const rig = createRig(({ method, target, at }) => {
      const now = at - tillAheadMs;
      const balanceUpdatedAt = target === '/bills' ? updatedAt(now) : getEarlierTime(now, 0);
      if (method === 'GET') return createTestAnswer(200, { bills: [] }, createDateHeader(now));
      return createTestAnswer(
        200,
        buildBill({ balance_updated_at: balanceUpdatedAt }),
        createDateHeader(now),
      );
    });
    // As a till does at its start: two answers have to agree on the time.
    await rig.runUntilSettled(rig.service.readAccount());
    const result = await rig.runUntilSettled(rig.service.consult(ACCOUNT));
    return result.ok ? result.value.billExistedBefore : result.problem;
  };

  it('reports a bill as new when its balance is less than two minutes old', async () => {
    expect(await consultExisting((at) => getEarlierTime(at, 1000))).toBe(false);
    expect(await consultExisting((at) => getEarlierTime(at, 2 * MINUTE_MS - 1000))).toBe(false);
  });

  it('reports a bill as existing when its balance is older, even if the consultation refreshed it', async () => {
    expect(await consultExisting((at) => getEarlierTime(at, 2 * MINUTE_MS + 1000))).toBe(true);
    expect(await consultExisting((at) => getEarlierTime(at, 600 * MINUTE_MS))).toBe(true);
  });

  it('reports a bill as existing when its balance time is hours in the future', async () => {
    expect(await consultExisting((at) => getEarlierTime(at, -6 * 60 * MINUTE_MS))).toBe(true);
  });

  it.each([-10 * MINUTE_MS, 10 * MINUTE_MS])(
    'computes the age of a bill by the service’s clock when the till is %i ms ahead',
    async (offsetMs) => {
      expect(await consultExisting((at) => getEarlierTime(at, 1000), offsetMs)).toBe(false);
      expect(await consultExisting((at) => getEarlierTime(at, 8 * MINUTE_MS), offsetMs)).toBe(true);
    },
  );

  it('reports a bill as new although linking it took several polls', async () => {
    const rig = createRig(({ at }, count) => {
      const status = count < 6 ? 'fetching' : 'linked';
      return createTestAnswer(
        200,
        buildBill({ status, balance_updated_at: getEarlierTime(at, 0) }),
      );
    });
    expect(await rig.runUntilSettled(rig.service.consult(ACCOUNT))).toMatchObject({
      value: { billExistedBefore: false },
    });
  });
});

describe("whether a walk-in's bill existed, when bills have no age", () => {
  const UNDATED = { balance_updated_at: undefined };
  /** A service with these bills that assigns the next id to a new one. */
  function createServiceWith(ids: readonly number[], pageSize = 100) {
    const bills = ids.map((id) => buildBill({ id, account_number: String(id), ...UNDATED }));
    let lastId = 9000;
    return createRig(({ method, target, body }) => {
      if (method === 'GET') {
        const page = Number(/page=(\d+)/.exec(target)?.[1] ?? 1);
        const rows = bills.slice((page - 1) * pageSize, page * pageSize);
        return createTestAnswer(200, { bills: rows });
      }
      const refreshedBill = bills.find(({ id }) => target === `/bills/${id}/refresh`);
      if (refreshedBill) return createTestAnswer(200, { ...refreshedBill, balance: 700.25 });
      const account = String(JSON.parse(String(body)).account_number);
      const existing = bills.find((row) => row.account_number === account);
      if (existing) return createTestAnswer(200, existing);
      lastId += 1;
      const created = buildBill({ id: lastId, account_number: account, ...UNDATED });
      bills.push(created);
      return createTestAnswer(200, created);
    });
  }
  const consult = async (rig: ReturnType<typeof createRig>, accountNumber: string) => {
    const result = await rig.runUntilSettled(rig.service.consult({ ...ACCOUNT, accountNumber }));
    if (!result.ok) throw new Error(JSON.stringify(result.problem));
    return result.value;
  };

  it.each([{ status: 'linked' }, { status: 'fetching' }, { status: 'failed', error_code: 'R46' }])(
    'returns an existing bill (%j) without a refresh if no balance is needed',
    async (state) => {
      const rig = createRig(({ method }) =>
        method === 'GET'
          ? createTestAnswer(200, { bills: [] })
          : createTestAnswer(
              200,
              buildBill({ id: 7, ...state, balance_updated_at: '2026-01-01T00:00:00Z' }),
            ),
      );
      const result = await rig.runUntilSettled(
        rig.service.consult({ ...ACCOUNT, needsBalance: false }),
      );
      expect(result).toMatchObject({ ok: true, value: { billId: '7', billExistedBefore: true } });
      const posts = rig.requests.filter(({ method }) => method === 'POST');
      expect(posts.map(({ target }) => target)).toEqual(['/bills']);
    },
  );

  it('reports a bill as new when the list did not contain it before', async () => {
    const rig = createServiceWith([1, 2, 3], 2);
    expect(await consult(rig, '77')).toMatchObject({ billId: '9001', billExistedBefore: false });
    expect(await consult(rig, '78')).toMatchObject({ billId: '9002', billExistedBefore: false });
  });

  it('reports a bill of any list page as existing and refreshes its balance', async () => {
    const rig = createServiceWith([1, 2, 3], 2);
    expect(await consult(rig, '3')).toMatchObject({ billId: '3', billExistedBefore: true });
    expect(await consult(rig, '1')).toMatchObject({
      billExistedBefore: true,
      amount: { amount: '700.25' },
    });
  });

  it('reports each bill without an age as new when other bills have one', async () => {
    let lastId = 9000;
    const rig = createRig(({ method, at }) => {
      const dated = { balance_updated_at: getEarlierTime(at, 0) };
      if (method === 'GET')
        return createTestAnswer(200, { bills: [buildBill({ id: 1, ...dated })] });
      lastId += 1;
      const age = lastId % 2 === 0 ? dated : UNDATED;
      return createTestAnswer(200, buildBill({ id: lastId, balance: null, ...age }));
    });
    for (const account of ['1', '2', '3', '4']) {
      expect(await consult(rig, account)).toMatchObject({ billExistedBefore: false });
    }
  });

  it('returns null for an existing bill when the bill list cannot be read', async () => {
    const rig = createRig(({ method }) =>
      method === 'GET' ? createTestAnswer(500, {}) : createTestAnswer(200, buildBill(UNDATED)),
    );
    expect(await consult(rig, '501000000007')).toMatchObject({ billExistedBefore: null });
  });

  it('returns null for an existing bill when the list has fewer bills than its total', async () => {
    const shortPage = { 'x-pagination': JSON.stringify({ total_entries: 2, next_page: null }) };
    const rig = createRig(({ method }) =>
      method === 'GET'
        ? createTestAnswer(200, { bills: [buildBill({ id: 1, ...UNDATED })] }, shortPage)
        : createTestAnswer(200, buildBill({ id: 2, ...UNDATED })),
    );
    expect(await consult(rig, '501000000007')).toMatchObject({ billExistedBefore: null });
  });

  it('reads the bill list only once when bills have an age', async () => {
    const singlePage = { 'x-pagination': JSON.stringify({ current_page: 1, next_page: null }) };
    const rig = createRig(({ method, at }) => {
      const row = buildBill({ balance_updated_at: getEarlierTime(at, 1000) });
      return method === 'GET'
        ? createTestAnswer(200, { bills: [row] }, singlePage)
        : createTestAnswer(200, row);
    });
    await consult(rig, '501000000007');
    await consult(rig, '501000000007');
    expect(rig.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  });
});
