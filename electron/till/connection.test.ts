import { expect, it } from 'vitest';
import { fail } from '../../shared/contract/index.ts';
import { silentLog, type VirtualClock, virtualClock } from '../platform/index.ts';
import type { Secrets, Settings, TillSettings } from '../settings/index.ts';
import { type Connection, createConnection } from './connection.ts';

const SETTINGS = {
  environment: 'sandbox',
  version: 'v1.6',
  baseUrl: 'https://localhost:9',
  vendor: 'bill-payment',
} as TillSettings;
const KEYS = { apiKey: 'key', secretKey: 'secret' } as Secrets;

function connecting(secrets: () => Promise<Secrets | null>): {
  readonly connection: Connection;
  readonly clock: VirtualClock;
} {
  const clock = virtualClock(Date.UTC(2026, 10, 20, 18));
  const connection = createConnection({
    profileFolder: '/nowhere',
    trainingWorker: new URL('file:///nowhere/worker.js'),
    settings: { secrets } as unknown as Settings,
    tillSettings: () => SETTINGS,
    clock,
    log: silentLog,
    onHealth: () => {},
    onConnected: () => {},
  });
  return { connection, clock };
}

it('has whoever asks early wait for the first client, before it is opened too', async () => {
  const keys = Promise.withResolvers<Secrets | null>();
  const { connection } = connecting(() => keys.promise);
  const before = connection.connected();
  connection.open();
  const after = connection.connected();
  expect(connection.service()).toBeNull();
  keys.resolve(KEYS);
  expect(await before).toMatchObject({ ok: true });
  expect(await after).toEqual({ ok: true, value: connection.service() });
  await connection.close();
});

it('lets nobody wait for a key store that does not answer, nor once there are no keys', async () => {
  const { connection, clock } = connecting(() => new Promise(() => {}));
  connection.open();
  const asked = connection.connected();
  await clock.advance(10_000);
  expect(await asked).toEqual(fail({ kind: 'not-connected', reason: 'not-ready' }));
  connection.stop();

  const without = connecting(async () => null).connection;
  without.open();
  const noKeys = fail({ kind: 'not-connected', reason: 'no-keys' });
  expect(await without.connected()).toEqual(noKeys);
  expect(await without.connected()).toEqual(noKeys);
  expect(without.lacksKeys()).toBe(true);
  without.stop();
  await without.close();
});
