import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrainingFault, TrainingOperation } from '../../../shared/contract/index.ts';
import { createVirtualClock } from '../../platform/index.ts';
import { type Got, overHttps, payment } from '../test-support.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { startTrainingServer, type TrainingServer } from './training-server.ts';

let server: TrainingServer;
let client: ReturnType<typeof overHttps>;
let account = 7_100_000_000;

beforeAll(async () => {
  server = await startTrainingServer();
  client = overHttps(server);
});
afterAll(async () => {
  await client.close();
  await server.close();
});
beforeEach(async () => {
  await server.setFaults([]);
});

const set = (operation: TrainingOperation, fault: TrainingFault['fault'], times = 1) =>
  server.setFaults([{ operation, times, fault }]);
/** A payment that no rule is against: each to an account of its own. */
const body = (externalId: string): Record<string, unknown> => {
  account += 1;
  return payment({
    biller_id: 37,
    account_number: String(account),
    amount: 10,
    external_id: externalId,
  });
};
const pay = (externalId: string): Promise<Got> =>
  client.ask('POST', '/bill/pay', { body: body(externalId) });
const isPerformed = async (externalId: string): Promise<boolean> =>
  (await server.inspect(externalId)).transactions.length === 1;
const port = (): number => Number(new URL(server.baseUrl).port);

function expectSecurityHeaders(answer: Got): void {
  const lowered = Object.entries(SECURITY_HEADERS).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  expect(lowered).toHaveLength(10);
  expect(answer.headers).toMatchObject(Object.fromEntries(lowered));
}

describe('over HTTPS', () => {
  it('answers a signed request, with its own Date and the ten security headers', async () => {
    const answer = await client.ask('GET', '/account', { version: 'v3.mx' });
    expect([answer.status, answer.json?.currency]).toEqual([200, 'MXN']);
    expect(Math.abs(Date.parse(answer.headers.date ?? '') - Date.now())).toBeLessThan(10_000);
    expectSecurityHeaders(answer);
  });

  it('answers 401 and 404 with them too', async () => {
    const unsigned = await client.plain('GET', '/account');
    expect([unsigned.status, unsigned.text]).toEqual([401, '{"message":"Unauthorized"}']);
    expectSecurityHeaders(unsigned);
    const lost = await client.ask('GET', '/nothing', { version: 'v3.mx' });
    expect(lost.status).toBe(404);
    expectSecurityHeaders(lost);
  });

  it('speaks TLS 1.2 and 1.3 and nothing older', async () => {
    const shake = (maxVersion: 'TLSv1.1' | 'TLSv1.2'): Promise<string | null> =>
      new Promise((resolve, reject) => {
        const socket = connectTls(
          {
            host: '127.0.0.1',
            port: port(),
            ca: server.caPem,
            minVersion: 'TLSv1',
            maxVersion,
            ciphers: 'DEFAULT@SECLEVEL=0',
          },
          () => {
            resolve(socket.getProtocol());
            socket.end();
          },
        );
        socket.on('error', reject);
      });
    expect(await shake('TLSv1.2')).toBe('TLSv1.2');
    await expect(shake('TLSv1.1')).rejects.toThrow();
  });

  it('is trusted for localhost and 127.0.0.1', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      await new Promise<void>((resolve, reject) => {
        const socket = connectTls(
          {
            host: '127.0.0.1',
            port: port(),
            ca: server.caPem,
            ...(host === 'localhost' ? { servername: host } : {}),
          },
          () => {
            expect(socket.authorized).toBe(true);
            socket.end();
            resolve();
          },
        );
        socket.on('error', reject);
      });
    }
  });

  it('answers even what is no HTTP with the headers of every answer', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connectTls({ host: '127.0.0.1', port: port(), ca: server.caPem }, () => {
        socket.write('NONSENSE\r\n\r\n');
      });
      let received = '';
      socket.on('data', (part) => {
        received += String(part);
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400/);
    for (const name of Object.keys(SECURITY_HEADERS)) expect(text).toContain(`${name}: `);
  });

  it('refuses a body without end', async () => {
    const answer = await client.plain('POST', '/bill/pay', 'x'.repeat(1_000_001));
    expect([answer.status, answer.json?.code]).toEqual([400, 'R102']);
  });

  it('survives a client that hangs up in the middle', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(port(), '127.0.0.1', () => socket.destroy());
      socket.on('close', () => resolve());
    });
    await new Promise<void>((resolve, reject) => {
      const socket = connectTls({ host: '127.0.0.1', port: port(), ca: server.caPem }, () => {
        socket.write('POST /bill/pay HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf', () =>
          socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });
    expect((await client.ask('GET', '/account', { version: 'v3.co' })).status).toBe(200);
  });
});

