import { expect, it } from 'vitest';
import {
  type ChainStatusReport,
  computeStatusIndicators,
  formatStatusReport,
} from './status-report.ts';

type Day = ChainStatusReport['dailyFile']['days'][number];
const createDay = (overrides: Partial<Day>): Day => ({
  day: '2026-11-20',
  state: 'uploaded',
  name: 'lupita-2026-11-20.txt',
  dueAt: '2026-11-21T09:10:00.000Z',
  lines: 1200,
  sha256: 'f'.repeat(64),
  leftOut: 0,
  missingTills: [],
  waitsFor: [],
  differences: null,
  uploadProblem: null,
  reread: null,
  isListUnread: false,
  listProblem: null,
  isComparisonOutdated: false,
  differsFromUpload: false,
  ...overrides,
});
const createReport = (
  days: readonly Day[],
  overrides: Partial<ChainStatusReport> = {},
): ChainStatusReport => ({
  at: '2026-11-21T12:00:00.000Z',
  database: 'chain',
  host: 'db.example:5432',
  schema: 1,
  tills: [],
  connections: { used: 12, max: 97 },
  databaseBytes: 1_234_567_890,
  oldestTransactionSeconds: null,
  defaultPartitionRows: 0,
  refusedRows: 0,
  hintsWaiting: 0,
  hintsOfRetired: 0,
  hintsUnclaimedSince: null,
  turnedAwayAt: null,
  retentionAt: '2026-11-21T11:30:00.000Z',
  backupAt: null,
  orphanedPayments: [],
  orphanedPaymentCount: 0,
  dailyFile: {
    maker: { holder: 'one', until: '2026-11-21T12:00:30.000Z' },
    missing: 0,
    oldestMissing: null,
    missingBefore: 0,
    days,
    notes: {},
    journalProblem: null,
  },
  ...overrides,
});
const listCodes = (report: ChainStatusReport): string[] =>
  computeStatusIndicators(report).indicators.map(({ code }) => code);

it('reports no indicator when the file is uploaded or waits for its hour', () => {
  const report = createReport([createDay({ state: 'waits-for-its-hour' }), createDay({})]);
  expect(computeStatusIndicators(report)).toEqual({ worst: 'green', indicators: [] });
  expect(
    computeStatusIndicators(createReport([createDay({ differences: { 'unknown-here': 0 } })]))
      .worst,
  ).toBe('green');
});

it('reports in red that old account numbers were not shortened for two days', () => {
  expect(listCodes(createReport([], { retentionAt: '2026-11-19T11:30:00.000Z' }))).toEqual([
    'retention-late',
  ]);
});

it('reports that no backup succeeded for two days where chain host makes them', () => {
  expect(listCodes(createReport([], { backupAt: '2026-11-19T12:30:00.000Z' }))).toEqual([]);
  expect(listCodes(createReport([], { backupAt: '2026-11-19T11:30:00.000Z' }))).toEqual([
    'backup-late',
  ]);
});

it('reports in red that a file older than the listed days is missing, which keeps old payments', () => {
  const { dailyFile } = createReport([]);
  const report = createReport([], {
    dailyFile: { ...dailyFile, missing: 3, missingBefore: 2, oldestMissing: '2025-10-01' },
  });
  expect(computeStatusIndicators(report)).toMatchObject({
    worst: 'red',
    indicators: [
      { code: 'day-missing', text: expect.stringContaining('chain day 2025-10-01 --handed-in') },
    ],
  });
});

it('reports webhooks that were not given to the tills of their payments for 15 minutes', () => {
  const listSince = (hintsUnclaimedSince: string) =>
    listCodes(createReport([], { hintsUnclaimedSince }));
  expect(listSince('2026-11-21T11:50:00.000Z')).toEqual([]);
  expect(listSince('2026-11-21T11:40:00.000Z')).toEqual(['hints-waiting']);
});

