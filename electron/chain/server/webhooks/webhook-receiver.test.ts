import { randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getNumericSeed, scaleRuns } from '../../../../tests/support/sampling.ts';
import { silentLog, systemClock } from '../../../platform/index.ts';
import { parseWebhookNotices, type ReceivedWebhookNotice } from './parse-notices.ts';
import {
  MAX_WEBHOOKS_PER_SECOND,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts';

const TOKEN = randomBytes(32).toString('base64url');
const OLD_TOKEN = randomBytes(32).toString('base64url');
const agent = new Agent({ connections: 40, pipelining: 1 });
/** The notices that the database would store; it stores them while `databaseState` is 'yes'. */
const storedNotices: ReceivedWebhookNotice[] = [];
const storedKeys = new Set<string>();
let databaseState: 'yes' | 'no' | 'frozen' = 'yes';
let commits = 0;
let rejectedCount = 0;
/** A receiver with a long timeout, for a busy computer. */
let receiver: WebhookReceiver;
/** A receiver with a timeout of one second. */
let fastReceiver: WebhookReceiver;
/** Virtual time passes only between tests, so that each begins with the full allowance. */
let minutes = 0;

beforeAll(async () => {
  const startReceiver = (requestTimeoutMs: number): Promise<WebhookReceiver> =>
    startWebhookReceiver({
      host: '127.0.0.1',
      port: 0,
      tokens: [TOKEN, OLD_TOKEN],
      certificate: null,
      requestTimeoutMs,
      clock: { ...systemClock, uptime: () => minutes * 60_000 },
      log: silentLog,
      onRejected: () => {
        rejectedCount += 1;
      },
      saveNotices: async (notices) => {
        if (databaseState === 'frozen') return await new Promise<boolean>(() => {});
        if (databaseState === 'no') return false;
        commits += 1;
        await wait(2);
        storedNotices.push(...notices);
        for (const { key } of notices) storedKeys.add(key);
        return true;
      },
    });
  receiver = await startReceiver(120_000);
  fastReceiver = await startReceiver(1000);
});
afterEach(() => {
  databaseState = 'yes';
  minutes += 1;
});
afterAll(async () => {
  await agent.close();
  await receiver.close();
  await fastReceiver.close();
});

type Method = 'POST' | 'GET' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';
const send = async (
  body: string | Uint8Array,
  {
    path = `/hooks/${TOKEN}`,
    method = 'POST' as Method,
    to: target = receiver,
    via: dispatcher = agent,
  } = {},
): Promise<number> => {
  const answer = await request(`http://127.0.0.1:${target.port}${path}`, {
    dispatcher,
    method,
    body: method === 'GET' ? null : body,
  });
  await answer.body.dump();
  return answer.statusCode;
};
const transaction = (externalId: string, id = 48_586): string =>
  JSON.stringify({ type: 'transaction', id, external_id: externalId, status: 'refunded' });
const isStored = (key: string): boolean => storedKeys.has(key);
const rawSockets = new Set<Socket>();
/** Sends text over a raw connection, and returns the answer until it is closed. */
const sendRaw = (text: string, { port } = receiver): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    rawSockets.add(socket);
    socket.on('data', (data) => {
      received += String(data);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      rawSockets.delete(socket);
      resolve(received);
    });
  });

