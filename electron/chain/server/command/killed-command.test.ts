import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHAIN_PROGRAM } from '../../../../tests/support/built-paths.ts';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { createNamedRandom, getSampleSize } from '../../../../tests/support/sampling.ts';
import { connectToChain } from '../../client/index.ts';
import { retireTill } from '../../schema/index.ts';

/** More messages than a command sends to the database. */
const MAX_MESSAGES = 200;
const STRIDE = getSampleSize('messages');
const LONG_TEST_OPTIONS = { timeout: 3_600_000 };

// Each command is a process of its own. Between it and a real PostgreSQL, a proxy counts its messages.
describe.skipIf(process.platform === 'win32')(
  'a command that kill -9 interrupts',
  LONG_TEST_OPTIONS,
  () => {
    let chain: TestChain;
    let proxy: Server;
    let child: ChildProcess;
    /** The child is killed at this message, before or after the server gets it; 0 never. */
    let kill = { atMessage: 0, isAfterwards: false };
    let messages = 0;
    const folder = mkdtempSync(join(tmpdir(), 'mostrador-killed-'));

    beforeAll(async () => {
      const cluster = await getSharedCluster();
      chain = await createChain(cluster);
      proxy = createServer((client) => {
        const server = connect({ host: cluster.host, port: cluster.port });
        for (const socket of [client, server]) {
          socket.on('error', () => {});
          socket.on('close', () => {
            client.destroy();
            server.destroy();
          });
        }
        client.on('data', (data) => {
          messages += 1;
          const isKilled = messages === kill.atMessage;
          if (isKilled) child.kill('SIGKILL');
          if (!isKilled || kill.isAfterwards) server.write(data);
        });
        server.on('data', (data) => client.write(data));
      }).listen(0, cluster.host);
      await once(proxy, 'listening');
      const address = proxy.address();
      const port = typeof address === 'object' ? address?.port : null;
      const { user, password, ca } = chain.admin;
      const hosts = [`${cluster.host}:${port}`];
      const admin = { hosts, user, password, ca, database: 'postgres' };
      writeFileSync(join(folder, 'admin.json'), JSON.stringify(admin), { mode: 0o600 });
    });
    afterAll(async () => {
      proxy.close();
      await chain.drop();
      rmSync(folder, { recursive: true });
    });

    /** Returns the exit code; null if the process was killed. */
    const run = async (command: string, killPoint = { atMessage: 0, isAfterwards: false }) => {
      messages = 0;
      kill = killPoint;
      const options = `--admin admin.json --database ${chain.admin.database} --out setup`;
      child = spawn(process.execPath, [CHAIN_PROGRAM, ...`${command} ${options}`.split(' ')], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let errors = '';
      child.stderr?.on('data', (text) => {
        errors += text;
      });
      const [code] = await once(child, 'close');
      return { code, errors };
    };
    /** Kills the command at one message, then at a later one …, until it gets to its end. */
    const runKilledAtEachMessage = async (
      command: string,
      afterEach: () => Promise<void> = async () => {},
    ): Promise<void> => {
      for (const isAfterwards of [false, true]) {
        const first = createNamedRandom(`messages/${command}/${isAfterwards}`).between(1, STRIDE);
        for (let atMessage = first; ; atMessage += STRIDE) {
          expect(atMessage).toBeLessThan(MAX_MESSAGES);
          const { code, errors } = await run(command, { atMessage, isAfterwards });
          if (code !== null) expect(code, errors).toBe(0);
          await afterEach();
          if (code !== null) break;
        }
      }
    };
    const readFile = (name: string) =>
      JSON.parse(readFileSync(join(folder, 'setup', name), 'utf8'));
    const listTills = async () =>
      await chain.database.sql(
        'SELECT role_name, pos_number FROM chain.tills WHERE retired_at IS NULL ORDER BY pos_number',
      );
    const isValidLogin = async (login: object): Promise<boolean> => {
      const connected = await connectToChain({ ...chain.admin, ...login });
      if (connected.ok) await connected.value.end();
      return connected.ok;
    };
    const removeFolder = () => rmSync(join(folder, 'setup'), { recursive: true });

    const enroll = 'enroll --list tills.csv';
    /** The same command again enrolls both tills, each with the login in its file. Then removes them. */
    const continueEnrollment = async (): Promise<void> => {
      const { code, errors } = await run(enroll);
      expect(code, errors).toBe(0);
      const names = ['Centro-01.json', 'Centro-02.json'];
      expect(readdirSync(join(folder, 'setup')).sort()).toEqual(names);
      const patches = names.map(readFile);
      expect(await listTills()).toEqual(
        patches.map(({ posNumber, chain: { user } }) => ({
          role_name: user,
          pos_number: posNumber,
        })),
      );
      for (const patch of patches) {
        expect(await isValidLogin(patch.chain)).toBe(true);
        expect(await retireTill(chain.admin, patch.posNumber)).toMatchObject({ ok: true });
      }
      removeFolder();
    };

    it('enroll --list continues, and leaves no till whose login is in no file', async () => {
      writeFileSync(join(folder, 'tills.csv'), '01,Centro\n02,Centro\n');
      await runKilledAtEachMessage(enroll, continueEnrollment);
    });

    it('enroll --list continues after each step with its files', async () => {
      expect(await run(enroll)).toMatchObject({ code: 0 });
      const path = (name: string) => join(folder, 'setup', name);
      // Killed after the commit, before the file got its name.
      renameSync(path('Centro-02.json'), path('Centro-02.json.new'));
      const { user } = readFile('Centro-02.json.new').chain;
      expect(await run(enroll)).toMatchObject({ code: 0 });
      expect(readFile('Centro-02.json').chain.user).toBe(user);
      // The file that an interrupted run left is of a till that was retired since.
      renameSync(path('Centro-02.json'), path('Centro-02.json.new'));
      expect(await retireTill(chain.admin, user)).toMatchObject({ ok: true });
      await continueEnrollment();
      // Killed while the file was being written.
      mkdirSync(join(folder, 'setup'), { mode: 0o700 });
      writeFileSync(path('Centro-01.json.new.part'), '{"posNumber"', { mode: 0o600 });
      await continueEnrollment();
    });

    it('init writes its files completely when it is run again', async () => {
      await runKilledAtEachMessage('init');
      const { maker, hook } = readFile('chain.json');
      for (const login of [maker, hook, readFile('office.json').chain.office])
        expect(await isValidLogin(login)).toBe(true);
    });
  },
);
