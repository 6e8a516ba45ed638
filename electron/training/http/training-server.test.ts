import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrainingFault, TrainingOperation } from '../../../shared/contract/index.ts';
import { createVirtualClock } from '../../platform/index.ts';
import { buildPaymentBody, createHttpsTestClient, type TestResponse } from '../test-support.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { startTrainingServer, type TrainingServer } from './training-server.ts';

let server: TrainingServer;
let client: ReturnType<typeof createHttpsTestClient>;
let account = 7_100_000_000;

beforeAll(async () => {
  server = await startTrainingServer();
  client = createHttpsTestClient(server);
});
afterAll(async () => {
  await client.close();
  await server.close();
});
beforeEach(async () => {
  await server.setFaults([]);
});

const setFault = (operation: TrainingOperation, fault: TrainingFault['fault'], times = 1) =>
  server.setFaults([{ operation, times, fault }]);
/** Builds a payment that no rule refuses: each to a different account. */
const buildUniquePayment = (externalId: string): Record<string, unknown> => {
  account += 1;
  return buildPaymentBody({
    biller_id: 37,
    account_number: String(account),
    amount: 10,
    external_id: externalId,
  });
};
const pay = (externalId: string): Promise<TestResponse> =>
  client.ask('POST', '/bill/pay', { body: buildUniquePayment(externalId) });
const isPerformed = async (externalId: string): Promise<boolean> =>
  (await server.inspect(externalId)).transactions.length === 1;
const getPort = (): number => Number(new URL(server.baseUrl).port);

function expectSecurityHeaders(answer: TestResponse): void {
  const lowered = Object.entries(SECURITY_HEADERS).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  expect(lowered).toHaveLength(10);
  expect(answer.headers).toMatchObject(Object.fromEntries(lowered));
}

