import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, ok, type Problem } from '../../../../shared/contract/index.ts';
import type { OutcomeState } from '../../../ledger/index.ts';
import type { ServiceTransaction, TransactionPage } from '../../../service/index.ts';
import { toDayTimeRange } from '../days/index.ts';
import type { PerformedTransaction } from '../types.ts';
import { compareDay } from './compare-day.ts';
import {
  getCreatedEpochSecond,
  readServiceDayTransactions,
  toAbortablePageReader,
} from './read-service-day-transactions.ts';

const RANGE = toDayTimeRange('2026-11-20', 'America/Chicago');
const NOON = RANGE.since + 12 * 3600;

function theirs(
  change: Partial<ServiceTransaction> & { readonly second?: number } = {},
): ServiceTransaction {
  const { second = NOON, ...rest } = change;
  return {
    id: '48586',
    externalId: 'e1',
    billerId: 40,
    accountNumber: '501000000007',
    amount: '549.0',
    currency: 'MXN',
    createdAt: new Date(second * 1000).toISOString().replace('.000Z', 'Z'),
    status: 'sent',
    ticketText: null,
    fee: null,
    hoursToFulfill: null,
    earned: null,
    ...rest,
  };
}

function ours(change: Partial<PerformedTransaction> = {}): PerformedTransaction {
  return {
    paymentId: 'p1',
    performedSecond: NOON,
    billerId: 40,
    authorization: '48586',
    accountNumber: '501000000007',
    accountShown: '501000000007',
    amount: '549.00',
    currency: 'MXN',
    posNumber: '07',
    externalId: 'e1',
    isDrp: false,
    ...change,
  };
}

async function compareRows(
  transactions: readonly PerformedTransaction[],
  service: readonly ServiceTransaction[],
  options: {
    readonly isWhole?: boolean;
    readonly ownPayments?: Readonly<Record<string, OutcomeState>>;
    readonly isOwnCancel?: boolean;
    readonly newRefunds?: ReadonlyMap<string, ServiceTransaction>;
    readonly revokedRefunds?: ReadonlyMap<string, ServiceTransaction>;
  } = {},
) {
  return await compareDay({
    range: RANGE,
    ourTransactions: (async function* () {
      yield transactions;
    })(),
    serviceTransactions: { transactions: service, isWhole: options.isWhole ?? true },
    isCancelledByTill: () => options.isOwnCancel ?? false,
    newRefunds: options.newRefunds ?? new Map(),
    revokedRefunds: options.revokedRefunds ?? new Map(),
    findOurPayment: (externalId) => {
      const state = options.ownPayments?.[externalId];
      return state === undefined ? null : { paymentId: `of-${externalId}`, state };
    },
  });
}

