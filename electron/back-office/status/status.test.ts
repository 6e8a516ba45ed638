import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogState, fail, ok, type Result } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import type { Database } from '../../ledger/index.ts';
import { openTestLedger, testCodes } from '../../ledger/testing/index.ts';
import { createVirtualClock, silentLog, type VirtualClock } from '../../platform/index.ts';
import {
  type BillPaymentService,
  INITIAL_HEALTH,
  type ServiceAccount,
  type ServiceHealth,
} from '../../service/index.ts';
import {
  createShopAccount,
  createStatusLineBuilder,
  type ShopAccount,
  type StatusLineBuilder,
} from './index.ts';
import { getServiceIndicator } from './service-indicator.ts';

const healthy = INITIAL_HEALTH;

describe('service indicator', () => {
  it('shows the service as answering until seven minutes after an answer', () => {
    expect(getServiceIndicator(healthy, 1_000)).toBe('not-asked');
    expect(getServiceIndicator({ ...healthy, lastAnswerAt: 1_000 }, 421_000)).toBe('answering');
    expect(getServiceIndicator({ ...healthy, lastAnswerAt: 1_000 }, 421_001)).toBe('not-asked');
  });

  it('reports a clock more than two minutes off and disputed dates', () => {
    const answered = { ...healthy, lastAnswerAt: 1_000 };
    expect(getServiceIndicator({ ...answered, clockOffsetMs: 120_000 }, 1_000)).toBe('answering');
    expect(getServiceIndicator({ ...answered, clockOffsetMs: 120_001 }, 1_000)).toBe('clock-off');
    expect(getServiceIndicator({ ...answered, clockOffsetMs: -120_001 }, 1_000)).toBe('clock-off');
    const disputed = { ...answered, unconfirmedDateReceivedAt: answered.lastAnswerAt };
    expect(getServiceIndicator(disputed, 1_000)).toBe('dates-differ');
    const longAgo = 1_000 + 20 * 60_000;
    expect(getServiceIndicator({ ...disputed, lastAnswerAt: longAgo }, longAgo)).toBe('answering');
  });

  it("reports the kind of the service's problem", () => {
    const getIndicator = (problem: ServiceHealth['problem']) =>
      getServiceIndicator({ ...healthy, problem }, 0);
    expect(getIndicator({ kind: 'keys-refused' })).toBe('keys-refused');
    expect(getIndicator({ kind: 'service-unreachable', reason: 'refused' })).toBe('unreachable');
    expect(getIndicator({ kind: 'service-silent', seconds: 60 })).toBe('slow');
    expect(getIndicator({ kind: 'service-unreadable', httpStatus: 200 })).toBe('unreadable');
    expect(getIndicator({ kind: 'clock-off', minutes: 20 })).toBe('clock-off');
  });
});

