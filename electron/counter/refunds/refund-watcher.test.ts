import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { createTestCounter, type TestCounter } from '../payments/testing/index.ts';
import { createRefundWatcher } from './refund-watcher.ts';
import type { ServiceTransactionState } from './service-transaction-state.ts';

/** When the watcher reads rows. What it records of them has tests of its own. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FAILED = fail({ kind: 'service-silent', seconds: 60 });

let counter: TestCounter;
let isBusy: boolean;
let random: number;
/** How far the service's time is ahead of the till's. */
let timeDifferenceMs: number;
/** The results of the next reads; later reads succeed. */
let results: (Result<ServiceTransactionState> | Error)[];
/** The seconds since the start at which a row was read. */
let readAt: number[];
let onRead: () => Promise<void> | void;

beforeEach(async () => {
  counter = createTestCounter();
  counter.service.hoursToFulfill = 72;
  isBusy = false;
  random = 0;
  timeDifferenceMs = 100 * HOUR;
  results = [];
  readAt = [];
  onRead = () => {};
});
afterEach(() => counter.close());

/** Pays bills, whose rows are all due, and creates their watcher. */
async function createWatcher(bills = 1) {
  for (let bill = 0; bill < bills; bill += 1) await counter.payBill({ account: `50100${bill}` });
  await counter.advance(SECOND);
  const { clock } = counter;
  const startedAt = clock.uptime();
  return createRefundWatcher(
    {
      database: counter.database,
      clock,
      service: () => (counter.isServiceAvailable ? counter.service : null),
      isBusy: () => isBusy,
      log: counter.log,
    },
    {
      rowReader: {
        readTransactionState: async () => {
          readAt.push((clock.uptime() - startedAt) / SECOND);
          await onRead();
          const result = results.shift() ?? ok({ kind: 'stands', status: 'sent' });
          if (result instanceof Error) throw result;
          return result;
        },
      },
      now: () => clock.now() + timeDifferenceMs,
      random: () => random,
    },
  );
}

