import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import { toDayTimeRange } from '../../../back-office/reconciliation/days/index.ts';
import { createVirtualClock, silentLog, toIsoTime } from '../../../platform/index.ts';
import type {
  BillPaymentService,
  ServiceTransaction,
  TransactionPage,
} from '../../../service/index.ts';
import { readDailyFileStatus } from '../daily-file/index.ts';
import { type ChainServerDatabase, openChainServerDatabase } from '../database/index.ts';
import {
  createServerTestChain,
  type ServerTestChain,
  type ServerTestTill,
} from '../testing/index.ts';
import { type DailyComparisonPorts, readChainComparison, startDailyComparison } from './index.ts';

const DAY = '2026-11-10';
const RANGE = toDayTimeRange(DAY, 'America/Chicago');
const NOON = (RANGE.since + 12 * 3600) * 1000;
const AFTER = (RANGE.until + 3600) * 1000;
const PAGE = 3;

const createTransaction = (
  changes: Partial<ServiceTransaction> & { readonly id: string },
): ServiceTransaction => ({
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
  ...changes,
});

describe.skipIf(process.platform === 'win32')('comparison of a chain with the service', () => {
  let testChain: ServerTestChain;
  let database: ChainServerDatabase;
  let fencingToken = 0;
  const clock = createVirtualClock(AFTER);
  let list: ServiceTransaction[] = [];
  let requests: { page: number; at: number }[] = [];
  let refusals = 0;
  let rateLimitedUntilUptime: number | null = null;

  const service = {
    get health() {
      return { rateLimitedUntilUptime, lastAnswerAt: clock.now() };
    },
    getRequestDate: () => clock.now(),
    getSlowestServiceTime: () => clock.now(),
    listTransactions: async (page: number): Promise<Result<TransactionPage>> => {
      requests.push({ page, at: clock.now() });
      if (refusals > 0) {
        refusals -= 1;
        rateLimitedUntilUptime = clock.uptime() + 90_000;
        return fail({ kind: 'service-refused', code: null, message: null, httpStatus: 429 });
      }
      const transactions = list.slice((page - 1) * PAGE, page * PAGE);
      const totalPages = Math.ceil(list.length / PAGE);
      return ok({
        page,
        transactions,
        unreadableCount: 0,
        totalPages,
        totalEntries: list.length,
        hasNext: page < totalPages,
      });
    },
  } as unknown as BillPaymentService;

  /** Runs one comparison to its end in virtual time. */
  const runComparison = async (changes: Partial<DailyComparisonPorts> = {}): Promise<void> => {
    const ports = { database, clock, log: silentLog, service: () => service, pagesAnHour: 3600 };
    const running = startDailyComparison({ ...ports, ...changes }, fencingToken);
    let isDone = false;
    const checking = running.runNow().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await checking;
    const stopping = running.stop();
    await clock.advance(1_000);
    await stopping;
  };

  beforeAll(async () => {
    testChain = await createServerTestChain();
    testChain.setFirstDay(DAY, RANGE.since);
    database = openChainServerDatabase(() => testChain.connect({ deadlineMs: 60_000 }));
    const [row] = await database.query("SELECT chain.take_lease_v1('maker', 'us', 3600) AS fence");
    fencingToken = Number(row?.fence);
    await database.query("SELECT chain.add_day_v1($1, $2, $3, $4, $5, 'lupita_20261111.txt')", [
      fencingToken,
      DAY,
      RANGE.since,
      RANGE.until,
      toIsoTime(AFTER),
    ]);
  });
  afterAll(async () => {
    await database.end();
    await testChain.drop();
  });

  it("lists differences by the till's kinds with their tills, and reads the service slowly", async () => {
    const till = await testChain.enrollTill('Centro', '07');
    const toExternalId = (at: number): string => `0d6c2a5e-7b1f-4c39-8e22-0000000000${10 + at}`;
    await till.push([
      { at: NOON, external: toExternalId(0), auth: '100' },
      // Formatted with the biller's mask: the same account.
      { at: NOON, external: toExternalId(1), auth: '101' },
      { at: NOON, external: toExternalId(2), auth: '102' },
      { at: NOON, external: toExternalId(3), auth: '103' },
      { at: NOON, external: toExternalId(4), auth: '104' },
      { at: NOON, external: toExternalId(5), auth: null, state: 'rejected' },
      { at: NOON, external: toExternalId(6), auth: null, state: 'unknown', performed: null },
      { at: NOON, external: toExternalId(7), auth: '107' },
      { at: NOON, external: toExternalId(8), auth: '111' },
    ]);
    list = [
      createTransaction({ id: '100', externalId: toExternalId(0) }),
      createTransaction({
        id: '101',
        externalId: toExternalId(1),
        accountNumber: '501 000 000 007',
      }),
      createTransaction({ id: '102', externalId: toExternalId(2), amount: '540.00' }),
      createTransaction({ id: '103', externalId: toExternalId(3), status: 'refunded' }),
      createTransaction({ id: '105', externalId: toExternalId(5) }),
      createTransaction({ id: '106', externalId: toExternalId(6) }),
      // Performed twice with one external_id.
      createTransaction({ id: '107', externalId: toExternalId(7) }),
      createTransaction({ id: '108', externalId: toExternalId(7) }),
      createTransaction({ id: '109', externalId: 'of-nobody' }),
      createTransaction({ id: '110', externalId: 'crashed', status: 'crashed' }),
      createTransaction({ id: '111', externalId: toExternalId(8), status: 'failed' }),
      createTransaction({ id: '99', createdAt: toIsoTime((RANGE.since - 90_000) * 1000) }),
      createTransaction({ id: '98', createdAt: toIsoTime((RANGE.since - 91_000) * 1000) }),
      createTransaction({ id: '97', createdAt: toIsoTime((RANGE.since - 92_000) * 1000) }),
    ];
    await runComparison();
    const comparison = await readChainComparison(database.query, DAY);
    expect(comparison).toMatchObject({
      isWhole: true,
      problem: null,
      reread: 'done',
      ours: 7,
      theirs: 10,
      kinds: {
        'fields-differ': 3,
        'given-back': 1,
        'unknown-to-service': 1,
        'not-performed-here': 1,
        'open-here': 1,
        'unknown-here': 1,
      },
      doubles: [],
    });
    const listDifferences = (kind: string) =>
      comparison?.differences
        .filter((difference) => difference.kind === kind)
        .map(({ authorization, fields, till }) => [
          authorization,
          fields,
          till?.shop ?? null,
          till?.pos ?? null,
        ]);
    expect(listDifferences('fields-differ')).toEqual([
      ['102', ['amount'], 'Centro', '07'],
      ['107', ['authorization'], 'Centro', '07'],
      ['111', ['status'], 'Centro', '07'],
    ]);
    expect(listDifferences('unknown-to-service')).toEqual([['104', [], 'Centro', '07']]);
    expect(listDifferences('not-performed-here')).toEqual([['105', [], 'Centro', '07']]);
    expect(listDifferences('unknown-here')).toEqual([['109', [], null, null]]);
    const gaps = requests.slice(1).map((request, index) => request.at - (requests[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  });

  it('continues reading where it stopped, and waits as long as a 429 demands', async () => {
    requests = [];
    refusals = 1;
    const at = clock.now();
    list = [createTransaction({ id: '200', createdAt: toIsoTime(clock.now()) }), ...list];
    await runComparison();
    expect(requests[0]?.page).toBe(1);
    expect((requests[1]?.at ?? 0) - at).toBeGreaterThanOrEqual(90_000);
    // The rest was read before; only the new end is read again.
    expect(Math.max(...requests.map((request) => request.page))).toBeLessThanOrEqual(5);
    const [row] = await database.query('SELECT count(*) AS count FROM chain.service_rows');
    expect(row?.count).toBe(15);
  });

  it('finds one external_id on two payments of different partitions', async () => {
    const externalId = '0d6c2a5e-7b1f-4c39-8e22-0000000000aa';
    const firstTill = await testChain.enrollTill('Norte', '21');
    const secondTill = await testChain.enrollTill('Sur', '22');
    await firstTill.push([{ at: NOON, external: externalId }]);
    await secondTill.push([
      { at: NOON, external: externalId, created_at: toIsoTime(NOON - 86_400_000) },
    ]);
    await testChain.chain.database.sql('DELETE FROM chain.comparisons');
    await runComparison();
    const comparison = await readChainComparison(database.query, DAY);
    expect(comparison?.doubles).toMatchObject([{ externalId, payments: [{}, {}] }]);
  });

  it('says that it could not read a list again, and repeats a comparison whose list failed', async () => {
    const readRereading = async () => [
      (await readChainComparison(database.query, DAY))?.reread,
      (await readDailyFileStatus(database.query, AFTER)).days.find(({ day }) => day === DAY)
        ?.reread,
    ];
    const { sql } = testChain.chain.database;
    await sql('DELETE FROM chain.comparisons');
    await runComparison({ maxRereadRows: 5 });
    expect(await readRereading()).toEqual(['too-long', 'too-long']);
    const makeAnHourOld = () =>
      sql("UPDATE chain.comparisons SET at = now() - interval '61 minutes'");
    await makeAnHourOld();
    await runComparison();
    expect(await readRereading()).toEqual(['too-long', 'too-long']);

    await sql('DELETE FROM chain.comparisons');
    let calls = 0;
    const failsLater: BillPaymentService = Object.assign(Object.create(service), {
      listTransactions: async (page: number) => {
        calls += 1;
        // The end of the list is read; from then on nothing is.
        return calls <= 1
          ? service.listTransactions(page)
          : fail({ kind: 'service-unreadable', httpStatus: 200 });
      },
    });
    await runComparison({ service: () => failsLater });
    expect(await readRereading()).toEqual(['failed', 'failed']);
    await makeAnHourOld();
    await runComparison();
    expect(await readRereading()).toEqual(['done', 'done']);
  });

  describe('a day whose rows of the list were deleted', () => {
    const sql: typeof testChain.chain.database.sql = (...query) =>
      testChain.chain.database.sql(...query);
    /** As the retention does days later. */
    const deleteServiceRows = () =>
      database.query('SELECT chain.forget_service_rows_v1($1, $2, 50000)', [
        fencingToken,
        RANGE.until + 2 * 86_400,
      ]);
    const countServiceRows = async () =>
      (
        await sql(
          'SELECT count(*)::int AS n FROM chain.service_rows WHERE second BETWEEN $1 AND $2',
          [RANGE.since, RANGE.until - 1],
        )
      )[0]?.n;
    const readKinds = async () => (await readChainComparison(database.query, DAY))?.kinds;
    const readIsOutdated = async () =>
      (await readDailyFileStatus(database.query, AFTER)).days.find(({ day }) => day === DAY)
        ?.isComparisonOutdated;
    /** A payment that the comparison of two hours ago did not know, and that the service lists. */
    const addLatePayment = async (till: ServerTestTill, externalId: string): Promise<void> => {
      await sql("UPDATE chain.comparisons SET at = now() - interval '2 hours'");
      const transaction = list.find((row) => row.externalId === externalId);
      const [payment] = await till.push([
        { at: NOON, external: externalId, auth: transaction?.id ?? null },
      ]);
      await sql(
        `INSERT INTO chain.late_rows (day, ledger_id, payment_id, difference)
          VALUES ($1, $2, $3, '{}')`,
        [DAY, till.ledger, payment],
      );
    };
    const toExternalId = (n: number): string => `0d6c2a5e-7b1f-4c39-8e22-0000000001${10 + n}`;
    const failing: BillPaymentService = Object.assign(Object.create(service), {
      listTransactions: async () => fail({ kind: 'service-unreadable', httpStatus: 200 }),
    });
    let till: ServerTestTill;

    beforeAll(async () => {
      till = await testChain.enrollTill('Este', '24');
      list = [
        ...[0, 1, 2, 3].map((n) =>
          createTransaction({ id: `30${n}`, externalId: toExternalId(n) }),
        ),
        ...list,
      ];
    });

    it('keeps the rows of a day until it is compared with the whole list', async () => {
      await sql('DELETE FROM chain.comparisons');
      await sql('UPDATE chain.service_list SET until_second = $1', [RANGE.until]);
      const rowCount = await countServiceRows();
      expect(rowCount).toBeGreaterThan(0);
      await runComparison({ service: () => failing });
      await deleteServiceRows();
      expect(await countServiceRows()).toBe(rowCount);
      await runComparison();
      expect(await readChainComparison(database.query, DAY)).toMatchObject({ isWhole: true });
      await runComparison();
      await deleteServiceRows();
      // The row of an open payment stays.
      expect(await countServiceRows()).toBe(1);
    });

    it('keeps the comparison of a day whose rows were deleted until the list was read again', async () => {
      const kinds = await readKinds();
      expect(await readIsOutdated()).toBe(false);
      await addLatePayment(till, toExternalId(0));
      // From then on, a day whose list is not whole is compared too.
      await clock.advance(6 * 3_600_000);
      await runComparison({ maxRereadRows: 2 });
      expect([await readKinds(), await readIsOutdated()]).toEqual([kinds, true]);
      await runComparison({ service: () => failing });
      expect([await readKinds(), await readIsOutdated()]).toEqual([kinds, true]);
      // Nothing waits for a day that is not compared again.
      await runComparison({ maxRereadRows: 2 });
      await deleteServiceRows();
      await runComparison();
      expect(await readKinds()).toEqual({
        ...kinds,
        'unknown-here': Number(kinds?.['unknown-here']) - 1,
      });
      expect(await readIsOutdated()).toBe(false);
    });

    it('compares a day with the whole list although the retention runs while it is read again', async () => {
      await runComparison();
      await deleteServiceRows();
      const kinds = await readKinds();
      await addLatePayment(till, toExternalId(1));
      const slow: BillPaymentService = Object.assign(Object.create(service), {
        listTransactions: async (page: number) => {
          await deleteServiceRows();
          return service.listTransactions(page);
        },
      });
      await runComparison({ service: () => slow });
      expect(await readKinds()).toEqual({
        ...kinds,
        'unknown-here': Number(kinds?.['unknown-here']) - 1,
      });
    });
  });

  it('says that a day was compared without the list, because the service refuses the keys', async () => {
    const readDay = async () =>
      (await readDailyFileStatus(database.query, AFTER)).days.find(({ day }) => day === DAY);
    expect(await readDay()).toMatchObject({ isListUnread: false, listProblem: null });
    const { sql } = testChain.chain.database;
    await sql('DELETE FROM chain.comparisons');
    await sql('UPDATE chain.service_list SET until_second = $1', [RANGE.until]);
    const refusing: BillPaymentService = Object.assign(Object.create(service), {
      listTransactions: async () => fail({ kind: 'keys-refused' }),
    });
    await runComparison({ service: () => refusing });
    expect(await readDay()).toMatchObject({
      isListUnread: true,
      listProblem: expect.stringMatching(/does not accept/),
      reread: null,
    });
  });

  it('reads the list again for the newest of several days, although it is too long for the oldest', async () => {
    const { sql } = testChain.chain.database;
    const laterDays = ['2026-11-11', '2026-11-12'].map((day) => ({
      day,
      ...toDayTimeRange(day, 'America/Chicago'),
    }));
    for (const { day, since, until } of laterDays) {
      await database.query("SELECT chain.add_day_v1($1, $2, $3, $4, now(), 'later.txt')", [
        fencingToken,
        day,
        since,
        until,
      ]);
    }
    await clock.advance(2 * 86_400_000);
    const added = laterDays
      .toReversed()
      .flatMap(({ day, since }) =>
        [1, 2, 3].map((n) =>
          createTransaction({ id: `${day}-${n}`, createdAt: toIsoTime((since + 3600) * 1000) }),
        ),
      );
    list = [...added, ...list];
    await sql('DELETE FROM chain.comparisons');
    await sql('DELETE FROM chain.service_rows');
    await sql(`UPDATE chain.service_list SET since_second = NULL, until_second = NULL,
      deleted_before_second = 0`);
    await runComparison({ maxRereadRows: 4 });
    const rereads = await Promise.all(
      [DAY, ...laterDays.map(({ day }) => day)].map(
        async (day) => (await readChainComparison(database.query, day))?.reread,
      ),
    );
    expect(rereads).toEqual(['too-long', 'too-long', 'done']);
    await sql('DELETE FROM chain.days WHERE day > $1', [DAY]);
    await sql('DELETE FROM chain.comparisons WHERE day > $1', [DAY]);
  });

  it('counts payments with a wrong date of the service as left out of the file of their day', async () => {
    const till = await testChain.enrollTill('Oeste', '23');
    const readLeftOut = async (): Promise<number | undefined> =>
      (await readDailyFileStatus(database.query, AFTER)).days.find(({ day }) => day === DAY)
        ?.leftOut;
    const dayAfterNext = Math.floor(NOON / 1000) + 2 * 86_400;
    // A repeated key, and a clock that is wrong by hours.
    await till.push([
      { at: NOON, performed: dayAfterNext },
      { at: NOON, performed: RANGE.since - 3600 },
    ]);
    expect(await readLeftOut()).toBe(0);
    await till.push([
      { at: NOON, performed: 0 },
      { at: NOON, performed: 2_085_978_385 },
      { at: NOON, performed: 0, state: 'rejected' },
      { at: AFTER, performed: 0 },
    ]);
    expect(await readLeftOut()).toBe(2);
  });
});
