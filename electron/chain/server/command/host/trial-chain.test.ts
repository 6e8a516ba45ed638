import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readChainServerConfig } from '../../config/index.ts';
import { findCluster, runAsSuperuser } from './cluster.ts';
import {
  createTestHost,
  LOCAL_TILL,
  openJoiningTill,
  type TestHost,
  writeLocalTill,
} from './host.fixture.ts';

const FIRST_PORT = 5460;
const PRODUCTION_TILL = {
  ...LOCAL_TILL,
  environment: 'production',
  baseUrl: 'https://production.example',
};
const JOURNAL = '{"format":1,"database":"of the trial"}\n';
const LONG_TEST_OPTIONS = { timeout: 3_600_000 };

describe.skipIf(process.platform !== 'linux')(
  'chain host, after a trial in the sandbox',
  LONG_TEST_OPTIONS,
  () => {
    let host: TestHost;
    let profile: string;
    let till = LOCAL_TILL;
    let closeTill: () => void = () => {};

    beforeAll(async () => {
      host = createTestHost((run) => run(), FIRST_PORT);
      profile = join(host.folder, 'profile');
      writeLocalTill(profile, till);
      for (const environment of ['sandbox', 'production']) {
        host.writeFile(`${environment}.json`, {
          apiKey: `key-of-${environment}`,
          secretKey: 'secret',
          reconciliation: { password: 'of the server' },
        });
      }
      closeTill = await openJoiningTill(profile, () => till);
    });
    afterAll(async () => {
      closeTill();
      await host.remove();
    });

    const runHost = (options = '') =>
      host.run(`host --address 127.0.0.1 --profile profile ${options}`.trim());
    const readSql = async (sql: string) => {
      const cluster = await findCluster(host.computer);
      if (cluster === null) throw new Error('no cluster');
      return (await runAsSuperuser(host.computer, cluster, sql, 'chain')).trim();
    };
    const readConfig = () =>
      readChainServerConfig(join(host.computer.settingsFolder, 'chain.json'), {});
    const readSettingsFiles = () =>
      readdirSync(host.computer.settingsFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]);

    it("gives the chain the till's environment before a till reports", async () => {
      const { code, output } = await runHost('--credentials sandbox.json --pin pin.json');
      expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
      expect(await readSql('SELECT name FROM chain.environment')).toBe('sandbox');
      expect(await readConfig()).toMatchObject({ environment: 'sandbox' });
    });

    it('changes nothing once the till is in production, and says what to do', async () => {
      till = PRODUCTION_TILL;
      writeLocalTill(profile, till);
      const before = readSettingsFiles();
      host.calls.splice(0);
      for (const options of ['', '--credentials production.json --pin pin.json']) {
        expect(await runHost(options)).toEqual({
          code: 14,
          output: expect.stringContaining('--replace'),
        });
      }
      expect((await runHost('--replace --pin pin.json')).output).toContain('service.apiKey');
      expect(await runHost('--replace --credentials production.json')).toMatchObject({ code: 9 });
      expect(readSettingsFiles()).toEqual(before);
      expect(host.calls).toEqual([]);
    });

    it('begins a chain for production if told to, and keeps what the trial had', async () => {
      const journal = join(host.computer.processFolder, 'uploads.jsonl');
      mkdirSync(host.computer.processFolder, { recursive: true });
      writeFileSync(journal, JOURNAL);
      const trial = await readConfig();
      const { code, output } = await runHost(
        '--replace --credentials production.json --pin pin.json',
      );
      expect({ code, output }).toEqual({
        code: 0,
        output: expect.stringContaining('has joined, with POS number 07'),
      });
      expect(host.calls).toContain('systemctl disable --now mostrador-chain.service');
      const config = await readConfig();
      expect(config).toMatchObject({
        environment: 'production',
        service: { baseUrl: 'https://production.example', apiKey: 'key-of-production' },
      });
      expect(config.ca).not.toBe(trial.ca);
      expect(await readSql('SELECT name FROM chain.environment')).toBe('production');
      expect(await readSql('SELECT count(*) FROM chain.tills')).toBe('1');
      expect(existsSync(journal)).toBe(false);
      const [keptJournal = ''] = readdirSync(host.computer.processFolder);
      expect(readFileSync(join(host.computer.processFolder, keptJournal), 'utf8')).toBe(JOURNAL);
      expect(readSettingsFiles().map(([, text]) => text)).toContainEqual(
        expect.stringContaining(trial.maker?.password ?? ''),
      );
      const clusters = await host.computer.run(['pg_lsclusters', '--no-header']);
      expect(clusters).toContain(`${host.computer.clusterName}_before_`);
    });

    it('run again with the same options, continues with the new chain', async () => {
      const before = await readConfig();
      expect(await runHost('--replace --pin pin.json')).toMatchObject({ code: 0 });
      expect(await readConfig()).toEqual(before);
    });

    it('never sets the chain of production aside for a till in the sandbox', async () => {
      till = LOCAL_TILL;
      writeLocalTill(profile, till);
      const before = readSettingsFiles();
      for (const options of ['', ' --replace --credentials sandbox.json --pin pin.json']) {
        expect(await runHost(options.trim())).toEqual({
          code: 14,
          output: expect.stringContaining('F7, Environment'),
        });
      }
      expect(readSettingsFiles()).toEqual(before);
    });
  },
);
