import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLog, systemClock } from '../../../platform/index.ts';
import { parseNotices, type ReceivedNotice } from './parse-notices.ts';
import {
  MAX_WEBHOOKS_PER_SECOND,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts';

const TOKEN = randomBytes(32).toString('base64url');
const OLD = randomBytes(32).toString('base64url');
const agent = new Agent({ connections: 40, pipelining: 1 });
/** What the database would hold; it takes what it takes while it is `there`. */
const kept: ReceivedNotice[] = [];
const keptKeys = new Set<string>();
let there: 'yes' | 'no' | 'frozen' = 'yes';
let commits = 0;
let turnedAway = 0;
/** However busy the computer is, nobody's time is over with it. */
let receiver: WebhookReceiver;
/** Has waited long enough after a second. */
let hasty: WebhookReceiver;
/** Time passes only between tests, so that each begins with a whole allowance. */
let minutes = 0;

beforeAll(async () => {
  const started = (requestTimeoutMs: number): Promise<WebhookReceiver> =>
    startWebhookReceiver({
      host: '127.0.0.1',
      port: 0,
      tokens: [TOKEN, OLD],
      certificate: null,
      requestTimeoutMs,
      clock: { ...systemClock, uptime: () => minutes * 60_000 },
      log: silentLog,
      onRejected: () => {
        turnedAway += 1;
      },
      saveNotices: async (hints) => {
        if (there === 'frozen') return await new Promise<boolean>(() => {});
        if (there === 'no') return false;
        commits += 1;
        await wait(2);
        kept.push(...hints);
        for (const { key } of hints) keptKeys.add(key);
        return true;
      },
    });
  receiver = await started(120_000);
  hasty = await started(1000);
});
afterEach(() => {
  there = 'yes';
  minutes += 1;
});
afterAll(async () => {
  await agent.close();
  await receiver.close();
  await hasty.close();
});

type Method = 'POST' | 'GET' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';
const send = async (
  body: string | Uint8Array,
  { path = `/hooks/${TOKEN}`, method = 'POST' as Method, to = receiver } = {},
): Promise<number> => {
  const answer = await request(`http://127.0.0.1:${to.port}${path}`, {
    dispatcher: agent,
    method,
    body: method === 'GET' ? null : body,
  });
  await answer.body.dump();
  return answer.statusCode;
};
const transaction = (externalId: string, id = 48_586): string =>
  JSON.stringify({ type: 'transaction', id, external_id: externalId, status: 'refunded' });
const isKept = (key: string): boolean => keptKeys.has(key);
/** What a raw connection is told until it is closed. */
const speak = (text: string, { port } = receiver): Promise<string> =>
  new Promise((resolve) => {
    let told = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      told += String(data);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(told));
  });

