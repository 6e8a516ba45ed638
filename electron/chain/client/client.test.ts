import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ConnectionGate, openConnectionGate } from '../../../tests/support/openssh/index.ts';
import {
  type Cluster,
  createCertificateAuthority,
  createChain,
  getSharedCluster,
  startPostgres,
  type TestChain,
  type TestTill,
} from '../../../tests/support/postgres/index.ts';
import { retireTill } from '../schema/index.ts';
import {
  type ChainAddress,
  type ChainConnection,
  ChainError,
  type ConnectToChainOptions,
  computeScramVerifier,
  connectToChain,
} from './index.ts';

/** Longer than the short timeouts of these tests, and shorter than the default timeouts. */
const MAX_DURATION_MS = 5_000;

let cluster: Cluster;
let chain: TestChain;
let till: TestTill;
const openConnections: ChainConnection[] = [];

beforeAll(async () => {
  cluster = await getSharedCluster();
  chain = await createChain(cluster);
  till = await chain.enrollTill();
});
afterEach(async () => {
  for (const connection of openConnections.splice(0)) await connection.end();
});
afterAll(async () => chain.drop());

async function connect(overrides: Partial<ChainAddress> = {}, options: ConnectToChainOptions = {}) {
  const answer = await connectToChain({ ...till, ...overrides }, options);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  openConnections.push(answer.value);
  return answer.value;
}

/** Returns the problem of a failed connection, and how long it took. */
async function getConnectProblem(
  overrides: Partial<ChainAddress>,
  options: ConnectToChainOptions = {},
) {
  const startedAt = performance.now();
  const answer = await connectToChain({ ...till, ...overrides }, options);
  if (answer.ok) {
    openConnections.push(answer.value);
    throw new Error('it let us in');
  }
  expect(JSON.stringify(answer.problem)).not.toContain(till.password);
  return { ...answer.problem, milliseconds: performance.now() - startedAt };
}

describe.skipIf(process.platform === 'win32')('connection and authentication', () => {
  it('trusts only the given certificate authority and checks the host name in the certificate', async () => {
    const { caPem } = await createCertificateAuthority();
    expect(await getConnectProblem({ ca: caPem })).toMatchObject({
      kind: 'wrong-certificate',
      sqlState: null,
    });
    const wrongHost = `${cluster.wrongHost}:${cluster.port}`;
    expect(await getConnectProblem({ hosts: [wrongHost] })).toMatchObject({
      kind: 'wrong-certificate',
      host: wrongHost,
    });
    expect((await connect({ hosts: [`localhost:${cluster.port}`] })).isUsable()).toBe(true);
  });

  it('gives no password to a server that does not prove that it knows it', async () => {
    const server = await startPostgres();
    try {
      await server.sql(`SET password_encryption = 'md5'; CREATE ROLE md5 LOGIN PASSWORD 'known';
        SET password_encryption = 'scram-sha-256'; CREATE ROLE scram LOGIN PASSWORD 'known'`);
      const connectWith = async (method: string, user: string, mustProveItself: boolean) => {
        const accessRule = `hostssl all all 127.0.0.0/8 ${method}\n`;
        writeFileSync(join(server.server.folder, 'data', 'pg_hba.conf'), accessRule);
        await server.restart();
        const address = server.getAddress('postgres', { user, password: 'known' });
        const answer = await connectToChain(address, { mustProveItself });
        if (answer.ok) await answer.value.end();
        return answer.ok ? 'connected' : answer.problem.kind;
      };
      for (const [method, user] of [
        ['trust', 'scram'],
        ['password', 'scram'],
        ['md5', 'md5'],
      ] as const) {
        expect([method, await connectWith(method, user, true)]).toEqual([method, 'refused']);
        expect([method, await connectWith(method, user, false)]).toEqual([method, 'connected']);
      }
      expect(await connectWith('scram-sha-256', 'scram', true)).toBe('connected');
      // The client answered with an empty password.
      expect(server.readLog()).toContain('empty password returned by client');
    } finally {
      await server.stop();
    }
  });

  it('takes a server that lets its address in by no rule for one behind a firewall', async () => {
    const server = await startPostgres();
    try {
      const rulesFile = join(server.server.folder, 'data', 'pg_hba.conf');
      for (const rule of [
        'hostssl all all 10.9.9.9/32 scram-sha-256',
        'hostssl all all all reject',
      ]) {
        writeFileSync(rulesFile, `${rule}\n`);
        await server.restart();
        const answer = await connectToChain(
          server.getAddress('postgres', { user: 'till', password: 'known' }),
        );
        expect(answer).toMatchObject({
          ok: false,
          problem: {
            kind: 'unreachable',
            sqlState: '28000',
            detail: expect.stringContaining('pg_hba.conf'),
          },
        });
      }
    } finally {
      await server.stop();
    }
  });

  it('connects to no host in a form that the resolver reads otherwise', async () => {
    for (const hosts of [['127.0.0.010'], ['0x7f.1:5432']]) {
      expect(await getConnectProblem({ hosts })).toMatchObject({ kind: 'unreachable' });
    }
  });

  it('sends no login to a server without TLS', async () => {
    let received = '';
    const server = await listen((socket) => {
      socket.on('data', (data) => {
        received += data.toString('latin1');
        socket.write('N');
      });
    });
    expect(await getConnectProblem({ hosts: [toHost(server)] })).toMatchObject({
      kind: 'wrong-certificate',
    });
    expect(received).not.toContain(till.user);
    server.close();
  });

  it('reports a wrong password, a role without login, and a retired till whose session ends', async () => {
    expect(await getConnectProblem({ password: 'another' })).toMatchObject({
      kind: 'refused',
      sqlState: '28P01',
    });
    const retiredTill = await chain.enrollTill();
    const session = await connect(retiredTill);
    expect(await retireTill(chain.admin, retiredTill.user)).toEqual({
      ok: true,
      value: { user: retiredTill.user },
    });
    expect(await session.query('SELECT chain.me()')).toMatchObject({
      ok: false,
      problem: { kind: 'unreachable' },
    });
    expect(session.isUsable()).toBe(false);
    expect(await getConnectProblem(retiredTill)).toMatchObject({
      kind: 'refused',
      sqlState: '28000',
    });
  });

  it('reports too many connections', async () => {
    const otherTill = await chain.enrollTill();
    await cluster.sql(`ALTER ROLE ${otherTill.user} CONNECTION LIMIT 1`);
    await connect(otherTill);
    expect(await getConnectProblem(otherTill)).toMatchObject({
      kind: 'too-many',
      sqlState: '53300',
    });
  });

  it('accepts a password from a callback, and one set by its verifier', async () => {
    const otherTill = await chain.enrollTill();
    const first = await connect({ ...otherTill, password: async () => otherTill.password });
    const change = await first.query(
      `ALTER ROLE CURRENT_USER PASSWORD '${computeScramVerifier('another one')}'`,
    );
    expect(change).toMatchObject({ ok: true });
    await connect({ ...otherTill, password: 'another one' });
    expect(await getConnectProblem(otherTill)).toMatchObject({ kind: 'refused' });
    const password = async () => Promise.reject(new Error('the vault is shut'));
    expect(await getConnectProblem({ ...otherTill, password })).toMatchObject({
      kind: 'failed',
      detail: 'the vault is shut',
    });
  });
});