describe('over HTTPS', () => {
  it('answers a signed request with a current Date and the ten security headers', async () => {
    const answer = await client.ask('GET', '/account', { version: 'v3.mx' });
    expect([answer.status, answer.json?.currency]).toEqual([200, 'MXN']);
    expect(Math.abs(Date.parse(answer.headers.date ?? '') - Date.now())).toBeLessThan(10_000);
    expectSecurityHeaders(answer);
  });

  it('answers 401 and 404 with the security headers', async () => {
    const unsigned = await client.plain('GET', '/account');
    expect([unsigned.status, unsigned.text]).toEqual([401, '{"message":"Unauthorized"}']);
    expectSecurityHeaders(unsigned);
    const notFound = await client.ask('GET', '/nothing', { version: 'v3.mx' });
    expect(notFound.status).toBe(404);
    expectSecurityHeaders(notFound);
  });

  it('accepts TLS 1.2 and rejects older versions', async () => {
    const handshake = (maxVersion: 'TLSv1.1' | 'TLSv1.2'): Promise<string | null> =>
      new Promise((resolve, reject) => {
        const socket = connectTls(
          {
            host: '127.0.0.1',
            port: getPort(),
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
    expect(await handshake('TLSv1.2')).toBe('TLSv1.2');
    await expect(handshake('TLSv1.1')).rejects.toThrow();
  });

  it('uses a certificate that is valid for localhost and 127.0.0.1', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      await new Promise<void>((resolve, reject) => {
        const socket = connectTls(
          {
            host: '127.0.0.1',
            port: getPort(),
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

  it('answers data that is not HTTP with the security headers', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connectTls({ host: '127.0.0.1', port: getPort(), ca: server.caPem }, () => {
        socket.write('NONSENSE\r\n\r\n');
      });
      let received = '';
      socket.on('data', (chunk) => {
        received += String(chunk);
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400/);
    for (const name of Object.keys(SECURITY_HEADERS)) expect(text).toContain(`${name}: `);
  });

  it('refuses a body above the size limit', async () => {
    const answer = await client.plain('POST', '/bill/pay', 'x'.repeat(1_000_001));
    expect([answer.status, answer.json?.code]).toEqual([400, 'R102']);
  });

  it('keeps running when a client disconnects during a request', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(getPort(), '127.0.0.1', () => socket.destroy());
      socket.on('close', () => resolve());
    });
    await new Promise<void>((resolve, reject) => {
      const socket = connectTls({ host: '127.0.0.1', port: getPort(), ca: server.caPem }, () => {
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
  it('performs a payment without an answer for commit-and-cut', async () => {
    await setFault('pay', { kind: 'commit-and-cut' });
    await expect(pay('cut-after')).rejects.toThrow();
    expect(await isPerformed('cut-after')).toBe(true);
  });

  it('performs and answers nothing for cut-before-commit', async () => {
    await setFault('pay', { kind: 'cut-before-commit' });
    await expect(pay('cut-before')).rejects.toThrow();
    expect(await isPerformed('cut-before')).toBe(false);
  });

  it.each([429, 500, 503] as const)(
    'answers status %i without performing the payment',
    async (status) => {
      await setFault('pay', { kind: 'status', status, retryAfter: 7 });
      const answer = await pay(`status-${status}`);
      expect([answer.status, answer.headers['retry-after']]).toEqual([status, '7']);
      expectSecurityHeaders(answer);
      expect(await isPerformed(`status-${status}`)).toBe(false);
    },
  );

  it('answers an HTML page with 200 without performing the payment', async () => {
    await setFault('pay', { kind: 'html' });
    const answer = await pay('html');
    expect([answer.status, answer.json]).toEqual([200, null]);
    expect(answer.headers['content-type']).toContain('text/html');
    expectSecurityHeaders(answer);
    expect(await isPerformed('html')).toBe(false);
  });

  it('performs a payment with an unreadable answer for half-json and empty-body', async () => {
    await setFault('pay', { kind: 'half-json' });
    const halfJson = await pay('half');
    expect([halfJson.status, halfJson.json, halfJson.text.startsWith('{"id":')]).toEqual([
      201,
      null,
      true,
    ]);
    await setFault('pay', { kind: 'empty-body' });
    const emptyBody = await pay('empty');
    expect([emptyBody.status, emptyBody.text]).toEqual([201, '']);
    expect([await isPerformed('half'), await isPerformed('empty')]).toEqual([true, true]);
  });

  it('applies filter-ignored, look-up-empty and status-left-out only to the list of transactions', async () => {
    await pay('there');
    const readTransactions = (): Promise<TestResponse> =>
      client.ask('POST', '/transactions?q%5Bexternal_id_eq%5D=there');
    await setFault('any', { kind: 'filter-ignored' });
    expect((await client.ask('POST', '/account')).status).toBe(200);
    const unfiltered = await readTransactions();
    expect(JSON.parse(unfiltered.text).transactions.length).toBeGreaterThan(1);
    await setFault('transactions', { kind: 'look-up-empty' });
    expect((await readTransactions()).json).toEqual({ transactions: [] });
    const [row] = JSON.parse((await readTransactions()).text).transactions;
    expect(row).toHaveProperty('status');
    await setFault('transactions', { kind: 'status-left-out' });
    const { status: _, ...rowWithoutStatus } = row;
    expect(JSON.parse((await readTransactions()).text).transactions).toEqual([rowWithoutStatus]);
  });

  it('applies faults to their operation, as often as set and in order', async () => {
    await server.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'status', status: 500, retryAfter: null } },
      { operation: 'pay', times: 2, fault: { kind: 'status', status: 503, retryAfter: null } },
      { operation: 'rates', times: 1, fault: { kind: 'html' } },
    ]);
    const statuses: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) statuses.push((await pay(`order-${name}`)).status);
    expect(statuses).toEqual([500, 503, 503, 201]);
    expect(await server.listFaults()).toEqual([
      { operation: 'rates', times: 1, fault: { kind: 'html' } },
    ]);
  });

  it('applies no fault to an unsigned request', async () => {
    await setFault('any', { kind: 'cut-before-commit' });
    expect((await client.plain('GET', '/account')).status).toBe(401);
    expect(await server.listFaults()).toHaveLength(1);
  });
});

describe('faults that take time', () => {
  const clock = createVirtualClock();
  let virtualServer: TrainingServer;
  beforeAll(async () => {
    virtualServer = await startTrainingServer({ clock });
  });
  afterAll(() => virtualServer.close());

  const isPerformedAt = async (externalId: string): Promise<boolean> =>
    (await virtualServer.inspect(externalId)).transactions.length === 1;
  /**
   * Sends the request and waits until the fault has been applied to it. Virtual time does not
   * advance meanwhile, so the tests do not depend on speed.
   */
  const waitForFault = async (
    fault: TrainingFault['fault'],
    sendRequest: () => void,
  ): Promise<void> => {
    await virtualServer.setFaults([{ operation: 'pay', times: 1, fault }]);
    sendRequest();
    while ((await virtualServer.listFaults()).length > 0)
      await new Promise((resolve) => setImmediate(resolve));
  };

  it('performs a payment at once and answers it after the delay for answer-late', async () => {
    const virtualClient = createHttpsTestClient(virtualServer, clock.now);
    let pendingAnswer: Promise<TestResponse> | null = null;
    let isAnswered = false;
    await waitForFault({ kind: 'answer-late', milliseconds: 30_000 }, () => {
      pendingAnswer = virtualClient
        .ask('POST', '/bill/pay', { body: buildUniquePayment('late') })
        .finally(() => {
          isAnswered = true;
        });
    });
    expect([await isPerformedAt('late'), isAnswered]).toEqual([true, false]);
    await clock.advance(29_999);
    await virtualClient.ask('POST', '/account');
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    expect(await pendingAnswer).toMatchObject({ status: 201 });
    await virtualClient.close();
  });

  it('performs a payment after the client disconnected for commit-late', async () => {
    const abortingClient = createHttpsTestClient(virtualServer, clock.now);
    const waitingClient = createHttpsTestClient(virtualServer, clock.now);
    const lookUp = (): Promise<TestResponse> =>
      waitingClient.ask('POST', '/transactions?q%5Bexternal_id_eq%5D=long-gone');
    let result: Promise<string> | null = null;
    const abortController = new AbortController();
    await waitForFault({ kind: 'commit-late', milliseconds: 60_000 }, () => {
      result = abortingClient
        .ask('POST', '/bill/pay', {
          body: buildUniquePayment('long-gone'),
          signal: abortController.signal,
        })
        .then(
          () => 'answered',
          () => 'gave up',
        );
    });
    abortController.abort();
    expect(await result).toBe('gave up');
    expect((await lookUp()).json).toEqual({ transactions: [] });
    await clock.advance(59_999);
    expect(await isPerformedAt('long-gone')).toBe(false);
    await clock.advance(1);
    expect(await isPerformedAt('long-gone')).toBe(true);
    expect(JSON.parse((await lookUp()).text).transactions).toHaveLength(1);
    await abortingClient.close();
    await waitingClient.close();
  });
});

describe('control requests', () => {
  const post = (value: unknown): Promise<TestResponse> =>
    client.plain('POST', '/training/faults', JSON.stringify(value));

  it('sets, adds and removes faults without a signature', async () => {
    const late = { operation: 'pay', times: 3, fault: { kind: 'answer-late', milliseconds: 10 } };
    const html = { operation: 'rates', times: 1, fault: { kind: 'html' } };
    expect((await post([late])).json).toEqual({ faults: [late] });
    expect((await post([html])).json).toEqual({ faults: [late, html] });
    const faultsReply = await client.plain('GET', '/training/faults');
    expect(faultsReply.json).toEqual({ faults: [late, html] });
    expectSecurityHeaders(faultsReply);
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
  ])('names the invalid field of a fault: %j', async (value, field) => {
    const answer = await post(value);
    expect(answer.status).toBe(400);
    expect(String(answer.json?.message)).toContain(field);
    expect(await server.listFaults()).toEqual([]);
  });

  it('reports a control body that is not JSON', async () => {
    const answer = await client.plain('POST', '/training/faults', '[{');
    expect([answer.status, String(answer.json?.message)]).toEqual([
      400,
      expect.stringContaining('JSON'),
    ]);
  });

  it('switches the strict mode by control request, and answers 5xx with HTML in it', async () => {
    const setStrict = (body: string) => client.plain('POST', '/training/strict', body);
    expect((await setStrict('{"strict":{"lists":1}}')).status).toBe(400);
    expect((await setStrict('{"strict":{"listsWithoutExternalId":0}}')).status).toBe(200);
    expect((await client.ask('POST', '/account')).json).not.toHaveProperty('currency');
    await server.setFaults([
      { operation: 'account', times: 1, fault: { kind: 'status', status: 503, retryAfter: 3 } },
    ]);
    const unavailable = await client.ask('POST', '/account');
    expect([unavailable.status, unavailable.json]).toEqual([503, null]);
    expect(unavailable.headers['retry-after']).toBe('3');
    await server.setStrict(false);
    expect((await client.ask('POST', '/account')).json).toHaveProperty('currency');
  });

  it("returns and sets the shop's balance by control requests", async () => {
    const balanceReply = await client.plain('POST', '/training/account', '{"balance":"1000"}');
    expect(balanceReply.json).toEqual({ balance: '1000.00' });
    expect((await client.ask('POST', '/account')).json?.balance).toBe(1000);
    expect((await client.plain('POST', '/training/account', '{"balance":1000}')).status).toBe(400);
    expect((await client.plain('DELETE', '/training/account')).status).toBe(405);
  });
});

describe('the rate limit', () => {
  it('answers 429 with Retry-After above the rate limit', async () => {
    const strictServer = await startTrainingServer({ requestsPerMinute: 2 });
    const strictClient = createHttpsTestClient(strictServer);
    const statuses: number[] = [];
    for (let turn = 0; turn < 2; turn += 1)
      statuses.push((await strictClient.ask('POST', '/account')).status);
    const third = await strictClient.ask('POST', '/account');
    expect([...statuses, third.status]).toEqual([200, 200, 429]);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    await strictClient.close();
    await strictServer.close();
  });
});

describe('closing', () => {
  it('closes without waiting for delayed answers', async () => {
    const slowServer = await startTrainingServer({ r24Milliseconds: 600_000 });
    const slowClient = createHttpsTestClient(slowServer);
    const pendingAnswer = slowClient
      .ask('POST', '/bill/pay', {
        body: buildPaymentBody({ biller_id: 37, account_number: '2424240024', amount: 50 }),
      })
      .then(
        () => 'answered',
        () => 'cut',
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await slowServer.close();
    expect(await pendingAnswer).toBe('cut');
    await slowClient.close();
  });

  it('rejects with EADDRINUSE when its port is in use', async () => {
    await expect(startTrainingServer({ port: getPort() })).rejects.toThrow(/EADDRINUSE/);
  });
});
