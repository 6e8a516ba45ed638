import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDailyFile } from '../../../../tests/support/read-daily-file.ts';
import { toDayTimeRange } from '../../../back-office/reconciliation/days/index.ts';
import type { ServerTestTill } from '../testing/index.ts';
import { readDailyFileStatus } from './daily-file-status.ts';
import { createChainDayActions } from './day-actions.ts';
import { createMakerBench, type MakerBench, ZONE } from './upload-term.fixture.ts';

const MINUTE = 60_000;
/** Returns when the file of that day no longer waits for tills: 04:40 in New York on the next day. */
const toWaitEnd = (day: string): number =>
  toDayTimeRange(day, ZONE).until * 1000 + (3 * 60 + 40) * MINUTE;
const toNoon = (day: string): number => (toDayTimeRange(day, ZONE).since + 12 * 3600) * 1000;

describe.skipIf(process.platform === 'win32')('a database that was restored', () => {
  let bench: MakerBench;
  let centro: ServerTestTill;
  let norte: ServerTestTill;

  beforeAll(async () => {
    bench = await createMakerBench({ firstDay: '2025-11-10' });
    centro = await bench.testChain.enrollTill('Centro', '01');
    norte = await bench.testChain.enrollTill('Norte', '02');
  });
  afterAll(() => bench.remove());

  const sql = (text: string, values: readonly unknown[] = []) =>
    bench.testChain.chain.database.sql(text, [...values]);
  /** As `chain host --restore` notes it. */
  const noteRestore = async (uploadsAreUnknown: boolean, at = new Date()): Promise<void> => {
    await sql("SELECT chain.set_note_v1('restore', $1)", [JSON.stringify({ uploadsAreUnknown })]);
    await sql("UPDATE chain.office_notes SET at = $1 WHERE name = 'restore'", [at]);
  };
  /** Closes each till after a sale of the day. */
  const closeTills = async (day: string): Promise<void> => {
    for (const till of [centro, norte])
      await till.push([{ at: toNoon(day) }], { until: toNoon(day) / 1000, closed: true });
  };
  const reportTills = async (day: string): Promise<void> => {
    for (const till of [centro, norte]) await till.push([], { until: toWaitEnd(day) / 1000 });
  };
  const electAfterWait = async (day: string) => {
    bench.jumpTo(toWaitEnd(day) + MINUTE);
    return await bench.elect();
  };
  const countLines = (name: string): number | null => {
    const bytes = bench.server.files.get(name);
    return bytes === undefined ? null : parseDailyFile(bytes).registers.length;
  };
  const readStatus = async (day: string) =>
    (await readDailyFileStatus(bench.database.query, Date.now() + 10 * MINUTE)).days.find(
      (listed) => listed.day === day,
    );

  it('sends the file of an earlier day only once each till has reported everything since', async () => {
    const day = '2025-11-10';
    // Closed in order: the restored database takes both for complete.
    await closeTills(day);
    await noteRestore(false);
    const term = await electAfterWait(day);
    expect(await readStatus(day)).toMatchObject({
      state: 'waits-for-tills',
      waitsFor: ['Centro 01', 'Norte 02'],
    });
    // The first of several pushes.
    await norte.push([{ at: toNoon(day) + 1 }], { until: toNoon(day) / 1000 });
    await reportTills(day);
    await norte.push([{ at: toNoon(day) + 2 }], { until: toNoon(day) / 1000 });
    await term.uploadDueFiles();
    expect(await readStatus(day)).toMatchObject({ waitsFor: ['Norte 02'] });
    expect(countLines('lupita_20251111.txt')).toBeNull();
    // As at any time, the file does not wait for an unresolved payment after 04:40.
    const [until, openSince] = [toWaitEnd(day) / 1000, toNoon(day) / 1000];
    await norte.push([], { until, open_since: openSince });
    await term.uploadDueFiles();
    expect(countLines('lupita_20251111.txt')).toBe(4);
    await norte.push([], { until });
  });

  it('waits for no till that is retired', async () => {
    const day = '2025-11-11';
    await closeTills(day);
    await noteRestore(false);
    const term = await electAfterWait(day);
    await centro.push([], { until: toWaitEnd(day) / 1000 });
    await term.uploadDueFiles();
    expect(await readStatus(day)).toMatchObject({ waitsFor: ['Norte 02'] });
    await sql("UPDATE chain.tills SET retired_at = now() WHERE shop = 'Norte'");
    await term.uploadDueFiles();
    expect(countLines('lupita_20251112.txt')).toBe(2);
    await sql('UPDATE chain.tills SET retired_at = NULL');
  });

  it('waits for a week at most', async () => {
    const day = '2025-11-12';
    await closeTills(day);
    await sql("UPDATE chain.standing SET seen_at = now() - interval '30 days'");
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await noteRestore(false, daysAgo(6));
    const term = await electAfterWait(day);
    expect(countLines('lupita_20251113.txt')).toBeNull();
    await noteRestore(false, daysAgo(8));
    await term.uploadDueFiles();
    expect(countLines('lupita_20251113.txt')).toBe(2);
  });

  it('makes the file of a day that a person handed in only once each till has reported since', async () => {
    const day = '2025-11-13';
    await closeTills(day);
    await noteRestore(false);
    const term = await electAfterWait(day);
    const actions = createChainDayActions(bench.database.query);
    expect(await actions.markHandedIn(day, 'Ana', 'the service has it')).toBe('done');
    await term.uploadDueFiles();
    expect(await bench.readDay(day)).toMatchObject({ madeAt: null });
    await reportTills(day);
    await term.uploadDueFiles();
    expect(await bench.readDay(day)).toMatchObject({ lines: 2, uploadedAt: null });
  });

  it('sends no file that may have been uploaded since the backup before a person decides', async () => {
    const [first, second, later] = ['2025-11-14', '2025-11-15', '2025-11-16'] as const;
    await noteRestore(true, new Date(toWaitEnd(second) + MINUTE));
    await reportTills(second);
    const term = await electAfterWait(second);
    for (const day of [first, second]) {
      expect(await readStatus(day)).toMatchObject({ state: 'in-doubt' });
      const [shown] = await sql('SELECT state FROM chain.view_days_v1(($1::date + 1), 1)', [day]);
      expect(shown).toEqual({ state: 'in-doubt' });
    }
    await term.uploadDueFiles();
    const arrived = () => [...bench.server.files.keys()].filter((name) => name > 'lupita_20251115');
    expect(arrived()).toEqual([]);
    const actions = createChainDayActions(bench.database.query);
    expect(await actions.markHandedIn(first, 'Ana', 'the service has it')).toBe('done');
    expect(await actions.sendAgain(second, 'Ana', 'the computer was lost before')).toBe('done');
    const next = await electAfterWait(second);
    await next.uploadDueFiles();
    expect(arrived()).toEqual(['lupita_20251116.txt']);
    // A file that falls due after the restore needs no decision.
    await reportTills(later);
    await electAfterWait(later);
    expect(arrived()).toEqual(['lupita_20251116.txt', 'lupita_20251117.txt']);
  });
});
