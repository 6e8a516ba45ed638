import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CatalogState,
  fail,
  ok,
  type Result,
  type StatusLine,
} from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { type Database, openDatabase } from '../../ledger/index.ts';
import { testCodes } from '../../ledger/testing/index.ts';
import { createVirtualClock, silentLog, type VirtualClock } from '../../platform/index.ts';
import {
  type Account,
  type BillPaymentService,
  NOTHING_HEARD,
  type ServiceHealth,
} from '../../service/index.ts';
import { createStatus, type Status } from './index.ts';
import { getServiceIndicator } from './service-indicator.ts';

const calm = NOTHING_HEARD;

describe('the light of the service', () => {
  it('is green for as long after an answer as the account is left alone, and a minute more', () => {
    expect(getServiceIndicator(calm, 1_000)).toBe('not-asked');
    expect(getServiceIndicator({ ...calm, lastAnswerAt: 1_000 }, 421_000)).toBe('answering');
    expect(getServiceIndicator({ ...calm, lastAnswerAt: 1_000 }, 421_001)).toBe('not-asked');
  });

  it('tells of a clock that is more than two minutes off, though the till mends it', () => {
    const answered = { ...calm, lastAnswerAt: 1_000 };
    expect(getServiceIndicator({ ...answered, clockOffset: 120_000 }, 1_000)).toBe('answering');
    expect(getServiceIndicator({ ...answered, clockOffset: 120_001 }, 1_000)).toBe('clock-off');
    expect(getServiceIndicator({ ...answered, clockOffset: -120_001 }, 1_000)).toBe('clock-off');
    const disputed = { ...answered, dateDisputedAt: answered.lastAnswerAt };
    expect(getServiceIndicator(disputed, 1_000)).toBe('dates-differ');
    const longAgo = 1_000 + 20 * 60_000;
    expect(getServiceIndicator({ ...disputed, lastAnswerAt: longAgo }, longAgo)).toBe('answering');
  });

  it('says what is wrong', () => {
    const light = (trouble: ServiceHealth['trouble']) =>
      getServiceIndicator({ ...calm, trouble }, 0);
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
  let timeIsKnownAfter = 0;
  let lack: 'no-keys' | 'not-ready' | null;
  let lines: StatusLine[];
  let listsAt: readonly (string | null)[];
  let refreshing: CatalogState['refreshing'];
  let lastFailure: CatalogState['lastFailure'];
  let isConnected: boolean;

  let health: ServiceHealth;
  const service = {
    get health() {
      return health;
    },
    requestDate: () => clock.now(),
    getSlowestServiceTime: () => (asked < timeIsKnownAfter ? null : clock.now()),
    account: async () => {
      asked += 1;
      return answer;
    },
  } as unknown as BillPaymentService;
  const make = (lowBalance: string | null = null): Status =>
    createStatus({
      database,
      clock,
      service: () => (isConnected ? service : null),
      connected: async () => ok(service),
      lack: () => lack,
      printer: () => ({ kind: 'screen', light: 'ready', at: null, waitingJobs: 0, columns: 42 }),
      catalog: () => ({
        lists: [
          { kind: 'utility', count: 1, refreshedAt: listsAt[0] ?? null },
          { kind: 'top-up', count: 1, refreshedAt: listsAt[1] ?? null },
        ],
        ratesAt: null,
        isStale: false,
        areRatesStale: true,
        refreshing,
        lastFailure,
      }),
      owed: () => 0,
      unresolved: () => 2,
      unfinishedBaskets: () => [],
      chain: () => ({ light: 'sent', sentAt: '2026-01-15T15:59:48.000Z', unsent: 0 }),
      dailyFile: () => ({ days: 1, oldest: '2026-01-04', isLate: true }),
      refused: () => null,
      warned: () => ({ settingsEditedAt: null, settingsEdited: [], fileLeft: null }),
      update: () => null,
      hasRecoveryKey: () => null,
      backup: () => ({ reason: 'no-folder', at: '2026-01-04T09:30:00.000Z' }),
      settings: () => ({ lowBalance, currency: null, fallbackCurrency: 'MXN' }),
      log: silentLog,
      random: () => 0.5,
      onChange: (line) => lines.push(line),
    });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mostrador-status-'));
    database = openDatabase(join(folder, 'ledger.sqlite'), testCodes);
    clock = createVirtualClock();
    answer = ok({
      name: 'Lupita',
      balance: createMoney('500', 'DOP'),
      minimumBalance: createMoney('100', 'DOP'),
    });
    asked = 0;
    health = calm;
    lack = null;
    refreshing = null;
    lastFailure = null;
    isConnected = true;
    lines = [];
    listsAt = ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('remembers the account over a restart, with its currency', async () => {
    expect(make().getShopCurrency()).toBe('MXN');
    await make().refreshAccount();
    const again = make();
    expect(again.getLine().account?.balance).toEqual({ amount: '500.00', currency: 'DOP' });
    expect(again.getShopCurrency()).toBe('DOP');
  });

  it('says why there is no way to the service before anything else about it', () => {
    for (const why of ['no-keys', 'not-ready'] as const) {
      lack = why;
      expect(make().getLine().service.light).toBe(why);
    }
  });

  it('warns at the minimum balance, and at the one that the shop set', async () => {
    const status = make('600');
    await status.refreshAccount();
    expect(status.getLine().account?.isLow).toBe(true);
    const other = make();
    await other.refreshAccount();
    expect(other.getLine().account?.isLow).toBe(false);
    answer = ok({
      name: 'Lupita',
      balance: createMoney('100', 'DOP'),
      minimumBalance: createMoney('100', 'DOP'),
    });
    await other.refreshAccount();
    expect(other.getLine().account?.isLow).toBe(true);
  });

  it('asks at once and after two minutes, and less often while nothing changes, until stopped', async () => {
    const status = make();
    status.start();
    const times: number[] = [];
    for (let second = 0; second <= 1_000; second += 1) {
      const before = asked;
      await clock.advance(second === 0 ? 0 : 1000);
      if (asked > before) times.push(second);
    }
    expect(times).toEqual([0, 120, 360, 660, 960]);
    // A payment: others ask the service, and the balance is another.
    health = { ...calm, lastAnswerAt: clock.now() };
    answer = ok({ name: 'Lupita', balance: createMoney('400', 'DOP'), minimumBalance: null });
    await clock.advance(120_000);
    expect(asked).toBe(6);
    expect(lines).toHaveLength(6);
    await clock.advance(120_000);
    expect(asked).toBe(7);
    status.stop();
    await clock.advance(500_000);
    expect(asked).toBe(7);
  });

  it('asks a service in trouble soon, then ever more seldom, and none that asked to wait (429)', async () => {
    const status = make();
    health = { ...calm, trouble: { kind: 'service-silent', seconds: 60 } };
    status.start();
    await clock.advance(181_000);
    // At 0, 45 and 135 seconds.
    expect(asked).toBe(3);
    health = { ...calm, quietUntil: clock.now() + 300_000 };
    await clock.advance(290_000);
    expect(await status.refreshAccount()).toMatchObject({
      ok: false,
      problem: { httpStatus: 429 },
    });
    expect(asked).toBe(3);
    await clock.advance(60_000);
    expect(asked).toBe(4);
    status.stop();
  });

  it('asks once more at its start while one answer alone has told the time', async () => {
    timeIsKnownAfter = 2;
    const status = make();
    status.start();
    await clock.advance(0);
    expect(asked).toBe(2);
    status.stop();
    timeIsKnownAfter = 0;
  });

  it('keeps the last known account when the service does not answer', async () => {
    const status = make();
    await status.refreshAccount();
    answer = fail({ kind: 'service-silent', seconds: 60 });
    expect((await status.refreshAccount()).ok).toBe(false);
    expect(status.getLine().account?.balance.amount).toBe('500.00');
  });

  it('shows the age of the oldest list', () => {
    expect(make().getLine()).toMatchObject({
      catalogAt: '2026-01-01T00:00:00.000Z',
      missingLists: [],
    });
    expect(make().getLine().unresolved).toBe(2);
    expect(make().getLine().dailyFile).toEqual({ days: 1, oldest: '2026-01-04', isLate: true });
    expect(make().getLine().backup).toEqual({
      reason: 'no-folder',
      at: '2026-01-04T09:30:00.000Z',
    });
  });

  it('names the lists that have never arrived, and has no age without any', () => {
    listsAt = ['2026-01-02T00:00:00.000Z', null];
    expect(make().getLine()).toMatchObject({
      catalogAt: '2026-01-02T00:00:00.000Z',
      missingLists: ['top-up'],
    });
    listsAt = [null, null];
    expect(make().getLine()).toMatchObject({
      catalogAt: null,
      missingLists: ['utility', 'top-up'],
    });
  });

  it('says that lists are on their way until a fetch has ended without them', () => {
    const isSaid = () => make().getLine().areListsComing;
    listsAt = [null, null];
    isConnected = false;
    expect(isSaid()).toBe(true);
    lack = 'no-keys';
    expect(isSaid()).toBe(false);
    lack = null;
    isConnected = true;
    refreshing = { kind: 'rates', done: 0, total: null };
    expect(isSaid()).toBe(true);
    listsAt = ['2026-01-02T00:00:00.000Z', null];
    expect(isSaid()).toBe(true);
    refreshing = null;
    lastFailure = { at: '2026-01-02T00:00:00.000Z', problem: 'service-silent' };
    expect(isSaid()).toBe(false);
    // A later one changes nothing of that: the light would go to and fro.
    refreshing = { kind: 'top-up', done: 0, total: null };
    expect(isSaid()).toBe(false);
    lastFailure = null;
    listsAt = ['2026-01-02T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    expect(isSaid()).toBe(false);
  });
});