it.each([
  [createDay({ state: 'missing' }), 'day-missing', 'red'],
  [createDay({ state: 'missing', dueAt: '2026-11-21T11:10:00.000Z' }), 'day-missing', 'yellow'],
  [createDay({ state: 'in-doubt' }), 'day-in-doubt', 'red'],
  [
    createDay({ state: 'waits-for-tills', waitsFor: ['Norte 02 (never set up)'] }),
    'tills-awaited',
    'yellow',
  ],
  [createDay({ missingTills: ['Centro 07'] }), 'tills-missing', 'yellow'],
  [createDay({ differences: { 'unknown-here': 2 } }), 'differences', 'yellow'],
  [createDay({ state: 'handed-in', differsFromUpload: true }), 'file-differs', 'yellow'],
  [createDay({ reread: 'failed' }), 'list-not-reread', 'yellow'],
])('reports an indicator for each problem that needs a person: %#', (day, code, level) => {
  const { worst, indicators } = computeStatusIndicators(createReport([day]));
  expect([worst, indicators]).toEqual([level, [expect.objectContaining({ code, level })]]);
});

it('says why the last attempt to upload a missing file failed', () => {
  const listTexts = (day: Partial<Day>) =>
    computeStatusIndicators(createReport([createDay({ state: 'missing', ...day })])).indicators.map(
      ({ text }) => text,
    );
  expect(listTexts({})).toEqual(['the daily file of 2026-11-20 has not been uploaded']);
  expect(listTexts({ uploadProblem: 'The folder is not on the server.' })).toEqual([
    'the daily file of 2026-11-20 has not been uploaded. The last attempt failed: The folder is not on the server.',
  ]);
});

it("reports after a day that the service's list could not be read, and why", () => {
  const day = createDay({ isListUnread: true, listProblem: 'The keys are wrong.' });
  const listTexts = (at: string) =>
    computeStatusIndicators(createReport([day], { at })).indicators.map(({ text }) => text);
  expect(listTexts('2026-11-22T09:10:00.000Z')).toEqual([]);
  expect(listTexts('2026-11-22T09:10:01.000Z')).toEqual([
    expect.stringMatching(
      /^the service's list of 2026-11-20 could not be read.* Check "service".*: The keys are wrong\.$/,
    ),
  ]);
});

it('says that a list was too long to be read again, without reporting a problem', () => {
  const report = createReport([createDay({ reread: 'too-long' })]);
  const status = computeStatusIndicators(report);
  expect(status).toEqual({ worst: 'green', indicators: [] });
  expect(formatStatusReport({ ...report, ...status, version: '1.0.0' })).toContain(
    '1200 lines  compared without later refunds: the list is too long\n',
  );
});

it('says that a comparison is older than a late payment, without reporting a problem', () => {
  const report = createReport([createDay({ isComparisonOutdated: true, reread: 'too-long' })]);
  const status = computeStatusIndicators(report);
  expect(status).toEqual({ worst: 'green', indicators: [] });
  expect(formatStatusReport({ ...report, ...status, version: '1.0.0' })).toContain(
    '1200 lines  compared before its last payments came late\n',
  );
  const day = createDay({ isComparisonOutdated: true, differences: { 'unknown-here': 2 } });
  expect(computeStatusIndicators(createReport([day])).indicators[0]?.text).toContain(
    "differed from the service's list in 2 transactions before its last payments came late",
  );
});

it('reports that the server has few free connections', () => {
  expect(listCodes(createReport([], { connections: { used: 77, max: 97 } }))).toEqual([]);
  const report = createReport([], { connections: { used: 78, max: 97 } });
  const status = computeStatusIndicators(report);
  expect(status).toMatchObject({ worst: 'yellow', indicators: [{ code: 'few-connections' }] });
  expect(formatStatusReport({ ...report, ...status, version: '1.0.0' })).toContain(
    'Connections: 78 of 97\n',
  );
});

