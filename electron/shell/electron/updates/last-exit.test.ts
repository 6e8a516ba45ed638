import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UpdateGateFacts } from '../../../back-office/monitoring/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { LAST_EXIT_FILE, readLastExit, startExitTracking, toExitState } from './last-exit.ts';

let profile: string;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'till-exit-'));
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const CLOSED: UpdateGateFacts = {
  ledger: { unresolved: 0, openShifts: 0, owed: 0, papersWaiting: 0, lastBackupAt: null },
  isOfNewerProgram: false,
  isSending: false,
  hasCustomer: false,
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
const start = (look: () => UpdateGateFacts | null, log = silentLog) =>
  startExitTracking({
    profileFolder: profile,
    version: '1.2.3',
    clock: { now: () => 0 },
    log,
    look,
  });

it('says “running” until the till has ended in order', () => {
  expect(readLastExit(profile)).toBeNull();
  const end = start(() => CLOSED);
  expect(text()).toBe('running\nversion 1.2.3\nat 1970-01-01T00:00:00.000Z\n');
  end();
  expect(text().split('\n', 1)).toEqual(['clean']);
  expect(readLastExit(profile)).toBe('clean');
});

it.each([
  ['unresolved', withLedger({ unresolved: 1, openShifts: 1 })],
  ['open-shift', withLedger({ openShifts: 1 })],
  ['clean', withLedger({ openShifts: 1 }, { shifts: 'automatic' })],
  ['clean', null],
  ['clean', { ...CLOSED, ledger: null, isOfNewerProgram: true }],
] as const)('says “%s” by what the files tell', (state, facts) => {
  expect(toExitState(facts, 'running')).toBe(state);
});

it('keeps what was known where the ledger cannot be read', () => {
  const unreadable = { ...CLOSED, ledger: null };
  expect(toExitState(unreadable, 'unresolved')).toBe('unresolved');
  expect(toExitState(unreadable, 'clean')).toBe('clean');
  expect(toExitState(unreadable, null)).toBe('running');
});

it('takes a file that a power cut left empty, or that somebody else wrote, for an open till', () => {
  for (const left of ['', '\n', 'clean-ish\n', 'CLEAN', '{"unresolved":0}']) {
    writeFileSync(join(profile, LAST_EXIT_FILE), left);
    expect(readLastExit(profile)).toBe('running');
  }
});

it('does not keep the till from starting or ending if it cannot be written', () => {
  rmSync(profile, { recursive: true });
  const warned: string[] = [];
  const log = { ...silentLog, warn: (_fields: object, said: string) => void warned.push(said) };
  start(() => CLOSED, log)();
  expect(warned).toHaveLength(2);
});
