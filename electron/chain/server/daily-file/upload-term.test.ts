import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseDailyFile } from '../../../../tests/support/read-daily-file.ts';
import { toDayTimeRange } from '../../../back-office/reconciliation/days/index.ts';
import {
  type OpenUploadServer,
  UploadFailure,
} from '../../../back-office/reconciliation/upload/index.ts';
import type { ServerTestTill } from '../testing/index.ts';
import { readDailyFileStatus } from './daily-file-status.ts';
import { createChainDayActions } from './day-actions.ts';
import { createMakerBench, type MakerBench, ZONE } from './upload-term.fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Returns when the file of that day falls due: 04:10 in New York on the next day. */
const toDueTime = (day: string): number =>
  toDayTimeRange(day, ZONE).until * 1000 + 3 * HOUR + 10 * MINUTE;
const toNoon = (day: string): number => toDayTimeRange(day, ZONE).since * 1000 + 12 * HOUR;

describe.skipIf(process.platform === 'win32')("the chain's daily file", () => {
  let bench: MakerBench;
  let centro: ServerTestTill;
  let norte: ServerTestTill;

  beforeAll(async () => {
    bench = await createMakerBench({ firstDay: '2026-11-10' });
    centro = await bench.testChain.enrollTill('Centro', '01');
    norte = await bench.testChain.enrollTill('Norte', '02', true);
  });
  afterAll(() => bench.remove());

  const readSentIds = (name: string): string[] => {
    const bytes = bench.server.files.get(name);
    if (bytes === undefined) throw new Error(`${name} did not arrive`);
    return parseDailyFile(bytes).registers.map((register) => register.externalId);
  };
  const externals = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map(
    (digit) => `0d6c2a5e-7b1f-4c39-8e22-00000000000${digit}`,
  );
  const getExternalId = (at: number): string => externals[at] ?? '';
  const reportBothTills = async (until: number): Promise<void> => {
    await centro.push([], { until: until / 1000 });
    await norte.push([], { until: until / 1000 });
  };

  it('uploads the sales of every till at its hour once all tills are complete', async () => {
    const at = toNoon('2026-11-10');
    await centro.push([{ at, external: getExternalId(0) }], {
      until: toDueTime('2026-11-10') / 1000,
    });
    await norte.push(
      [
        { at: at + 1000, external: getExternalId(1) },
        { at: at + 2000, external: getExternalId(2), state: 'rejected', auth: null },
      ],
      { until: toDueTime('2026-11-10') / 1000 },
    );
    bench.jumpTo(toDueTime('2026-11-10') - MINUTE);
    const term = await bench.elect();
    expect(bench.server.files.size).toBe(0);
    bench.jumpTo(toDueTime('2026-11-10') + MINUTE);
    await term.uploadDueFiles();
    expect(readSentIds('lupita_20261111.txt')).toEqual([getExternalId(0), getExternalId(1)]);
    expect(await bench.readDay('2026-11-10')).toMatchObject({
      lines: 2,
      totals: [{ amount: '1098.00', currency: 'MXN' }],
      missing: [],
    });
  });

  it('waits for a silent till until 04:40, then uploads without it and names it', async () => {
    const at = toNoon('2026-11-11');
    await centro.push([{ at, external: getExternalId(3) }], {
      until: toDueTime('2026-11-11') / 1000,
    });
    bench.jumpTo(toDueTime('2026-11-11') + MINUTE);
    const term = await bench.elect();
    expect(bench.server.files.has('lupita_20261112.txt')).toBe(false);
    bench.jumpTo(toDueTime('2026-11-11') + 31 * MINUTE);
    await term.uploadDueFiles();
    expect(readSentIds('lupita_20261112.txt')).toEqual([getExternalId(3)]);
    const { missing } = await bench.readDay('2026-11-11');
    expect(missing).toMatchObject([{ shop: 'Norte', pos: '02', standing: 'not-in' }]);

    // The till returns: its sale of that day is a difference of the day, and the file does not
    // change.
    await norte.push([{ at, external: getExternalId(4) }], {
      until: toDueTime('2026-11-11') / 1000,
    });
    await term.uploadDueFiles();
    const lateRows = await bench.database.query(
      "SELECT chain.late_rows_v1('2026-11-11', 10) AS late",
    );
    expect(lateRows.map((row) => row.late)).toMatchObject([
      { kind: 'late', externalId: getExternalId(4) },
    ]);
    expect(readSentIds('lupita_20261112.txt')).toEqual([getExternalId(3)]);
  });

  it('finds a late payment without a mark by the position of its till', async () => {
    await bench.testChain.chain.database.sql(
      "DELETE FROM chain.late_rows; UPDATE chain.days SET made_at = now() - interval '1 hour', searched_at = NULL",
    );
    const term = await bench.elect();
    await term.uploadDueFiles();
    const lateRows = await bench.database.query(
      "SELECT chain.late_rows_v1('2026-11-11', 10) AS late",
    );
    expect(lateRows.map((row) => row.late)).toMatchObject([{ externalId: getExternalId(4) }]);
  });

  it('waits for a complete till with an open payment of the day', async () => {
    const day = '2026-11-12';
    await reportBothTills(toDueTime(day));
    await norte.push([], { until: toDueTime(day) / 1000, open_since: toNoon(day) / 1000 });
    bench.jumpTo(toDueTime(day) + MINUTE);
    const term = await bench.elect();
    expect(bench.server.files.has('lupita_20261113.txt')).toBe(false);
    await norte.push([{ at: toNoon(day), external: getExternalId(5) }], {
      until: toDueTime(day) / 1000,
    });
    await term.uploadDueFiles();
    expect(readSentIds('lupita_20261113.txt')).toEqual([getExternalId(5)]);
  });

  it('lets another process send the file when the first dies before the rename', async () => {
    const day = '2026-11-13';
    await centro.push([{ at: toNoon(day), external: getExternalId(6) }]);
    await reportBothTills(toDueTime(day));
    bench.jumpTo(toDueTime(day) + MINUTE);
    await bench.elect({ openUploadServer: createDyingServer(bench.server.open, 'before') });
    expect((await bench.readDay(day)).inDoubtAt).not.toBeNull();
    expect(bench.server.files.has('lupita_20261114.txt')).toBe(false);
    // A payment that arrived meanwhile is not added to bytes that may have been delivered.
    await norte.push([{ at: toNoon(day), external: getExternalId(7) }], {
      until: toDueTime(day) / 1000,
    });
    await bench.elect();
    expect(readSentIds('lupita_20261114.txt')).toEqual([getExternalId(6)]);
    expect([...bench.server.files.keys()].filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(bench.server.renamedNames.filter((name) => name === 'lupita_20261114.txt')).toHaveLength(
      1,
    );
  });

  it('recognizes the uploaded file when the process dies between the rename and its commit', async () => {
    const day = '2026-11-14';
    await reportBothTills(toDueTime(day));
    bench.jumpTo(toDueTime(day) + MINUTE);
    await bench.elect({ openUploadServer: createDyingServer(bench.server.open, 'after') });
    expect((await bench.readDay(day)).uploadedAt).toBeNull();
    await bench.elect();
    expect((await bench.readDay(day)).uploadedAt).not.toBeNull();
    expect(bench.server.renamedNames.filter((name) => name === 'lupita_20261115.txt')).toHaveLength(
      1,
    );
  });

  it('does not send a file again that was removed on arrival before the answer', async () => {
    const day = '2026-11-15';
    await reportBothTills(toDueTime(day));
    bench.jumpTo(toDueTime(day) + MINUTE);
    bench.server.removesOnArrival = true;
    await bench.elect({ openUploadServer: createDyingServer(bench.server.open, 'after') });
    await bench.elect();
    bench.server.removesOnArrival = false;
    expect((await bench.readDay(day)).inDoubtAt).not.toBeNull();
    expect(bench.server.renamedNames.filter((name) => name === 'lupita_20261116.txt')).toHaveLength(
      1,
    );
    const dayActions = createChainDayActions(bench.database.query);
    expect(await dayActions.markHandedIn(day, 'Ana', '')).toBe('no-reason');
    expect(await dayActions.markHandedIn(day, 'Ana', 'the service has it')).toBe('done');
    expect(await dayActions.markHandedIn(day, 'Ana', 'again')).toBe('handed-in');
  });

  it('sends a file again within seconds after a person says that the service lacks it', async () => {
    const day = '2026-11-15';
    const dayActions = createChainDayActions(bench.database.query);
    const arrived = () =>
      bench.server.renamedNames.filter((name) => name === 'lupita_20261116.txt').length;
    // The elected process only polls meanwhile.
    await bench.elect();
    await bench.clock.advance(16_000);
    expect(await dayActions.unmarkHandedIn(day, 'Ana', 'she was wrong')).toBe('done');
    await bench.clock.advance(16_000);
    expect(arrived()).toBe(1);
    expect(await dayActions.sendAgain(day, 'Ana', 'the service has nothing')).toBe('done');
    await vi.waitFor(
      async () => {
        await bench.clock.advance(16_000);
        expect((await bench.readDay(day)).uploadedAt).not.toBeNull();
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(arrived()).toBe(2);
  });

  it('rejects the upload of a suspended process after another was elected', async () => {
    const day = '2026-11-16';
    await reportBothTills(toDueTime(day));
    bench.jumpTo(toDueTime(day) + MINUTE);
    const resumed = Promise.withResolvers<void>();
    const frozen = Promise.withResolvers<void>();
    bench.server.onUpload = async () => {
      bench.server.onUpload = null;
      frozen.resolve();
      await resumed.promise;
    };
    const firstElection = bench.elect();
    await frozen.promise;
    await bench.elect();
    expect((await bench.readDay(day)).uploadedAt).not.toBeNull();
    resumed.resolve();
    await firstElection;
    expect(bench.server.renamedNames.filter((name) => name === 'lupita_20261117.txt')).toHaveLength(
      1,
    );
    expect([...bench.server.files.keys()].filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('uploads each missed day once after an outage, after the tills had their grace period', async () => {
    const days = ['2026-11-17', '2026-11-18', '2026-11-19'];
    await centro.push(
      days.map((day, at) => ({ at: toNoon(day), external: getExternalId(at) })),
      { until: toDueTime('2026-11-19') / 1000 },
    );
    bench.jumpTo(toDueTime('2026-11-19') + 12 * HOUR);
    const term = await bench.elect();
    expect(bench.server.files.has('lupita_20261118.txt')).toBe(false);
    await bench.clock.advance(6 * MINUTE);
    await term.uploadDueFiles();
    expect(readSentIds('lupita_20261118.txt')).toEqual([getExternalId(0)]);
    expect(readSentIds('lupita_20261119.txt')).toEqual([getExternalId(1)]);
    expect(readSentIds('lupita_20261120.txt')).toEqual([getExternalId(2)]);
  });

  it('says in the status why the last attempt failed, until a file is uploaded', async () => {
    const day = '2026-11-20';
    const readNewestDay = async () =>
      (await readDailyFileStatus(bench.database.query, bench.clock.now())).days[0];
    await reportBothTills(toDueTime(day));
    bench.jumpTo(toDueTime(day) + MINUTE);
    await bench.elect({
      openUploadServer: async () => {
        throw new UploadFailure('host-key-changed', 'SHA256:other');
      },
    });
    expect(await readNewestDay()).toMatchObject({
      day,
      state: 'missing',
      uploadProblem: expect.stringContaining('another fingerprint than the confirmed one'),
    });
    await bench.elect();
    expect(await readNewestDay()).toMatchObject({ state: 'uploaded', uploadProblem: null });
  });

  it('reports a day as in doubt once the server has not answered for five minutes', async () => {
    const day = '2026-11-21';
    bench.jumpTo(toDueTime(day) + MINUTE);
    await bench.elect({ openUploadServer: () => Promise.reject(new UploadFailure('silent')) });
    const readState = async (minutes: number) => {
      await bench.testChain.chain.database.sql(
        'UPDATE chain.days SET in_doubt_at = to_timestamp($1) WHERE day = $2',
        [(bench.clock.now() - minutes * MINUTE) / 1000, day],
      );
      const { days } = await readDailyFileStatus(bench.database.query, bench.clock.now());
      return days[0]?.state;
    };
    expect(await readState(4)).not.toBe('in-doubt');
    expect(await readState(6)).toBe('in-doubt');
  });
});

it.skipIf(process.platform === 'win32').each([
  ['2026-03-08', 23],
  ['2026-11-01', 25],
])('the file of %s contains exactly its %i hours', async (day, hours) => {
  const bench = await createMakerBench({ firstDay: day });
  try {
    const till = await bench.testChain.enrollTill('Centro', '01');
    const { since, until } = toDayTimeRange(day, ZONE);
    expect(until - since).toBe(hours * 3600);
    await till.push(
      [since - 1, since, until - 1, until].map((second) => ({ at: second * 1000 })),
      { until: until + 4 * 3600 },
    );
    bench.jumpTo((until + 4 * 3600) * 1000);
    await bench.elect();
    const [bytes] = bench.server.files.values();
    expect(
      parseDailyFile(bytes ?? new Uint8Array()).registers.map((register) => register.createdAt),
    ).toEqual(
      [since, until - 1].map((second) => new Date(second * 1000).toISOString().slice(0, 19)),
    );
  } finally {
    await bench.remove();
  }
});

it.skipIf(process.platform === 'win32')(
  'starts at the waiting deadline although no other request reads the service time',
  async () => {
    const day = '2026-11-10';
    const bench = await createMakerBench({ firstDay: day, isServiceQuiet: true });
    try {
      const till = await bench.testChain.enrollTill('Centro', '01');
      await bench.testChain.enrollTill('Norte', '02');
      await till.push([{ at: toNoon(day) }], { until: toDueTime(day) / 1000 });
      bench.jumpTo(toDueTime(day) + MINUTE);
      await bench.elect();
      expect(bench.server.files.size).toBe(0);
      bench.jumpTo(toDueTime(day) + 30 * MINUTE + 1000);
      // It polls every fifteen seconds.
      await bench.clock.advance(15_000);
      await vi.waitFor(() => expect(bench.server.files.size).toBe(1), { timeout: 100_000 });
    } finally {
      await bench.remove();
    }
  },
);

/** Wraps a server whose client dies before or after the rename. */
function createDyingServer(open: OpenUploadServer, when: 'before' | 'after'): OpenUploadServer {
  return async (...openArguments) => {
    const folder = await open(...openArguments);
    let isDead = false;
    const assertAlive = (): void => {
      if (isDead) throw new UploadFailure('broke-off');
    };
    return {
      ...folder,
      readSize: async (name) => {
        assertAlive();
        return await folder.readSize(name);
      },
      rename: async (from, to) => {
        if (when === 'after') await folder.rename(from, to);
        isDead = true;
        assertAlive();
      },
      remove: async (name) => {
        if (!isDead) await folder.remove(name);
      },
    };
  };
}