describe('the receiver of webhooks', () => {
  it('keeps the ids of a bill and of a transaction, and nothing else that is said of them', async () => {
    const externalId = randomUUID();
    expect(await send(transaction(externalId.toUpperCase(), 77))).toBe(204);
    const bill = { type: 'bill', id: 8390, balance: 0, status: 'linked', external_id: 'x' };
    expect(await send(JSON.stringify(bill))).toBe(204);
    expect(await send(transaction(randomUUID()), { path: `/hooks/${OLD}` })).toBe(204);
    expect(kept.slice(0, 3)).toEqual([
      { kind: 'external-id', key: externalId },
      { kind: 'transaction', key: '77' },
      { kind: 'bill', key: '8390' },
    ]);
  });

  it.each([
    ['no JSON', 'hello', 400],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ['nothing', '', 400],
    ['a list', '[{"type":"bill","id":1}]', 400],
    ['an id that is no number of the service', '{"type":"bill","id":"1; DROP TABLE"}', 400],
    ['an id beyond every integer', '{"type":"transaction","id":1e300}', 400],
    ['nobody', '{"type":"weather","id":1}', 400],
    ['65 KiB', `{"type":"bill","id":1,"x":"${'x'.repeat(65 * 1024)}"}`, 413],
    ['5 MB', `{"type":"bill","id":1,"x":"${'x'.repeat(5_000_000)}"}`, 413],
  ])('refuses %s, and keeps nothing', async (_what, body, status) => {
    const before = kept.length;
    expect(await send(body)).toBe(status);
    expect(kept).toHaveLength(before);
  });

  it('tells whoever does not know the token nothing, whatever is sent', async () => {
    const before = kept.length;
    const almost = `${TOKEN.slice(0, -1)}${TOKEN.endsWith('A') ? 'B' : 'A'}`;
    for (const path of ['/', '/hooks/', `/hooks/${almost}`, `/hooks/${TOKEN}/`, `/${TOKEN}`]) {
      expect(await send(transaction(randomUUID()), { path })).toBe(404);
      expect(await send('', { path, method: 'GET' })).toBe(404);
    }
    expect(kept).toHaveLength(before);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)('refuses a %s', async (method) => {
    expect(await send('{}', { method })).toBe(405);
  });

  it('answers 503 while the database is away, and 204 once it has it', async () => {
    const externalId = randomUUID();
    there = 'no';
    expect(await send(transaction(externalId))).toBe(503);
    expect(isKept(externalId)).toBe(false);
    there = 'yes';
    expect(await send(transaction(externalId))).toBe(204);
    expect(isKept(externalId)).toBe(true);
  });

  it('commits a burst in few steps, and answers 429 to what is beyond it', async () => {
    const ids = Array.from({ length: 1500 }, () => randomUUID());
    const [before, awayBefore] = [commits, turnedAway];
    const statuses = await Promise.all(ids.map((id) => send(transaction(id))));
    const taken = statuses.filter((status) => status === 204).length;
    expect(new Set(statuses)).toEqual(new Set([204, 429]));
    expect(taken).toBe(1000);
    expect(turnedAway - awayBefore).toBe(500);
    // What was answered 204 is kept, and nothing else is.
    expect(ids.map((id) => (isKept(id) ? 204 : 429))).toEqual(statuses);
    expect(commits - before).toBeLessThan(taken / 2);
    expect(MAX_WEBHOOKS_PER_SECOND).toBeLessThan(1000);
  });

  it('ends slow senders when their time is over, and serves others meanwhile', async () => {
    const head = `POST /hooks/${TOKEN} HTTP/1.1\r\nHost: x\r\n`;
    const slow = [
      '',
      'POST /hooks',
      head,
      `${head}Content-Length: 200\r\n\r\n{"type":`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"typ`,
    ].map((text) => speak(text, hasty));
    // On a busy computer the time of one of these may be over, too.
    await expect.poll(async () => await send(transaction(randomUUID()), { to: hasty })).toBe(204);
    // Who is not ended would be waited for in vain.
    const told = await Promise.all(slow);
    expect(told.slice(3).map((text) => text.slice(9, 12))).toEqual(['408', '408']);
  });

  it('survives 3,000 mixed requests: each has a status of the table, and only sound ones are kept', async () => {
    const sound = new Set<string>();
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
      3000,
    );
    const answered = new Map<number, number>();
    for (let at = 0; at < cases.length; at += 100) {
      minutes += 1;
      const together = cases.slice(at, at + 100);
      there = together[0]?.isAway ? 'no' : 'yes';
      await Promise.all(
        together.map(async ({ what, path, method }) => {
          const status = await send(what.body, { path, method });
          answered.set(status, (answered.get(status) ?? 0) + 1);
          if (status === 204 && what.id !== null) sound.add(what.id);
          if (what.id !== null) expect(isKept(what.id)).toBe(status === 204);
        }),
      );
    }
    expect([...answered.keys()].sort()).toEqual([204, 400, 404, 405, 413, 503]);
    expect(sound.size).toBeGreaterThan(100);
    const counted = Object.values(receiver.getStatusCounts()).reduce(
      (sum, count) => sum + count,
      0,
    );
    expect(counted).toBeGreaterThanOrEqual(3000);
  });

  it('passes over what is not HTTP', async () => {
    for (const text of ['\x16\x03\x01\x02\x00', 'GET\r\n\r\n', `POST ${'x'.repeat(20_000)}`]) {
      expect(await speak(`${text}\r\n\r\n`)).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
    }
    expect(await send(transaction(randomUUID()))).toBe(204);
  });

  it('finds in any body either ids in their own form or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        for (const { key } of parseNotices(Buffer.from(text)) ?? []) {
          expect(key).toMatch(/^([1-9]\d{0,15}|[0-9a-f-]{36})$/);
        }
      }),
    );
  });

  it('gives up on a frozen database, and closes all the same', async () => {
    there = 'frozen';
    expect(await send(transaction(randomUUID()), { to: hasty })).toBe(503);
  });
});
