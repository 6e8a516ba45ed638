import { describe, expect, it } from 'vitest';
import { answer, dated, type Respond, rig } from '../test-exchange.ts';
import type { BillerAccount } from '../types.ts';

const WHO: BillerAccount = {
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  currency: 'MXN',
};
const bill = (changes: Record<string, unknown> = {}) => ({
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
const of = (respond: Respond) => rig(respond, { version: 'v3.3' });
const earlier = (at: number, milliseconds: number) => new Date(at - milliseconds).toISOString();
const MINUTE = 60_000;

describe('the list of bills', () => {
  const header = (fields: Record<string, unknown>) => ({ 'x-pagination': JSON.stringify(fields) });
  const rows = (...ids: number[]) => ({ bills: ids.map((id) => bill({ id })) });
  const list = async (respond: Respond, page: number) => {
    const one = of(respond);
    const read = await one.finish(one.service.listBills(page));
    if (!read.ok) throw new Error(JSON.stringify(read.problem));
    const { bills, ...rest } = read.value;
    return { ...rest, ids: bills.map((row) => row.id), asked: one.seen.map((seen) => seen.target) };
  };

  it('comes page by page, with what the header tells', async () => {
    const page = header({ total_entries: 3, total_pages: 2, current_page: 1, next_page: 2 });
    expect(await list(() => answer(200, rows(1, 2), page), 1)).toEqual({
      ids: ['1', '2'],
      page: 1,
      totalPages: 2,
      totalBills: 3,
      hasNext: true,
      asked: ['/bills'],
    });
    const last = header({ total_entries: 3, total_pages: 2, current_page: 2, next_page: null });
    expect(await list(() => answer(200, rows(3), last), 2)).toMatchObject({
      ids: ['3'],
      hasNext: false,
      asked: ['/bills?page=2'],
    });
  });

  it('returns an empty page after the last page', async () => {
    const past = header({ total_entries: 3, total_pages: 2, current_page: 9, next_page: null });
    const read = await list(() => answer(200, rows(), past), 9);
    expect(read).toMatchObject({ ids: [], page: 9, hasNext: false });
  });

  it('is at its end where the service sends the same page for another', async () => {
    const first = header({ total_entries: 3, total_pages: 2, current_page: 1, next_page: 2 });
    const again = () => answer(200, rows(1, 2), first);
    expect(await list(again, 2)).toMatchObject({ ids: [], hasNext: false });
  });

  it.each([1, 2, 0, -3])('never leads back: a next page of %i after page 2', async (next) => {
    const page = header({ total_entries: null, total_pages: null, next_page: next });
    expect(await list(() => answer(200, rows(1), page), 2)).toMatchObject({ hasNext: false });
  });

  it.each([{}, { 'x-pagination': 'page 1 of 2' }])(
    'without a header that can be read: %j',
    async (headers) => {
      const pages: Respond = ({ target }) =>
        answer(200, target.endsWith('page=2') ? rows(3) : rows(1, 2), headers);
      const more = await list(pages, 1);
      expect(more).toMatchObject({ ids: ['1', '2'], totalPages: null, totalBills: null });
      expect(more).toMatchObject({ hasNext: true, asked: ['/bills', '/bills?page=2'] });
      const all = await list(() => answer(200, rows(1, 2), headers), 1);
      expect(all).toMatchObject({ ids: ['1', '2'], hasNext: false });
      const none = await list(() => answer(200, rows(), headers), 1);
      expect(none).toMatchObject({ ids: [], hasNext: false, asked: ['/bills'] });
    },
  );

  it('leaves out what is no bill, and keeps one that is null nearly everywhere', async () => {
    const bare = { id: 'b-1', biller_id: 2, account_number: 7, balance: null, status: null };
    const one = of(() => answer(200, [null, { id: 5 }, 'x', bare], header({ next_page: null })));
    expect(await one.finish(one.service.listBills(1))).toMatchObject({
      value: { bills: [{ id: 'b-1', accountNumber: '7', balance: null, status: '' }] },
    });
  });

  it('without a list is an answer that cannot be read', async () => {
    const one = of(() => answer(200, { bills: 'none' }));
    expect(await one.finish(one.service.listBills(1))).toMatchObject({
      problem: { kind: 'service-unreadable' },
    });
  });
});

describe('a bill read anew', () => {
  const anew = async (respond: Respond) => {
    const one = of(respond);
    const read = await one.finish(one.service.readBillAnew('8390'));
    return { read, asked: one.seen.map(({ method, target }) => `${method} ${target}`) };
  };
  const REFRESH = 'POST /bills/8390/refresh';
  const GET = 'GET /bills/8390';

  it('requests a refresh and returns the new balance', async () => {
    const { read, asked } = await anew(() => answer(200, bill({ balance: 700.25 })));
    expect(read).toMatchObject({ ok: true, value: { balance: { amount: '700.25' } } });
    expect(asked).toEqual([REFRESH]);
  });

  it('is read as it is where the biller tells no balance', async () => {
    const { read, asked } = await anew(({ method }) =>
      method === 'POST' ? answer(422, { code: 'R101' }) : answer(200, bill({ balance: null })),
    );
    expect(read).toMatchObject({ ok: true, value: { id: '8390', balance: null } });
    expect(asked).toEqual([REFRESH, GET]);
  });

  it('is asked for again while it is being fetched, and not for ever', async () => {
    const { read, asked } = await anew((_request, count) =>
      answer(200, count < 3 ? bill({ status: 'fetching', balance: null }) : bill()),
    );
    expect(read).toMatchObject({ ok: true, value: { balance: { amount: '549.00' } } });
    expect(asked).toEqual([REFRESH, GET, GET]);
    const never = await anew(() => answer(200, bill({ status: 'fetching' })));
    expect(never.read).toMatchObject({ ok: true, value: { status: 'fetching' } });
    expect(never.asked.length).toBeLessThan(10);
  });

  it('that is refused is a refusal', async () => {
    const { read } = await anew(() => answer(422, { code: 'R22', message: 'No debt' }));
    expect(read).toMatchObject({ ok: false, problem: { code: 'R22', message: 'No debt' } });
  });
});

describe("whether a walk-in's bill was there before the look-up, in version 3.3", () => {
  const wasThere = async (updatedAt: (at: number) => string | null, tillIsAhead = 0) => {
    const one = of(({ method, target, at }) => {
      const now = at - tillIsAhead;
      const first = target === '/bills' ? updatedAt(now) : earlier(now, 0);
      if (method === 'GET') return answer(200, { bills: [] }, dated(now));
      return answer(200, bill({ balance_updated_at: first }), dated(now));
    });
    // As a till does at its start; two answers agree on the time.
    await one.finish(one.service.account());
    const read = await one.finish(one.service.consult(WHO));
    return read.ok ? read.value.billWasThere : read.problem;
  };

  it('a fresh one was made by it', async () => {
    expect(await wasThere((at) => earlier(at, 1000))).toBe(false);
    expect(await wasThere((at) => earlier(at, 2 * MINUTE - 1000))).toBe(false);
  });

  it('an older one was there, also when the look-up refreshed it', async () => {
    expect(await wasThere((at) => earlier(at, 2 * MINUTE + 1000))).toBe(true);
    expect(await wasThere((at) => earlier(at, 600 * MINUTE))).toBe(true);
  });

  it('one with an age that cannot be was there', async () => {
    expect(await wasThere((at) => earlier(at, -6 * 60 * MINUTE))).toBe(true);
  });

  it.each([-10 * MINUTE, 10 * MINUTE])('by the service’s clock: a till %i ms ahead', async (by) => {
    expect(await wasThere((at) => earlier(at, 1000), by)).toBe(false);
    expect(await wasThere((at) => earlier(at, 8 * MINUTE), by)).toBe(true);
  });

  it('recognises a bill as its own although linking it took several polls', async () => {
    const one = of(({ at }, count) => {
      const status = count < 6 ? 'fetching' : 'linked';
      return answer(200, bill({ status, balance_updated_at: earlier(at, 0) }));
    });
    expect(await one.finish(one.service.consult(WHO))).toMatchObject({
      value: { billWasThere: false },
    });
  });
});

describe("whether a walk-in's bill was there, where bills do not tell their age", () => {
  const UNDATED = { balance_updated_at: undefined };
  /** A service with these bills, that makes one more of the next id. */
  function serviceWith(ids: readonly number[], pageSize = 100) {
    const bills = ids.map((id) => bill({ id, account_number: String(id), ...UNDATED }));
    let made = 9000;
    return of(({ method, target, body }) => {
      if (method === 'GET') {
        const page = Number(/page=(\d+)/.exec(target)?.[1] ?? 1);
        const rows = bills.slice((page - 1) * pageSize, page * pageSize);
        return answer(200, { bills: rows });
      }
      const refreshed = bills.find(({ id }) => target === `/bills/${id}/refresh`);
      if (refreshed) return answer(200, { ...refreshed, balance: 700.25 });
      const account = String(JSON.parse(String(body)).account_number);
      const known = bills.find((one) => one.account_number === account);
      if (known) return answer(200, known);
      made += 1;
      const fresh = bill({ id: made, account_number: account, ...UNDATED });
      bills.push(fresh);
      return answer(200, fresh);
    });
  }
  const consult = async (one: ReturnType<typeof of>, accountNumber: string) => {
    const read = await one.finish(one.service.consult({ ...WHO, accountNumber }));
    if (!read.ok) throw new Error(JSON.stringify(read.problem));
    return read.value;
  };

  it('one that was not in the list before was made by the look-up', async () => {
    const one = serviceWith([1, 2, 3], 2);
    expect(await consult(one, '77')).toMatchObject({ billId: '9001', billWasThere: false });
    expect(await consult(one, '78')).toMatchObject({ billId: '9002', billWasThere: false });
  });

  it('one of any page of the list was there, and its balance is refreshed', async () => {
    const one = serviceWith([1, 2, 3], 2);
    expect(await consult(one, '3')).toMatchObject({ billId: '3', billWasThere: true });
    expect(await consult(one, '1')).toMatchObject({
      billWasThere: true,
      amount: { amount: '700.25' },
    });
  });

  it('one without an age among others that have one is known as new each time', async () => {
    let made = 9000;
    const one = of(({ method, at }) => {
      const dated = { balance_updated_at: earlier(at, 0) };
      if (method === 'GET') return answer(200, { bills: [bill({ id: 1, ...dated })] });
      made += 1;
      const age = made % 2 === 0 ? dated : UNDATED;
      return answer(200, bill({ id: made, balance: null, ...age }));
    });
    for (const account of ['1', '2', '3', '4']) {
      expect(await consult(one, account)).toMatchObject({ billWasThere: false });
    }
  });

  it('answers null when the bill list cannot be read', async () => {
    const one = of(({ method }) =>
      method === 'GET' ? answer(500, {}) : answer(200, bill(UNDATED)),
    );
    expect(await consult(one, '501000000007')).toMatchObject({ billWasThere: null });
  });

  it('the list is read once only where the bills do tell it', async () => {
    const only = { 'x-pagination': JSON.stringify({ current_page: 1, next_page: null }) };
    const one = of(({ method, at }) => {
      const row = bill({ balance_updated_at: earlier(at, 1000) });
      return method === 'GET' ? answer(200, { bills: [row] }, only) : answer(200, row);
    });
    await consult(one, '501000000007');
    await consult(one, '501000000007');
    expect(one.seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  });
});
