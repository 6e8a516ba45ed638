import { expect, it } from 'vitest';
import { fail } from '../../../shared/contract/index.ts';
import { createVirtualClock, silentLog, type VirtualClock } from '../../platform/index.ts';
import type { Secrets, Settings, TillSettings } from '../../settings/index.ts';
import { createServiceConnection, type ServiceConnection } from './service-connection.ts';

const SETTINGS = {
  environment: 'sandbox',
  version: 'v1.6',
  baseUrl: 'https://localhost:9',
  vendor: 'bill-payment',
} as TillSettings;
const KEYS = { apiKey: 'key', secretKey: 'secret' } as Secrets;

function connecting(secrets: () => Promise<Secrets | null>): {
  readonly connection: ServiceConnection;
  readonly clock: VirtualClock;
  /** Why there is no client, as often as that was told; `there` if there is one. */
  readonly told: string[];
} {
  const told: string[] = [];
  const clock = createVirtualClock(Date.UTC(2026, 10, 20, 18));
  const connection: ServiceConnection = createServiceConnection({
    profileFolder: '/nowhere',
    trainingWorker: new URL('file:///nowhere/worker.js'),
    settings: { secrets } as unknown as Settings,
    tillSettings: () => SETTINGS,
    clock,
    log: silentLog,
    onHealth: () => void told.push('answered'),
    onChange: () => void told.push(connection.unavailableReason() ?? 'there'),
    onConnected: () => void told.push('connected'),
  });
  return { connection, clock, told };
}

it('makes early callers wait for the first client, also before open', async () => {
  const keys = Promise.withResolvers<Secrets | null>();
  const { connection } = connecting(() => keys.promise);
  const before = connection.waitForService();
  connection.open();
  const after = connection.waitForService();
  expect(connection.service()).toBeNull();
  keys.resolve(KEYS);
  expect(await before).toMatchObject({ ok: true });
  expect(await after).toEqual({ ok: true, value: connection.service() });
  await connection.close();
});

it('lets nobody wait for a key store that does not answer, nor once there are no keys', async () => {
  const { connection, clock } = connecting(() => new Promise(() => {}));
  connection.open();
  const asked = connection.waitForService();
  await clock.advance(10_000);
  expect(await asked).toEqual(fail({ kind: 'not-connected', reason: 'not-ready' }));
  connection.stop();

  const without = connecting(async () => null).connection;
  without.open();
  const noKeys = fail({ kind: 'not-connected', reason: 'no-keys' });
  expect(await without.waitForService()).toEqual(noKeys);
  expect(await without.waitForService()).toEqual(noKeys);
  expect(without.unavailableReason()).toBe('no-keys');
  without.stop();
  await without.close();
});

it('says when its keys cannot be read, and takes those that are typed then', async () => {
  const { connection, told } = connecting(async () => null);
  connection.open();
  await connection.waitForService();
  expect(told).toEqual(['no-keys']);
  connection.setConfig({
    baseUrl: 'https://localhost:9',
    vendor: 'bill-payment',
    version: 'v1.6',
    apiKey: 'key',
    secretKey: 'secret',
    deadlineMs: 60_000,
  });
  expect(await connection.waitForService()).toMatchObject({ ok: true });
  expect([connection.unavailableReason(), told.at(-1)]).toEqual([null, 'there']);
  expect(told.filter((one) => one === 'connected')).toHaveLength(1);
  // Nobody has answered: whoever waits to hear the service's time has not heard it.
  expect(told).not.toContain('answered');
  connection.stop();
  await connection.close();
});

it('reads its keys again after a minute, where the key store was silent', async () => {
  let keys: Secrets | null = null;
  const { connection, clock, told } = connecting(async () => keys);
  connection.open();
  await connection.waitForService();
  keys = KEYS;
  await clock.advance(60_000);
  expect(await connection.waitForService()).toMatchObject({ ok: true });
  expect(told.at(-1)).toBe('there');
  connection.stop();
  await connection.close();
});
