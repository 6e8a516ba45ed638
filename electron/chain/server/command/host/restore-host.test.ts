import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../../../platform/index.ts';
import { packChainArchive, unpackChainArchive } from './chain-archive.ts';
import { findCluster, runAsSuperuser } from './cluster.ts';
import { createTestHost, type TestHost, writeLocalTill } from './host.fixture.ts';

const FIRST_PORT = 5510;
const PASSPHRASE = 'correct horse battery';
const LONG_TEST_OPTIONS = { timeout: 3_600_000 };

describe.skipIf(process.platform !== 'linux')('chain host --restore', LONG_TEST_OPTIONS, () => {
  let host: TestHost;
  let backup: string;

  beforeAll(async () => {
    host = createTestHost((run) => run(), FIRST_PORT);
    writeLocalTill(join(host.folder, 'profile'));
    host.writeFile('passphrase', PASSPHRASE);
    await giveKeys('key-of-before');
    backup = (await host.run('host --backup')).output.trim();
  });
  afterAll(() => host.remove());

  const giveKeys = async (apiKey: string): Promise<void> => {
    const keys = { apiKey, secretKey: 'secret', reconciliation: { password: 'of the server' } };
    host.writeFile('keys.json', keys);
    const { code } = await host.run(
      'host --address 127.0.0.1 --profile profile --credentials keys.json',
    );
    // Its till has not joined, for which an owner's PIN would be needed.
    expect(code).toBe(EXIT_CODES.notAllowed);
  };
  const restore = (file: string, options = '', answer?: boolean) =>
    host.run(`host --restore ${file} ${options}`.trim(), answer === undefined ? {} : { answer });
  const readState = () =>
    JSON.parse(readFileSync(join(host.computer.settingsFolder, 'host', 'host.json'), 'utf8'));
  const listClusters = () => host.computer.run(['pg_lsclusters', '--no-header']);
  const readSql = async (sql: string): Promise<string> => {
    const cluster = await findCluster(host.computer);
    if (cluster === null) throw new Error('no cluster');
    return (await runAsSuperuser(host.computer, cluster, sql, 'chain')).trim();
  };
  /** Returns a copy of an archive, locked by the passphrase, with another content of a part. */
  const changeArchive = async (
    archive: string,
    part: string,
    change: (content: Buffer) => Buffer,
  ): Promise<string> => {
    const folder = mkdtempSync(join(host.folder, 'changed-'));
    const parts = join(folder, 'parts');
    const key = readFileSync(join(host.computer.settingsFolder, 'host', 'backup.key'), 'utf8');
    await unpackChainArchive(archive, parts, [archive === backup ? key.trim() : PASSPHRASE]);
    const file = join(parts, part);
    writeFileSync(file, change(readFileSync(file)));
    const changed = join(folder, 'changed.age');
    await packChainArchive(parts, changed, { kind: 'passphrase', passphrase: PASSPHRASE });
    return changed;
  };

  it('changes nothing if the backup is of a newer version of PostgreSQL', async () => {
    const before = { clusters: await listClusters(), state: readState() };
    const isInVersion = (content: Buffer): Buffer => {
      const text = content.toString('latin1');
      // The first text of a number and a point in the header is the server's version.
      return Buffer.from(
        text.replace(/\d\d\.\d+/, (version) => `99${version.slice(2)}`),
        'latin1',
      );
    };
    const hasNewerFormat = (content: Buffer): Buffer => {
      // After PGDMP and the format's major version.
      content[6] = 99;
      return content;
    };
    for (const change of [isInVersion, hasNewerFormat]) {
      const file = await changeArchive(backup, 'chain.dump', change);
      const { code, output } = await restore(file, '--replace --unlock passphrase');
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(/newer version of PostgreSQL.*Nothing was changed.*pgdg/),
      });
    }
    expect({ clusters: await listClusters(), state: readState() }).toEqual(before);
    expect(host.calls).not.toContain('systemctl disable --now mostrador-chain.service');
  });

  it('changes nothing if the database in the backup is damaged', async () => {
    const before = await listClusters();
    const file = await changeArchive(backup, 'chain.dump', () => Buffer.from('no dump'));
    expect(await restore(file, '--replace --unlock passphrase')).toEqual({
      code: 1,
      output: expect.stringContaining('Use another backup'),
    });
    expect(await listClusters()).toEqual(before);
  });

  it('changes nothing if a disk has too little space for the backup', async () => {
    const before = await listClusters();
    const file = host.writeFile('large.age', '');
    truncateSync(file, 2 ** 40);
    expect(await restore(file, '--replace')).toEqual({
      code: 1,
      output: expect.stringMatching(/too little space .* needs 13,194,\d{3} MB/),
    });
    rmSync(file);
    expect(await listClusters()).toEqual(before);
  });

  it('says that the keys of the service are those of the backup, and how to give newer ones', async () => {
    await giveKeys('key-of-later');
    const { output } = await restore(backup, '--replace');
    expect(output).toContain('was restored');
    const file = join(host.computer.settingsFolder, 'chain.json');
    expect(readFileSync(file, 'utf8')).toContain('key-of-before');
    expect(output).toContain(`${file} has the service's keys`);
    expect(output).toContain('chain host --credentials FILE');
  });

  it('begins no second chain from a file of before the chain was moved', async () => {
    const moved = join(host.folder, 'chain.move');
    expect(await host.run('move --out chain.move --unlock passphrase')).toMatchObject({ code: 0 });
    const before = { clusters: await listClusters(), state: readState() };
    for (const file of [backup, moved]) {
      for (const options of ['', ' --replace']) {
        const { code, output } = await restore(file, `--unlock passphrase${options}`);
        expect({ code, output }).toEqual({
          code: 14,
          output: expect.stringMatching(/--restored-nowhere.*chain move --cancel/),
        });
      }
      expect(await restore(file, '--unlock passphrase', false)).toMatchObject({ code: 14 });
    }
    expect({ clusters: await listClusters(), state: readState() }).toEqual(before);
    const { output } = await restore(backup, '', true);
    expect(output).toContain('was restored');
    expect(readState()).toMatchObject({ movedAt: null, isRestoring: false });
  });

  it('restores a moved chain if no other computer has it, and one that was moved back', async () => {
    const moved = join(host.folder, 'second.move');
    const move = async () => {
      rmSync(moved, { force: true });
      expect(await host.run('move --out second.move --unlock passphrase')).toMatchObject({
        code: 0,
      });
    };
    await move();
    const { output } = await restore(moved, '--unlock passphrase --restored-nowhere');
    expect(output).toContain('was restored');
    await move();
    const movedBack = await changeArchive(moved, 'about.json', (content) => {
      const about = JSON.parse(content.toString());
      return Buffer.from(JSON.stringify({ ...about, madeAt: new Date().toISOString() }));
    });
    expect((await restore(movedBack, '--unlock passphrase')).output).toContain('was restored');
    expect(readState()).toMatchObject({ movedAt: null, isRestoring: false });
    expect(await readSql('SELECT count(*) FROM chain.tills')).toBe('0');
  });

  it('still asks after an interrupted restore of a moved chain', async () => {
    const moved = join(host.folder, 'third.move');
    expect(await host.run('move --out third.move --unlock passphrase')).toMatchObject({ code: 0 });
    const broken = await changeArchive(moved, 'roles.sql', () => Buffer.from('no SQL;'));
    const options = '--unlock passphrase';
    expect((await restore(broken, `${options} --restored-nowhere`)).output).toContain(
      'syntax error',
    );
    expect(readState()).toMatchObject({ isRestoring: true });
    expect(await restore(moved, options)).toMatchObject({ code: 14 });
    const { output } = await restore(moved, `${options} --restored-nowhere`);
    expect(output).toContain('was restored');
  });
});