describe('faults', () => {
  it('commit-and-cut: performed, and no answer', async () => {
    await set('pay', { kind: 'commit-and-cut' });
    await expect(pay('cut-after')).rejects.toThrow();
    expect(await isPerformed('cut-after')).toBe(true);
  });

  it('cut-before-commit: not performed, and no answer', async () => {
    await set('pay', { kind: 'cut-before-commit' });
    await expect(pay('cut-before')).rejects.toThrow();
    expect(await isPerformed('cut-before')).toBe(false);
  });

  it.each([429, 500, 503] as const)('status %i, not performed', async (status) => {
    await set('pay', { kind: 'status', status, retryAfter: 7 });
    const answer = await pay(`status-${status}`);
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, '7']);
    expectSecurityHeaders(answer);
    expect(await isPerformed(`status-${status}`)).toBe(false);
  });

  it('html: a page with 200, not performed', async () => {
    await set('pay', { kind: 'html' });
    const answer = await pay('html');
    expect([answer.status, answer.json]).toEqual([200, null]);
    expect(answer.headers['content-type']).toContain('text/html');
    expectSecurityHeaders(answer);
    expect(await isPerformed('html')).toBe(false);
  });

  it('half-json and empty-body: performed, and the answer cannot be read', async () => {
    await set('pay', { kind: 'half-json' });
    const half = await pay('half');
    expect([half.status, half.json, half.text.startsWith('{"id":')]).toEqual([201, null, true]);
    await set('pay', { kind: 'empty-body' });
    const empty = await pay('empty');
    expect([empty.status, empty.text]).toEqual([201, '']);
    expect([await isPerformed('half'), await isPerformed('empty')]).toEqual([true, true]);
  });

  it('filter-ignored, look-up-empty and status-left-out meet the transactions alone', async () => {
    await pay('there');
    const lookUp = (): Promise<Got> =>
      client.ask('POST', '/transactions?q%5Bexternal_id_eq%5D=there');
    await set('any', { kind: 'filter-ignored' });
    expect((await client.ask('POST', '/account')).status).toBe(200);
    const everything = await lookUp();
    expect(JSON.parse(everything.text).transactions.length).toBeGreaterThan(1);
    await set('transactions', { kind: 'look-up-empty' });
    expect((await lookUp()).json).toEqual({ transactions: [] });
    const [row] = JSON.parse((await lookUp()).text).transactions;
    expect(row).toHaveProperty('status');
    await set('transactions', { kind: 'status-left-out' });
    const { status: _, ...without } = row;
    expect(JSON.parse((await lookUp()).text).transactions).toEqual([without]);
  });

  it('meet the operation that they name, as often as they say, in their order', async () => {
    await server.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'status', status: 500, retryAfter: null } },
      { operation: 'pay', times: 2, fault: { kind: 'status', status: 503, retryAfter: null } },
      { operation: 'rates', times: 1, fault: { kind: 'html' } },
    ]);
    const statuses: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) statuses.push((await pay(`order-${name}`)).status);
    expect(statuses).toEqual([500, 503, 503, 201]);
    expect(await server.faults()).toEqual([
      { operation: 'rates', times: 1, fault: { kind: 'html' } },
    ]);
  });

  it('do not meet a request that is not signed', async () => {
    await set('any', { kind: 'cut-before-commit' });
    expect((await client.plain('GET', '/account')).status).toBe(401);
    expect(await server.faults()).toHaveLength(1);
  });
});

describe('faults that take time', () => {
  const clock = createVirtualClock();
  let held: TrainingServer;
  beforeAll(async () => {
    held = await startTrainingServer({ clock });
  });
  afterAll(() => held.close());

  const performedAt = async (externalId: string): Promise<boolean> =>
    (await held.inspect(externalId)).transactions.length === 1;
  /** Time stands still until the fault has met the request: nothing here depends on speed. */
  const metBy = async (fault: TrainingFault['fault'], asking: () => void): Promise<void> => {
    await held.setFaults([{ operation: 'pay', times: 1, fault }]);
    asking();
    while ((await held.faults()).length > 0) await new Promise((resolve) => setImmediate(resolve));
  };

  it('answer-late: performed at once, answered when its time has come', async () => {
    const own = overHttps(held, clock.now);
    let asked: Promise<Got> | null = null;
    let isAnswered = false;
    await metBy({ kind: 'answer-late', milliseconds: 30_000 }, () => {
      asked = own.ask('POST', '/bill/pay', { body: body('late') }).finally(() => {
        isAnswered = true;
      });
    });
    expect([await performedAt('late'), isAnswered]).toEqual([true, false]);
    await clock.advance(29_999);
    await own.ask('POST', '/account');
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    expect(await asked).toMatchObject({ status: 201 });
    await own.close();
  });

  it('commit-late: not found at first, performed after the client has gone', async () => {
    const impatient = overHttps(held, clock.now);
    const patient = overHttps(held, clock.now);
    const lookUp = (): Promise<Got> =>
      patient.ask('POST', '/transactions?q%5Bexternal_id_eq%5D=long-gone');
    let gaveUp: Promise<string> | null = null;
    const giveUp = new AbortController();
    await metBy({ kind: 'commit-late', milliseconds: 60_000 }, () => {
      gaveUp = impatient
        .ask('POST', '/bill/pay', { body: body('long-gone'), signal: giveUp.signal })
        .then(
          () => 'answered',
          () => 'gave up',
        );
    });
    giveUp.abort();
    expect(await gaveUp).toBe('gave up');
    expect((await lookUp()).json).toEqual({ transactions: [] });
    await clock.advance(59_999);
    expect(await performedAt('long-gone')).toBe(false);
    await clock.advance(1);
    expect(await performedAt('long-gone')).toBe(true);
    expect(JSON.parse((await lookUp()).text).transactions).toHaveLength(1);
    await impatient.close();
    await patient.close();
  });
});

