import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import {
  buildPaymentBody,
  createHttpsTestClient,
  createInProcessTraining,
} from '../test-support.ts';
import { startTrainingServer, type TrainingServer } from './training-server.ts';
import { createWebhookSender, parseWebhookUrl } from './webhooks.ts';

/** The receiver of webhooks: the received requests, and the statuses with which it answers. */
const received: unknown[] = [];
let answers: number[] = [];
let arrivalListeners: (() => void)[] = [];
const receiver = createServer((request: IncomingMessage, response) => {
  let body = '';
  request.on('data', (data) => {
    body += String(data);
  });
  request.on('end', () => {
    received.push({ path: request.url, method: request.method, body: JSON.parse(body) });
    response.writeHead(answers.shift() ?? 204).end();
    for (const listener of arrivalListeners.splice(0)) listener();
  });
});
const waitForArrival = (): Promise<void> =>
  new Promise((resolve) => arrivalListeners.push(resolve));
let address: string;
let server: TrainingServer;
let client: ReturnType<typeof createHttpsTestClient>;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/token`;
  server = await startTrainingServer({ webhook: { url: address } });
  client = createHttpsTestClient(server);
});
afterAll(async () => {
  await client.close();
  await server.close();
  receiver.close();
});
beforeEach(() => {
  received.length = 0;
  answers = [];
  arrivalListeners = [];
});

const buildSmallPayment = (externalId: string) =>
  buildPaymentBody({
    biller_id: 37,
    account_number: '7199000001',
    amount: 10,
    external_id: externalId,
  });

it('sends webhooks for a transaction performed late, a reversed transaction and a retried bill', async () => {
  const externalId = randomUUID();
  await server.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'refuse-then-commit', milliseconds: 0 } },
  ]);
  const performed = waitForArrival();
  const refused = await client.ask('POST', '/bill/pay', { body: buildSmallPayment(externalId) });
  expect([refused.status, refused.json?.code]).toEqual([422, 'R22']);
  await performed;
  expect((await server.inspect(externalId)).transactions).toHaveLength(1);
  const reversed = waitForArrival();
  const refundBody = JSON.stringify({ external_id: externalId });
  expect((await client.plain('POST', '/training/refunds', refundBody)).status).toBe(200);
  await reversed;
  const bill = { biller_id: 40, account_number: '501000000007' };
  const createdBill = await client.ask('POST', '/bills', { version: 'v3.mx', body: bill });
  const rerun = waitForArrival();
  expect((await client.plain('POST', '/training/bills', '{}')).status).toBe(200);
  await rerun;
  const post = { path: '/hooks/token', method: 'POST' };
  expect(received).toEqual([
    { ...post, body: expect.objectContaining({ type: 'transaction', external_id: externalId }) },
    { ...post, body: expect.objectContaining({ external_id: externalId, status: 'refunded' }) },
    { ...post, body: expect.objectContaining({ type: 'bill', id: createdBill.json?.id }) },
  ]);
  const state = await client.plain('GET', '/training/webhook');
  expect(state.json).toMatchObject({ url: address, delivered: 3, lost: 0, last: '204' });
});

it('accepts a webhook URL from loopback and null to turn webhooks off', async () => {
  const setWebhook = (body: string) => client.plain('POST', '/training/webhook', body);
  for (const invalidBody of [
    '{}',
    'x',
    '{"url":"ftp://x/"}',
    '{"url":"https://a:b@x/"}',
    '{"url":""}',
  ]) {
    expect((await setWebhook(invalidBody)).status, invalidBody).toBe(400);
  }
  expect((await client.plain('POST', '/training/bills', '{"id":1}')).status).toBe(404);
  expect((await setWebhook('{"url":null}')).json).toMatchObject({ url: null });
  expect(await server.reverseTransaction()).toBe(false);
  expect((await client.plain('POST', '/training/bills', '{}')).status).toBe(200);
  await server.setWebhook({ url: address });
  expect(received).toEqual([]);
  expect(parseWebhookUrl('https://hooks.example/x')).toBe('https://hooks.example/x');
});

it('retries a webhook that is not accepted, except after a permanent refusal', async () => {
  const clock = createVirtualClock();
  const webhooks = createWebhookSender(clock);
  webhooks.setTarget({ url: address });
  const countSettled = (): number => webhooks.getState().delivered + webhooks.getState().lost;
  const send = async (...statuses: number[]): Promise<number> => {
    answers = statuses;
    received.length = 0;
    const settledBefore = countSettled();
    webhooks.send('{"type":"bill","id":1}');
    while (countSettled() === settledBefore) {
      if (clock.pendingTimerCount > 0) await clock.advance(60_000);
      else await new Promise((resolve) => setImmediate(resolve));
    }
    return received.length;
  };
  expect(await send(503, 429, 204)).toBe(3);
  expect(await send(400)).toBe(1);
  expect(await send(503, 503, 503, 503)).toBe(4);
  expect(webhooks.getState()).toMatchObject({ delivered: 1, lost: 2, last: '503' });
});

it('performs a refused payment once after the delay of refuse-then-commit', async () => {
  const training = createInProcessTraining();
  const externalId = randomUUID();
  training.service.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'refuse-then-commit', milliseconds: 20_000 } },
  ]);
  expect((await training.pay({ external_id: externalId })).json?.code).toBe('R22');
  expect(training.service.inspect(externalId).transactions).toEqual([]);
  await training.clock.advance(20_000);
  expect(training.service.inspect(externalId).transactions).toHaveLength(1);
  training.close();
});
