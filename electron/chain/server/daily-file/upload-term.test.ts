import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readDailyFile } from '../../../../tests/support/read-daily-file.ts';
import { toDayRange } from '../../../back-office/reconciliation/days/index.ts';
import {
  type OpenServer,
  UploadFailure,
} from '../../../back-office/reconciliation/upload/index.ts';
import type { OfficeTill } from '../testing/index.ts';
import { createDayActions } from './day-actions.ts';
import { type MakerBench, makeMakerBench, ZONE } from './upload-term.fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** When the file of that day falls due: 04:10 in New York, of the next day. */
const dueOf = (day: string): number => toDayRange(day, ZONE).until * 1000 + 3 * HOUR + 10 * MINUTE;
const noonOf = (day: string): number => toDayRange(day, ZONE).since * 1000 + 12 * HOUR;

describe.skipIf(process.platform === 'win32')('the chain’s daily file', () => {
  let bench: MakerBench;
  let centro: OfficeTill;
  let norte: OfficeTill;

  beforeAll(async () => {
    bench = await makeMakerBench({ firstDay: '2026-11-10' });
    centro = await bench.office.till('Centro', '01');
    norte = await bench.office.till('Norte', '02');
  });
  afterAll(() => bench.remove());

  const sent = (name: string): string[] => {
    const bytes = bench.server.files.get(name);
    if (bytes === undefined) throw new Error(`${name} did not arrive`);
    return readDailyFile(bytes).registers.map((one) => one.externalId);
  };
  const externals = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map(
    (digit) => `0d6c2a5e-7b1f-4c39-8e22-00000000000${digit}`,
  );
  const external = (at: number): string => externals[at] ?? '';
  const both = async (until: number): Promise<void> => {
    await centro.tell([], { until: until / 1000 });
    await norte.tell([], { until: until / 1000 });
  };

  it('holds what every till sold, and goes out at its hour once all are in', async () => {
    const at = noonOf('2026-11-10');
    await centro.tell([{ at, external: external(0) }], { until: dueOf('2026-11-10') / 1000 });
    await norte.tell(
      [
        { at: at + 1000, external: external(1) },
        { at: at + 2000, external: external(2), state: 'rejected', auth: null },
      ],
      { until: dueOf('2026-11-10') / 1000 },
    );
    bench.goTo(dueOf('2026-11-10') - MINUTE);
    const term = await bench.elect();
    expect(bench.server.files.size).toBe(0);
    bench.goTo(dueOf('2026-11-10') + MINUTE);
    await term.check();
    expect(sent('lupita_20261111.txt')).toEqual([external(0), external(1)]);
    expect(await bench.day('2026-11-10')).toMatchObject({
      lines: 2,
      totals: [{ amount: '1098.00', currency: 'MXN' }],
      missing: [],
    });
  });

  it('waits for a till that is silent until 04:40, goes out without it, and names it', async () => {
    const at = noonOf('2026-11-11');
    await centro.tell([{ at, external: external(3) }], { until: dueOf('2026-11-11') / 1000 });
    bench.goTo(dueOf('2026-11-11') + MINUTE);
    const term = await bench.elect();
    expect(bench.server.files.has('lupita_20261112.txt')).toBe(false);
    bench.goTo(dueOf('2026-11-11') + 31 * MINUTE);
    await term.check();
    expect(sent('lupita_20261112.txt')).toEqual([external(3)]);
    const { missing } = await bench.day('2026-11-11');
    expect(missing).toMatchObject([{ shop: 'Norte', pos: '02', standing: 'not-in' }]);

    // It comes back: what it sold that day is a difference of the day, and the file stays.
    await norte.tell([{ at, external: external(4) }], { until: dueOf('2026-11-11') / 1000 });
    await term.check();
    const late = await bench.database.query("SELECT chain.late_rows_v1('2026-11-11', 10) AS late");
    expect(late.map((row) => row.late)).toMatchObject([{ kind: 'late', externalId: external(4) }]);
    expect(sent('lupita_20261112.txt')).toEqual([external(3)]);
  });

  it('finds a late row also by where its till stood, if it left no mark', async () => {
    await bench.office.chain.database.sql(
      "DELETE FROM chain.late_rows; UPDATE chain.days SET made_at = now() - interval '1 hour', searched_at = NULL",
    );
    const term = await bench.elect();
    await term.check();
    const late = await bench.database.query("SELECT chain.late_rows_v1('2026-11-11', 10) AS late");
    expect(late.map((row) => row.late)).toMatchObject([{ externalId: external(4) }]);
  });

  it('waits for a till that is in with an open payment of the day', async () => {
    const day = '2026-11-12';
    await both(dueOf(day));
    await norte.tell([], { until: dueOf(day) / 1000, open_since: noonOf(day) / 1000 });
    bench.goTo(dueOf(day) + MINUTE);
    const term = await bench.elect();
    expect(bench.server.files.has('lupita_20261113.txt')).toBe(false);
    await norte.tell([{ at: noonOf(day), external: external(5) }], { until: dueOf(day) / 1000 });
    await term.check();
    expect(sent('lupita_20261113.txt')).toEqual([external(5)]);
  });

  it('is sent by another process where the one that offered it dies before the rename', async () => {
    const day = '2026-11-13';
    await centro.tell([{ at: noonOf(day), external: external(6) }]);
    await both(dueOf(day));
    bench.goTo(dueOf(day) + MINUTE);
    await bench.elect({ openServer: dying(bench.server.open, 'before') });
    expect((await bench.day(day)).inDoubtAt).not.toBeNull();
    expect(bench.server.files.has('lupita_20261114.txt')).toBe(false);
    // What came meanwhile is not put into the bytes that may have arrived.
    await norte.tell([{ at: noonOf(day), external: external(7) }], { until: dueOf(day) / 1000 });
    await bench.elect();
    expect(sent('lupita_20261114.txt')).toEqual([external(6)]);
    expect([...bench.server.files.keys()].filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(bench.server.arrived.filter((name) => name === 'lupita_20261114.txt')).toHaveLength(1);
  });

  it('is known to be in where the process dies between the rename and its commit', async () => {
    const day = '2026-11-14';
    await both(dueOf(day));
    bench.goTo(dueOf(day) + MINUTE);
    await bench.elect({ openServer: dying(bench.server.open, 'after') });
    expect((await bench.day(day)).uploadedAt).toBeNull();
    await bench.elect();
    expect((await bench.day(day)).uploadedAt).not.toBeNull();
    expect(bench.server.arrived.filter((name) => name === 'lupita_20261115.txt')).toHaveLength(1);
  });

  it('is not sent again where it was taken away on arrival and the answer was lost', async () => {
    const day = '2026-11-15';
    await both(dueOf(day));
    bench.goTo(dueOf(day) + MINUTE);
    bench.server.takesAway = true;
    await bench.elect({ openServer: dying(bench.server.open, 'after') });
    await bench.elect();
    bench.server.takesAway = false;
    expect((await bench.day(day)).inDoubtAt).not.toBeNull();
    expect(bench.server.arrived.filter((name) => name === 'lupita_20261116.txt')).toHaveLength(1);
    const acts = createDayActions(bench.database.query);
    expect(await acts.markHandedIn(day, 'Ana', '')).toBe('no-reason');
    expect(await acts.markHandedIn(day, 'Ana', 'the service has it')).toBe('done');
    expect(await acts.markHandedIn(day, 'Ana', 'again')).toBe('handed-in');
  });

  it('goes out again within seconds where a person says that the service does not have it', async () => {
    const day = '2026-11-15';
    const acts = createDayActions(bench.database.query);
    const arrived = () =>
      bench.server.arrived.filter((name) => name === 'lupita_20261116.txt').length;
    // The elected process stands still meanwhile, but for looking.
    await bench.elect();
    await bench.clock.advance(16_000);
    expect(await acts.unmarkHandedIn(day, 'Ana', 'she was wrong')).toBe('done');
    await bench.clock.advance(16_000);
    expect(arrived()).toBe(1);
    expect(await acts.sendAgain(day, 'Ana', 'the service has nothing')).toBe('done');
    await vi.waitFor(
      async () => {
        await bench.clock.advance(16_000);
        expect(arrived()).toBe(2);
      },
      { timeout: 30_000, interval: 50 },
    );
    expect((await bench.day(day)).uploadedAt).not.toBeNull();
  });

  it('is refused to a process that was frozen while another was elected', async () => {
    const day = '2026-11-16';
    await both(dueOf(day));
    bench.goTo(dueOf(day) + MINUTE);
    const woken = Promise.withResolvers<void>();
    const frozen = Promise.withResolvers<void>();
    bench.server.onPut = async () => {
      bench.server.onPut = null;
      frozen.resolve();
      await woken.promise;
    };
    const first = bench.elect();
    await frozen.promise;
    await bench.elect();
    expect((await bench.day(day)).uploadedAt).not.toBeNull();
    woken.resolve();
    await first;
    expect(bench.server.arrived.filter((name) => name === 'lupita_20261117.txt')).toHaveLength(1);
    expect([...bench.server.files.keys()].filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('uploads each missed day once after an outage, after the tills had their grace period', async () => {
    const days = ['2026-11-17', '2026-11-18', '2026-11-19'];
    await centro.tell(
      days.map((day, at) => ({ at: noonOf(day), external: external(at) })),
      { until: dueOf('2026-11-19') / 1000 },
    );
    bench.goTo(dueOf('2026-11-19') + 12 * HOUR);
    const term = await bench.elect();
    expect(bench.server.files.has('lupita_20261118.txt')).toBe(false);
    await bench.clock.advance(6 * MINUTE);
    await term.check();
    expect(sent('lupita_20261118.txt')).toEqual([external(0)]);
    expect(sent('lupita_20261119.txt')).toEqual([external(1)]);
    expect(sent('lupita_20261120.txt')).toEqual([external(2)]);
  });
});

it.skipIf(process.platform === 'win32').each([
  ['2026-03-08', 23],
  ['2026-11-01', 25],
])('the file of %s holds its %i hours', async (day, hours) => {
  const bench = await makeMakerBench({ firstDay: day });
  try {
    const till = await bench.office.till('Centro', '01');
    const { since, until } = toDayRange(day, ZONE);
    expect(until - since).toBe(hours * 3600);
    await till.tell(
      [since - 1, since, until - 1, until].map((second) => ({ at: second * 1000 })),
      { until: until + 4 * 3600 },
    );
    bench.goTo((until + 4 * 3600) * 1000);
    await bench.elect();
    const [bytes] = bench.server.files.values();
    expect(readDailyFile(bytes ?? new Uint8Array()).registers.map((one) => one.createdAt)).toEqual(
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
    const bench = await makeMakerBench({ firstDay: day, isServiceQuiet: true });
    try {
      const till = await bench.office.till('Centro', '01');
      await bench.office.till('Norte', '02');
      await till.tell([{ at: noonOf(day) }], { until: dueOf(day) / 1000 });
      bench.goTo(dueOf(day) + MINUTE);
      await bench.elect();
      expect(bench.server.files.size).toBe(0);
      bench.goTo(dueOf(day) + 30 * MINUTE + 1000);
      await vi.waitFor(
        async () => {
          // It looks every fifteen seconds; each look has to be done before the next.
          await bench.clock.advance(15_000);
          expect(bench.server.files.size).toBe(1);
        },
        { timeout: 30_000, interval: 200 },
      );
      expect(bench.clock.now()).toBeLessThan(dueOf(day) + 36 * MINUTE);
    } finally {
      await bench.remove();
    }
  },
);

/** A server whose client is gone as the rename is asked for, or as it was done. */
function dying(open: OpenServer, when: 'before' | 'after'): OpenServer {
  return async (...asked) => {
    const folder = await open(...asked);
    let isDead = false;
    const alive = (): void => {
      if (isDead) throw new UploadFailure('broke-off');
    };
    return {
      ...folder,
      readSize: async (name) => {
        alive();
        return await folder.readSize(name);
      },
      rename: async (from, to) => {
        if (when === 'after') await folder.rename(from, to);
        isDead = true;
        alive();
      },
      remove: async (name) => {
        if (!isDead) await folder.remove(name);
      },
    };
  };
}
