import { expect, it } from 'vitest';
import { fail } from '../../../shared/contract/index.ts';
import { createVirtualClock, silentLog, type VirtualClock } from '../../platform/index.ts';
import type { Settings, TillSecrets, TillSettings } from '../../settings/index.ts';
import { createServiceConnection, type ServiceConnection } from './service-connection.ts';

const SETTINGS = {
  environment: 'sandbox',
  version: 'v1.6',
  baseUrl: 'https://localhost:9',
  vendor: 'bill-payment',
} as TillSettings;
const KEYS = { apiKey: 'key', secretKey: 'secret' } as TillSecrets;

function createTestConnection(secrets: () => Promise<TillSecrets | null>): {
  readonly connection: ServiceConnection;
  readonly clock: VirtualClock;
  /** The reason why there is no client, once per event; `there` if there is one. */
  readonly events: string[];
} {
  const events: string[] = [];
  const clock = createVirtualClock(Date.UTC(2026, 10, 20, 18));
  const connection: ServiceConnection = createServiceConnection({
    profileFolder: '/nowhere',
    trainingWorkerUrl: new URL('file:///nowhere/worker.js'),
    settings: { readSecrets: secrets } as unknown as Settings,
    tillSettings: () => SETTINGS,
    clock,
    log: silentLog,
    onHealth: () => void events.push('answered'),
    onChange: () => void events.push(connection.unavailableReason() ?? 'there'),
    onConnected: () => void events.push('connected'),
  });
  return { connection, clock, events };
}

it('makes callers wait for the first client, even before open', async () => {
  const keys = Promise.withResolvers<TillSecrets | null>();
  const { connection } = createTestConnection(() => keys.promise);
  const earlyCall = connection.waitForService();
  connection.open();
  const lateCall = connection.waitForService();
  expect(connection.service()).toBeNull();
  keys.resolve(KEYS);
  expect(await earlyCall).toMatchObject({ ok: true });
  expect(await lateCall).toEqual({ ok: true, value: connection.service() });
  await connection.close();
});

it('stops waiting for a key store that does not respond and fails at once without keys', async () => {
  const { connection, clock } = createTestConnection(() => new Promise(() => {}));
  connection.open();
  const pendingCall = connection.waitForService();
  await clock.advance(10_000);
  expect(await pendingCall).toEqual(fail({ kind: 'not-connected', reason: 'not-ready' }));
  connection.stop();

  const connectionWithoutKeys = createTestConnection(async () => null).connection;
  connectionWithoutKeys.open();
  const noKeys = fail({ kind: 'not-connected', reason: 'no-keys' });
  expect(await connectionWithoutKeys.waitForService()).toEqual(noKeys);
  expect(await connectionWithoutKeys.waitForService()).toEqual(noKeys);
  expect(connectionWithoutKeys.unavailableReason()).toBe('no-keys');
  connectionWithoutKeys.stop();
  await connectionWithoutKeys.close();
});

it('reports missing keys and uses keys that are entered later', async () => {
  const { connection, events } = createTestConnection(async () => null);
  connection.open();
  await connection.waitForService();
  expect(events).toEqual(['no-keys']);
  connection.setConfig({
    baseUrl: 'https://localhost:9',
    vendor: 'bill-payment',
    version: 'v1.6',
    apiKey: 'key',
    secretKey: 'secret',
    deadlineMs: 60_000,
  });
  expect(await connection.waitForService()).toMatchObject({ ok: true });
  expect([connection.unavailableReason(), events.at(-1)]).toEqual([null, 'there']);
  expect(events.filter((event) => event === 'connected')).toHaveLength(1);
  // No request was answered, so `onHealth` must not fire.
  expect(events).not.toContain('answered');
  connection.stop();
  await connection.close();
});

it('reads its keys again after a minute if the key store did not respond', async () => {
  let keys: TillSecrets | null = null;
  const { connection, clock, events } = createTestConnection(async () => keys);
  connection.open();
  await connection.waitForService();
  keys = KEYS;
  await clock.advance(60_000);
  expect(await connection.waitForService()).toMatchObject({ ok: true });
  expect(events.at(-1)).toBe('there');
  connection.stop();
  await connection.close();
});