describe.skipIf(process.platform === 'win32')('host selection', () => {
  it('skips a host that is gone and a host that is read-only', async () => {
    const server = await listen(() => undefined);
    const closedHost = toHost(server);
    server.close();
    expect(await getConnectProblem({ hosts: [closedHost] })).toMatchObject({
      kind: 'unreachable',
      host: closedHost,
    });
    const connection = await connect({ hosts: [closedHost, ...till.hosts] });
    expect(connection.host).toBe(till.hosts[0]);

    await cluster.setReadOnly(till.database, true);
    expect(await getConnectProblem({ hosts: [closedHost, ...till.hosts] })).toMatchObject({
      kind: 'read-only',
    });
    const reader = await connect({}, { acceptsReadOnlyHost: true });
    expect(await reader.query("SELECT chain.same_v1(1, '1', 1)")).toMatchObject({ ok: true });
    expect(
      await reader.query(
        "SELECT chain.hello_v1(gen_random_uuid(), gen_random_uuid(), 0, '{}'::jsonb)",
      ),
    ).toMatchObject({ ok: false, problem: { kind: 'read-only', sqlState: '25006' } });
    await cluster.setReadOnly(till.database, false);
  });

  it('tries the preferred host first', async () => {
    const silent = await listen(() => undefined);
    const hosts = [toHost(silent), ...till.hosts];
    const startedAt = performance.now();
    expect((await connect({ hosts }, { preferredHost: till.hosts[0] ?? null })).host).toBe(
      till.hosts[0],
    );
    expect(performance.now() - startedAt).toBeLessThan(MAX_DURATION_MS);
    silent.close();
  });
});

