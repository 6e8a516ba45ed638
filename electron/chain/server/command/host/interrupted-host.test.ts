import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_FULL_RUN } from '../../../../../tests/support/sampling.ts';
import { findCluster, runAsSuperuser } from './cluster.ts';
import {
  createTestHost,
  LOCAL_TILL,
  openJoiningTill,
  type TestHost,
  writeLocalTill,
} from './host.fixture.ts';

/** More than a set-up runs programs. */
const MAX_ATTEMPTS = 120;
const FIRST_PORT = 5490;
const KEYS = {
  apiKey: 'key',
  secretKey: 'secret',
  reconciliation: { password: 'of the server' },
};
const LONG_TEST_OPTIONS = { timeout: 3_600_000 };

describe.skipIf(process.platform !== 'linux' || !IS_FULL_RUN)(
  'chain host, interrupted at each program',
  LONG_TEST_OPTIONS,
  () => {
    let host: TestHost;
    /** Counts down the programs until the interruption: before one runs, or after it has. */
    let interruption = { remaining: 0, isAfterwards: false };
    let closeTill: () => void = () => {};
    let till = LOCAL_TILL;

    beforeAll(async () => {
      host = createTestHost(async (run) => {
        interruption.remaining -= 1;
        const isInterrupted = interruption.remaining === 0;
        if (isInterrupted && !interruption.isAfterwards) throw new Error('interrupted');
        const output = await run();
        if (isInterrupted) throw new Error('interrupted');
        return output;
      }, FIRST_PORT);
      const profile = join(host.folder, 'profile');
      writeLocalTill(profile);
      host.writeFile('keys.json', KEYS);
      closeTill = await openJoiningTill(profile, () => till);
    });
    afterAll(async () => {
      interruption = { remaining: 0, isAfterwards: false };
      closeTill();
      await host.remove();
    });

    /** Interrupts the command at its first program, then at its second …, until it gets to its end. */
    const runInterrupted = async (commandLine: string): Promise<string> => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        interruption = { remaining: Math.ceil(attempt / 2), isAfterwards: attempt % 2 === 0 };
        const { code, output } = await host.run(commandLine);
        interruption = { remaining: 0, isAfterwards: false };
        if (code === 0) return output;
        expect(output).toContain('interrupted');
      }
      throw new Error('it never got to its end');
    };
    const readSql = async (sql: string) => {
      const cluster = await findCluster(host.computer);
      if (cluster === null) throw new Error('no cluster');
      return (await runAsSuperuser(host.computer, cluster, sql, 'chain')).trim();
    };

    it('continues an interrupted set-up, and enrolls the till once', async () => {
      const options =
        '--address 127.0.0.1 --profile profile --credentials keys.json --pin pin.json';
      const output = await runInterrupted(`host ${options}`);
      expect(output).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/m);
      const tills = 'SELECT count(*) FROM chain.tills WHERE retired_at IS NULL';
      expect(await readSql(tills)).toBe('1');
    });

    it('restores a backup when the restore is run again', async () => {
      const backup = (await runInterrupted('host --backup')).trim();
      const port = (await findCluster(host.computer))?.port;
      await readSql("UPDATE chain.tills SET shop = 'Renamed'");
      await runInterrupted(`host --address 127.0.0.1 --restore ${backup} --replace`);
      expect(await readSql('SELECT DISTINCT shop FROM chain.tills')).toBe('Centro');
      expect((await findCluster(host.computer))?.port).toBe(port);
    });

    it('moves the chain when the move is run again, or keeps it', async () => {
      host.writeFile('passphrase', 'correct horse battery');
      await runInterrupted('move --out chain.move --unlock passphrase');
      expect((await findCluster(host.computer))?.isRunning).toBe(false);
      await runInterrupted('move --cancel --restored-nowhere');
      expect(await readSql('SELECT DISTINCT shop FROM chain.tills')).toBe('Centro');
    });

    it('begins a chain for production when that is run again, and keeps one of the sandbox', async () => {
      till = { ...LOCAL_TILL, environment: 'production' };
      writeLocalTill(join(host.folder, 'profile'), till);
      const options =
        '--address 127.0.0.1 --profile profile --credentials keys.json --pin pin.json';
      const listKeptClusters = async () =>
        (await host.computer.run(['pg_lsclusters', '--no-header'])).match(/_before_/g) ?? [];
      const before = await listKeptClusters();
      await runInterrupted(`host ${options} --replace`);
      expect(await readSql('SELECT name FROM chain.environment')).toBe('production');
      expect(await listKeptClusters()).toHaveLength(before.length + 1);
    });
  },
);

describe.skipIf(process.platform !== 'linux')('chain move, killed', LONG_TEST_OPTIONS, () => {
  let host: TestHost;
  let file: string;
  /** Called once the file of the move is there; nothing of the move runs any more. */
  let onKilled: (() => void) | null = null;

  beforeAll(async () => {
    host = createTestHost(async (run) => {
      if (onKilled === null || !existsSync(file)) return await run();
      onKilled();
      return await new Promise<never>(() => {});
    }, FIRST_PORT);
    file = join(host.folder, 'chain.move');
    writeLocalTill(join(host.folder, 'profile'));
    host.writeFile('keys.json', KEYS);
    host.writeFile('passphrase', 'correct horse battery');
  });
  afterAll(() => host.remove());

  it('keeps the old chain closed from the moment that the file is complete', async () => {
    const runHost = () => host.run('host --address 127.0.0.1 --profile profile');
    await host.run('host --address 127.0.0.1 --profile profile --credentials keys.json');
    await new Promise<void>((resolve) => {
      onKilled = resolve;
      void host.run('move --out chain.move --unlock passphrase');
    });
    onKilled = null;
    expect(await runHost()).toEqual({
      code: 14,
      output: expect.stringContaining('chain move --cancel'),
    });
    expect(await host.run('move --cancel --restored-nowhere')).toMatchObject({ code: 9 });
    expect((await findCluster(host.computer))?.isRunning).toBe(true);
  });

  it('lets the old computer sleep again once the chain has gone', async () => {
    const listFiles = () => readdirSync(host.computer.sleepFolder);
    expect(listFiles()).toHaveLength(1);
    const { code, output } = await host.run('move --out second.move --unlock passphrase');
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
    expect(listFiles()).toEqual([]);
  });
});