it('reports refused rows, waiting webhooks, a missing maker, and stopped uploads', () => {
  const { dailyFile } = createReport([]);
  const turnedAwayAt = '2026-11-21T11:00:00.000Z';
  const changes = { refusedRows: 1, hintsWaiting: 500, hintsOfRetired: 2, turnedAwayAt };
  expect(listCodes(createReport([], changes))).toEqual([
    'refused-rows',
    'hints-waiting',
    'hints-of-retired',
    'webhooks-turned-away',
  ]);
  expect(listCodes(createReport([], { dailyFile: { ...dailyFile, maker: null } }))).toEqual([
    'no-maker',
  ]);
  const journalProblem = 'The database was set back';
  expect(
    computeStatusIndicators(createReport([], { dailyFile: { ...dailyFile, journalProblem } })),
  ).toMatchObject({ worst: 'red', indicators: [{ code: 'upload-journal', text: journalProblem }] });
});

it('names payments that no ledger holds any more, and counts those that are not listed', () => {
  const payment = {
    externalId: '0d6c2a5e-7b1f-4c39-8e22-000000000001',
    day: '2026-11-19',
    shop: 'Centro',
    posNumber: '07',
    amount: '549.00',
    currency: 'MXN',
  };
  const changes = { orphanedPayments: [payment], orphanedPaymentCount: 3 };
  expect(computeStatusIndicators(createReport([], changes))).toEqual({
    worst: 'yellow',
    indicators: [
      {
        code: 'payment-orphaned',
        level: 'yellow',
        text: expect.stringMatching(
          /^payment 0d6c2a5e of 2026-11-19 at till 07 \(Centro\), 549.00 MXN, .*chain close 0d6c2a5e /,
        ),
      },
      expect.objectContaining({ code: 'payment-orphaned', text: expect.stringMatching(/^2 more/) }),
    ],
  });
});

const till = {
  user: 'chain_till_1',
  shop: 'Centro',
  posNumber: '07',
  reportedPosNumber: '07',
  seenAt: '2026-11-21T10:00:00.000Z',
  silentSeconds: 7200,
  isClosed: false,
  unresolved: 0,
  papers: 0,
  version: '1.2.3',
  clockOffset: null,
  endedAt: null,
  endedReason: null,
  barredAt: null,
  passwordDueAt: null,
};

it('formats the status with the file, the tills and the indicators as text', () => {
  const report = createReport([createDay({})], { tills: [till] });
  expect(
    formatStatusReport({ ...report, ...computeStatusIndicators(report), version: '1.2.3' }),
  ).toBe(`\
The chain chain at db.example:5432, version 1: yellow
Connections: 12 of 97
Database: 1.2 GB, 0 rows outside the monthly partitions
Oldest transaction: none
The daily file: created by one
  2026-11-20  uploaded  lupita-2026-11-20.txt  1200 lines

POS  shop    state  last report  payments      version  login
07   Centro  open   2 h ago      0 unresolved  1.2.3    chain_till_1

yellow  till 07 (Centro) was not closed properly and has not reported for 2 h
`);
});

it.each([
  [
    '2026-11-21T11:00:00.000Z',
    'till-barred',
    'is barred since 2026-11-21T11:00:00.000Z: 9 advisory locks',
  ],
  [null, 'till-ended', 'had sessions ended at 2026-11-21T11:00:00.000Z: 9 advisory locks'],
] as const)(
  'reports a till in red whose sessions were ended, barred since %s',
  (barredAt, code, text) => {
    const ended = {
      endedAt: '2026-11-21T11:00:00.000Z',
      endedReason: '9 advisory locks',
      barredAt,
    };
    const { worst, indicators } = computeStatusIndicators(
      createReport([], { tills: [{ ...till, isClosed: true, ...ended }] }),
    );
    expect(worst).toBe('red');
    expect(indicators).toMatchObject([{ code, text: expect.stringContaining(text) }]);
  },
);

it.each([
  ['2026-11-20T13:00:00.000Z', []],
  ['2026-11-20T11:00:00.000Z', ['password-due']],
] as const)(
  'reports a till that was asked at %s to replace its password',
  (passwordDueAt, codes) => {
    const report = createReport([], { tills: [{ ...till, isClosed: true, passwordDueAt }] });
    expect(listCodes(report)).toEqual(codes);
  },
);
