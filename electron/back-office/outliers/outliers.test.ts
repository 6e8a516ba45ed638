import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  OUTLIER_MEASURES,
  type OutlierQuery,
  type OutlierReport,
} from '../../../shared/contract/index.ts';
import { getStartOfDayMs } from '../../../shared/dates/index.ts';
import { type Audit, createAudit, listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { type Database, openLedgerDatabase } from '../../ledger/index.ts';
import { recordQueryPlans } from '../../ledger/testing/index.ts';
import { createVirtualClock, type VirtualClock } from '../../platform/index.ts';
import { createOutlierReports } from './index.ts';
import { insertPerson, insertSales, makeYear, TIME_ZONE } from './made-year.fixture.ts';

const ANA = { id: 'ana', name: 'Ana' };
const LUIS = { id: 'luis', name: 'Luis' };
const HOUR_MS = 3_600_000;

async function readReport(
  till: { database: Database; clock: VirtualClock; audit: Audit; exportFolder?: string },
  weeks: OutlierQuery['weeks'] = 52,
): Promise<OutlierReport> {
  const answer = await createReports(till).read({ weeks });
  if (!answer.ok) throw new Error('no report');
  return answer.value;
}

function createReports(till: {
  database: Database;
  clock: VirtualClock;
  audit: Audit;
  exportFolder?: string;
}) {
  return createOutlierReports({
    exportFolder: '',
    ...till,
    settings: () => ({ timeZone: TIME_ZONE, shopCurrency: 'MXN', language: 'en' }),
  });
}

const listOutliers = (report: OutlierReport): string[] =>
  report.rows
    .flatMap(({ cashierId, from, figures }) =>
      OUTLIER_MEASURES.filter((measure) => figures[measure]?.isOutlier === true).map(
        (measure) => `${cashierId} ${from} ${measure}`,
      ),
    )
    .sort();

describe('a made year of a shop', () => {
  it.each(['one', 'two', 'three', 'four', 'five', 'six'])(
    'finds each planted oddity and invents none, with the seed %s',
    async (seed) => {
      const year = makeYear(seed, true);
      try {
        expect(year.planted).toHaveLength(OUTLIER_MEASURES.length);
        expect(listOutliers(await readReport(year))).toEqual(year.planted);
      } finally {
        year.close();
      }
    },
  );

  it('finds nothing in an honest year', async () => {
    const year = makeYear('seven', false);
    try {
      const report = await readReport(year);
      expect(listOutliers(report)).toEqual([]);
      expect(report.rows.length).toBeGreaterThan(150);
    } finally {
      year.close();
    }
  });
});

describe('figures of a cashier and week', () => {
  let folder: string;
  let database: Database;
  let clock: VirtualClock;
  let audit: Audit;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mostrador-outliers-'));
    database = openLedgerDatabase(join(folder, 'ledger.sqlite'));
    // Monday of the fifth week.
    clock = createVirtualClock(getStartOfDayMs('2026-02-02', TIME_ZONE) + 10 * HOUR_MS);
    audit = createAudit({ database, clock });
    database.prepare('PRAGMA foreign_keys = OFF').run();
    insertPerson(database, 'ana', 'Ana');
    insertPerson(database, 'luis', 'Luis');
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const sellInWeeks = (...days: readonly string[]): void => {
    for (const day of days)
      insertSales(database, 'ana', getStartOfDayMs(day, TIME_ZONE) + 9 * HOUR_MS, 100);
  };
  const read = async (weeks: OutlierQuery['weeks'] = 4) =>
    await readReport({ database, clock, audit }, weeks);
  const listValues = async () =>
    (await read()).rows.map(({ cashierId, from, figures }) => [
      cashierId,
      from,
      ...OUTLIER_MEASURES.flatMap((measure) => {
        const value = figures[measure]?.value ?? '0';
        return Number(value) === 0 ? [] : [`${measure} ${value}`];
      }),
    ]);

  it('counts each kind of entry once, and other approved entries as overrides', async () => {
    for (const kind of ['cancel', 'close-by-hand', 'drawer-opened', 'pay-out', 'refund-decided'])
      audit.note({ kind, by: ANA, approvedBy: LUIS, detail: {} });
    // Allowed by the own role.
    audit.note({ kind: 'pay-out', by: LUIS, detail: {} });
    audit.note({ kind: 'reprint-receipt', by: ANA, detail: {} });
    expect(await listValues()).toEqual([
      [
        'ana',
        '2026-02-02',
        'drawer-opened 1',
        'cancels 1',
        'overrides 1',
        'closed-by-hand 1',
        'refunds 1',
        'reprints 1',
      ],
    ]);
    expect((await read()).rows[0]?.overrideKinds).toEqual(['pay-out']);
  });

  it('counts a wrong PIN for who was signed in, or else for whose PIN it was', async () => {
    const detail = { cashierId: 'luis', name: 'Luis', failures: 1 };
    audit.note({ kind: 'wrong-pin', by: ANA, detail });
    audit.note({ kind: 'wrong-pin', by: null, detail });
    audit.note({ kind: 'wrong-pin', by: null, detail });
    expect(await listValues()).toEqual([
      ['ana', '2026-02-02', 'wrong-pins 1'],
      ['luis', '2026-02-02', 'wrong-pins 2'],
    ]);
  });

  it('adds what closed shifts had too much and too little, in the shop’s currency', async () => {
    const close = (...differences: readonly (readonly [string, string])[]): void =>
      audit.note({
        kind: 'shift-closed',
        by: ANA,
        detail: {
          differences: differences.map(([currency, difference]) => ({ currency, difference })),
        },
      });
    close(['MXN', '-20.10'], ['USD', '-5.00']);
    close(['MXN', '0.30']);
    expect(await listValues()).toEqual([['ana', '2026-02-02', 'count-differences 20.40']]);
    expect((await read()).rows[0]?.closedShifts).toBe(2);
  });

  it('ends a week at Sunday midnight in the till’s time zone', async () => {
    clock.jump(-11 * HOUR_MS);
    audit.note({ kind: 'cancel', by: ANA, detail: {} });
    clock.jump(11 * HOUR_MS);
    audit.note({ kind: 'cancel', by: ANA, detail: {} });
    expect(await listValues()).toEqual([
      ['ana', '2026-02-02', 'cancels 1'],
      ['ana', '2026-01-26', 'cancels 1'],
    ]);
    expect(await read()).toMatchObject({ from: '2026-01-05', to: '2026-02-08' });
  });

  it('compares nothing before the fourth week with payments', async () => {
    for (let count = 0; count < 40; count += 1) audit.note({ kind: 'cancel', by: ANA, detail: {} });
    sellInWeeks('2026-01-19', '2026-01-26', '2026-02-02');
    expect((await read()).rows[0]?.figures.cancels).toEqual({
      value: '40',
      usual: null,
      isOutlier: false,
    });
    sellInWeeks('2026-01-12');
    expect((await read()).rows[0]?.figures.cancels).toEqual({
      value: '40',
      usual: { expected: '10.0', limit: '26' },
      isOutlier: true,
    });
  });

  it('leaves out the weeks in which an earlier version did not record a kind', async () => {
    sellInWeeks('2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02');
    database.prepare("UPDATE audit_kind_starts SET since = '2026-01-21T00:00:00.000Z'").run();
    const { rows } = await read();
    expect(rows.map(({ from, figures }) => [from, figures.reprints, figures.cancels])).toEqual([
      ['2026-02-02', expect.anything(), expect.anything()],
      ['2026-01-26', expect.anything(), expect.anything()],
      ['2026-01-19', null, expect.anything()],
      ['2026-01-12', null, expect.anything()],
    ]);
    expect(rows[0]?.figures.reprints?.usual).toBeNull();
    expect(rows[0]?.figures.cancels?.usual).not.toBeNull();
  });

  it('reads no whole table except those of people and of kinds', async () => {
    const { watching, walked } = recordQueryPlans(database);
    await readReport({ database: watching, clock, audit });
    expect(new Set(walked())).toEqual(new Set(['cashiers', 'audit_kind_starts']));
  });

  it('shows an entry that was tampered with as nothing', async () => {
    database
      .prepare(
        `INSERT INTO audit (number, at, kind, cashier_id, detail, digest)
         VALUES (1, '2026-02-02T16:00:00.000Z', 'shift-closed', 'ana', '{"differences":3', '')`,
      )
      .run();
    expect((await read()).rows[0]?.figures['count-differences']?.value).toBe('0.00');
  });

  it('writes each figure as a row of a CSV file, and records it in the log', async () => {
    sellInWeeks('2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02');
    audit.note({ kind: 'cancel', by: ANA, detail: {} });
    const exportFolder = join(folder, 'exports');
    const answer = await createReports({ database, clock, audit, exportFolder }).export(
      { weeks: 4 },
      LUIS,
    );
    if (!answer.ok) throw new Error('no file');
    const lines = readFileSync(answer.value.file, 'utf8').trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + answer.value.rows);
    expect(answer.value.rows).toBe(4 * OUTLIER_MEASURES.length);
    expect(lines[2]).toBe(
      '"2026-02-02","2026-02-08","ana","Ana","100","0","cancels","1","0.3","5","0"',
    );
    expect(listAuditRowsOfKind(database, 'outliers-exported')).toMatchObject([
      { cashierId: 'luis' },
    ]);
  });
});
