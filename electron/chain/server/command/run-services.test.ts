import { expect, it } from 'vitest';
import type { Log } from '../../../platform/index.ts';
import type { OfficeService } from '../config/index.ts';
import { runServices } from './run-services.ts';

function recorder() {
  const told: string[] = [];
  const note = (fields: object, message: string) => {
    told.push(`${message} ${Object.values(fields).map(String).join(' ')}`);
  };
  const log: Log = { info: note, warn: note, error: note };
  const part = (name: string, stop: () => Promise<void> = async () => {}): OfficeService => ({
    name,
    start: () => {
      told.push(`${name} starts`);
      return {
        stop: () => {
          told.push(`${name} stops`);
          return stop();
        },
      };
    },
  });
  return { told, log, part };
}

const onStarted = async () => async () => {};

it('starts every part in order, and stops them all', async () => {
  const { told, log, part } = recorder();
  const stopped = Promise.resolve();
  expect(await runServices([part('one'), part('two')], stopped, { log, onStarted })).toBe(true);
  expect(told).toEqual(['one starts', 'two starts', 'one stops', 'two stops']);
});

it('ends in bounded time where a part hangs, and goes on where one fails', async () => {
  const { told, log, part } = recorder();
  const parts = [
    part('hangs', () => new Promise(() => {})),
    part('fails', () => Promise.reject(new Error('no'))),
    part('fine'),
  ];
  const ports = { log, onStarted, stopMs: 20 };
  expect(await runServices(parts, Promise.resolve(), ports)).toBe(false);
  expect(told.slice(6)).toEqual([
    'chain-process: part failed to stop Error: no fails',
    'chain-process: part still running at stop timeout hangs',
  ]);
});

it('stops those that run where one cannot start', async () => {
  const { told, log, part } = recorder();
  const broken: OfficeService = { name: 'x', start: () => Promise.reject(new Error('port taken')) };
  const running = runServices([part('one'), broken, part('two')], new Promise(() => {}), {
    log,
    onStarted,
  });
  await expect(running).rejects.toThrow('port taken');
  expect(told).toEqual(['one starts', 'one stops']);
});