describe('the control address', () => {
  const post = (value: unknown): Promise<Got> =>
    client.plain('POST', '/training/faults', JSON.stringify(value));

  it('sets faults without a signature, adds to them, and takes them back with 0', async () => {
    const late = { operation: 'pay', times: 3, fault: { kind: 'answer-late', milliseconds: 10 } };
    const html = { operation: 'rates', times: 1, fault: { kind: 'html' } };
    expect((await post([late])).json).toEqual({ faults: [late] });
    expect((await post([html])).json).toEqual({ faults: [late, html] });
    const shown = await client.plain('GET', '/training/faults');
    expect(shown.json).toEqual({ faults: [late, html] });
    expectSecurityHeaders(shown);
    expect((await post([{ ...late, times: 0 }])).json).toEqual({ faults: [html] });
    expect((await post([])).json).toEqual({ faults: [] });
  });

  it.each([
    [[{ operation: 'pays', times: 1, fault: { kind: 'html' } }], '0.operation'],
    [[{ operation: 'pay', times: -1, fault: { kind: 'html' } }], '0.times'],
    [[{ operation: 'pay', times: 1, fault: { kind: 'fire' } }], '0.fault.kind'],
    [
      [{ operation: 'pay', times: 1, fault: { kind: 'status', status: 404, retryAfter: null } }],
      '0.fault.status',
    ],
    [[{ operation: 'pay', times: 1, fault: { kind: 'html', extra: 1 } }], 'extra'],
    [{ operation: 'pay' }, 'array'],
  ])('names what does not fit: %j', async (value, field) => {
    const answer = await post(value);
    expect(answer.status).toBe(400);
    expect(String(answer.json?.message)).toContain(field);
    expect(await server.faults()).toEqual([]);
  });

  it('says when the body is no JSON', async () => {
    const answer = await client.plain('POST', '/training/faults', '[{');
    expect([answer.status, String(answer.json?.message)]).toEqual([
      400,
      expect.stringContaining('JSON'),
    ]);
  });

  it("shows and sets the shop's balance", async () => {
    const set = await client.plain('POST', '/training/account', '{"balance":"1000"}');
    expect(set.json).toEqual({ balance: '1000.00' });
    expect((await client.ask('POST', '/account')).json?.balance).toBe(1000);
    expect((await client.plain('POST', '/training/account', '{"balance":1000}')).status).toBe(400);
    expect((await client.plain('DELETE', '/training/account')).status).toBe(405);
  });
});

describe('a limit of requests', () => {
  it('answers 429 with Retry-After above it', async () => {
    const strict = await startTrainingServer({ requestsPerMinute: 2 });
    const own = overHttps(strict);
    const statuses: number[] = [];
    for (let turn = 0; turn < 2; turn += 1)
      statuses.push((await own.ask('POST', '/account')).status);
    const third = await own.ask('POST', '/account');
    expect([...statuses, third.status]).toEqual([200, 200, 429]);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    await own.close();
    await strict.close();
  });
});

describe('closing', () => {
  it('does not wait for answers that are still held back', async () => {
    const held = await startTrainingServer({ r24Milliseconds: 600_000 });
    const own = overHttps(held);
    const asked = own
      .ask('POST', '/bill/pay', {
        body: payment({ biller_id: 37, account_number: '2424240024', amount: 50 }),
      })
      .then(
        () => 'answered',
        () => 'cut',
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await held.close();
    expect(await asked).toBe('cut');
    await own.close();
  });

  it('says when its port is taken', async () => {
    await expect(startTrainingServer({ port: port() })).rejects.toThrow(/EADDRINUSE/);
  });
});
