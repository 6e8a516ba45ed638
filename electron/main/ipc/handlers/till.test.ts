import { expect, it } from 'vitest';
import { type Language, ok } from '../../../../shared/contract/index.ts';
import { createVirtualClock } from '../../../platform/index.ts';
import { createTrainingProvisioning } from '../../../settings/index.ts';
import type { HandlerPorts } from './ports.ts';
import { createTillHandlers, getTillState } from './till.ts';

function getState(options: { readonly chosen: Language | null; readonly isSetUp: boolean }) {
  const settings = {
    getLanguage: () => options.chosen,
    getActiveTillSettings: () => (options.isSetUp ? createTrainingProvisioning('es-CO') : null),
  };
  const host = { till: () => null, isSetUp: () => options.isSetUp, storageProblem: () => null };
  return getTillState({
    host,
    settings: ok(settings),
    applicationVersion: '0.0.0',
    initialLanguage: 'en',
  } as unknown as HandlerPorts);
}

it('uses the system’s language until the till is set up and the till’s language afterwards', () => {
  expect(getState({ chosen: null, isSetUp: false })).toMatchObject({ language: 'en' });
  expect(getState({ chosen: null, isSetUp: true })).toMatchObject({ language: 'es-CO' });
  expect(getState({ chosen: 'es-MX', isSetUp: false })).toMatchObject({ language: 'es-MX' });
  expect(getState({ chosen: 'es-MX', isSetUp: true })).toMatchObject({ language: 'es-MX' });
});

it('logs at most ten page errors a minute, and says once that there were more', async () => {
  const clock = createVirtualClock();
  const logged: string[] = [];
  const write = (_fields: unknown, message: string) => logged.push(message);
  const ports = { clock, log: { error: write, warn: write }, applicationVersion: '0.0.0' };
  const handlers = createTillHandlers(ports as unknown as HandlerPorts);
  const report = () =>
    handlers['till.reportPageError'](
      { kind: 'render', message: 'x', stack: '', screen: 'pay' },
      { cashier: null },
    );
  for (let count = 0; count < 100; count += 1) await report();
  expect(logged).toEqual([
    ...new Array(10).fill('page: error'),
    'page: more errors this minute are not logged',
  ]);
  await clock.advance(60_000);
  await report();
  expect(logged.at(-1)).toBe('page: error');
});
