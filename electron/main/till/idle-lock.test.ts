import { expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import { createIdleLock } from './idle-lock.ts';

function rig(minutes: number) {
  const clock = createVirtualClock();
  const seen: string[] = [];
  const at = { idle: null as number | null, isIn: true };
  const lock = createIdleLock({
    clock,
    staff: {
      current: () => (at.isIn ? { id: 'ana', name: 'Ana', role: 'cashier' } : null),
      lock: (because) => {
        seen.push(because);
        at.isIn = false;
      },
    },
    minutes: () => minutes,
    idleSeconds: () => at.idle,
  });
  lock.start();
  return { clock, seen, at, lock };
}

it('locks where the page says nothing at all', async () => {
  const { clock, seen, lock } = rig(5);
  await clock.advance(5 * 60_000);
  expect(seen).toEqual([]);
  await clock.advance(40_000);
  expect(seen).toEqual(['idle']);
  lock.stop();
});

it('counts from the last touch, and from the sign-in', async () => {
  const { clock, seen, at, lock } = rig(5);
  for (let minute = 0; minute < 20; minute += 1) {
    await clock.advance(60_000);
    lock.recordActivity();
  }
  at.isIn = false;
  await clock.advance(60 * 60_000);
  at.isIn = true;
  await clock.advance(5 * 60_000);
  expect(seen).toEqual([]);
  lock.stop();
});

it('believes the system, and no page that says that somebody is there', async () => {
  const { clock, seen, at, lock } = rig(5);
  at.idle = 6 * 60;
  lock.recordActivity();
  await clock.advance(5_000);
  expect(seen).toEqual(['idle']);
  lock.stop();
});

it('never locks where the shop set 0, nor after its end', async () => {
  const { clock, seen, lock } = rig(0);
  await clock.advance(24 * 60 * 60_000);
  expect(seen).toEqual([]);
  lock.stop();
  const ended = rig(1);
  ended.lock.stop();
  await ended.clock.advance(60 * 60_000);
  expect(ended.seen).toEqual([]);
});