describe('webhook receiver', () => {
  it('stores the ids of a bill and of a transaction, and nothing else of a webhook', async () => {
    const externalId = randomUUID();
    expect(await send(transaction(`{${externalId.toUpperCase()}}`, 77))).toBe(204);
    const bill = { type: 'bill', id: 8390, balance: 0, status: 'linked', external_id: 'x' };
    expect(await send(JSON.stringify(bill))).toBe(204);
    expect(await send(transaction(randomUUID()), { path: `/hooks/${OLD_TOKEN}` })).toBe(204);
    expect(storedNotices.slice(0, 3)).toEqual([
      { kind: 'external-id', key: externalId },
      { kind: 'transaction', key: '77' },
      { kind: 'bill', key: '8390' },
    ]);
  });

  it.each([
    ['no JSON', 'hello', 400],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ['no content', '', 400],
    ['a list', '[{"type":"bill","id":1}]', 400],
    ['an id with a NUL', '{"type":"bill","id":"8390\\u0000"}', 400],
    ['an id that is no id', '{"type":"transaction","id":1e300}', 400],
    ['neither type, status nor external_id', '{"id":8390}', 400],
    ['no id', '{"status":"linked","id":null}', 400],
    ['an unknown type', '{"type":"weather","id":1}', 400],
    ['65 KiB', `{"type":"bill","id":1,"x":"${'x'.repeat(65 * 1024)}"}`, 413],
    ['5 MB', `{"type":"bill","id":1,"x":"${'x'.repeat(5_000_000)}"}`, 413],
  ])('rejects a body with %s, and stores nothing', async (_case, body, status) => {
    const before = storedNotices.length;
    expect(await send(body)).toBe(status);
    expect(storedNotices).toHaveLength(before);
  });

  const EXTERNAL_ID = '5a6c3b1e-0d1f-4b7e-9b57-3d9f1c1a2b3c';
  it.each<[string, string, readonly ReceivedWebhookNotice[]]>([
    ['a bill with a text id', '{"type":"bill","id":"b-8390"}', [{ kind: 'bill', key: 'b-8390' }]],
    [
      "a bill in the interface's form",
      '{"id":"8390","biller_id":40,"account_number":"501","balance":549.0,"status":"linked"}',
      [{ kind: 'bill', key: '8390' }],
    ],
    [
      'a bill with null in type and external_id',
      '{"type":null,"external_id":null,"id":8390,"status":"failed"}',
      [{ kind: 'bill', key: '8390' }],
    ],
    [
      'an id beyond the safe integers',
      '{"type":"transaction","id":90071992547409931}',
      [{ kind: 'transaction', key: '90071992547409931' }],
    ],
    [
      'a transaction without type, with a text id',
      `{"id":"48586","external_id":"${EXTERNAL_ID.toUpperCase()}","status":"refunded"}`,
      [
        { kind: 'transaction', key: '48586' },
        { kind: 'external-id', key: EXTERNAL_ID },
      ],
    ],
    [
      'a transaction with an external_id of another system',
      '{"id":48586,"external_id":"77","status":"fulfilled"}',
      [{ kind: 'transaction', key: '48586' }],
    ],
  ])('stores the notice of %s', async (_case, body, notices) => {
    expect(parseWebhookNotices(Buffer.from(body))).toEqual(notices);
    expect(await send(body)).toBe(204);
    for (const { key } of notices) expect(isStored(key)).toBe(true);
  });

  it('answers 404 to every request without the token', async () => {
    const before = storedNotices.length;
    const almost = `${TOKEN.slice(0, -1)}${TOKEN.endsWith('A') ? 'B' : 'A'}`;
    for (const path of ['/', '/hooks/', `/hooks/${almost}`, `/hooks/${TOKEN}/`, `/${TOKEN}`]) {
      expect(await send(transaction(randomUUID()), { path })).toBe(404);
      expect(await send('', { path, method: 'GET' })).toBe(404);
    }
    expect(storedNotices).toHaveLength(before);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    'rejects a %s request',
    async (method) => {
      expect(await send('{}', { method })).toBe(405);
    },
  );

  it('answers 503 while the database is unreachable, and 204 once it has stored the notice', async () => {
    const externalId = randomUUID();
    databaseState = 'no';
    expect(await send(transaction(externalId))).toBe(503);
    expect(isStored(externalId)).toBe(false);
    databaseState = 'yes';
    expect(await send(transaction(externalId))).toBe(204);
    expect(isStored(externalId)).toBe(true);
  });

  it('commits a burst in few commits, and answers 429 beyond the limit', async () => {
    const ids = Array.from({ length: 1500 }, () => randomUUID());
    const [before, rejectedBefore] = [commits, rejectedCount];
    const statuses = await Promise.all(ids.map((id) => send(transaction(id))));
    const acceptedCount = statuses.filter((status) => status === 204).length;
    expect(new Set(statuses)).toEqual(new Set([204, 429]));
    expect(acceptedCount).toBe(1000);
    expect(rejectedCount - rejectedBefore).toBe(500);
    // Exactly the notices answered with 204 are stored.
    expect(ids.map((id) => (isStored(id) ? 204 : 429))).toEqual(statuses);
    expect(commits - before).toBeLessThan(acceptedCount / 2);
    expect(MAX_WEBHOOKS_PER_SECOND).toBeLessThan(1000);
  });

  it('ends slow requests at the timeout, and serves others meanwhile', async () => {
    const head = `POST /hooks/${TOKEN} HTTP/1.1\r\nHost: x\r\n`;
    const slowAnswers = [
      '',
      'POST /hooks',
      head,
      `${head}Content-Length: 200\r\n\r\n{"type":`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"typ`,
    ].map((text) => sendRaw(text, fastReceiver));
    // On a busy computer one of these may time out, too.
    await expect
      .poll(async () => await send(transaction(randomUUID()), { to: fastReceiver }))
      .toBe(204);
    // This waits until every slow connection is closed.
    const received = await Promise.all(slowAnswers);
    expect(received.slice(3).map((text) => text.slice(9, 12))).toEqual(['408', '408']);
  });

  it.each([
    ['nothing', ''],
    ['half a request line', 'POST /hooks'],
    ['a body without end', 'POST /hooks/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n'],
  ])('serves 40 senders with the token beside 300 that send %s', async (_what, text) => {
    minutes += 20;
    const senders: Promise<string>[] = [];
    for (let n = 0; n < 300; n += 1) senders.push(sendRaw(text));
    const ownAgent = new Agent({ connections: 40, pipelining: 1 });
    try {
      await expect.poll(() => receiver.describeEndedConnections()).toMatch(/^\d+ connections/);
      const statuses = await Promise.all(
        Array.from({ length: 40 }, () => send(transaction(randomUUID()), { via: ownAgent })),
      );
      expect(statuses).toEqual(statuses.map(() => 204));
    } finally {
      await ownAgent.close();
      for (const socket of rawSockets) socket.destroy();
      await Promise.all(senders);
    }
    minutes += 20;
    expect(receiver.describeEndedConnections()).toBeNull();
  });

  it('answers 3,000 mixed requests with documented statuses, and stores only valid notices', async () => {
    const storedIds = new Set<string>();
    const externalId = fc.uuid().map((id) => ({ body: transaction(id), id }));
    const cases = fc.sample(
      fc.record({
        what: fc.oneof(
          { weight: 3, arbitrary: externalId },
          fc.json().map((body) => ({ body, id: null })),
          fc.uint8Array({ maxLength: 300 }).map((body) => ({ body, id: null })),
          fc
            .record({ type: fc.constantFrom('bill', 'transaction', 1, null), id: fc.jsonValue() })
            .map((value) => ({ body: JSON.stringify(value), id: null })),
          fc.constantFrom(10, 70_000).map((size) => ({ body: 'x'.repeat(size), id: null })),
        ),
        path: fc.constantFrom(`/hooks/${TOKEN}`, `/hooks/${TOKEN}`, '/', `/hooks/${TOKEN}?a=1`),
        method: fc.constantFrom<Method>('POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE'),
        isAway: fc.constantFrom(false, false, false, true),
      }),
      { numRuns: 3_000, seed: getNumericSeed('webhook requests') },
    );
    const statusCounts = new Map<number, number>();
    for (let at = 0; at < cases.length; at += 100) {
      minutes += 1;
      const batch = cases.slice(at, at + 100);
      databaseState = batch[0]?.isAway ? 'no' : 'yes';
      await Promise.all(
        batch.map(async ({ what, path, method }) => {
          const status = await send(what.body, { path, method });
          statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
          if (status === 204 && what.id !== null) storedIds.add(what.id);
          if (what.id !== null) expect(isStored(what.id)).toBe(status === 204);
        }),
      );
    }
    expect([...statusCounts.keys()].sort()).toEqual([204, 400, 404, 405, 413, 503]);
    expect(storedIds.size).toBeGreaterThan(100);
    const totalCount = Object.values(receiver.getStatusCounts()).reduce(
      (sum, count) => sum + count,
      0,
    );
    expect(totalCount).toBeGreaterThanOrEqual(3000);
  });

  it('survives requests that are not HTTP', async () => {
    for (const text of ['\x16\x03\x01\x02\x00', 'GET\r\n\r\n', `POST ${'x'.repeat(20_000)}`]) {
      expect(await sendRaw(`${text}\r\n\r\n`)).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
    }
    expect(await send(transaction(randomUUID()))).toBe(204);
  });

  it('finds only well-formed ids in any body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        for (const { key } of parseWebhookNotices(Buffer.from(text)) ?? []) {
          expect(key).toMatch(/^\P{Cc}{1,64}$/u);
        }
      }),
      { seed: getNumericSeed('webhook bodies'), numRuns: scaleRuns(300) },
    );
  });

  it('answers 503 when the database does not answer, and still closes', async () => {
    databaseState = 'frozen';
    expect(await send(transaction(randomUUID()), { to: fastReceiver })).toBe(503);
  });
});
