import { request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../../platform/index.ts';
import type { OfficeServiceStatus } from '../config/index.ts';
import { buildHealthReport, type HealthServer, startHealthServer } from './health-server.ts';

let server: HealthServer | null = null;
afterEach(async () => {
  await server?.close();
});

const ask = (path: string, { method = 'GET', host = '127.0.0.1' } = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: server?.port, path, method, headers: { host } },
      (answer) => {
        let body = '';
        answer.on('data', (data) => {
          body += String(data);
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });

it('says the worst light, to whoever is on this computer and is no page of a browser', async () => {
  let told: OfficeServiceStatus = { light: 'yellow', says: 'waits for its database' };
  const quiet = { name: 'maker', service: { stop: async () => {} } };
  const loud = { name: 'webhooks', service: { stop: async () => {}, light: () => told } };
  const clock = createVirtualClock();
  server = await startHealthServer(0, () =>
    buildHealthReport([quiet, loud], { version: '1.2.3', clock }),
  );

  const yellow = await ask('/health');
  expect(yellow.status).toBe(200);
  expect(JSON.parse(yellow.body)).toEqual({
    at: new Date(clock.now()).toISOString(),
    version: '1.2.3',
    worst: 'yellow',
    services: [
      { name: 'maker', light: 'green', says: 'runs' },
      { name: 'webhooks', light: 'yellow', says: 'waits for its database' },
    ],
  });
  told = { light: 'red', says: 'refused' };
  expect((await ask('/health')).status).toBe(503);
  expect(await ask('/')).toEqual({ status: 404, body: '' });
  expect(await ask('/health', { method: 'POST' })).toEqual({ status: 405, body: '' });
  expect(await ask('/health', { host: 'rebound.example' })).toEqual({ status: 403, body: '' });
});
