import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Result, type StatusLine } from '../../shared/contract/index.ts';
import { money } from '../../shared/money/index.ts';
import { type Database, openDatabase } from '../ledger/index.ts';
import { silentLog, type VirtualClock, virtualClock } from '../platform/index.ts';
import type { Account, BillPaymentService, ServiceHealth } from '../service/index.ts';
import { createStatus, type Status, serviceLight } from './index.ts';

const calm: ServiceHealth = {
  lastAnswerAt: null,
  lastTroubleAt: null,
  trouble: null,
  clockOffset: 0,
};

describe('the light of the service', () => {
  it('is green for a minute after an answer, and not a second longer', () => {
    expect(serviceLight(calm, 1_000)).toBe('not-asked');
    expect(serviceLight({ ...calm, lastAnswerAt: 1_000 }, 61_000)).toBe('answering');
    expect(serviceLight({ ...calm, lastAnswerAt: 1_000 }, 61_001)).toBe('not-asked');
  });

  it('tells of a clock that is more than two minutes off, though the till mends it', () => {
    const answered = { ...calm, lastAnswerAt: 1_000 };
    expect(serviceLight({ ...answered, clockOffset: 120_000 }, 1_000)).toBe('answering');
    expect(serviceLight({ ...answered, clockOffset: 120_001 }, 1_000)).toBe('clock-off');
    expect(serviceLight({ ...answered, clockOffset: -120_001 }, 1_000)).toBe('clock-off');
  });

  it('says what is wrong', () => {
    const light = (trouble: ServiceHealth['trouble']) => serviceLight({ ...calm, trouble }, 0);
    expect(light({ kind: 'keys-refused' })).toBe('keys-refused');
    expect(light({ kind: 'service-unreachable', reason: 'refused' })).toBe('unreachable');
    expect(light({ kind: 'service-silent', seconds: 60 })).toBe('slow');
    expect(light({ kind: 'service-unreadable', httpStatus: 200 })).toBe('unreadable');
    expect(light({ kind: 'clock-off', minutes: 20 })).toBe('clock-off');
  });
});

describe('the status line', () => {
  let folder: string;
  let database: Database;
  let clock: VirtualClock;
  let answer: Result<Account>;
  let asked: number;
  let lack: 'no-keys' | 'not-ready' | null;
  let lines: StatusLine[];

  const service = {
    health: calm,
    requestDate: () => clock.now(),
    account: async () => {
      asked += 1;
      return answer;
    },
  } as unknown as BillPaymentService;
  const make = (lowBalance: string | null = null): Status =>
    createStatus({
      database,
      clock,
      service: () => service,
      connected: async () => ok(service),
      lack: () => lack,
      printer: () => ({ kind: 'screen', light: 'ready', at: null, waitingJobs: 0, columns: 42 }),
      catalog: () => ({
        lists: [
          { kind: 'utility', count: 1, refreshedAt: '2026-01-02T00:00:00.000Z' },
          { kind: 'top-up', count: 1, refreshedAt: '2026-01-01T00:00:00.000Z' },
        ],
        ratesAt: null,
        isStale: false,
        areRatesStale: true,
        refreshing: null,
        lastFailure: null,
      }),
      unresolved: () => 2,
      dailyFile: () => ({ days: 1, oldest: '2026-01-04' }),
      backup: () => ({ reason: 'no-folder', at: '2026-01-04T09:30:00.000Z' }),
      settings: () => ({ lowBalance, currency: null, fallbackCurrency: 'MXN' }),
      log: silentLog,
      onChange: (line) => lines.push(line),
    });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mostrador-status-'));
    database = openDatabase(join(folder, 'ledger.sqlite'));
    clock = virtualClock();
    answer = ok({
      name: 'Lupita',
      balance: money('500', 'DOP'),
      minimumBalance: money('100', 'DOP'),
    });
    asked = 0;
    lack = null;
    lines = [];
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('remembers the account over a restart, with its currency', async () => {
    expect(make().shopCurrency()).toBe('MXN');
    await make().ask();
    const again = make();
    expect(again.line().account?.balance).toEqual({ amount: '500.00', currency: 'DOP' });
    expect(again.shopCurrency()).toBe('DOP');
  });

  it('says why there is no way to the service before anything else about it', () => {
    for (const why of ['no-keys', 'not-ready'] as const) {
      lack = why;
      expect(make().line().service.light).toBe(why);
    }
  });

  it('warns at the minimum balance, and at the one that the shop set', async () => {
    const status = make('600');
    await status.ask();
    expect(status.line().account?.isLow).toBe(true);
    const other = make();
    await other.ask();
    expect(other.line().account?.isLow).toBe(false);
    answer = ok({
      name: 'Lupita',
      balance: money('100', 'DOP'),
      minimumBalance: money('100', 'DOP'),
    });
    await other.ask();
    expect(other.line().account?.isLow).toBe(true);
  });

  it('asks at once and then every 45 seconds, until it is stopped', async () => {
    const status = make();
    status.start();
    await clock.advance(0);
    expect(asked).toBe(1);
    await clock.advance(91_000);
    expect(asked).toBe(3);
    expect(lines).toHaveLength(3);
    status.stop();
    await clock.advance(200_000);
    expect(asked).toBe(3);
  });

  it('keeps the last known account when the service does not answer', async () => {
    const status = make();
    await status.ask();
    answer = fail({ kind: 'service-silent', seconds: 60 });
    expect((await status.ask()).ok).toBe(false);
    expect(status.line().account?.balance.amount).toBe('500.00');
  });

  it('shows the age of the oldest list', () => {
    expect(make().line().catalogAt).toBe('2026-01-01T00:00:00.000Z');
    expect(make().line().unresolved).toBe(2);
    expect(make().line().dailyFile).toEqual({ days: 1, oldest: '2026-01-04' });
    expect(make().line().backup).toEqual({ reason: 'no-folder', at: '2026-01-04T09:30:00.000Z' });
  });
});
