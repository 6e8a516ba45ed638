import { request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../../platform/index.ts';
import type { ChainServerServiceStatus } from '../config/index.ts';
import {
  buildHealthGauges,
  buildHealthReport,
  type HealthServer,
  startHealthServer,
} from './health-server.ts';
import { formatGauges } from './prometheus-text.ts';

let server: HealthServer | null = null;
afterEach(async () => {
  await server?.close();
});

const sendRequest = (path: string, { method = 'GET', host = '127.0.0.1' } = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const clientRequest = request(
      { host: '127.0.0.1', port: server?.port, path, method, headers: { host } },
      (answer) => {
        let body = '';
        answer.on('data', (data) => {
          body += String(data);
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end();
  });

it('reports the worst level on loopback, and rejects requests from web pages', async () => {
  let webhookStatus: ChainServerServiceStatus = { level: 'yellow', text: 'waits for its database' };
  const maker = { name: 'maker', service: { stop: async () => {} } };
  const webhooks = {
    name: 'webhooks',
    service: { stop: async () => {}, getStatus: () => webhookStatus },
  };
  const clock = createVirtualClock();
  const health = () => buildHealthReport([maker, webhooks], { version: '1.2.3', clock });
  server = await startHealthServer(0, health, async () =>
    formatGauges(buildHealthGauges(health())),
  );

  const yellowAnswer = await sendRequest('/health');
  expect(yellowAnswer.status).toBe(200);
  expect(JSON.parse(yellowAnswer.body)).toEqual({
    at: new Date(clock.now()).toISOString(),
    version: '1.2.3',
    worst: 'yellow',
    services: [
      { name: 'maker', light: 'green', says: 'runs' },
      { name: 'webhooks', light: 'yellow', says: 'waits for its database' },
    ],
  });
  webhookStatus = { level: 'red', text: 'refused' };
  expect((await sendRequest('/health')).status).toBe(503);
  expect(await sendRequest('/metrics')).toEqual({
    status: 200,
    body: [
      '# HELP mostrador_chain_service_level Parts of the process: 0 is green, 1 yellow, 2 red.',
      '# TYPE mostrador_chain_service_level gauge',
      'mostrador_chain_service_level{service="maker"} 0',
      'mostrador_chain_service_level{service="webhooks"} 2',
      '',
    ].join('\n'),
  });
  expect((await sendRequest('/metrics', { host: 'rebound.example' })).status).toBe(403);
  expect(await sendRequest('/')).toEqual({ status: 404, body: '' });
  expect(await sendRequest('/health', { method: 'POST' })).toEqual({ status: 405, body: '' });
  expect(await sendRequest('/health', { host: 'rebound.example' })).toEqual({
    status: 403,
    body: '',
  });
});

it('escapes the values of labels, and leaves out a number that is not known', () => {
  const text = formatGauges([
    { name: 'a', help: 'One.', samples: [{ labels: { code: 'x"y\\z\n' }, value: 1 }] },
    { name: 'b', help: 'None.', samples: [] },
  ]);
  expect(text).toBe('# HELP a One.\n# TYPE a gauge\na{code="x\\"y\\\\z\\n"} 1\n');
});
