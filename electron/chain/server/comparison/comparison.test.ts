import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import { toDayRange } from '../../../back-office/reconciliation/days/index.ts';
import { createVirtualClock, silentLog, toIsoTime } from '../../../platform/index.ts';
import type { BillPaymentService, Transaction, TransactionPage } from '../../../service/index.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../database/index.ts';
import { makeOfficeChain, type OfficeChain } from '../testing/index.ts';
import { readChainComparison, startDailyComparison } from './index.ts';

const DAY = '2026-11-10';
const RANGE = toDayRange(DAY, 'America/Chicago');
const NOON = (RANGE.since + 12 * 3600) * 1000;
const AFTER = (RANGE.until + 3600) * 1000;
const PAGE = 3;

const listed = (one: Partial<Transaction> & { readonly id: string }): Transaction => ({
  externalId: null,
  billerId: 40,
  accountNumber: '501000000007',
  amount: '549.00',
  currency: 'MXN',
  createdAt: toIsoTime(NOON),
  status: 'fulfilled',
  ticketText: null,
  fee: null,
  hoursToFulfill: null,
  earned: null,
  ...one,
});

describe.skipIf(process.platform === 'win32')('the comparison of a chain with the service', () => {
  let office: OfficeChain;
  let database: OfficeDatabase;
  let fence = 0;
  const clock = createVirtualClock(AFTER);
  let list: Transaction[] = [];
  let asked: { page: number; at: number }[] = [];
  let refusals = 0;
  let quietUntil: number | null = null;

  const service = {
    get health() {
      return { quietUntil, lastAnswerAt: clock.now() };
    },
    requestDate: () => clock.now(),
    getSlowestServiceTime: () => clock.now(),
    listTransactions: async (page: number): Promise<Result<TransactionPage>> => {
      asked.push({ page, at: clock.now() });
      if (refusals > 0) {
        refusals -= 1;
        quietUntil = clock.now() + 90_000;
        return fail({ kind: 'service-refused', code: null, message: null, httpStatus: 429 });
      }
      const transactions = list.slice((page - 1) * PAGE, page * PAGE);
      const totalPages = Math.ceil(list.length / PAGE);
      return ok({ page, transactions, unreadable: 0, totalPages, hasNext: page < totalPages });
    },
  } as unknown as BillPaymentService;

  /** Until the round that it begins has ended, in the time of the test. */
  const compared = async (): Promise<void> => {
    const running = startDailyComparison(
      { database, clock, log: silentLog, service: () => service, pagesAnHour: 3600 },
      fence,
    );
    let isDone = false;
    const checked = running.runNow().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await checked;
    const ended = running.stop();
    await clock.advance(1_000);
    await ended;
  };

  beforeAll(async () => {
    office = await makeOfficeChain();
    office.begin(DAY, RANGE.since);
    database = openOfficeDatabase(() => office.connect({ deadlineMs: 60_000 }));
    const [row] = await database.query("SELECT chain.take_lease_v1('maker', 'us', 3600) AS fence");
    fence = Number(row?.fence);
    await database.query("SELECT chain.add_day_v1($1, $2, $3, $4, $5, 'lupita_20261111.txt')", [
      fence,
      DAY,
      RANGE.since,
      RANGE.until,
      toIsoTime(AFTER),
    ]);
  });
  afterAll(async () => {
    await database.end();
    await office.drop();
  });

  it('has the till’s kinds, names the tills, and asks the service slowly', async () => {
    const till = await office.till('Centro', '07');
    const external = (at: number): string => `0d6c2a5e-7b1f-4c39-8e22-0000000000${10 + at}`;
    await till.tell([
      { at: NOON, external: external(0), auth: '100' },
      // Written with the literals of its mask: the same.
      { at: NOON, external: external(1), auth: '101' },
      { at: NOON, external: external(2), auth: '102' },
      { at: NOON, external: external(3), auth: '103' },
      { at: NOON, external: external(4), auth: '104' },
      { at: NOON, external: external(5), auth: null, state: 'rejected' },
      { at: NOON, external: external(6), auth: null, state: 'unknown', performed: null },
      { at: NOON, external: external(7), auth: '107' },
    ]);
    list = [
      listed({ id: '100', externalId: external(0) }),
      listed({ id: '101', externalId: external(1), accountNumber: '501 000 000 007' }),
      listed({ id: '102', externalId: external(2), amount: '540.00' }),
      listed({ id: '103', externalId: external(3), status: 'refunded' }),
      listed({ id: '105', externalId: external(5) }),
      listed({ id: '106', externalId: external(6) }),
      // Performed twice under one external_id.
      listed({ id: '107', externalId: external(7) }),
      listed({ id: '108', externalId: external(7) }),
      listed({ id: '109', externalId: 'of-nobody' }),
      listed({ id: '110', externalId: 'crashed', status: 'crashed' }),
      listed({ id: '99', createdAt: toIsoTime((RANGE.since - 90_000) * 1000) }),
      listed({ id: '98', createdAt: toIsoTime((RANGE.since - 91_000) * 1000) }),
      listed({ id: '97', createdAt: toIsoTime((RANGE.since - 92_000) * 1000) }),
    ];
    await compared();
    const found = await readChainComparison(database.query, DAY);
    expect(found).toMatchObject({
      isWhole: true,
      problem: null,
      ours: 6,
      theirs: 9,
      kinds: {
        'fields-differ': 2,
        'given-back': 1,
        'unknown-to-service': 1,
        'not-performed-here': 1,
        'open-here': 1,
        'unknown-here': 1,
      },
      doubles: [],
    });
    const of = (kind: string) =>
      found?.differences
        .filter((one) => one.kind === kind)
        .map((one) => [
          one.authorization,
          one.fields,
          one.till?.shop ?? null,
          one.till?.pos ?? null,
        ]);
    expect(of('fields-differ')).toEqual([
      ['102', ['amount'], 'Centro', '07'],
      ['107', ['authorization'], 'Centro', '07'],
    ]);
    expect(of('unknown-to-service')).toEqual([['104', [], 'Centro', '07']]);
    expect(of('not-performed-here')).toEqual([['105', [], 'Centro', '07']]);
    expect(of('unknown-here')).toEqual([['109', [], null, null]]);
    const gaps = asked.slice(1).map((one, at) => one.at - (asked[at]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  });

  it('goes on where it stopped, and waits as long as a 429 wants', async () => {
    asked = [];
    refusals = 1;
    const at = clock.now();
    list = [listed({ id: '200', createdAt: toIsoTime(clock.now()) }), ...list];
    await compared();
    expect(asked[0]?.page).toBe(1);
    expect((asked[1]?.at ?? 0) - at).toBeGreaterThanOrEqual(90_000);
    // The rest was read before; only the new end is read again.
    expect(Math.max(...asked.map((one) => one.page))).toBeLessThanOrEqual(5);
    const [row] = await database.query('SELECT count(*) AS count FROM chain.service_rows');
    expect(row?.count).toBe(14);
  });

  it('finds one external_id on two payments, which no index of a partitioned table refuses', async () => {
    const external = '0d6c2a5e-7b1f-4c39-8e22-0000000000aa';
    const one = await office.till('Norte', '21');
    const other = await office.till('Sur', '22');
    await one.tell([{ at: NOON, external }]);
    await other.tell([{ at: NOON, external, created_at: toIsoTime(NOON - 86_400_000) }]);
    await office.chain.database.sql('DELETE FROM chain.comparisons');
    await compared();
    const found = await readChainComparison(database.query, DAY);
    expect(found?.doubles).toMatchObject([{ externalId: external, payments: [{}, {}] }]);
  });
});