describe('status line', () => {
  let folder: string;
  let database: Database;
  let clock: VirtualClock;
  let answer: Result<ServiceAccount>;
  let requestCount: number;
  let timeKnownAfterRequests = 0;
  let lack: 'no-keys' | 'not-ready' | null;
  let readCount: number;
  let listsAt: readonly (string | null)[];
  let refreshing: CatalogState['refreshing'];
  let lastFailure: CatalogState['lastFailure'];
  let isConnected: boolean;

  let health: ServiceHealth;
  const service = {
    get health() {
      return health;
    },
    getRequestDate: () => clock.now(),
    getSlowestServiceTime: () => (requestCount < timeKnownAfterRequests ? null : clock.now()),
    readAccount: async () => {
      requestCount += 1;
      return answer;
    },
  } as unknown as BillPaymentService;
  const openStatus = (lowBalance: string | null = null): StatusLineBuilder & ShopAccount => {
    const getService = () => (isConnected ? service : null);
    const settings = () => ({ lowBalance, currency: null, fallbackCurrency: 'MXN' });
    const shopAccount = createShopAccount({
      database,
      clock,
      service: getService,
      waitForService: async () => ok(service),
      settings,
      log: silentLog,
      random: () => 0.5,
      onRequestEnd: () => {
        readCount += 1;
      },
    });
    const status = createStatusLineBuilder({
      database,
      clock,
      connection: { service: getService, unavailableReason: () => lack },
      shopAccount,
      accountForecast: () => null,
      connectionFault: () => null,
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
      claims: () => ({ open: 0, due: 0, isTimeUncertain: false }),
      countOwedRefunds: () => 0,
      countUnresolvedPayments: () => 2,
      listUnfinishedBasketIds: () => [],
      chain: () => ({
        light: 'sent',
        sentAt: '2026-01-15T15:59:48.000Z',
        unsent: 0,
        overdueDay: null,
      }),
      dailyFile: () => ({ days: 1, oldest: '2026-01-04', isLate: true }),
      refused: () => null,
      warned: () => ({ settingsEditedAt: null, settingsEdited: [], fileLeft: null }),
      update: () => null,
      hasRecoveryKey: () => null,
      backup: () => ({ reason: 'no-folder', at: '2026-01-04T09:30:00.000Z' }),
      settings,
    });
    return { ...shopAccount, ...status };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mostrador-status-'));
    database = openTestLedger(join(folder, 'ledger.sqlite'), testCodes);
    clock = createVirtualClock();
    answer = ok({
      name: 'Lupita',
      balance: createMoney('500', 'DOP'),
      minimumBalance: createMoney('100', 'DOP'),
    });
    requestCount = 0;
    health = healthy;
    lack = null;
    refreshing = null;
    lastFailure = null;
    isConnected = true;
    readCount = 0;
    listsAt = ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('restores the account and its currency after a restart', async () => {
    expect(openStatus().getShopCurrency()).toBe('MXN');
    await openStatus().refreshAccount();
    const reopened = openStatus();
    expect(reopened.getStatusLine().account?.balance).toEqual({
      amount: '500.00',
      currency: 'DOP',
    });
    expect(reopened.getShopCurrency()).toBe('DOP');
  });

  it('reports missing keys or a starting service before any other state of the service', () => {
    for (const reason of ['no-keys', 'not-ready'] as const) {
      lack = reason;
      expect(openStatus().getStatusLine().service.light).toBe(reason);
    }
  });

  it("warns at the account's minimum balance and at the shop's own", async () => {
    const status = openStatus('600');
    await status.refreshAccount();
    expect(status.getStatusLine().account?.isLow).toBe(true);
    const otherStatus = openStatus();
    await otherStatus.refreshAccount();
    expect(otherStatus.getStatusLine().account?.isLow).toBe(false);
    answer = ok({
      name: 'Lupita',
      balance: createMoney('100', 'DOP'),
      minimumBalance: createMoney('100', 'DOP'),
    });
    await otherStatus.refreshAccount();
    expect(otherStatus.getStatusLine().account?.isLow).toBe(true);
  });

  it('polls at once, after two minutes and less often while nothing changes, until stopped', async () => {
    const status = openStatus();
    status.start();
    const times: number[] = [];
    for (let second = 0; second <= 1_000; second += 1) {
      const countBefore = requestCount;
      await clock.advance(second === 0 ? 0 : 1000);
      if (requestCount > countBefore) times.push(second);
    }
    expect(times).toEqual([0, 120, 360, 660, 960]);
    // A payment: other requests reach the service, and the balance changes.
    health = { ...healthy, lastAnswerAt: clock.now() };
    answer = ok({ name: 'Lupita', balance: createMoney('400', 'DOP'), minimumBalance: null });
    await clock.advance(120_000);
    expect(requestCount).toBe(6);
    expect(readCount).toBe(6);
    await clock.advance(120_000);
    expect(requestCount).toBe(7);
    status.stop();
    await clock.advance(500_000);
    expect(requestCount).toBe(7);
  });

  it('retries a failing service with growing intervals and waits after a 429', async () => {
    const status = openStatus();
    health = { ...healthy, problem: { kind: 'service-silent', seconds: 60 } };
    status.start();
    await clock.advance(181_000);
    // Polls at 0, 45 and 135 seconds.
    expect(requestCount).toBe(3);
    health = { ...healthy, rateLimitedUntilUptime: clock.uptime() + 300_000 };
    await clock.advance(290_000);
    expect(await status.refreshAccount()).toMatchObject({
      ok: false,
      problem: { httpStatus: 429 },
    });
    expect(requestCount).toBe(3);
    await clock.advance(60_000);
    expect(requestCount).toBe(4);
    status.stop();
  });

  it('sends a second request at the start when one answer leaves the time unknown', async () => {
    timeKnownAfterRequests = 2;
    const status = openStatus();
    status.start();
    await clock.advance(0);
    expect(requestCount).toBe(2);
    status.stop();
    timeKnownAfterRequests = 0;
  });

  it('keeps the last known account when the service does not answer', async () => {
    const status = openStatus();
    await status.refreshAccount();
    answer = fail({ kind: 'service-silent', seconds: 60 });
    expect((await status.refreshAccount()).ok).toBe(false);
    expect(status.getStatusLine().account?.balance.amount).toBe('500.00');
  });

  it('shows the age of the oldest list', () => {
    expect(openStatus().getStatusLine()).toMatchObject({
      catalogAt: '2026-01-01T00:00:00.000Z',
      missingLists: [],
    });
    expect(openStatus().getStatusLine().unresolved).toBe(2);
    expect(openStatus().getStatusLine().dailyFile).toEqual({
      days: 1,
      oldest: '2026-01-04',
      isLate: true,
    });
    expect(openStatus().getStatusLine().backup).toEqual({
      reason: 'no-folder',
      at: '2026-01-04T09:30:00.000Z',
    });
  });

  it('lists the biller lists that never arrived and has no age without any', () => {
    listsAt = ['2026-01-02T00:00:00.000Z', null];
    expect(openStatus().getStatusLine()).toMatchObject({
      catalogAt: '2026-01-02T00:00:00.000Z',
      missingLists: ['top-up'],
    });
    listsAt = [null, null];
    expect(openStatus().getStatusLine()).toMatchObject({
      catalogAt: null,
      missingLists: ['utility', 'top-up'],
    });
  });

  it('reports that lists are coming until a fetch has ended without them', () => {
    const areListsComing = () => openStatus().getStatusLine().areListsComing;
    listsAt = [null, null];
    isConnected = false;
    expect(areListsComing()).toBe(true);
    lack = 'no-keys';
    expect(areListsComing()).toBe(false);
    lack = null;
    isConnected = true;
    refreshing = { kind: 'rates', done: 0, total: null };
    expect(areListsComing()).toBe(true);
    listsAt = ['2026-01-02T00:00:00.000Z', null];
    expect(areListsComing()).toBe(true);
    refreshing = null;
    lastFailure = { at: '2026-01-02T00:00:00.000Z', problem: 'service-silent' };
    expect(areListsComing()).toBe(false);
    // A later fetch does not change that: the indicator would flicker.
    refreshing = { kind: 'top-up', done: 0, total: null };
    expect(areListsComing()).toBe(false);
    lastFailure = null;
    listsAt = ['2026-01-02T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    expect(areListsComing()).toBe(false);
  });
});