describe('the watcher of refunds', () => {
  it('reads one row every 20 seconds', async () => {
    const watcher = await createWatcher(2);
    watcher.start();
    await counter.advance(10 * SECOND);
    watcher.start();
    await counter.advance(50 * SECOND);
    expect(readAt).toEqual([20, 40, 60]);
  });

  it('notices within ten minutes that the time was corrected', async () => {
    timeDifferenceMs = 0;
    (await createWatcher()).start();
    await counter.advance(MINUTE);
    timeDifferenceMs = 100 * HOUR;
    await counter.advance(10 * MINUTE);
    expect(readAt[0]).toBe(20 + 600);
  });

  it('spreads the reads of several tills by up to a half', async () => {
    random = 1;
    (await createWatcher()).start();
    await counter.advance(MINUTE);
    expect(readAt).toEqual([30, 60]);
  });

  it('waits 5 seconds at a time while a request of the counter is open', async () => {
    (await createWatcher()).start();
    isBusy = true;
    await counter.advance(22 * SECOND);
    isBusy = false;
    await counter.advance(5 * SECOND);
    expect(readAt).toEqual([25]);
  });

  it('waits a minute at a time without a connection or with a problem of the service', async () => {
    (await createWatcher()).start();
    counter.isServiceAvailable = false;
    await counter.advance(21 * SECOND);
    counter.isServiceAvailable = true;
    counter.service.problem = { kind: 'service-silent', seconds: 60 };
    await counter.advance(MINUTE);
    counter.service.problem = null;
    await counter.advance(MINUTE);
    expect(readAt).toEqual([20 + 60 + 60]);
  });

  it('reads again as soon as the pause ends that the service asked for', async () => {
    (await createWatcher()).start();
    counter.service.rateLimitedUntilUptime = counter.clock.uptime() + 33 * SECOND;
    counter.service.problem = { kind: 'service-silent', seconds: 60 };
    await counter.advance(32 * SECOND);
    counter.service.problem = null;
    await counter.advance(2 * SECOND);
    expect(readAt).toEqual([33]);
  });

  it('waits a minute if the service has a problem although its pause has ended', async () => {
    (await createWatcher()).start();
    counter.service.rateLimitedUntilUptime = counter.clock.uptime() + 20 * SECOND;
    counter.service.problem = { kind: 'service-silent', seconds: 60 };
    await counter.advance(21 * SECOND);
    counter.service.problem = null;
    await counter.advance(MINUTE);
    expect(readAt).toEqual([20 + 60]);
  });

  it('reports no fault while nothing is watched', async () => {
    const errors: unknown[] = [];
    counter.log = { ...counter.log, error: (fields) => void errors.push(fields) };
    (await createWatcher(0)).start();
    await counter.advance(HOUR);
    expect(errors).toEqual([]);
  });

  it('doubles the pause after each row that could not be read, up to an hour', async () => {
    results = Array.from({ length: 10 }, () => FAILED);
    (await createWatcher(12)).start();
    await counter.advance(3 * HOUR);
    const pauses = readAt.slice(1).map((at, index) => at - (readAt[index] ?? 0));
    expect(pauses).toEqual([40, 80, 160, 320, 640, 1280, 2560, 3600]);
  });

  it('reads a row that could not be read again after half an hour, and the others before', async () => {
    results = [FAILED];
    (await createWatcher()).start();
    await counter.advance(29 * MINUTE);
    expect(readAt).toEqual([20]);
    await counter.advance(2 * MINUTE);
    expect(readAt[1]).toBe(20 + 30 * 60);
  });

  it('begins with short pauses again once a row was read', async () => {
    results = [FAILED, FAILED, ok({ kind: 'stands', status: 'sent' }), FAILED];
    (await createWatcher(12)).start();
    await counter.advance(5 * MINUTE);
    expect(readAt).toEqual([20, 60, 140, 160, 200, 220, 240, 260, 280, 300]);
  });

  it('polls again after ten minutes if a poll breaks, or if nothing is watched', async () => {
    results = [new Error('broken')];
    (await createWatcher()).start();
    await counter.advance(11 * MINUTE);
    expect(readAt.slice(0, 2)).toEqual([20, 620]);
    counter.database.commit(() => counter.database.prepare('DELETE FROM refund_watches').run());
    const { length } = readAt;
    await counter.advance(9 * MINUTE);
    await counter.payBill({ account: '7' });
    await counter.advance(2 * MINUTE);
    expect(readAt.length).toBeGreaterThan(length);
  });

  it('reads nothing after the stop, also if it is woken', async () => {
    const watcher = await createWatcher();
    const { pendingTimerCount } = counter.clock;
    watcher.start();
    watcher.stop();
    watcher.wake();
    expect(counter.clock.pendingTimerCount).toBe(pendingTimerCount);
    await counter.advance(HOUR);
    expect(readAt).toEqual([]);
  });

  it('reads 20 seconds after the machine woke up, whatever was planned', async () => {
    results = [new Error('broken')];
    const watcher = await createWatcher();
    watcher.start();
    await counter.advance(MINUTE);
    watcher.wake();
    await counter.advance(20 * SECOND);
    expect(readAt).toEqual([20, 80]);
  });

  it('reads one row at a time, also if it is woken meanwhile', async () => {
    const watcher = await createWatcher();
    onRead = () => new Promise((resolve) => void counter.clock.after(MINUTE, resolve));
    watcher.start();
    await counter.advance(25 * SECOND);
    watcher.wake();
    await counter.advance(74 * SECOND);
    expect(readAt).toEqual([20]);
    await counter.advance(SECOND);
    expect(readAt).toEqual([20, 20 + 60 + 20]);
  });

  it('writes and plans nothing after a read during which it was stopped', async () => {
    const watcher = await createWatcher();
    const readWatches = () => counter.rows('SELECT next_at FROM refund_watches');
    const watches = readWatches();
    const { pendingTimerCount } = counter.clock;
    results = [FAILED];
    onRead = watcher.stop;
    watcher.start();
    await counter.advance(20 * SECOND);
    expect(readAt).toEqual([20]);
    expect(readWatches()).toEqual(watches);
    expect(counter.clock.pendingTimerCount).toBe(pendingTimerCount);
  });
});
