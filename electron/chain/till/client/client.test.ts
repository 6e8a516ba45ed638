import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConnectionGate,
  openConnectionGate,
} from '../../../../tests/support/openssh/index.ts';
import {
  type Cluster,
  createCertificateAuthority,
  createChain,
  getSharedCluster,
  type TestChain,
  type TestTill,
} from '../../../../tests/support/postgres/index.ts';
import { retireTill } from '../schema/index.ts';
import {
  type ChainAddress,
  type ChainConnection,
  type ChainConnectOptions,
  ChainError,
  computePasswordVerifier,
  connectChain,
} from './index.ts';

/** What would be waited for, had the shorter deadline of a test no effect. */
const LESS_THAN_A_DEADLINE_MS = 5_000;

let cluster: Cluster;
let chain: TestChain;
let till: TestTill;
const open: ChainConnection[] = [];

beforeAll(async () => {
  cluster = await getSharedCluster();
  chain = await createChain(cluster);
  till = await chain.enroll();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.end();
});
afterAll(async () => chain.drop());

async function connected(over: Partial<ChainAddress> = {}, options: ChainConnectOptions = {}) {
  const answer = await connectChain({ ...till, ...over }, options);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  open.push(answer.value);
  return answer.value;
}

/** What comes of trying, and how long it took. */
async function tried(over: Partial<ChainAddress>, options: ChainConnectOptions = {}) {
  const since = performance.now();
  const answer = await connectChain({ ...till, ...over }, options);
  if (answer.ok) {
    open.push(answer.value);
    throw new Error('it let us in');
  }
  expect(JSON.stringify(answer.problem)).not.toContain(till.password);
  return { ...answer.problem, milliseconds: performance.now() - since };
}

describe.skipIf(process.platform === 'win32')('who may come in', () => {
  it('believes the given authority alone, and the name in the certificate', async () => {
    const { caPem } = await createCertificateAuthority();
    expect(await tried({ ca: caPem })).toMatchObject({ kind: 'wrong-certificate', sqlState: null });
    const wrongHost = `${cluster.wrongHost}:${cluster.port}`;
    expect(await tried({ hosts: [wrongHost] })).toMatchObject({
      kind: 'wrong-certificate',
      host: wrongHost,
    });
    expect((await connected({ hosts: [`localhost:${cluster.port}`] })).isUsable()).toBe(true);
  });

  it('says nothing to a server without TLS', async () => {
    let heard = '';
    const server = await listen((socket) => {
      socket.on('data', (data) => {
        heard += data.toString('latin1');
        socket.write('N');
      });
    });
    expect(await tried({ hosts: [hostOf(server)] })).toMatchObject({ kind: 'wrong-certificate' });
    expect(heard).not.toContain(till.user);
    server.close();
  });

  it('tells a wrong password, a role without login, and a retired till whose session ends', async () => {
    expect(await tried({ password: 'another' })).toMatchObject({
      kind: 'refused',
      sqlState: '28P01',
    });
    const retired = await chain.enroll();
    const session = await connected(retired);
    expect(await retireTill(chain.admin, retired.user)).toEqual({
      ok: true,
      value: { user: retired.user },
    });
    expect(await session.query('SELECT chain.me()')).toMatchObject({
      ok: false,
      problem: { kind: 'unreachable' },
    });
    expect(session.isUsable()).toBe(false);
    expect(await tried(retired)).toMatchObject({ kind: 'refused', sqlState: '28000' });
  });

  it('tells too many connections', async () => {
    const other = await chain.enroll();
    await cluster.sql(`ALTER ROLE ${other.user} CONNECTION LIMIT 1`);
    await connected(other);
    expect(await tried(other)).toMatchObject({ kind: 'too-many', sqlState: '53300' });
  });

  it('takes a password that is asked for, and one that the server knows as its verifier', async () => {
    const other = await chain.enroll();
    const first = await connected({ ...other, password: async () => other.password });
    const changed = await first.query(
      `ALTER ROLE CURRENT_USER PASSWORD '${computePasswordVerifier('another one')}'`,
    );
    expect(changed).toMatchObject({ ok: true });
    await connected({ ...other, password: 'another one' });
    expect(await tried(other)).toMatchObject({ kind: 'refused' });
    const password = async () => Promise.reject(new Error('the vault is shut'));
    expect(await tried({ ...other, password })).toMatchObject({
      kind: 'failed',
      detail: 'the vault is shut',
    });
  });
});

describe.skipIf(process.platform === 'win32')('which host', () => {
  it('passes by the one that is gone, and the one that takes no writes', async () => {
    const server = await listen(() => undefined);
    const gone = hostOf(server);
    server.close();
    expect(await tried({ hosts: [gone] })).toMatchObject({ kind: 'unreachable', host: gone });
    const one = await connected({ hosts: [gone, ...till.hosts] });
    expect(one.host).toBe(till.hosts[0]);

    await cluster.setReadOnly(till.database, true);
    expect(await tried({ hosts: [gone, ...till.hosts] })).toMatchObject({ kind: 'read-only' });
    const reading = await connected({}, { mayBeReadOnly: true });
    expect(await reading.query("SELECT chain.same_v1(1, '1', 1)")).toMatchObject({ ok: true });
    expect(
      await reading.query(
        "SELECT chain.hello_v1(gen_random_uuid(), gen_random_uuid(), 0, '{}'::jsonb)",
      ),
    ).toMatchObject({ ok: false, problem: { kind: 'read-only', sqlState: '25006' } });
    await cluster.setReadOnly(till.database, false);
  });

  it('tries the one first that answered last', async () => {
    const silent = await listen(() => undefined);
    const hosts = [hostOf(silent), ...till.hosts];
    const since = performance.now();
    expect((await connected({ hosts }, { first: till.hosts[0] ?? null })).host).toBe(till.hosts[0]);
    expect(performance.now() - since).toBeLessThan(LESS_THAN_A_DEADLINE_MS);
    silent.close();
  });
});