describe('comparison with the service’s list', () => {
  it('finds no difference when the service formats the account with the mask', async () => {
    const transactions = ours({ accountNumber: '1234', accountShown: 'AB-1234' });
    for (const accountNumber of ['1234', 'AB-1234', 'ab1234']) {
      expect((await compareRows([transactions], [theirs({ accountNumber })])).differences).toEqual(
        [],
      );
    }
    const { differences } = await compareRows([transactions], [theirs({ accountNumber: '1235' })]);
    expect(differences).toMatchObject([{ accountNumber: 'AB-1234', fields: ['account'] }]);
  });

  it('finds no differences when both lists match', async () => {
    expect(await compareRows([ours()], [theirs()])).toEqual({
      ours: 1,
      theirs: 1,
      unknownHere: 0,
      withoutStatus: 0,
      differences: [],
    });
  });

  it('matches a row by id alone and accepts another name of the currency', async () => {
    const rows = [theirs({ externalId: null, currency: 'RD' })];
    expect((await compareRows([ours({ currency: 'DOP' })], rows)).differences).toEqual([]);
  });

  it('reports a payment that a complete list lacks', async () => {
    expect((await compareRows([ours()], [])).differences).toMatchObject([
      { kind: 'unknown-to-service', paymentId: 'p1', amount: { amount: '549.00' }, fields: [] },
    ]);
    // An incomplete list proves nothing missing.
    expect((await compareRows([ours()], [], { isWhole: false })).differences).toEqual([]);
  });

  it.each([
    [{ amount: '549.01' }, ['amount']],
    [{ currency: 'USD' }, ['currency']],
    [{ accountNumber: '1' }, ['account']],
    [{ billerId: 41 }, ['biller']],
    [{ id: '1' }, ['authorization']],
    [{ status: 'timeout' }, ['status']],
    [{ status: 'failed' }, ['status']],
    [{ status: 'sent (error R9)' }, ['status']],
  ])('reports that %j differs', async (change, fields) => {
    const { differences } = await compareRows([ours()], [theirs(change)]);
    expect(differences).toMatchObject([{ kind: 'fields-differ', fields }]);
  });

  it.each(['refunded', 'reversed', 'crashed'])('reports a payment that was %s', async (status) => {
    const { differences } = await compareRows([ours()], [theirs({ status })]);
    expect(differences).toMatchObject([{ kind: 'given-back', paymentId: 'p1', fields: [] }]);
    // The till's own cancel is known and is no difference.
    const cancelled = await compareRows([ours()], [theirs({ status })], { isOwnCancel: true });
    expect(cancelled.differences).toEqual([]);
  });

  it('reports a new refund of an earlier day', async () => {
    const row = theirs({ externalId: 'old', second: RANGE.since - 40 * 3600, status: 'refunded' });
    const { differences } = await compareRows([], [row], { newRefunds: new Map([['p0', row]]) });
    expect(differences).toMatchObject([{ kind: 'given-back', paymentId: 'p0', externalId: 'old' }]);
  });

  it('reports a refunded payment that is valid again', async () => {
    const row = theirs({ externalId: 'old', second: RANGE.since - 40 * 3600, status: 'fulfilled' });
    const { differences } = await compareRows([], [row], {
      revokedRefunds: new Map([['p0', row]]),
    });
    expect(differences).toMatchObject([{ kind: 'stands-again', paymentId: 'p0' }]);
  });

  it('reports once a payment of the day that is refunded, with the fields that differ', async () => {
    const row = theirs({ status: 'refunded', amount: '5.00' });
    const newRefunds = new Map([['p1', row]]);
    const { theirs: listed, differences } = await compareRows([ours()], [row], { newRefunds });
    expect(listed).toBe(1);
    expect(differences).toMatchObject([{ kind: 'given-back', fields: ['amount'] }]);
  });

  it('does not report a new refund again as a transaction that the till never sent', async () => {
    const row = theirs({ status: 'refunded' });
    const { unknownHere, differences } = await compareRows([], [row], {
      newRefunds: new Map([['p0', row]]),
    });
    expect(unknownHere).toBe(0);
    expect(differences).toMatchObject([{ kind: 'given-back', paymentId: 'p0' }]);
  });

  it('takes a row of the same id with another external_id for another transaction', async () => {
    const { differences } = await compareRows([ours()], [theirs({ externalId: 'e2' })]);
    expect(differences).toMatchObject([
      { kind: 'unknown-to-service', externalId: 'e1' },
      { kind: 'unknown-here', externalId: 'e2' },
    ]);
  });

  it.each([
    { billerId: null },
    { accountNumber: null },
    { amount: null },
    { amount: '549,00' },
    { currency: null },
  ])('takes nothing for different that a row does not tell: %j', async (change) => {
    expect((await compareRows([ours()], [theirs(change)])).differences).toEqual([]);
  });

  it('takes no authorization for different that the till never received', async () => {
    const { differences } = await compareRows([ours({ authorization: null })], [theirs()]);
    expect(differences).toEqual([]);
  });

  it('counts rows without a status', async () => {
    const { withoutStatus, differences } = await compareRows([ours()], [theirs({ status: null })]);
    expect(withoutStatus).toBe(1);
    expect(differences).toEqual([]);
  });

  it.each([
    ['rejected', 'not-performed-here'],
    ['not-performed', 'not-performed-here'],
    ['by-hand-not-paid', 'not-performed-here'],
    ['intent', 'open-here'],
    ['sent', 'open-here'],
    ['unknown', 'open-here'],
    ['unclear', 'open-here'],
  ] as const)('reports a payment with local state %s as %s', async (state, kind) => {
    const { differences } = await compareRows([], [theirs()], { ownPayments: { e1: state } });
    expect(differences).toMatchObject([{ kind, paymentId: 'of-e1', authorization: '48586' }]);
  });

  it.each(['paid', 'by-hand-paid'] as const)(
    'reports a time difference for a payment in another day’s file that is %s',
    async (state) => {
      const { differences } = await compareRows([], [theirs()], { ownPayments: { e1: state } });
      expect(differences).toMatchObject([{ kind: 'fields-differ', fields: ['time'] }]);
    },
  );

  it('reports transactions that this till never sent as unknown here', async () => {
    const rows = [theirs({ externalId: 'x' }), theirs({ id: '2', externalId: null })];
    const { unknownHere, differences } = await compareRows([], rows);
    expect(unknownHere).toBe(2);
    expect(differences.map((row) => row.kind)).toEqual(['unknown-here', 'unknown-here']);
  });

  it.each([
    [{}, { amount: '549.00', currency: 'MXN' }],
    [{ currency: '' }, { amount: '549.00', currency: '?' }],
    [{ currency: null }, { amount: '549.00', currency: '?' }],
    [{ amount: '549,00' }, null],
    [{ amount: null }, null],
  ])(
    'lists a transaction that this till never sent, with %j, with the amount %j',
    async (change, amount) => {
      const { differences } = await compareRows([], [theirs(change)]);
      expect(differences).toEqual([
        {
          kind: 'unknown-here',
          paymentId: null,
          externalId: 'e1',
          authorization: '48586',
          billerId: 40,
          accountNumber: '501000000007',
          amount,
          fields: [],
          second: NOON,
        },
      ]);
    },
  );

  it('lists at most 500 differences, those of this till first', async () => {
    const others = Array.from({ length: 500 }, (_nothing, index) =>
      theirs({ id: `${index}`, externalId: `other-${index}` }),
    );
    const rows = [...others, theirs({ externalId: 'own' })];
    const { unknownHere, differences } = await compareRows([], rows, {
      ownPayments: { own: 'unknown' },
    });
    expect(unknownHere).toBe(500);
    expect(differences).toHaveLength(500);
    expect(differences[0]).toMatchObject({ kind: 'open-here', externalId: 'own' });
  });

  it('counts rows from the first second of the day to the last', async () => {
    const rows = [
      theirs({ externalId: 'a', second: RANGE.since }),
      theirs({ id: '2', externalId: 'b', second: RANGE.until - 1 }),
    ];
    expect(await compareRows([], rows)).toMatchObject({ theirs: 2, unknownHere: 2 });
  });

  it('ignores rows of other days and rows that were not performed', async () => {
    const rows = [
      theirs({ id: '4', externalId: 'd', status: 'timeout' }),
      theirs({ id: '5', externalId: 'e', createdAt: null }),
      theirs({ externalId: 'a', second: RANGE.since - 1 }),
      theirs({ id: '2', externalId: 'b', second: RANGE.until }),
      theirs({ id: '3', externalId: 'c', status: 'crashed' }),
    ];
    expect(await compareRows([], rows)).toMatchObject({ theirs: 0, unknownHere: 0 });
  });
});

