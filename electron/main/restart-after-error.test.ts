import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createVirtualClock } from '../platform/index.ts';
import { restartAfterUncaughtError } from './restart-after-error.ts';

const HOUR_MS = 3_600_000;
const log = { info: () => {}, warn: () => {}, error: () => {} };

function watch() {
  const program = new EventEmitter();
  const clock = createVirtualClock();
  const gate = { isSendingPayment: false, isServingCustomer: false };
  const restarts: number[] = [];
  const stop = restartAfterUncaughtError({
    program,
    clock,
    log,
    getUpdateGate: () => gate,
    restart: () => restarts.push(clock.uptime()),
  });
  return { program, clock, gate, restarts, stop };
}

it.each(['uncaughtException', 'unhandledRejection'])(
  'restarts once after an %s, as soon as nothing is sent and no customer is there',
  async (event) => {
    const { program, clock, gate, restarts } = watch();
    await clock.advance(HOUR_MS);
    gate.isSendingPayment = true;
    program.emit(event, new Error('broken'));
    program.emit(event, new Error('broken again'));
    await clock.advance(HOUR_MS);
    gate.isSendingPayment = false;
    gate.isServingCustomer = true;
    await clock.advance(HOUR_MS);
    expect(restarts).toEqual([]);
    gate.isServingCustomer = false;
    await clock.advance(10_000);
    expect(restarts).toHaveLength(1);
    await clock.advance(HOUR_MS);
    expect(restarts).toHaveLength(1);
  },
);

it('waits ten minutes from the start, so that a fault of each start makes no loop', async () => {
  const { program, clock, restarts } = watch();
  await clock.advance(1_000);
  program.emit('uncaughtException', new Error('broken'));
  await clock.advance(9 * 60_000);
  expect(restarts).toEqual([]);
  await clock.advance(2 * 60_000);
  expect(restarts).toHaveLength(1);
});

it('does not restart a till that is closing', async () => {
  const { program, clock, restarts, stop } = watch();
  await clock.advance(HOUR_MS);
  program.emit('uncaughtException', new Error('broken'));
  stop();
  await clock.advance(HOUR_MS);
  expect(restarts).toEqual([]);
  expect(program.listenerCount('uncaughtException')).toBe(0);
});

it('does not restart without an error', async () => {
  const { clock, restarts } = watch();
  await clock.advance(24 * HOUR_MS);
  expect(restarts).toEqual([]);
});
