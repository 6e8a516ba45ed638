import { expect, it } from 'vitest';
import type { Log } from '../../../platform/index.ts';
import type { ChainServerService } from '../config/index.ts';
import { runChainServerServices } from './run-services.ts';

function createRecorder() {
  const events: string[] = [];
  const note = (fields: object, message: string) => {
    events.push(`${message} ${Object.values(fields).map(String).join(' ')}`);
  };
  const log: Log = { info: note, warn: note, error: note };
  const createService = (
    name: string,
    stop: () => Promise<void> = async () => {},
  ): ChainServerService => ({
    name,
    start: () => {
      events.push(`${name} starts`);
      return {
        stop: () => {
          events.push(`${name} stops`);
          return stop();
        },
      };
    },
  });
  return { events, log, createService };
}

const onStarted = async () => async () => {};

it('starts every service in order, and stops them all', async () => {
  const { events, log, createService } = createRecorder();
  const stopped = Promise.resolve();
  expect(
    await runChainServerServices([createService('one'), createService('two')], stopped, {
      log,
      onStarted,
    }),
  ).toBe(true);
  expect(events).toEqual(['one starts', 'two starts', 'one stops', 'two stops']);
});

it('stops in bounded time when one service hangs and another fails', async () => {
  const { events, log, createService } = createRecorder();
  const parts = [
    createService('hangs', () => new Promise(() => {})),
    createService('fails', () => Promise.reject(new Error('no'))),
    createService('fine'),
  ];
  const ports = { log, onStarted, stopTimeoutMs: 20 };
  expect(await runChainServerServices(parts, Promise.resolve(), ports)).toBe(false);
  expect(events.slice(6)).toEqual([
    'chain-process: part failed to stop Error: no fails',
    'chain-process: part still running at stop timeout hangs',
  ]);
});

it('stops the running services when one cannot start', async () => {
  const { events, log, createService } = createRecorder();
  const broken: ChainServerService = {
    name: 'x',
    start: () => Promise.reject(new Error('port taken')),
  };
  const running = runChainServerServices(
    [createService('one'), broken, createService('two')],
    new Promise(() => {}),
    {
      log,
      onStarted,
    },
  );
  await expect(running).rejects.toThrow('port taken');
  expect(events).toEqual(['one starts', 'one stops']);
});
