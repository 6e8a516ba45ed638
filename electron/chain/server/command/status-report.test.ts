import { expect, it } from 'vitest';
import { type ChainStatusReport, computeLights, formatStatusReport } from './status-report.ts';

type Day = ChainStatusReport['dailyFile']['days'][number];
const day = (over: Partial<Day>): Day => ({
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
  ...over,
});
const state = (days: readonly Day[], over: Partial<ChainStatusReport> = {}): ChainStatusReport => ({
  at: '2026-11-21T12:00:00.000Z',
  database: 'chain',
  host: 'db.example:5432',
  schema: 1,
  tills: [],
  refusedRows: 0,
  hintsWaiting: 0,
  hintsOfRetired: 0,
  turnedAwayAt: null,
  dailyFile: {
    maker: { holder: 'one', until: '2026-11-21T12:00:30.000Z' },
    missing: 0,
    oldestMissing: null,
    days,
    notes: {},
  },
  ...over,
});
const told = (one: ChainStatusReport): string[] =>
  computeLights(one).lights.map(({ code }) => code);

it('is well where the file is in, or waits for its hour', () => {
  const fine = state([day({ state: 'waits-for-its-hour' }), day({})]);
  expect(computeLights(fine)).toEqual({ worst: 'green', lights: [] });
  expect(computeLights(state([day({ differences: { 'unknown-here': 0 } })])).worst).toBe('green');
});

it.each([
  [day({ state: 'missing' }), 'day-missing', 'red'],
  [day({ state: 'missing', dueAt: '2026-11-21T11:10:00.000Z' }), 'day-missing', 'yellow'],
  [day({ state: 'in-doubt' }), 'day-in-doubt', 'red'],
  [
    day({ state: 'waits-for-tills', waitsFor: ['Norte 02 (never set up)'] }),
    'tills-awaited',
    'yellow',
  ],
  [day({ missingTills: ['Centro 07'] }), 'tills-missing', 'yellow'],
  [day({ differences: { 'unknown-here': 2 } }), 'differences', 'yellow'],
])('names what waits for somebody: %#', (one, code, light) => {
  const { worst, lights } = computeLights(state([one]));
  expect([worst, lights]).toEqual([light, [expect.objectContaining({ code, light })]]);
});

it('tells of rows that were refused, of webhooks that wait, and that nobody makes the file', () => {
  const { dailyFile } = state([]);
  const turnedAwayAt = '2026-11-21T11:00:00.000Z';
  const troubled = { refusedRows: 1, hintsWaiting: 500, hintsOfRetired: 2, turnedAwayAt };
  expect(told(state([], troubled))).toEqual([
    'refused-rows',
    'hints-waiting',
    'hints-of-retired',
    'webhooks-turned-away',
  ]);
  expect(told(state([], { dailyFile: { ...dailyFile, maker: null } }))).toEqual(['no-maker']);
});

it('is read by people: the file, the tills, what waits', () => {
  const till = {
    user: 'chain_till_1',
    shop: 'Centro',
    posNumber: '07',
    seenAt: '2026-11-21T10:00:00.000Z',
    silentSeconds: 7200,
    isClosed: false,
    unresolved: 0,
    papers: 0,
    version: '1.2.3',
    clockOffset: null,
  };
  const one = state([day({})], { tills: [till] });
  expect(formatStatusReport({ ...one, ...computeLights(one), version: '1.2.3' })).toBe(`\
The chain chain at db.example:5432, version 1: yellow
The daily file: made by one
  2026-11-20  uploaded  lupita-2026-11-20.txt  1200 lines

POS  shop    is    reported  payments      version  login
07   Centro  open  2 h ago   0 unresolved  1.2.3    chain_till_1

yellow  till 07 (Centro) was not closed in order and has been silent for 2 h
`);
});
