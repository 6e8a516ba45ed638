import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UpdateGateFacts } from '../../../back-office/monitoring/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { LAST_EXIT_FILE, readLastExit, startExitTracking, toLastExitState } from './last-exit.ts';

let profile: string;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'till-exit-'));
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const CLOSED: UpdateGateFacts = {
  ledger: { unresolved: 0, openShifts: 0, owed: 0, papersWaiting: 0, lastBackupAt: null },
  isLedgerOfNewerProgram: false,
  isSendingPayment: false,
  isServingCustomer: false,
  shifts: 'required',
  timeZone: 'America/Mexico_City',
  now: 0,
};
const withLedger = (
  ledger: Partial<NonNullable<UpdateGateFacts['ledger']>>,
  changes = {},
): UpdateGateFacts => ({
  ...CLOSED,
  ...changes,
  ledger: {
    unresolved: 0,
    openShifts: 0,
    owed: 0,
    papersWaiting: 0,
    lastBackupAt: null,
    ...ledger,
  },
});
const text = () => readFileSync(join(profile, LAST_EXIT_FILE), 'utf8');
const start = (readUpdateGate: () => UpdateGateFacts | null, log = silentLog) =>
  startExitTracking({
    profileFolder: profile,
    version: '1.2.3',
    clock: { now: () => 0 },
    log,
    readUpdateGate,
  });

it('writes “running” until the till has quit normally', () => {
  expect(readLastExit(profile)).toBeNull();
  const end = start(() => CLOSED);
  expect(text()).toBe('running\nversion 1.2.3\nat 1970-01-01T00:00:00.000Z\n');
  end();
  expect(text().split('\n', 1)).toEqual(['clean']);
  expect(readLastExit(profile)).toBe('clean');
});

it('logs that the previous run did not quit normally, its version, start and signal', () => {
  const warnings: unknown[] = [];
  const watchedLog = {
    ...silentLog,
    warn: (fields: object, message: string) => void warnings.push({ message, ...fields }),
  };
  const end = start(() => CLOSED, watchedLog);
  end();
  start(() => CLOSED, watchedLog);
  expect(warnings).toEqual([]);
  start(() => CLOSED, watchedLog);
  appendFileSync(join(profile, LAST_EXIT_FILE), 'signal SIGSEGV\n');
  start(() => CLOSED, watchedLog);
  const crash = {
    message: 'last-exit: previous run crashed, was killed, or lost power',
    version: '1.2.3',
    startedAt: '1970-01-01T00:00:00.000Z',
  };
  expect(warnings).toEqual([
    { ...crash, signal: null },
    { ...crash, signal: 'SIGSEGV' },
  ]);
});

it.each([
  ['unresolved', withLedger({ unresolved: 1, openShifts: 1 })],
  ['open-shift', withLedger({ openShifts: 1 })],
  ['clean', withLedger({ openShifts: 1 }, { shifts: 'automatic' })],
  ['clean', null],
  ['clean', { ...CLOSED, ledger: null, isLedgerOfNewerProgram: true }],
] as const)('computes the state “%s” from the closed till’s files', (state, facts) => {
  expect(toLastExitState(facts, 'running')).toBe(state);
});

it('keeps the previous state if the ledger cannot be read', () => {
  const unreadable = { ...CLOSED, ledger: null };
  expect(toLastExitState(unreadable, 'unresolved')).toBe('unresolved');
  expect(toLastExitState(unreadable, 'clean')).toBe('clean');
  expect(toLastExitState(unreadable, null)).toBe('running');
});

it('treats an empty or invalid file as a running till', () => {
  for (const content of ['', '\n', 'clean-ish\n', 'CLEAN', '{"unresolved":0}']) {
    writeFileSync(join(profile, LAST_EXIT_FILE), content);
    expect(readLastExit(profile)).toBe('running');
  }
});

it('only logs a warning if the file cannot be written', () => {
  rmSync(profile, { recursive: true });
  const warnings: string[] = [];
  const log = {
    ...silentLog,
    warn: (_fields: object, message: string) => void warnings.push(message),
  };
  start(() => CLOSED, log)();
  expect(warnings).toHaveLength(2);
});

it.skipIf(process.platform === 'win32')('replaces a link that was planted in its place', () => {
  writeFileSync(join(profile, 'victim'), 'as it was');
  symlinkSync(join(profile, 'victim'), join(profile, LAST_EXIT_FILE));
  start(() => CLOSED)();
  expect(readFileSync(join(profile, 'victim'), 'utf8')).toBe('as it was');
  expect(readLastExit(profile)).toBe('clean');
});