describe.skipIf(process.platform === 'win32')('a connection that hangs', () => {
  let gate: ConnectionGate;
  beforeAll(async () => {
    gate = await openConnectionGate({ port: cluster.port });
  });
  afterEach(() => gate.set(null));
  afterAll(async () => gate.close());
  const viaGate = (): Partial<ChainAddress> => ({ hosts: [`127.0.0.1:${gate.port}`] });

  it('gives up a connect at the timeout, after any byte of the handshake', async () => {
    for (const afterBytes of [0, 8, 600, 700]) {
      gate.set({ kind: 'hang', afterBytes });
      const problem = await getConnectProblem(viaGate(), { connectTimeoutMs: 300 });
      expect(problem.kind).toBe('unreachable');
      expect(problem.milliseconds).toBeLessThan(MAX_DURATION_MS);
      gate.set({ kind: 'cut', afterBytes });
      expect((await getConnectProblem(viaGate())).kind).toBe('unreachable');
    }
  });

  it('gives up a query at its timeout, and end() resolves immediately', async () => {
    const connection = await connect(viaGate());
    gate.set({ kind: 'hang', afterBytes: 0 });
    const startedAt = performance.now();
    expect(await connection.query('SELECT 1', [], { deadlineMs: 300 })).toMatchObject({
      ok: false,
      problem: { kind: 'unreachable', detail: 'no answer within 300 ms' },
    });
    expect(connection.isUsable()).toBe(false);
    await connection.end();
    expect(performance.now() - startedAt).toBeLessThan(MAX_DURATION_MS);
    // A broken connection accepts no query: a late answer could be read as the answer to another
    // query.
    gate.set(null);
    expect(await connection.query('SELECT 1')).toMatchObject({ ok: false });
  });

  it('resolves end() while a query is pending, and when the server does not confirm', async () => {
    const connection = await connect(viaGate());
    gate.set({ kind: 'hang', afterBytes: 0 });
    const pendingQuery = connection.query('SELECT 1');
    const startedAt = performance.now();
    await connection.end();
    await connection.end();
    expect(await pendingQuery).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
    gate.set(null);
    const otherConnection = await connect(viaGate());
    gate.set({ kind: 'hang', afterBytes: 0 });
    await otherConnection.end();
    expect(performance.now() - startedAt).toBeLessThan(MAX_DURATION_MS);
  });

  it('returns a problem when the connection breaks between two queries', async () => {
    const connection = await connect(viaGate());
    gate.set({ kind: 'cut', afterBytes: 0 });
    expect(await connection.query('SELECT 1')).toMatchObject({
      ok: false,
      problem: { kind: 'unreachable' },
    });
    expect(connection.isUsable()).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('query results', () => {
  it('returns rows with numbers, decimal text, times and days', async () => {
    const connection = await connect();
    const text = `SELECT 5::bigint AS n, 1.10::numeric AS amount, '2026-11-22'::date AS day,
      '2026-11-22 12:00:00+02'::timestamptz AS at, 'infinity'::timestamptz AS never`;
    expect(await connection.query(text)).toEqual({
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
    expect(await connection.query('SELECT 9223372036854775807 AS n')).toMatchObject({
      ok: false,
      problem: { kind: 'failed' },
    });
  });

  it('sends one query at a time, in order', async () => {
    const warnings: Error[] = [];
    const addWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', addWarning);
    const connection = await connect();
    const ends: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        const answer = await connection.query('SELECT $1::int AS n', [n]);
        expect(answer).toEqual({ ok: true, value: [{ n }] });
        ends.push(n);
      }),
    );
    expect(ends).toEqual([1, 2, 3]);
    process.off('warning', addWarning);
    expect(warnings).toEqual([]);
  });

  it('runs a transaction completely or not at all', async () => {
    const admin = await connect(chain.admin);
    const count = async () => admin.query('SELECT count(*) AS n FROM chain.leases');
    const add = "INSERT INTO chain.leases (name) VALUES ('a')";
    expect(
      await admin.transaction(async (query) => {
        await query(add);
        await query(add);
      }),
    ).toMatchObject({ ok: false, problem: { kind: 'failed', sqlState: '23505' } });
    const ownError = new Error('its own');
    await expect(
      admin.transaction(async (query) => {
        await query(add);
        throw ownError;
      }),
    ).rejects.toBe(ownError);
    const problem = { kind: 'failed', detail: 'no', sqlState: null, host: null } as const;
    const failing = admin.transaction(async () => {
      throw new ChainError(problem);
    });
    expect(await failing).toEqual({ ok: false, problem });
    expect(await count()).toEqual({ ok: true, value: [{ n: 0 }] });
    await admin.transaction(async (query) => query(add));
    expect(await count()).toEqual({ ok: true, value: [{ n: 1 }] });
  });

  it('cancels a query on the server when it takes too long', async () => {
    const connection = await connect({}, { deadlineMs: 400 });
    expect(await connection.query('SELECT pg_sleep(30)', [], { deadlineMs: 5_000 })).toMatchObject({
      ok: false,
      problem: { kind: 'unreachable', sqlState: '57014' },
    });
    expect(connection.isUsable()).toBe(true);
  });
});

async function listen(serve: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer({}, serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function toHost(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `127.0.0.1:${address.port}`;
}
