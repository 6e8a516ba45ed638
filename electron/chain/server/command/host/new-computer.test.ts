import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecoveryKeyPair } from '../../../../settings/keys/age/index.ts';
import { getKeyFileName } from '../../../../settings/keys/index.ts';
import { unpackChainArchive } from './chain-archive.ts';
import { findCluster, runAsSuperuser } from './cluster.ts';
import { createTestHost, openJoiningTill, type TestHost, writeLocalTill } from './host.fixture.ts';

const FIRST_PORT = 5440;
const LONG_TEST_OPTIONS = { timeout: 3_600_000 };
const JOIN_CODE = /^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/m;

describe.skipIf(process.platform !== 'linux')(
  'chain host, restored on a new computer',
  LONG_TEST_OPTIONS,
  () => {
    let old: TestHost;
    let host: TestHost;
    let profile: string;
    let backup: string;
    let recoveryKey: string;
    let recipient: string;
    const closeTills: (() => void)[] = [];

    /** Sets a till up that stores the chain when it is given one, and has the owner's recovery key. */
    const openTill = async (folder: string): Promise<void> => {
      writeLocalTill(folder);
      const recovery = {
        recipient,
        confirmedAt: '2026-11-10T12:00:00.000Z',
        dataKey: 'data',
        vouched: 'ab',
      };
      writeFileSync(
        join(folder, getKeyFileName('sandbox')),
        `{"format":1,"environment":"sandbox","id":"ab","kept":{"by":"file","key":"key"},"recovery":${JSON.stringify(recovery)}}`,
      );
      const close = await openJoiningTill(folder);
      closeTills.push(close);
    };

    beforeAll(async () => {
      ({ identity: recoveryKey, recipient } = await createRecoveryKeyPair());
      old = createTestHost((run) => run(), FIRST_PORT);
      old.writeFile('keys.json', {
        apiKey: 'key',
        secretKey: 'secret',
        reconciliation: { password: 'of the server' },
      });
      await openTill(join(old.folder, 'profile'));
      const setUp = await old.run(
        'host --address 127.0.0.1 --profile profile --credentials keys.json --pin pin.json',
      );
      expect(setUp).toMatchObject({ code: 0 });
      backup = (await old.run('host --backup')).output.trim();
      host = createTestHost((run) => run(), FIRST_PORT);
      profile = join(host.folder, 'profile');
    });
    afterAll(async () => {
      for (const close of closeTills) close();
      await old.remove();
      await host.remove();
    });

    const readBackup = async (file: string, keys: readonly string[]): Promise<unknown> => {
      const parts = join(host.folder, 'parts');
      rmSync(parts, { recursive: true, force: true });
      return await unpackChainArchive(file, parts, keys);
    };

    it("opens a backup with the owner's recovery key, and with no other key", async () => {
      const restore = `host --address 127.0.0.1 --profile profile --restore ${backup}`;
      expect(await host.run(restore)).toMatchObject({ code: 1 });
      const { identity } = await createRecoveryKeyPair();
      host.writeFile('another-key', identity);
      expect(await host.run(`${restore} --unlock another-key`)).toEqual({
        code: 1,
        output: expect.stringContaining('none of the keys opens this file'),
      });
      host.writeFile('key', recoveryKey);
      expect(await host.run(`${restore} --unlock key`)).toEqual({
        code: 0,
        output: expect.stringMatching(JOIN_CODE),
      });
    });

    it('leaves each file that may have been uploaded since the backup to a person', async () => {
      const cluster = await findCluster(host.computer);
      if (cluster === null) throw new Error('no cluster');
      const note =
        "SELECT note ->> 'uploadsAreUnknown' FROM chain.office_notes WHERE name = 'restore'";
      expect((await runAsSuperuser(host.computer, cluster, note, 'chain')).trim()).toBe('true');
    });

    it("makes backups beside the till's and to the recovery key once a till is set up there", async () => {
      await openTill(profile);
      const { code, output } = await host.run('host --backup');
      expect({ code, output }).toEqual({
        code: 0,
        output: expect.stringContaining(join(profile, 'backups', 'chain')),
      });
      expect(await readBackup(output.trim(), [recoveryKey])).toMatchObject({ format: 1 });
    });

    it('lets the till take the place and the number of the lost one', async () => {
      const admin = join(host.computer.settingsFolder, 'host', 'admin.json');
      expect(await host.run(`retire 07 --admin ${admin}`)).toMatchObject({ code: 0 });
      const { code, output } = await host.run('host --address 127.0.0.1 --pin pin.json');
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(JOIN_CODE) });
      expect(output).toContain('has joined, with POS number 07');
      const folder = join(profile, 'backups', 'chain');
      const before = readdirSync(folder);
      expect(await host.run('host --backup')).toMatchObject({ code: 0 });
      const [made = ''] = readdirSync(folder).filter((name) => !before.includes(name));
      expect(await readBackup(join(folder, made), [recoveryKey])).toMatchObject({ format: 1 });
      await expect(
        readBackup(join(folder, made), [(await createRecoveryKeyPair()).identity]),
      ).rejects.toThrow('none of the keys');
    });
  },
);