describe.skipIf(process.platform === 'win32')('a line that hangs', () => {
  let gate: ConnectionGate;
  beforeAll(async () => {
    gate = await openConnectionGate({ port: cluster.port });
  });
  afterEach(() => gate.set(null));
  afterAll(async () => gate.close());
  const through = (): Partial<ChainAddress> => ({ hosts: [`127.0.0.1:${gate.port}`] });

  it('is left at the deadline, whichever byte of the greeting was the last', async () => {
    for (const afterBytes of [0, 8, 600, 700]) {
      gate.set({ kind: 'hang', afterBytes });
      const problem = await tried(through(), { connectMs: 300 });
      expect(problem.kind).toBe('unreachable');
      expect(problem.milliseconds).toBeLessThan(LESS_THAN_A_DEADLINE_MS);
      gate.set({ kind: 'cut', afterBytes });
      expect((await tried(through())).kind).toBe('unreachable');
    }
  });

  it('is left by a call at its deadline, and by end() at once', async () => {
    const one = await connected(through());
    gate.set({ kind: 'hang', afterBytes: 0 });
    const since = performance.now();
    expect(await one.query('SELECT 1', [], { deadlineMs: 300 })).toMatchObject({
      ok: false,
      problem: { kind: 'unreachable', detail: 'no answer within 300 ms' },
    });
    expect(one.isUsable()).toBe(false);
    await one.end();
    expect(performance.now() - since).toBeLessThan(LESS_THAN_A_DEADLINE_MS);
    // Nothing is asked of it any more: an answer that comes late would be another call's.
    gate.set(null);
    expect(await one.query('SELECT 1')).toMatchObject({ ok: false });
  });

  it('lets end() come back while a call waits, and where the goodbye is not answered', async () => {
    const one = await connected(through());
    gate.set({ kind: 'hang', afterBytes: 0 });
    const waiting = one.query('SELECT 1');
    const since = performance.now();
    await one.end();
    await one.end();
    expect(await waiting).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
    gate.set(null);
    const other = await connected(through());
    gate.set({ kind: 'hang', afterBytes: 0 });
    await other.end();
    expect(performance.now() - since).toBeLessThan(LESS_THAN_A_DEADLINE_MS);
  });

  it('is a problem, not a crash, where it breaks between two calls', async () => {
    const one = await connected(through());
    gate.set({ kind: 'cut', afterBytes: 0 });
    expect(await one.query('SELECT 1')).toMatchObject({
      ok: false,
      problem: { kind: 'unreachable' },
    });
    expect(one.isUsable()).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('what is asked', () => {
  it('comes back plainly: numbers, decimal text, moments and days', async () => {
    const one = await connected();
    const text = `SELECT 5::bigint AS n, 1.10::numeric AS amount, '2026-11-22'::date AS day,
      '2026-11-22 12:00:00+02'::timestamptz AS at, 'infinity'::timestamptz AS never`;
    expect(await one.query(text)).toEqual({
      ok: true,
      value: [
        {
          n: 5,
          amount: '1.10',
          day: '2026-11-22',
          at: '2026-11-22T10:00:00.000Z',
          never: Infinity,
        },
      ],
    });
    expect(await one.query('SELECT 9223372036854775807 AS n')).toMatchObject({
      ok: false,
      problem: { kind: 'failed' },
    });
  });

  it('is done as a whole or not at all', async () => {
    const admin = await connected(chain.admin);
    const count = async () => admin.query('SELECT count(*) AS n FROM chain.leases');
    const add = "INSERT INTO chain.leases (name) VALUES ('a')";
    expect(
      await admin.transaction(async (ask) => {
        await ask(add);
        await ask(add);
      }),
    ).toMatchObject({ ok: false, problem: { kind: 'failed', sqlState: '23505' } });
    const own = new Error('its own');
    await expect(
      admin.transaction(async (ask) => {
        await ask(add);
        throw own;
      }),
    ).rejects.toBe(own);
    const problem = { kind: 'failed', detail: 'no', sqlState: null, host: null } as const;
    const failing = admin.transaction(async () => {
      throw new ChainError(problem);
    });
    expect(await failing).toEqual({ ok: false, problem });
    expect(await count()).toEqual({ ok: true, value: [{ n: 0 }] });
    await admin.transaction(async (ask) => ask(add));
    expect(await count()).toEqual({ ok: true, value: [{ n: 1 }] });
  });

  it('is given up by the server too where it takes too long', async () => {
    const one = await connected({}, { deadlineMs: 400 });
    expect(await one.query('SELECT pg_sleep(30)', [], { deadlineMs: 5_000 })).toMatchObject({
      ok: false,
      problem: { kind: 'unreachable', sqlState: '57014' },
    });
    expect(one.isUsable()).toBe(true);
  });
});

async function listen(serve: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer({}, serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function hostOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `127.0.0.1:${address.port}`;
}
