import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
import { connectToChain, parseJoinCode } from '../../client/index.ts';
import { pushChanges, readBillLayouts, startSession } from '../../protocol/index.ts';
import { runChainCommand } from './run-chain.ts';

const NAME = `shops_${process.pid}`;
const workingFolder = mkdtempSync(join(tmpdir(), 'mostrador-chain-'));
const getPath = (...names: string[]): string => join(workingFolder, ...names);
const readJson = (...names: string[]) => JSON.parse(readFileSync(getPath(...names), 'utf8'));

describe.skipIf(process.platform === 'win32')('chain commands', () => {
  let cluster: Cluster;
  let database: TestDatabase;
  let admin: DatabaseLogin;
  let env: Record<string, string>;

  beforeAll(async () => {
    cluster = await getSharedCluster();
    admin = await cluster.createAdmin();
    database = cluster.getDatabase(NAME);
    writeFileSync(getPath('ca.pem'), cluster.caPem);
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

  /**
   * Runs the command in the working folder; returns its exit code and its output on both streams.
   */
  const run = async (
    commandLine: string,
    envChanges: Record<string, string> = {},
    stopRequested = never,
    confirm?: (question: string) => Promise<boolean>,
    isScreen = false,
  ) => {
    let output = '';
    const note = (text: string) => {
      output += text;
    };
    const code = await runChainCommand({
      args: commandLine.split(' '),
      workingFolder,
      env: { ...env, ...envChanges },
      version: '1.2.3',
      write: note,
      writeError: note,
      isScreen,
      stopRequested,
      ...(confirm === undefined ? {} : { confirm }),
    });
    expect(output).not.toContain(admin.password);
    return { code, output };
  };
  const never = new Promise<void>(() => {});
  const enroll = (pos: string, shop = 'Centro') =>
    run(`enroll --shop ${shop} --pos ${pos} --out setup --database ${NAME}`);

  it('init reports missing and invalid administrator settings', async () => {
    const init = `init --out setup --database ${NAME}`;
    expect(await run(init, { PGUSER: '', PGPASSWORD: '' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('PGUSER, PGPASSWORD are not set'),
    });
    const cases: [Record<string, string>, number, string][] = [
      [{ PGSSLROOTCERT: 'none.pem' }, 1, 'none.pem: the file with the certificate authority'],
      [{ PGHOST: '/var/run/postgresql' }, 1, 'PGHOST is the socket'],
      [{ PGPASSWORD: 'wrong' }, 14, 'refused this login'],
      [{ PGHOST: cluster.wrongHost }, 14, 'certificate that is not trusted for this name'],
      [{ PGPORT: '1' }, 2, 'does not answer'],
    ];
    for (const [envChanges, code, expectedText] of cases) {
      expect(await run(init, envChanges)).toMatchObject({
        code,
        output: expect.stringContaining(expectedText),
      });
    }
    expect(await run('init --out setup --database Shops-1')).toMatchObject({ code: 14 });
    const [row] = await cluster.sql('SELECT 1 AS one FROM pg_database WHERE datname = $1', [NAME]);
    expect(row).toBeUndefined();
  });

  it('init creates the database and the files, and a second run changes neither', async () => {
    const result = await run(`init --out setup --database ${NAME}`);
    expect(result.output).toContain(`The database ${NAME} was created`);
    expect(result.output).toContain('A superuser can revoke it');
    expect(result.output).toContain('REVOKE');
    expect(result.code).toBe(0);
    for (const name of ['chain.json', 'office.json']) {
      expect(statSync(getPath('setup', name)).mode & 0o777).toBe(0o600);
    }
    const before = [readJson('setup', 'chain.json'), readJson('setup', 'office.json')];
    const again = await run(`init --out setup --database ${NAME}`);
    expect(again.output).toContain('is up to date');
    expect(again.output).toContain('was left unchanged');
    expect([readJson('setup', 'chain.json'), readJson('setup', 'office.json')]).toEqual(before);
    const roles = await cluster.sql('SELECT rolname FROM pg_roles WHERE rolname LIKE $1', [
      `${NAME}_maker_%`,
    ]);
    expect(roles).toHaveLength(1);
  });

  it("reads the administrator's login from a file that others cannot read", async () => {
    const { user, password } = admin;
    const hosts = [`${cluster.host}:${cluster.port}`];
    const file = getPath('admin.json');
    writeFileSync(file, JSON.stringify({ hosts, user, password, caFile: 'ca.pem' }));
    chmodSync(file, 0o644);
    const commandLine = `init --out setup --database ${NAME} --admin admin.json`;
    const nobody = { PGHOST: '', PGUSER: '', PGPASSWORD: '' };
    expect(await run(commandLine, nobody)).toMatchObject({
      code: 1,
      output: expect.stringContaining('600'),
    });
    chmodSync(file, 0o600);
    expect(await run(commandLine, nobody)).toMatchObject({ code: 0 });
    writeFileSync(file, JSON.stringify({ hosts, user, password }));
    expect((await run(commandLine, nobody)).output).toContain('either ca or caFile');
  });

  it('join-code prints a code with the address and the authority of the database', async () => {
    const result = await run(`join-code --database ${NAME}`);
    expect(result, result.output).toMatchObject({ code: 0 });
    const code = parseJoinCode(result.output.split('\n')[0] ?? '');
    expect(code).toMatchObject({
      ok: true,
      value: { host: cluster.host, port: cluster.port, database: NAME },
    });
    expect(result.output).not.toContain('▀');
    const onScreen = await run(`join-code --database ${NAME}`, {}, never, undefined, true);
    expect(onScreen.output).toContain('▀');
  });

  it('reports to leave that there is no till in the profile', async () => {
    expect(await run(`leave --pin pin.json --profile ${workingFolder}`)).toEqual({
      code: 4,
      output: expect.stringContaining('not set up'),
    });
  });

  it('enroll writes a settings patch with a working login of the till', async () => {
    const result = await enroll('07');
    expect(result, result.output).toMatchObject({ code: 0 });
    const file = getPath('setup', 'Centro-07.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const patch = readJson('setup', 'Centro-07.json');
    expect(provisioningSchema.partial().parse(patch)).toEqual(patch);
    expect(patch).toMatchObject({ posNumber: '07', chain: { shop: 'Centro', database: NAME } });
    expect(result.output).not.toContain(patch.chain.password);
    const connected = await connectToChain(patch.chain);
    expect(connected).toMatchObject({ ok: true });
    if (connected.ok) await connected.value.end();
  });

  it('enroll rejects a POS number that is taken, and leaves no file', async () => {
    const rejection = await enroll('07', 'Sur');
    expect(rejection.code).toBe(14);
    expect(rejection.output).toMatch(/POS number 07 is taken: the till shops_\w+ in Centro has it/);
    expect(() => statSync(getPath('setup', 'Sur-07.json'))).toThrow('ENOENT');
    expect(await enroll('07')).toMatchObject({
      code: 1,
      output: expect.stringContaining('already'),
    });
    expect(await enroll('0|7')).toMatchObject({
      code: 1,
      output: expect.stringContaining('no bar'),
    });
    expect(await enroll('08')).toMatchObject({ code: 0 });
    expect(await enroll('21', 'La-Esquina')).toMatchObject({ code: 0 });
  });

  it('bill-layouts gives the tills the layouts of a file, and refuses an invalid one', async () => {
    const layouts = [{ gln: '7709998005730', billerId: 4711 }];
    const command = `bill-layouts layouts.json --database ${NAME}`;
    expect(await run(command)).toMatchObject({
      code: 1,
      output: expect.stringContaining('cannot be read as JSON'),
    });
    writeFileSync(getPath('layouts.json'), JSON.stringify({ billLayouts: [{ gln: '1' }] }));
    expect(await run(command)).toMatchObject({
      code: 1,
      output: expect.stringContaining('billLayouts[0].gln'),
    });
    writeFileSync(getPath('layouts.json'), JSON.stringify({ billLayouts: layouts }));
    const result = await run(command);
    expect(result, result.output).toMatchObject({ code: 0 });
    const connected = await connectToChain(readJson('setup', 'Centro-07.json').chain);
    if (!connected.ok) throw new Error(connected.problem.detail);
    const read = await readBillLayouts(connected.value, null);
    if (!read.ok) throw new Error(read.problem.detail);
    expect(JSON.parse(read.value?.layouts ?? '')).toEqual(layouts);
    // A till that has this revision gets nothing.
    const revision = read.value?.revision ?? null;
    expect(await readBillLayouts(connected.value, revision)).toEqual({ ok: true, value: null });
    await connected.value.end();
  });

  it('enrolls a list, continues it, and refuses a list with a mistake before the first till', async () => {
    const enrollList = (lines: string) => {
      writeFileSync(getPath('tills.csv'), lines);
      return run(`enroll --list tills.csv --out list --database ${NAME}`);
    };
    const [before] = await database.sql('SELECT count(*)::int AS n FROM chain.tills');
    for (const [lines, message] of [
      ['31,Centro\n31,Sur\n', 'line 2: POS number 31 is in the list twice'],
      ['31,Centro\n\nSur\n', 'line 3: a line must be the POS number, a comma and the shop'],
      ['31,Centro\n3|2,Sur\n', 'line 2: the first field must be a POS number'],
      ['\n', 'has no lines'],
    ] as const) {
      const refused = await enrollList(lines);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(message) });
    }
    expect(await database.sql('SELECT count(*)::int AS n FROM chain.tills')).toEqual([before]);

    // The number of the second line is taken.
    const stopped = await enrollList('\ufeff31,"Lupita, ""Centro"""\r\n07,Norte\r\n32,Sur\r\n');
    expect(stopped.code).toBe(14);
    expect(stopped.output).toContain('Of the 3 tills in the list, the first 1 have their files');
    expect(readJson('list', 'Lupita-Centro-31.json')).toMatchObject({
      posNumber: '31',
      chain: { shop: 'Lupita, "Centro"' },
    });
    expect(await enrollList('31,"Lupita, ""Centro"""\n32,Sur\n')).toMatchObject({ code: 0 });
    writeFileSync(getPath('list', 'Norte-33.json'), '');
    const incomplete = await enrollList('33,Norte\n');
    expect(incomplete).toMatchObject({
      code: 1,
      output: expect.stringContaining('not the file of till 33'),
    });
    const enrolled = await database.sql(
      `SELECT pos_number AS pos FROM chain.tills WHERE pos_number LIKE '3%' ORDER BY 1`,
    );
    expect(enrolled).toEqual([{ pos: '31' }, { pos: '32' }]);
    expect(await run('enroll --list tills.csv --pos 34 --out list')).toMatchObject({ code: 1 });
    for (const pos of ['31', '32']) {
      expect(await run(`retire ${pos} --database ${NAME}`)).toMatchObject({ code: 0 });
    }
  });

  it('status lists the problems that need a person, and sets its exit code', async () => {
    const commandLine = 'status --config setup/chain.json';
    const first = await run(commandLine);
    expect(first.code).toBe(12);
    expect(first.output).toContain('no process creates the daily file');
    expect(first.output).toContain('till 07 (Centro) has never reported');
    const report = JSON.parse((await run(`${commandLine} --json`)).output);
    expect(report).toMatchObject({ format: 1, version: '1.2.3', database: NAME, worst: 'red' });
    expect(report.tills.map((till: { posNumber: string }) => till.posNumber)).toEqual([
      '07',
      '08',
      '21',
    ]);

    // Two tills report; one has the other's number, and its clock is two days off.
    await reportStatus('Centro-07.json', { pos: '07', clock_offset: 1 });
    await reportStatus('Centro-08.json', { pos: '07', clock_offset: 172_800, unresolved: 2 });
    await database.sql(
      `INSERT INTO chain.leases (name, holder, until) VALUES ('maker', 'one', now() + interval '1 h')`,
    );
    const { worst, lights } = JSON.parse((await run(`${commandLine} --json`)).output);
    expect(worst).toBe('red');
    expect(lights.map(({ code }: { code: string }) => code).sort()).toEqual([
      'pos-differs',
      'till-clock',
      'till-never',
      'till-unresolved',
    ]);
    await reportStatus('Centro-08.json', { pos: '08', clock_offset: 1 });
    await reportStatus('La-Esquina-21.json', { pos: '21', clock_offset: null });
    expect(await run(commandLine)).toMatchObject({
      code: 0,
      output: expect.stringContaining('No problems'),
    });
    await cluster.setReadOnly(NAME, true);
    expect(await run(commandLine)).toMatchObject({ code: 0 });
    await cluster.setReadOnly(NAME, false);
  });

  it('status reports webhooks that wait longer than their tills need, however many just arrived', async () => {
    const commandLine = 'status --config setup/chain.json';
    await database.sql(`WITH added AS (INSERT INTO chain.hints (kind, key)
        SELECT 'transaction', 'T' || n FROM generate_series(1, 500) AS n RETURNING id)
      INSERT INTO chain.hint_tills (till_id, hint_id)
      SELECT (SELECT till_id FROM chain.tills WHERE retired_at IS NULL LIMIT 1), id FROM added`);
    expect(await run(commandLine)).toMatchObject({ code: 0 });
    await database.sql("UPDATE chain.hints SET at = now() - interval '6 minutes'");
    expect(await run(commandLine)).toMatchObject({
      code: 11,
      output: expect.stringContaining('500 webhooks wait until their tills connect'),
    });
    await database.sql('DELETE FROM chain.hint_tills; DELETE FROM chain.hints');
  });

  const PROMETHEUS = 'status --config setup/chain.json --prometheus';
  const parseMetrics = (output: string) =>
    new Map(
      [...output.matchAll(/^mostrador_chain_(.+) (\d+)$/gm)].map(([, name = '', value]) => [
        name,
        Number(value),
      ]),
    );

  it('status leaves out the connections that the server reserves', async () => {
    const [row] = await cluster.sql(`SELECT current_setting('max_connections')::int
      - sum(setting::int)::int AS max FROM pg_settings
      WHERE name IN ('superuser_reserved_connections', 'reserved_connections')`);
    const { output } = await run('status --json --config setup/chain.json');
    expect(JSON.parse(output).connections.max).toBe(row?.max);
  });

  it('status counts the connections and sees the transactions of every login', async () => {
    const { maker, hook, ...address } = readJson('setup', 'chain.json');
    const { office } = readJson('setup', 'office.json').chain;
    const addresses = [
      readJson('setup', 'Centro-07.json').chain,
      ...[maker, hook, office].map((login) => ({ ...address, ...login })),
    ];
    const connections = await Promise.all(
      addresses.map(async (address) => {
        const connected = await connectToChain(address);
        if (!connected.ok) throw new Error(connected.problem.detail);
        return connected.value;
      }),
    );
    for (const connection of connections) {
      await connection.transaction(async (query) => {
        await query('SELECT 1');
        const numbers = parseMetrics((await run(PROMETHEUS)).output);
        expect(numbers.get('oldest_transaction_seconds')).toBeGreaterThanOrEqual(0);
        expect(numbers.get('connections_used')).toBeGreaterThan(connections.length);
      });
    }
    await Promise.all(connections.map((connection) => connection.end()));
  });

  it('status prints documented numbers for Prometheus, and no name', async () => {
    const { output } = await run(PROMETHEUS);
    const numbers = parseMetrics(output);
    expect(numbers.get('problems{level="red"}')).toBe(0);
    expect(numbers.get('tills{state="open"}')).toBe(3);
    expect(numbers.get('database_bytes')).toBeGreaterThan(1_000_000);
    expect(output).not.toContain('Centro');
    const documentation = readFileSync(
      join(import.meta.dirname, '../../../../docs/chain.md'),
      'utf8',
    );
    for (const name of numbers.keys()) {
      expect(documentation).toContain(`\`${name.replace(/\{.*/, '')}`);
    }
    expect(await run(`${PROMETHEUS} --json`)).toMatchObject({ code: 1 });
  });

  async function reportStatus(
    file: string,
    status: { pos: string; clock_offset: number | null; unresolved?: number },
  ): Promise<void> {
    const connected = await connectToChain(readJson('setup', file).chain);
    if (!connected.ok) throw new Error(connected.problem.detail);
    const connection = connected.value;
    const uuid = crypto.randomUUID();
    const started = await startSession(connection, {
      ledgerId: uuid,
      epochKey: uuid,
      newestChangeNumber: 0,
      changeTokens: {},
    });
    if (!started.ok) throw new Error(started.problem.detail);
    const push = await pushChanges(connection, {
      sessionNumber: started.value.session,
      afterChangeNumber: 0,
      lastChangeNumber: 0,
      lastChangeToken: null,
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
    if (!push.ok) throw new Error(push.problem.detail);
    await connection.end();
  }

  it('start stores webhook notices, reports its health, and stops in order', async () => {
    const settings = readJson('setup', 'chain.json');
    const [hooks, health] = await findFreePorts();
    const stop = Promise.withResolvers<void>();
    const commandLine = `start --config setup/chain.json --hooks ${hooks} --health ${health}`;
    const running = run(commandLine, {}, stop.promise);
    const url = `http://127.0.0.1:${hooks}/hooks/${settings.hooks.tokens[0]}`;
    const send = (body: object) =>
      fetch(url, { method: 'POST', body: JSON.stringify(body) }).then(({ status }) => status);
    const readHealth = async () => {
      const answer = await fetch(`http://127.0.0.1:${health}/health`);
      return [answer.status, (await answer.json()).worst];
    };
    await waitUntil(() => readHealth().then(([status]) => status === 200));
    const metrics = await (await fetch(`http://127.0.0.1:${health}/metrics`)).text();
    expect(metrics).toContain('mostrador_chain_service_level{service="webhooks"} 0');
    expect(metrics).toContain('mostrador_chain_database_up 1');
    expect(metrics).toMatch(/mostrador_chain_connections_used [1-9]/);
    const externalId = crypto.randomUUID();
    expect(await send({ type: 'transaction', id: 48_586, external_id: externalId })).toBe(204);
    expect(await send({ type: 'bill', id: 8390 })).toBe(204);
    const notices = await database.sql('SELECT kind, key FROM chain.hints ORDER BY kind, key');
    expect(notices).toEqual([
      { kind: 'bill', key: '8390' },
      { kind: 'external-id', key: externalId },
      { kind: 'transaction', key: '48586' },
    ]);

    await cluster.setReadOnly(NAME, true);
    await database.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${settings.hook.user}'`,
    );
    expect(await send({ type: 'bill', id: 9000 })).toBe(503);
    expect(await readHealth()).toEqual([200, 'yellow']);
    await cluster.setReadOnly(NAME, false);
    await waitUntil(async () => (await send({ type: 'bill', id: 9000 })) === 204);
    expect(await readHealth()).toEqual([200, 'green']);

    stop.resolve();
    const { code, output } = await running;
    expect([code, output]).toEqual([0, expect.stringContaining('chain-process: ended')]);
    for (const secret of [settings.hook.password, settings.maker.password, url]) {
      expect(output).not.toContain(secret);
    }
  });

  it('two processes store the same notices concurrently without blocking each other', async () => {
    const token = readJson('setup', 'chain.json').hooks.tokens[0];
    const stop = Promise.withResolvers<void>();
    const both = (await findFreePorts()).map((port) => {
      const url = `http://127.0.0.1:${port}/hooks/${token}`;
      const commandLine = `start --config setup/chain.json --hooks ${port}`;
      return { url, done: run(commandLine, {}, stop.promise) };
    });
    const send = async (url: string, id: number) => {
      const answer = await fetch(url, { method: 'POST', body: `{"type":"bill","id":${id}}` });
      return answer.status;
    };
    for (const { url } of both) await waitUntil(async () => (await send(url, 1)) === 204);
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

  it('start waits for an unreachable database, and rejects one that does not fit', async () => {
    const settings = readJson('setup', 'chain.json');
    const [hooks] = await findFreePorts();
    const start = async (changed: object) => {
      writeFileSync(getPath('other.json'), JSON.stringify({ ...settings, ...changed }), {
        mode: 0o600,
      });
      return await run(`start --config other.json --hooks ${hooks}`, {}, Promise.resolve());
    };
    expect(await start({ hosts: ['127.0.0.1:1'] })).toMatchObject({ code: 0 });
    expect(await start({ hook: { ...settings.hook, password: 'x' } })).toMatchObject({
      code: 14,
      output: expect.stringContaining('refused this login'),
    });
    expect(await start({ hosts: [`${cluster.wrongHost}:${cluster.port}`] })).toMatchObject({
      code: 14,
    });
    expect(await start({ hooks: { ...settings.hooks, host: '0.0.0.0' } })).toMatchObject({
      code: 1,
      output: expect.stringContaining('hooks.certificateFile'),
    });
    await database.sql('INSERT INTO chain.versions (version) VALUES (999)');
    expect(await start({})).toMatchObject({
      code: 14,
      output: expect.stringContaining('version 999'),
    });
    expect(await run(`init --out setup --database ${NAME}`)).toMatchObject({
      code: 14,
      output: expect.stringContaining('newer Mostrador'),
    });
    await database.sql('DELETE FROM chain.versions WHERE version = 999');
  });

  it('start uploads nothing while its journal and the database do not fit together', async () => {
    const reconciliation = { host: '127.0.0.1', user: 'lupita', uploads: true };
    const settings = { ...readJson('setup', 'chain.json'), chainName: 'lupita', reconciliation };
    writeFileSync(getPath('uploads.json'), JSON.stringify(settings), { mode: 0o600 });
    const sha256 = 'a'.repeat(64);
    const insertUpload = `INSERT INTO chain.days (day, since_second, until_second, due_at, name,
        bytes, sha256, uploaded_at)
      VALUES ('2026-11-10', 0, 1, now(), 'lupita_20261111.txt', 9, '${sha256}', now())`;
    await database.sql(insertUpload);
    const start = (options: string, ...more: [((question: string) => Promise<boolean>)?]) =>
      run(`start --config uploads.json ${options}`, {}, Promise.resolve(), ...more);
    const answer = (isYes: boolean) => async () => isYes;
    const journalFile = getPath('data', 'uploads.jsonl');

    expect(await start('--data data')).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${journalFile} is missing`),
    });
    expect(await start('--data data', answer(false))).toMatchObject({ code: 1 });
    expect(await start('--data ca.pem --new-journal')).toMatchObject({
      code: 1,
      output: expect.stringContaining('cannot be used'),
    });
    expect(await start('--data data --new-journal')).toMatchObject({ code: 0 });
    const [, line = ''] = readFileSync(journalFile, 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ day: '2026-11-10', bytes: 9, sha256 });
    expect(await start('--data data')).toMatchObject({ code: 0 });

    await database.sql('DELETE FROM chain.days');
    expect(await start('--data data --new-journal')).toMatchObject({
      code: 14,
      output: expect.stringContaining('2026-11-10 (lupita_20261111.txt, at '),
    });
    expect(await start('--data data', answer(false))).toMatchObject({ code: 14 });
    expect(await start('--data data', answer(true))).toMatchObject({ code: 0 });
    expect(await start('--data data --accept-journal')).toMatchObject({ code: 0 });
  });

  it("retire disables a till's login by POS number, and a login of the process by its name", async () => {
    const { chain } = readJson('setup', 'Centro-07.json');
    const retire = (name: string) => run(`retire ${name} --database ${NAME}`);
    expect(await retire('07')).toMatchObject({
      code: 0,
      output: expect.stringContaining(chain.user),
    });
    expect(await connectToChain(chain)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    expect(await retire('07')).toMatchObject({
      code: 14,
      output: expect.stringContaining('has no till'),
    });
    const { hook } = readJson('setup', 'chain.json');
    expect(await retire(hook.user)).toMatchObject({ code: 0 });
    rmSync(getPath('setup', 'Centro-07.json'));
    expect(await enroll('07')).toMatchObject({ code: 0 });
  });

  describe('rotate-passwords', () => {
    const rotate = (options = '') =>
      run(`rotate-passwords${options} --out rotated --database ${NAME}`);
    const readDuePasswords = () =>
      database.sql('SELECT pos_number FROM chain.tills WHERE password_due_at IS NOT NULL');

    it('writes other passwords of the process and owners, and ends their sessions', async () => {
      const { maker, hook, ...address } = readJson('setup', 'chain.json');
      const { office } = readJson('setup', 'office.json').chain;
      // What a run that was interrupted left: the database never knew that password.
      mkdirSync(getPath('rotated'), { mode: 0o700 });
      writeFileSync(getPath('rotated', `${maker.user}.json.new`), '{"maker"');
      const session = await connectToChain({ ...address, ...maker });
      if (!session.ok) throw new Error(session.problem.detail);
      const result = await rotate();
      expect(result, result.output).toMatchObject({ code: 0 });
      expect(result.output).toContain('restart\n  chain start');
      expect(await session.value.query('SELECT 1')).toMatchObject({ ok: false });

      const rotated = readJson('rotated', `${maker.user}.json`);
      expect(rotated).toEqual({ maker: { user: maker.user, password: expect.any(String) } });
      expect(statSync(getPath('rotated', `${maker.user}.json`)).mode & 0o777).toBe(0o600);
      expect(result.output).not.toContain(rotated.maker.password);
      const patch = readJson('rotated', `${office.user}.json`);
      expect(patch).toEqual({ chain: { office: { ...office, password: expect.any(String) } } });
      for (const [before, after] of [
        [maker, rotated.maker],
        [office, patch.chain.office],
      ]) {
        expect(await connectToChain({ ...address, ...before })).toMatchObject({
          ok: false,
          problem: { kind: 'refused' },
        });
        const connected = await connectToChain({ ...address, ...after });
        expect(connected).toMatchObject({ ok: true });
        if (connected.ok) await connected.value.end();
      }
      // A retired login stays as it is.
      expect(readdirSync(getPath('rotated')).join()).not.toContain(hook.user);

      const again = await rotate();
      expect(again.output).toContain(`${maker.user} keeps that password`);
      expect(readJson('rotated', `${maker.user}.json`)).toEqual(rotated);
    });

    it('asks each till for another password, and writes a file for those that kept theirs', async () => {
      expect(await readDuePasswords()).toEqual(
        expect.arrayContaining([{ pos_number: '07' }, { pos_number: '08' }]),
      );
      const [{ role_name: replaced } = { role_name: '' }] = await database.sql(
        `UPDATE chain.tills SET password_due_at = NULL WHERE pos_number = '08' RETURNING role_name`,
      );
      const { chain } = readJson('setup', 'Centro-07.json');
      const result = await rotate(' --remaining-tills');
      expect(result, result.output).toMatchObject({ code: 0 });
      expect(result.output).toContain('cannot connect until it has it');
      expect(readdirSync(getPath('rotated')).join()).not.toContain(replaced);
      const patch = readJson('rotated', `Centro-07-${chain.user}.json`);
      expect(patch).toEqual({
        posNumber: '07',
        chain: { ...chain, password: expect.any(String) },
      });
      expect(await connectToChain(chain)).toMatchObject({ problem: { kind: 'refused' } });
      const connected = await connectToChain(patch.chain);
      expect(connected).toMatchObject({ ok: true });
      if (connected.ok) await connected.value.end();
      expect(await readDuePasswords()).toEqual([]);
      expect((await rotate(' --remaining-tills')).output).toContain('Every till');
    });
  });
});

async function waitUntil(hasHappened: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await hasHappened().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function findFreePorts(): Promise<[number, number]> {
  const ports = [createServer(), createServer()].map(async (server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    server.close();
    return typeof address === 'object' && address ? address.port : 0;
  });
  const [firstPort = 0, secondPort = 0] = await Promise.all(ports);
  return [firstPort, secondPort];
}
