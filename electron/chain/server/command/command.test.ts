import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provisioningSchema } from '../../../../shared/contract/index.ts';
import {
  type Cluster,
  type DatabaseLogin,
  getSharedCluster,
  type TestDatabase,
} from '../../../../tests/support/postgres/index.ts';
import { connectChain } from '../../till/client/index.ts';
import { pushChanges, startSession } from '../../till/protocol/index.ts';
import { runChain } from './run-chain.ts';

const NAME = `shops_${process.pid}`;
const workingFolder = mkdtempSync(join(tmpdir(), 'mostrador-chain-'));
const inFolder = (...names: string[]): string => join(workingFolder, ...names);
const read = (...names: string[]) => JSON.parse(readFileSync(inFolder(...names), 'utf8'));

describe.skipIf(process.platform === 'win32')('the commands of a chain', () => {
  let cluster: Cluster;
  let database: TestDatabase;
  let admin: DatabaseLogin;
  let env: Record<string, string>;

  beforeAll(async () => {
    cluster = await getSharedCluster();
    admin = await cluster.createAdmin();
    database = cluster.database(NAME);
    writeFileSync(inFolder('ca.pem'), cluster.caPem);
    env = {
      PGHOST: cluster.host,
      PGPORT: String(cluster.port),
      PGUSER: admin.user,
      PGPASSWORD: admin.password,
      PGSSLROOTCERT: 'ca.pem',
    };
  });
  afterAll(async () => {
    await database.drop();
    rmSync(workingFolder, { recursive: true });
  });

  /** As it is run in `folder`; what it says and complains of, together. */
  const run = async (words: string, over: Record<string, string> = {}, stopRequested = never) => {
    let said = '';
    const note = (text: string) => {
      said += text;
    };
    const code = await runChain({
      args: words.split(' '),
      workingFolder,
      env: { ...env, ...over },
      version: '1.2.3',
      write: note,
      writeError: note,
      stopRequested,
    });
    expect(said).not.toContain(admin.password);
    return { code, said };
  };
  const never = new Promise<void>(() => {});
  const enroll = (pos: string, shop = 'Centro') =>
    run(`enroll --shop ${shop} --pos ${pos} --out setup --database ${NAME}`);

  it('names what is missing of the administrator, and what is wrong with her', async () => {
    const init = `init --out setup --database ${NAME}`;
    expect(await run(init, { PGUSER: '', PGPASSWORD: '' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('PGUSER, PGPASSWORD are not set'),
    });
    const cases: [Record<string, string>, number, string][] = [
      [{ PGSSLROOTCERT: 'none.pem' }, 1, 'none.pem: the authority'],
      [{ PGHOST: '/var/run/postgresql' }, 1, 'PGHOST is a socket'],
      [{ PGPASSWORD: 'wrong' }, 14, 'does not let this login do it'],
      [{ PGHOST: cluster.wrongHost }, 14, 'certificate that is not trusted for this name'],
      [{ PGPORT: '1' }, 2, 'does not answer'],
    ];
    for (const [over, code, words] of cases) {
      expect(await run(init, over)).toMatchObject({ code, said: expect.stringContaining(words) });
    }
    expect(await run('init --out setup --database Shops-1')).toMatchObject({ code: 14 });
    const [row] = await cluster.sql('SELECT 1 AS one FROM pg_database WHERE datname = $1', [NAME]);
    expect(row).toBeUndefined();
  });

  it('init makes the database and the files, and again changes neither', async () => {
    const made = await run(`init --out setup --database ${NAME}`);
    expect(made.said).toContain(`The database ${NAME} is made`);
    expect(made.said).toContain('A superuser closes it');
    expect(made.said).toContain('REVOKE');
    expect(made.code).toBe(0);
    for (const name of ['chain.json', 'office.json']) {
      expect(statSync(inFolder('setup', name)).mode & 0o777).toBe(0o600);
    }
    const before = [read('setup', 'chain.json'), read('setup', 'office.json')];
    const again = await run(`init --out setup --database ${NAME}`);
    expect(again.said).toContain('is up to date');
    expect(again.said).toContain('stays as it is');
    expect([read('setup', 'chain.json'), read('setup', 'office.json')]).toEqual(before);
    const roles = await cluster.sql('SELECT rolname FROM pg_roles WHERE rolname LIKE $1', [
      `${NAME}_maker_%`,
    ]);
    expect(roles).toHaveLength(1);
  });

  it('takes the administrator from a file that nobody else can read', async () => {
    const { user, password } = admin;
    const hosts = [`${cluster.host}:${cluster.port}`];
    const file = inFolder('admin.json');
    writeFileSync(file, JSON.stringify({ hosts, user, password, caFile: 'ca.pem' }));
    chmodSync(file, 0o644);
    const words = `init --out setup --database ${NAME} --admin admin.json`;
    const nobody = { PGHOST: '', PGUSER: '', PGPASSWORD: '' };
    expect(await run(words, nobody)).toMatchObject({
      code: 1,
      said: expect.stringContaining('600'),
    });
    chmodSync(file, 0o600);
    expect(await run(words, nobody)).toMatchObject({ code: 0 });
    writeFileSync(file, JSON.stringify({ hosts, user, password }));
    expect((await run(words, nobody)).said).toContain('either ca or caFile');
  });

  it("enroll writes a patch of the till's settings, with which it may report", async () => {
    const made = await enroll('07');
    expect(made, made.said).toMatchObject({ code: 0 });
    const file = inFolder('setup', 'Centro-07.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const patch = read('setup', 'Centro-07.json');
    expect(provisioningSchema.partial().parse(patch)).toEqual(patch);
    expect(patch).toMatchObject({ posNumber: '07', chain: { shop: 'Centro', database: NAME } });
    expect(made.said).not.toContain(patch.chain.password);
    const connected = await connectChain(patch.chain);
    expect(connected).toMatchObject({ ok: true });
    if (connected.ok) await connected.value.end();
  });

  it('enroll refuses a POS number that is taken, and leaves no file', async () => {
    const taken = await enroll('07', 'Sur');
    expect(taken.code).toBe(14);
    expect(taken.said).toMatch(/POS number 07 is taken: the till shops_\w+ in Centro has it/);
    expect(() => statSync(inFolder('setup', 'Sur-07.json'))).toThrow('ENOENT');
    expect(await enroll('07')).toMatchObject({ code: 1, said: expect.stringContaining('already') });
    expect(await enroll('0|7')).toMatchObject({ code: 1, said: expect.stringContaining('no bar') });
    expect(await enroll('08')).toMatchObject({ code: 0 });
    expect(await enroll('21', 'La-Esquina')).toMatchObject({ code: 0 });
  });

  it('status tells what waits for somebody, by its exit code too', async () => {
    const words = 'status --config setup/chain.json';
    const first = await run(words);
    expect(first.code).toBe(12);
    expect(first.said).toContain('no process makes the daily file');
    expect(first.said).toContain('till 07 (Centro) has never reported');
    const report = JSON.parse((await run(`${words} --json`)).said);
    expect(report).toMatchObject({ format: 1, version: '1.2.3', database: NAME, worst: 'red' });
    expect(report.tills.map((till: { posNumber: string }) => till.posNumber)).toEqual([
      '07',
      '08',
      '21',
    ]);

    // Two report; one of them is set to the other's number, and its clock is two days off.
    await report07('Centro-07.json', { pos: '07', clock_offset: 1 });
    await report07('Centro-08.json', { pos: '07', clock_offset: 172_800, unresolved: 2 });
    await database.sql(
      `INSERT INTO chain.leases (name, holder, until) VALUES ('maker', 'one', now() + interval '1 h')`,
    );
    const { worst, lights } = JSON.parse((await run(`${words} --json`)).said);
    expect(worst).toBe('red');
    expect(lights.map(({ code }: { code: string }) => code).sort()).toEqual([
      'pos-twice',
      'till-clock',
      'till-never',
      'till-unresolved',
    ]);
    await report07('Centro-08.json', { pos: '08', clock_offset: 1 });
    await report07('La-Esquina-21.json', { pos: '21', clock_offset: null });
    expect(await run(words)).toMatchObject({
      code: 0,
      said: expect.stringContaining('All is well'),
    });
    await cluster.setReadOnly(NAME, true);
    expect(await run(words)).toMatchObject({ code: 0 });
    await cluster.setReadOnly(NAME, false);
  });

  async function report07(
    file: string,
    status: { pos: string; clock_offset: number | null; unresolved?: number },
  ): Promise<void> {
    const connected = await connectChain(read('setup', file).chain);
    if (!connected.ok) throw new Error(connected.problem.detail);
    const connection = connected.value;
    const uuid = crypto.randomUUID();
    const begun = await startSession(connection, {
      ledger: uuid,
      epochKey: uuid,
      head: 0,
      marks: {},
    });
    if (!begun.ok) throw new Error(begun.problem.detail);
    const pushed = await pushChanges(connection, {
      session: begun.value.session,
      from: 0,
      to: 0,
      mark: null,
      rows: [],
      status: {
        version: '1.2.3',
        until: 1,
        closed: false,
        open_since: null,
        unresolved: 0,
        papers: 0,
        backup_at: null,
        audit_number: null,
        audit_digest: null,
        service: 'green',
        printer: 'green',
        hints: [],
        ...status,
      },
    });
    if (!pushed.ok) throw new Error(pushed.problem.detail);
    await connection.end();
  }

  it('start keeps what webhooks name, says how it is, and ends in order', async () => {
    const settings = read('setup', 'chain.json');
    const [hooks, health] = await freePorts();
    const stop = Promise.withResolvers<void>();
    const words = `start --config setup/chain.json --hooks ${hooks} --health ${health}`;
    const running = run(words, {}, stop.promise);
    const url = `http://127.0.0.1:${hooks}/hooks/${settings.hooks.tokens[0]}`;
    const send = (body: object) =>
      fetch(url, { method: 'POST', body: JSON.stringify(body) }).then(({ status }) => status);
    const lights = async () => {
      const answer = await fetch(`http://127.0.0.1:${health}/health`);
      return [answer.status, (await answer.json()).worst];
    };
    await until(() => lights().then(([status]) => status === 200));
    const externalId = crypto.randomUUID();
    expect(await send({ type: 'transaction', id: 48_586, external_id: externalId })).toBe(204);
    expect(await send({ type: 'bill', id: 8390 })).toBe(204);
    const hints = await database.sql('SELECT kind, key FROM chain.hints ORDER BY kind, key');
    expect(hints).toEqual([
      { kind: 'bill', key: '8390' },
      { kind: 'external-id', key: externalId },
      { kind: 'transaction', key: '48586' },
    ]);

    await cluster.setReadOnly(NAME, true);
    await database.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${settings.hook.user}'`,
    );
    expect(await send({ type: 'bill', id: 9000 })).toBe(503);
    expect(await lights()).toEqual([200, 'yellow']);
    await cluster.setReadOnly(NAME, false);
    await until(async () => (await send({ type: 'bill', id: 9000 })) === 204);
    expect(await lights()).toEqual([200, 'green']);

    stop.resolve();
    const { code, said } = await running;
    expect([code, said]).toEqual([0, expect.stringContaining('has ended')]);
    for (const secret of [settings.hook.password, settings.maker.password, url]) {
      expect(said).not.toContain(secret);
    }
  });

  it('two processes keep the same hints at once, and neither waits for the other', async () => {
    const token = read('setup', 'chain.json').hooks.tokens[0];
    const stop = Promise.withResolvers<void>();
    const both = (await freePorts()).map((port) => {
      const url = `http://127.0.0.1:${port}/hooks/${token}`;
      const words = `start --config setup/chain.json --hooks ${port}`;
      return { url, done: run(words, {}, stop.promise) };
    });
    const send = async (url: string, id: number) => {
      const answer = await fetch(url, { method: 'POST', body: `{"type":"bill","id":${id}}` });
      return answer.status;
    };
    for (const { url } of both) await until(async () => (await send(url, 1)) === 204);
    const ids = Array.from({ length: 40 }, (_, at) => 70_000 + at);
    const sent = both.flatMap(({ url }, at) =>
      (at === 0 ? ids : ids.toReversed()).map((id) => send(url, id)),
    );
    expect(new Set(await Promise.all(sent))).toEqual(new Set([204]));
    const [row] = await database.sql(
      "SELECT count(*)::int AS n FROM chain.hints WHERE kind = 'bill' AND key ~ '^700'",
    );
    expect(row).toEqual({ n: 40 });
    stop.resolve();
    for (const { done } of both) expect(await done).toMatchObject({ code: 0 });
  });

  it('start waits for a database that is away, and refuses one that is not for it', async () => {
    const settings = read('setup', 'chain.json');
    const [hooks] = await freePorts();
    const start = async (changed: object) => {
      writeFileSync(inFolder('other.json'), JSON.stringify({ ...settings, ...changed }), {
        mode: 0o600,
      });
      return await run(`start --config other.json --hooks ${hooks}`, {}, Promise.resolve());
    };
    expect(await start({ hosts: ['127.0.0.1:1'] })).toMatchObject({ code: 0 });
    expect(await start({ hook: { ...settings.hook, password: 'x' } })).toMatchObject({
      code: 14,
      said: expect.stringContaining('does not let this login'),
    });
    expect(await start({ hosts: [`${cluster.wrongHost}:${cluster.port}`] })).toMatchObject({
      code: 14,
    });
    expect(await start({ hooks: { ...settings.hooks, host: '0.0.0.0' } })).toMatchObject({
      code: 1,
      said: expect.stringContaining('hooks.certificateFile'),
    });
    await database.sql('INSERT INTO chain.versions (version) VALUES (999)');
    expect(await start({})).toMatchObject({
      code: 14,
      said: expect.stringContaining('version 999'),
    });
    expect(await run(`init --out setup --database ${NAME}`)).toMatchObject({
      code: 14,
      said: expect.stringContaining('newer Mostrador'),
    });
    await database.sql('DELETE FROM chain.versions WHERE version = 999');
  });

  it('retire ends a login by POS number, and a login of the process by its name', async () => {
    const { chain } = read('setup', 'Centro-07.json');
    const retire = (name: string) => run(`retire ${name} --database ${NAME}`);
    expect(await retire('07')).toMatchObject({
      code: 0,
      said: expect.stringContaining(chain.user),
    });
    expect(await connectChain(chain)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    expect(await retire('07')).toMatchObject({
      code: 14,
      said: expect.stringContaining('No till'),
    });
    const { hook } = read('setup', 'chain.json');
    expect(await retire(hook.user)).toMatchObject({ code: 0 });
    rmSync(inFolder('setup', 'Centro-07.json'));
    expect(await enroll('07')).toMatchObject({ code: 0 });
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function freePorts(): Promise<[number, number]> {
  const ports = [createServer(), createServer()].map(async (server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    server.close();
    return typeof address === 'object' && address ? address.port : 0;
  });
  const [one = 0, other = 0] = await Promise.all(ports);
  return [one, other];
}
