import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Cluster,
  createCertificateAuthority,
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { IS_FULL_RUN, sampleCases } from '../../../../tests/support/sampling.ts';
import { silentLog } from '../../../platform/index.ts';
import { type ChainAddress, connectToChain } from '../../client/index.ts';
import { type JoiningTill, readChainInvitation } from './join-chain.ts';

describe.skipIf(process.platform === 'win32')('joining a chain by a code', () => {
  let cluster: Cluster;
  let chain: TestChain;
  beforeAll(async () => {
    cluster = await getSharedCluster();
    chain = await createChain(cluster);
  });
  afterAll(async () => chain.drop());

  const TILL = {
    shop: 'Centro',
    environment: 'production',
    chain: null,
    secrets: {},
    passwordKey: Buffer.alloc(32, 1),
  } as const;
  const OTHER_TILL = { ...TILL, passwordKey: Buffer.alloc(32, 2) };
  const read = async (code: string, till: JoiningTill = TILL) => {
    const invitation = await readChainInvitation(code, till, silentLog);
    if (!invitation.ok) throw new Error(JSON.stringify(invitation.problem));
    return invitation.value;
  };

  it('enrolls the till once, with a password that only the till knows', async () => {
    const code = await chain.createJoinCode();
    const invitation = await read(code);
    expect(await invitation.accept('07')).toEqual({ ok: true, value: null });
    const { shop: _, ...login } = invitation.chain;
    const connected = await connectToChain(login as ChainAddress);
    if (!connected.ok) throw new Error(JSON.stringify(connected.problem));
    expect(await connected.value.query('SELECT chain.me() IS NOT NULL AS is_till')).toEqual({
      ok: true,
      value: [{ is_till: true }],
    });
    expect(
      await connected.value.query("SELECT chain.join_v1('Centro', '08', 'x', 'production')"),
    ).toMatchObject({
      ok: false,
      problem: { kind: 'refused' },
    });
    await connected.value.end();
    expect(await (await read(code, OTHER_TILL)).accept('08')).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'join-code-spent' },
    });
  });

  it('keeps the code for another attempt if another till has the POS number', async () => {
    const code = await chain.createJoinCode();
    expect(await (await read(code)).accept('07')).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'join-code-number-taken' },
    });
    expect(await (await read(code)).accept('09')).toEqual({ ok: true, value: null });
  });

  it('refuses an expired code, and the next code deletes its login', async () => {
    const code = await chain.createJoinCode();
    const { chain: login, accept } = await read(code);
    await cluster.sql(`ALTER ROLE ${login.user} VALID UNTIL '2020-01-01'`);
    const spent = { ok: false, problem: { kind: 'setting', reason: 'join-code-spent' } };
    expect(await accept('10')).toEqual(spent);
    await chain.createJoinCode();
    const roles = await cluster.sql('SELECT 1 AS one FROM pg_roles WHERE rolname = $1', [
      login.user,
    ]);
    expect(roles).toEqual([]);
    expect(await accept('10')).toEqual(spent);
  });

  it('refuses a till of another environment, and keeps the code', async () => {
    await chain.database.sql("INSERT INTO chain.environment (name) VALUES ('production')", []);
    const code = await chain.createJoinCode();
    expect(await (await read(code, { ...TILL, environment: 'sandbox' })).accept('11')).toEqual({
      ok: false,
      problem: { kind: 'chain', reason: 'other-environment' },
    });
    expect(await (await read(code)).accept('11')).toEqual({ ok: true, value: null });
  });

  it('sends nothing to a server that does not show the authority of the code', async () => {
    const { caPem } = await createCertificateAuthority();
    expect(
      await readChainInvitation(await chain.createJoinCode({ caPem }), TILL, silentLog),
    ).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'join-code-other-server' },
    });
  });

  it('keeps the login of a till whose chain has another address and authority', async () => {
    const { hosts, database, user, password } = await chain.enrollTill('Centro', '12');
    const { caPem } = await createCertificateAuthority();
    const former = { hosts: ['127.0.0.1:1'], database, user, ca: caPem };
    const code = await chain.createJoinCode();
    const till = { ...TILL, chain: former, secrets: { chainPassword: password } };
    const known = await read(code, till);
    expect(known.chain).toEqual({ hosts, database, ca: cluster.caPem });
    expect(await known.accept('12')).toEqual({ ok: true, value: null });
    // The code is not used up, and the chain does not know this login.
    const other = await read(code, { ...till, chain: { ...former, user: 'stranger' } });
    expect(other.chain).toMatchObject({ shop: 'Centro' });
    expect(await other.accept('13')).toEqual({ ok: true, value: null });
    expect(await readChainInvitation(code, { ...till, secrets: null }, silentLog)).toEqual({
      ok: false,
      problem: { kind: 'key-store-locked' },
    });
  });

  it('lets the same till use the code again after its connection was cut at any step', async () => {
    const proxy = await startCuttingProxy(cluster);
    const cuts = Array.from({ length: MAX_JOIN_CHUNKS }, (_, cut) => cut);
    let completeJoins = 0;
    for (const cut of sampleCases('cuts of a join', cuts, 6)) {
      const posNumber = `cut ${cut}`;
      const code = await chain.createJoinCode({ port: proxy.port });
      const interrupted = await read(code);
      proxy.cutAfter(cut);
      const first = await interrupted.accept(posNumber);
      if (first.ok) completeJoins += 1;
      proxy.cutAfter(Number.POSITIVE_INFINITY);
      // The server may still execute what it has received.
      await vi.waitFor(
        async () =>
          expect(
            await cluster.sql('SELECT pid FROM pg_stat_activity WHERE usename = $1', [
              interrupted.chain.user,
            ]),
          ).toEqual([]),
        { timeout: 120_000 },
      );
      const again = await read(code);
      expect(again.chain).toEqual(interrupted.chain);
      expect(await again.accept(posNumber), `after cut ${cut}`).toEqual({ ok: true, value: null });
      const tills = await chain.database.sql(
        'SELECT role_name FROM chain.tills WHERE pos_number = $1',
        [posNumber],
      );
      expect(tills).toEqual([{ role_name: interrupted.chain.user }]);
    }
    if (IS_FULL_RUN) expect(completeJoins).toBeGreaterThan(0);
    await proxy.close();
  });
});

/** More chunks than a login and its join need in both directions. */
const MAX_JOIN_CHUNKS = 24;

/** Forwards to the server until so many chunks have passed; then it cuts every connection. */
async function startCuttingProxy({ host, port }: Cluster) {
  let remaining = Number.POSITIVE_INFINITY;
  const sockets = new Set<Socket>();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const forward = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => {});
    from.on('close', () => to.destroy());
    from.on('data', (chunk) => {
      remaining -= 1;
      if (remaining < 0) cut();
      else to.write(chunk);
    });
  };
  const server = createServer((client) => {
    const upstream = connect(port, host);
    forward(client, upstream);
    forward(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter: (chunks: number) => {
      remaining = chunks;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
