import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, ok, type Problem } from '../../../../shared/contract/index.ts';
import type { OutcomeState } from '../../../ledger/index.ts';
import type { Transaction, TransactionPage } from '../../../service/index.ts';
import { toDayRange } from '../days/index.ts';
import type { PerformedTransaction } from '../types.ts';
import { compareDay } from './compare-day.ts';
import { readServiceDay, toAbortableReader, toEpochSecond } from './read-service-day.ts';

const RANGE = toDayRange('2026-11-20', 'America/Chicago');
const NOON = RANGE.since + 12 * 3600;

function theirs(change: Partial<Transaction> & { readonly second?: number } = {}): Transaction {
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

async function compared(
  mine: readonly PerformedTransaction[],
  service: readonly Transaction[],
  more: {
    readonly isWhole?: boolean;
    readonly known?: Readonly<Record<string, OutcomeState>>;
    readonly isOwnCancel?: boolean;
    readonly foundNow?: ReadonlyMap<string, Transaction>;
    readonly standAgain?: ReadonlyMap<string, Transaction>;
  } = {},
) {
  return await compareDay({
    range: RANGE,
    ours: (async function* () {
      yield mine;
    })(),
    service: { transactions: service, isWhole: more.isWhole ?? true },
    isOwnCancel: () => more.isOwnCancel ?? false,
    foundNow: more.foundNow ?? new Map(),
    standAgain: more.standAgain ?? new Map(),
    known: (externalId) => {
      const state = more.known?.[externalId];
      return state === undefined ? null : { paymentId: `of-${externalId}`, state };
    },
  });
}

describe('a day beside the service’s own list', () => {
  it('is the same where the service writes the account as its mask shows it', async () => {
    const mine = ours({ accountNumber: '1234', accountShown: 'AB-1234' });
    for (const accountNumber of ['1234', 'AB-1234', 'ab1234']) {
      expect((await compared([mine], [theirs({ accountNumber })])).differences).toEqual([]);
    }
    const { differences } = await compared([mine], [theirs({ accountNumber: '1235' })]);
    expect(differences).toMatchObject([{ accountNumber: 'AB-1234', fields: ['account'] }]);
  });

  it('finds no differences when both lists match', async () => {
    expect(await compared([ours()], [theirs()])).toEqual({
      ours: 1,
      theirs: 1,
      unknownHere: 0,
      withoutStatus: 0,
      differences: [],
    });
  });

  it('is the same by the id alone, and in the other word for a currency', async () => {
    const rows = [theirs({ externalId: null, currency: 'RD' })];
    expect((await compared([ours({ currency: 'DOP' })], rows)).differences).toEqual([]);
  });

  it('misses at the service what only the till has', async () => {
    expect((await compared([ours()], [])).differences).toMatchObject([
      { kind: 'unknown-to-service', paymentId: 'p1', amount: { amount: '549.00' } },
    ]);
    // Of a list that was not read to its end, nothing is missed.
    expect((await compared([ours()], [], { isWhole: false })).differences).toEqual([]);
  });

  it.each([
    [{ amount: '549.01' }, ['amount']],
    [{ currency: 'USD' }, ['currency']],
    [{ accountNumber: '1' }, ['account']],
    [{ billerId: 41 }, ['biller']],
    [{ id: '1' }, ['authorization']],
    [{ status: 'timeout' }, ['status']],
  ])('tells that %j differs', async (change, fields) => {
    const { differences } = await compared([ours()], [theirs(change)]);
    expect(differences).toMatchObject([{ kind: 'fields-differ', fields }]);
  });

  it.each(['refunded', 'reversed', 'crashed'])(
    'tells that a payment was %s since',
    async (status) => {
      const { differences } = await compared([ours()], [theirs({ status })]);
      expect(differences).toMatchObject([{ kind: 'given-back', paymentId: 'p1', fields: [] }]);
      // Our own cancel is known, and no difference.
      const cancelled = await compared([ours()], [theirs({ status })], { isOwnCancel: true });
      expect(cancelled.differences).toEqual([]);
    },
  );

  it('names what it found given back of an earlier day', async () => {
    const row = theirs({ externalId: 'old', second: RANGE.since - 40 * 3600, status: 'refunded' });
    const { differences } = await compared([], [row], { foundNow: new Map([['p0', row]]) });
    expect(differences).toMatchObject([{ kind: 'given-back', paymentId: 'p0', externalId: 'old' }]);
  });

  it('names what was given back and stands again', async () => {
    const row = theirs({ externalId: 'old', second: RANGE.since - 40 * 3600, status: 'fulfilled' });
    const { differences } = await compared([], [row], { standAgain: new Map([['p0', row]]) });
    expect(differences).toMatchObject([{ kind: 'stands-again', paymentId: 'p0' }]);
  });

  it('counts the rows that tell no status', async () => {
    const { withoutStatus, differences } = await compared([ours()], [theirs({ status: null })]);
    expect(withoutStatus).toBe(1);
    expect(differences).toEqual([]);
  });

  it.each([
    ['rejected', 'not-performed-here'],
    ['not-performed', 'not-performed-here'],
    ['by-hand-not-paid', 'not-performed-here'],
    ['unknown', 'open-here'],
    ['unclear', 'open-here'],
  ] as const)('of what this till holds as %s says %s', async (state, kind) => {
    const { differences } = await compared([], [theirs()], { known: { e1: state } });
    expect(differences).toMatchObject([{ kind, paymentId: 'of-e1', authorization: '48586' }]);
  });

  it('knows what stands in the file of another day', async () => {
    const { differences } = await compared([], [theirs()], { known: { e1: 'paid' } });
    expect(differences).toMatchObject([{ kind: 'fields-differ', fields: ['time'] }]);
  });

  it('names what it never sent, which may be another till’s', async () => {
    const rows = [theirs({ externalId: 'x' }), theirs({ id: '2', externalId: null })];
    const { unknownHere, differences } = await compared([], rows);
    expect(unknownHere).toBe(2);
    expect(differences.map((one) => one.kind)).toEqual(['unknown-here', 'unknown-here']);
  });

  it('leaves alone other days, and what the service did not perform', async () => {
    const rows = [
      theirs({ externalId: 'a', second: RANGE.since - 1 }),
      theirs({ id: '2', externalId: 'b', second: RANGE.until }),
      theirs({ id: '3', externalId: 'c', status: 'crashed' }),
    ];
    expect(await compared([], rows)).toMatchObject({ theirs: 0, unknownHere: 0 });
  });
});

describe('a time of the service', () => {
  it('counts by its whole seconds, and one that was not told is none', () => {
    const noon = Date.UTC(2026, 10, 20, 18, 4, 2) / 1000;
    for (const createdAt of ['2026-11-20T18:04:02.000Z', '2026-11-20T18:04:02.999Z']) {
      expect(toEpochSecond(theirs({ createdAt }))).toBe(noon);
    }
    expect(toEpochSecond(theirs({ createdAt: null }))).toBeNull();
  });
});

describe('the service’s list of a day', () => {
  const PAGE = 10;
  function pagesOf(rows: readonly Transaction[], tellsPages = true) {
    const read: number[] = [];
    const total = Math.max(1, Math.ceil(rows.length / PAGE));
    const readPage = async (page: number) => {
      read.push(page);
      const value: TransactionPage = {
        page,
        transactions: rows.slice((page - 1) * PAGE, page * PAGE),
        unreadable: 0,
        totalPages: tellsPages ? total : null,
        hasNext: tellsPages ? page < total : page <= total,
      };
      return ok(value);
    };
    return { read, readPage };
  }
  /** Over two months, the day in the middle of the second. */
  const rows = Array.from({ length: 600 }, (_nothing, n) =>
    theirs({ id: String(n), externalId: `e${n}`, second: RANGE.since - (500 - n) * 8640 }),
  );
  const ofDay = rows.filter((row) => {
    const second = Date.parse(row.createdAt ?? '') / 1000;
    return second >= RANGE.since && second < RANGE.until;
  });

  it.each([
    ['newest first', [...rows].reverse()],
    ['oldest first', rows],
  ])('is read %s from its newest end until the day is past', async (_order, list) => {
    const { read, readPage } = pagesOf(list);
    const day = await readServiceDay(readPage, RANGE);
    expect(day).toMatchObject({ ok: true, value: { isWhole: true } });
    const ids = day.ok ? day.value.transactions.map((one) => one.id) : [];
    for (const one of ofDay) expect(ids).toContain(one.id);
    expect(read.length).toBeLessThan(16);
  });

  it('is whole in whatever order it comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(rows, { minLength: 0, maxLength: 90 }),
        fc.boolean(),
        async (list, tellsPages) => {
          const { readPage } = pagesOf(list, tellsPages);
          const day = await readServiceDay(readPage, RANGE);
          if (!day.ok) throw new Error(day.problem.kind);
          expect(day.value.isWhole).toBe(true);
          const ids = new Set(day.value.transactions.map((one) => one.id));
          for (const one of ofDay.filter((row) => list.includes(row))) {
            expect(ids.has(one.id)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['cannot be read', true],
    ['has a row that cannot be read', false],
  ])('stays whole where what is farther back %s', async (_what, fails) => {
    const { read, readPage } = pagesOf([...rows].reverse());
    const alsoSince = RANGE.since - 40 * 24 * 3600;
    const far = 20;
    const day = await readServiceDay(
      async (page) => {
        const answer = await readPage(page);
        if (page < far || page === 60) return answer;
        return fails
          ? fail<Problem>({ kind: 'service-silent', seconds: 60 })
          : ok({ ...answer.value, unreadable: 1 });
      },
      RANGE,
      alsoSince,
    );
    expect(day).toMatchObject({ ok: true, value: { isWhole: true } });
    const ids = day.ok ? day.value.transactions.map((one) => one.id) : [];
    for (const one of ofDay) expect(ids).toContain(one.id);
    // What was read before the trouble counts all the same.
    expect(ids).toContain(String(600 - (far - 2) * PAGE));
    expect(read.length).toBeLessThan(far + 2);
  });

  it('does not go on for ever, and is not whole where a row cannot be read', async () => {
    const same = async () =>
      ok({ page: 1, transactions: [theirs()], unreadable: 1, totalPages: null, hasNext: true });
    expect(await readServiceDay(same, RANGE)).toMatchObject({ value: { isWhole: false } });
  });

  it('is left when the till ends', async () => {
    const ending = new AbortController();
    const never = toAbortableReader(() => new Promise(() => {}), ending.signal);
    const reading = readServiceDay(never, RANGE);
    ending.abort();
    expect(await reading).toMatchObject({ ok: false, problem: { reason: 'stopped' } });
  });
});