describe('service time', () => {
  it('truncates the service’s time to seconds and returns null when it is missing', () => {
    const noon = Date.UTC(2026, 10, 20, 18, 4, 2) / 1000;
    for (const createdAt of ['2026-11-20T18:04:02.000Z', '2026-11-20T18:04:02.999Z']) {
      expect(getCreatedEpochSecond(theirs({ createdAt }))).toBe(noon);
    }
    expect(getCreatedEpochSecond(theirs({ createdAt: null }))).toBeNull();
  });
});

describe('reading the service’s list of a day', () => {
  const PAGE = 10;
  function createPages(rows: readonly ServiceTransaction[], hasPageCount = true) {
    const readPages: number[] = [];
    const total = Math.max(1, Math.ceil(rows.length / PAGE));
    const readPage = async (page: number) => {
      readPages.push(page);
      const value: TransactionPage = {
        page,
        transactions: rows.slice((page - 1) * PAGE, page * PAGE),
        unreadableCount: 0,
        totalPages: hasPageCount ? total : null,
        totalEntries: rows.length,
        hasNext: hasPageCount ? page < total : page <= total,
      };
      return ok(value);
    };
    return { read: readPages, readPage };
  }
  /** Two months of rows; the day is in the second one. */
  const rows = Array.from({ length: 600 }, (_nothing, index) =>
    theirs({
      id: String(index),
      externalId: `e${index}`,
      second: RANGE.since - (500 - index) * 8640,
    }),
  );
  const rowsOfDay = rows.filter((row) => {
    const second = Date.parse(row.createdAt ?? '') / 1000;
    return second >= RANGE.since && second < RANGE.until;
  });

  it.each([
    ['newest first', [...rows].reverse()],
    ['oldest first', rows],
  ])('reads %s from the newest end until the day is passed', async (_order, list) => {
    const { read: readPages, readPage } = createPages(list);
    const day = await readServiceDayTransactions(readPage, RANGE);
    expect(day).toMatchObject({ ok: true, value: { isWhole: true } });
    const ids = day.ok ? day.value.transactions.map((row) => row.id) : [];
    for (const dayRow of rowsOfDay) expect(ids).toContain(dayRow.id);
    expect(readPages.length).toBeLessThan(16);
  });

  it('reads all rows of the day in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(rows, { minLength: 0, maxLength: 90 }),
        fc.boolean(),
        async (list, hasPageCount) => {
          const { readPage } = createPages(list, hasPageCount);
          const day = await readServiceDayTransactions(readPage, RANGE);
          if (!day.ok) throw new Error(day.problem.kind);
          expect(day.value.isWhole).toBe(true);
          const ids = new Set(day.value.transactions.map((row) => row.id));
          for (const dayRow of rowsOfDay.filter((row) => list.includes(row))) {
            expect(ids.has(dayRow.id)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['cannot be read', true],
    ['has a row that cannot be read', false],
  ])('reports the day as whole when an older page %s', async (_what, isFailing) => {
    const { read: readPages, readPage } = createPages([...rows].reverse());
    const alsoSince = RANGE.since - 40 * 24 * 3600;
    const firstFailingPage = 20;
    const day = await readServiceDayTransactions(
      async (page) => {
        const answer = await readPage(page);
        if (page < firstFailingPage || page === 60) return answer;
        return isFailing
          ? fail<Problem>({ kind: 'service-silent', seconds: 60 })
          : ok({ ...answer.value, unreadableCount: 1 });
      },
      RANGE,
      alsoSince,
    );
    expect(day).toMatchObject({ ok: true, value: { isWhole: true } });
    const ids = day.ok ? day.value.transactions.map((row) => row.id) : [];
    for (const dayRow of rowsOfDay) expect(ids).toContain(dayRow.id);
    // Rows read before the failure are included.
    expect(ids).toContain(String(600 - (firstFailingPage - 2) * PAGE));
    expect(readPages.length).toBeLessThan(firstFailingPage + 2);
  });

  it.each([
    { totalEntries: 1, totalPages: 1, isWhole: true },
    { totalEntries: 2, totalPages: 1, isWhole: false },
    { totalEntries: 2, totalPages: null, isWhole: false },
    { totalEntries: null, totalPages: 1, isWhole: true },
  ])('reads 1 row of a list with %j', async ({ totalEntries, totalPages, isWhole }) => {
    const readPage = async (page: number) =>
      ok({
        page,
        transactions: [theirs()],
        unreadableCount: 0,
        totalPages,
        totalEntries,
        hasNext: false,
      });
    expect(await readServiceDayTransactions(readPage, RANGE)).toMatchObject({ value: { isWhole } });
  });

  it.each([
    ['one page', rows.slice(-PAGE), true],
    ['many pages', [...rows].reverse(), true],
    ['pages without a count', [...rows].reverse(), false],
  ])(
    'reports a list with fewer rows than its total as not whole, in %s',
    async (_what, list, hasPageCount) => {
      const readWithTotal = async (totalEntries: number) => {
        const { readPage } = createPages(list, hasPageCount);
        const read = async (page: number) => {
          const answer = await readPage(page);
          return ok({ ...answer.value, totalEntries });
        };
        const day = await readServiceDayTransactions(read, RANGE);
        return day.ok && day.value.isWhole;
      };
      expect(await readWithTotal(list.length)).toBe(true);
      expect(await readWithTotal(list.length + 1)).toBe(false);
    },
  );

  it('reports a list as not whole when the only page of its count has a next page', async () => {
    const readPage = async (page: number) =>
      ok({
        page,
        transactions: [theirs()],
        unreadableCount: 0,
        totalPages: 1,
        totalEntries: null,
        hasNext: true,
      });
    expect(await readServiceDayTransactions(readPage, RANGE)).toMatchObject({
      value: { isWhole: false },
    });
  });

  it('stops at the page limit and is not whole when a row is unreadable', async () => {
    const readSamePage = async () =>
      ok({
        page: 1,
        transactions: [theirs()],
        unreadableCount: 1,
        totalPages: null,
        totalEntries: null,
        hasNext: true,
      });
    expect(await readServiceDayTransactions(readSamePage, RANGE)).toMatchObject({
      value: { isWhole: false },
    });
  });

  it('stops when the till closes', async () => {
    const shutdown = new AbortController();
    const abortableReader = toAbortablePageReader(() => new Promise(() => {}), shutdown.signal);
    const pendingDay = readServiceDayTransactions(abortableReader, RANGE);
    shutdown.abort();
    expect(await pendingDay).toMatchObject({ ok: false, problem: { reason: 'stopped' } });
  });
});
