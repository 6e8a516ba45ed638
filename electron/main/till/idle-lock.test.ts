import { expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import { createIdleLock } from './idle-lock.ts';

function createTestLock(minutes: number) {
  const clock = createVirtualClock();
  const lockReasons: string[] = [];
  const session = { idle: null as number | null, isIn: true };
  const lock = createIdleLock({
    clock,
    staff: {
      getCurrentCashier: () => (session.isIn ? { id: 'ana', name: 'Ana', role: 'cashier' } : null),
      lock: (because) => {
        lockReasons.push(because);
        session.isIn = false;
      },
    },
    timeoutMinutes: () => minutes,
    systemIdleSeconds: () => session.idle,
  });
  lock.start();
  return { clock, seen: lockReasons, at: session, lock };
}

it('locks after the grace period if the page reports nothing', async () => {
  const { clock, seen: lockReasons, lock } = createTestLock(5);
  await clock.advance(5 * 60_000);
  expect(lockReasons).toEqual([]);
  await clock.advance(40_000);
  expect(lockReasons).toEqual(['idle']);
  lock.stop();
});

it('counts idle time from the last activity and from the sign-in', async () => {
  const { clock, seen: lockReasons, at: session, lock } = createTestLock(5);
  for (let minute = 0; minute < 20; minute += 1) {
    await clock.advance(60_000);
    lock.recordActivity();
  }
  session.isIn = false;
  await clock.advance(60 * 60_000);
  session.isIn = true;
  await clock.advance(5 * 60_000);
  expect(lockReasons).toEqual([]);
  lock.stop();
});

it('locks when the system reports idle even if the page reports activity', async () => {
  const { clock, seen: lockReasons, at: session, lock } = createTestLock(5);
  session.idle = 6 * 60;
  lock.recordActivity();
  await clock.advance(5_000);
  expect(lockReasons).toEqual(['idle']);
  lock.stop();
});

it('never locks if the limit is 0 or after it is stopped', async () => {
  const { clock, seen: lockReasons, lock } = createTestLock(0);
  await clock.advance(24 * 60 * 60_000);
  expect(lockReasons).toEqual([]);
  lock.stop();
  const stopped = createTestLock(1);
  stopped.lock.stop();
  await stopped.clock.advance(60 * 60_000);
  expect(stopped.seen).toEqual([]);
});
