import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_FULL_RUN } from '../../../../../tests/support/sampling.ts';
import { startRemoteCommandServer } from '../../../../operations/headless/index.ts';
import { EXIT_CODES, silentLog } from '../../../../platform/index.ts';
import { type ChainAddress, connectToChain } from '../../../client/index.ts';
import { readChainInvitation } from '../../../till/gateway/index.ts';
import { readChainServerConfig } from '../../config/index.ts';
import { unpackChainArchive } from './chain-archive.ts';
import {
  closeToNetwork,
  findCluster,
  findOrCreateCluster,
  runAsSuperuser,
  setClusterAside,
  stopCluster,
} from './cluster.ts';
import {
  createTestHost,
  LOCAL_TILL,
  openLocalTill,
  type TestHost,
  writeLocalTill,
} from './host.fixture.ts';

/** When the last backup succeeded. */
const SELECT_RESTORE =
  "SELECT note ->> 'uploadsAreUnknown' FROM chain.office_notes WHERE name = 'restore'";
const SELECT_BACKUP =
  "SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') FROM chain.office_notes WHERE name = 'backup'";
/** Each test runs dozens of programs. */
const LONG_TEST_OPTIONS = { timeout: 3_600_000 };

const SECRETS = {
  apiKey: 'key',
  secretKey: 'secret',
  reconciliation: { password: 'of the server' },
};

describe.skipIf(process.platform !== 'linux')('chain host', LONG_TEST_OPTIONS, () => {
  let host: TestHost;
  let profile: string;
  let closeTill: () => void = () => {};
  /** The patches that the till of this computer applied. */
  const patches: Record<string, unknown>[] = [];
  let joinedSettings: typeof LOCAL_TILL & { readonly chain?: object } = LOCAL_TILL;

  beforeAll(() => {
    host = createTestHost();
    profile = join(host.folder, 'profile');
    writeLocalTill(profile);
    host.writeFile('secrets.json', SECRETS);
  });
  afterAll(async () => {
    closeTill();
    await host.remove();
  });

  const runHost = (options = '') =>
    host.run(`host --address 127.0.0.1 --profile profile${options === '' ? '' : ` ${options}`}`);
  const readConfig = () =>
    readChainServerConfig(join(host.computer.settingsFolder, 'chain.json'), {});
  const readMaker = async () => {
    const { maker, hosts, ca } = await readConfig();
    return { ...maker, hosts, ca };
  };
  const readSql = async (sql: string, { computer } = host) => {
    const cluster = await findCluster(computer);
    if (cluster === null) throw new Error('no cluster');
    return (await runAsSuperuser(computer, cluster, sql, 'chain')).trim();
  };
  const getCode = (output: string): string =>
    /^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/m.exec(output)?.[0] ?? '';
  const joinByCode = async (code: string, posNumber: string): Promise<ChainAddress> => {
    const till = {
      shop: 'Centro',
      environment: 'sandbox',
      chain: null,
      secrets: {},
      passwordKey: Buffer.alloc(32, posNumber),
    } as const;
    const invitation = await readChainInvitation(code, till, silentLog);
    if (!invitation.ok) throw new Error(JSON.stringify(invitation.problem));
    expect(await invitation.value.accept(posNumber)).toEqual({ ok: true, value: null });
    const { shop: _, ...address } = invitation.value.chain;
    return address as ChainAddress;
  };

  it('changes nothing while the keys of the service are missing', async () => {
    const { code, output } = await runHost();
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('service.apiKey'),
    });
    expect(output).toContain('--credentials FILE');
    const noTill = await host.run('host --address 127.0.0.1 --profile none');
    expect(noTill).toEqual({ code: 1, output: expect.stringContaining('no till in') });
    expect(existsSync(host.computer.settingsFolder)).toBe(false);
    expect(await findCluster(host.computer)).toBeNull();
  });

  it("sets up the database and the process, and waits for an owner's PIN", async () => {
    // As the program sets it.
    const umask = process.umask(0o077);
    const { code, output } = await runHost('--credentials secrets.json');
    process.umask(umask);
    expect({ code, output }).toEqual({ code: 9, output: expect.stringContaining('--pin FILE') });
    // The account of the process reads the service's authority there, and tills their own files.
    expect(statSync(host.computer.settingsFolder).mode & 0o777).toBe(0o755);
    expect(await readConfig()).toMatchObject({
      hosts: [expect.stringMatching(/^127\.0\.0\.1:54\d\d$/)],
      database: 'chain',
      chainName: 'lupita',
      service: { apiKey: 'key', secretKey: 'secret', vendor: 'vendor' },
      reconciliation: { host: 'sftp.example', password: 'of the server', uploads: true },
      maker: { user: expect.stringContaining('chain_maker_') },
    });
    expect(host.calls).toContain('systemctl restart mostrador-chain.service');
    const closed = await runHost('--pin pin.json');
    expect(closed).toEqual({ code: 13, output: expect.stringContaining('Open Mostrador') });
  });

  it('says that the file with the PIN must be written again after the till refused', async () => {
    const pin = host.writeFile('pin.json', { cashierId: 'carmen', pin: '0000' });
    const till = await startRemoteCommandServer({
      profileFolder: profile,
      log: silentLog,
      run: async () => {
        rmSync(pin);
        return { code: EXIT_CODES.notAllowed, lines: ['wrong PIN'] };
      },
    });
    const { code, output } = await runHost('--pin pin.json');
    till.close();
    expect({ code, output }).toEqual({ code: 9, output: expect.stringContaining('wrong PIN') });
    expect(output).toContain(`The till has deleted ${pin}: write it again`);
  });

  it('continues, lets the till of the computer join, and prints a code', async () => {
    const before = await readConfig();
    closeTill = await openLocalTill(profile, (file) => {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const patch = JSON.parse(readFileSync(file, 'utf8'));
      patches.push(patch);
      const { password: _p, office: _o, ...chain } = patch.chain;
      const reconciliation = { ...LOCAL_TILL.reconciliation, ...patch.reconciliation };
      joinedSettings = { ...LOCAL_TILL, chain, reconciliation };
      writeLocalTill(profile, joinedSettings);
    });
    const { code, output } = await runHost('--pin pin.json');
    expect(output).toContain('The till of this computer has joined, with POS number 07');
    expect(output).toContain('still sends the daily file of today');
    expect(code).toBe(0);
    expect(patches).toEqual([
      {
        posNumber: '07',
        chain: expect.objectContaining({ shop: 'Centro', office: expect.any(Object) }),
        reconciliation: { uploads: false },
      },
    ]);
    expect(await readConfig()).toEqual(before);
    expect(existsSync(join(profile, 'chain-host.json'))).toBe(false);
    // The time from which a backup is late.
    expect(await readSql(SELECT_BACKUP)).toMatch(/Z$/);
    // Enrolled once, though an earlier run was refused by the till.
    expect(await readSql('SELECT pos_number FROM chain.tills WHERE retired_at IS NULL')).toBe('07');
    expect(output).not.toContain('"password"');
    const address = await joinByCode(getCode(output), '08');
    const connected = await connectToChain(address);
    expect(
      connected.ok && (await connected.value.query('SELECT chain.me() IS NOT NULL AS one')),
    ).toEqual({
      ok: true,
      value: [{ one: true }],
    });
    if (connected.ok) await connected.value.end();
    const office = (patches[0] as { chain: { office: object } }).chain.office;
    const owner = await connectToChain({ ...address, ...office });
    expect(owner.ok).toBe(true);
    if (owner.ok) await owner.value.end();
  });

  it('run again, changes nothing and prints a new code', async () => {
    const listFiles = () =>
      readdirSync(host.computer.settingsFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((file) => [file, readFileSync(file, 'utf8'), statSync(file).mode & 0o777] as const);
    const before = listFiles();
    expect(before.every(([, , mode]) => mode === 0o600)).toBe(true);
    host.calls.splice(0);
    // As left by a run that was killed after the till had joined.
    const leftovers = [
      join(profile, 'chain-host.json'),
      join(host.computer.settingsFolder, 'host', 'till.json'),
      join(host.computer.settingsFolder, 'host', 'office.json'),
    ];
    for (const file of leftovers) writeFileSync(file, '{}', { mode: 0o600 });
    const { code, output } = await runHost();
    expect(code).toBe(0);
    expect(getCode(output)).not.toBe('');
    expect(listFiles()).toEqual(before);
    expect(existsSync(leftovers[0] ?? '')).toBe(false);
    expect(host.calls).toContain('systemctl restart mostrador-chain.service');
    expect(patches).toHaveLength(1);
  });

  it('changes nothing while an upgrade of PostgreSQL has left the old cluster, and says what to drop', async () => {
    const { clusterConfigFolder, clusterName } = host.computer;
    const old = join(clusterConfigFolder, '14');
    mkdirSync(join(old, clusterName), { recursive: true });
    writeFileSync(
      join(old, clusterName, 'postgresql.conf'),
      `port = 5999\ndata_directory = '${old}'\n`,
    );
    const before = await readConfig();
    host.calls.splice(0);
    host.writeFile('passphrase', 'correct horse battery');
    for (const command of [
      'host --address 127.0.0.1 --profile profile',
      'host --backup',
      'move --out none.move --unlock passphrase',
    ]) {
      const { code, output } = await host.run(command);
      expect({ code, output }).toEqual({
        code: 14,
        output: expect.stringContaining(`  sudo pg_dropcluster 14 ${clusterName}\n`),
      });
      expect(output).toContain(`14/${clusterName} (port 5999, stopped), `);
      expect(output.match(/pg_dropcluster \d/g)).toHaveLength(1);
    }
    expect(host.calls).toEqual([]);
    expect(await readConfig()).toEqual(before);
    rmSync(old, { recursive: true });
    expect((await runHost()).code).toBe(0);
  });

  it('gives the server a certificate for another address, and keeps the authority', async () => {
    const readCertificate = async () => {
      const cluster = await findCluster(host.computer);
      return readFileSync(join(cluster?.configFolder ?? '', 'mostrador.crt'), 'utf8');
    };
    const before = await readCertificate();
    const { ca } = await readConfig();
    expect(before.endsWith(ca)).toBe(true);
    const { code, output } = await host.run('host --address 127.0.0.2 --profile profile');
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(
        /was 127\.0\.0\.1, and is 127\.0\.0\.2 now: on every other till/,
      ),
    });
    const certificate = new X509Certificate(await readCertificate());
    expect(certificate.raw).not.toEqual(new X509Certificate(before).raw);
    expect(certificate.checkIP('127.0.0.2')).toBe('127.0.0.2');
    expect((await readConfig()).ca).toBe(ca);
  });

  it.skipIf(process.getuid?.() !== 0)(
    "gives the server the files that an interrupted set-up left to root's account",
    async () => {
      const cluster = await findCluster(host.computer);
      if (cluster === null) throw new Error('no cluster');
      const { configFolder } = cluster;
      await stopCluster(host.computer, cluster);
      for (const name of [
        'mostrador.crt',
        'mostrador.key',
        'pg_hba.conf',
        'conf.d/mostrador.conf',
      ]) {
        chownSync(join(configFolder, name), 0, 0);
        chmodSync(join(configFolder, name), 0o600);
      }
      expect((await host.run('host --address 127.0.0.2 --profile profile')).code).toBe(0);
      expect((await findCluster(host.computer))?.isRunning).toBe(true);
    },
  );

  it('accepts only logins with TLS and a password, and none of the superuser', async () => {
    const cluster = await findCluster(host.computer);
    const rules = readFileSync(join(cluster?.configFolder ?? '', 'pg_hba.conf'), 'utf8');
    expect(new Set(rules.match(/^\w+ /gm))).toEqual(new Set(['local ', 'hostssl ']));
    expect(rules.match(/^hostssl (?!all all .* scram-sha-256$)/gm)).toBeNull();
    expect(await readSql('SELECT count(*) FROM pg_hba_file_rules WHERE error IS NOT NULL')).toBe(
      '0',
    );
    expect(
      await readSql('SELECT count(*) FROM pg_authid WHERE rolsuper AND rolpassword IS NOT NULL'),
    ).toBe('0');
    expect(
      await readSql(
        "SELECT count(*) FROM pg_language WHERE laninline <> 0 AND has_language_privilege('public', oid, 'USAGE')",
      ),
    ).toBe('0');
    expect(await readSql('SHOW data_checksums')).toBe('on');
  });

  it('lets in the tills of each network that has no public addresses, and of its own', async () => {
    const listed = await readSql(
      "SELECT string_agg(DISTINCT address, ' ' ORDER BY address) FROM pg_hba_file_rules WHERE type = 'hostssl'",
    );
    expect(listed.split(' ')).toEqual(
      expect.arrayContaining([
        '10.0.0.0',
        '100.64.0.0',
        '169.254.0.0',
        'fc00::',
        'fe80::',
        'samenet',
      ]),
    );
    expect(listed).not.toContain('all');
    const { user, password } = await readMaker();
    const port = (await findCluster(host.computer))?.port;
    const addresses = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address }) => address)
      .filter((address) => !address.startsWith('fe80:'));
    for (const address of addresses) {
      const target = `host=${address} port=${port} user=${user} dbname=chain sslmode=require`;
      const command = ['env', `PGPASSWORD=${password}`, 'psql', '-Atc', 'SELECT 1', target];
      expect({ address, output: await host.computer.run(command) }).toEqual({
        address,
        output: '1\n',
      });
    }
  });

  it('does not call a code used if the server does not let the address of its till in', async () => {
    const cluster = await findCluster(host.computer);
    if (cluster === null) throw new Error('no cluster');
    const { output } = await runHost();
    await closeToNetwork(host.computer, cluster);
    const invitation = await readChainInvitation(
      getCode(output),
      {
        shop: 'Centro',
        environment: 'sandbox',
        chain: null,
        secrets: {},
        passwordKey: Buffer.alloc(32, 4),
      },
      silentLog,
    );
    expect(invitation.ok && (await invitation.value.accept('11'))).toEqual({
      ok: false,
      problem: { kind: 'chain', reason: 'unreachable' },
    });
    expect((await runHost()).code).toBe(0);
  });

  it('writes units that systemd accepts', () => {
    const names = readdirSync(host.computer.unitFolder);
    expect(names.toSorted()).toEqual([
      'mostrador-chain-backup.service',
      'mostrador-chain-backup.timer',
      'mostrador-chain.service',
    ]);
    const files = names.map((name) => join(host.computer.unitFolder, name));
    const verified = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    if (verified.error !== undefined) return;
    // The program is not installed here, and the units of this computer may have problems of their own.
    const problems = verified.stderr
      .split('\n')
      .filter((line) => line.includes('mostrador-chain') && !line.includes('not executable'));
    expect(problems).toEqual([]);
  });

  it('forbids the computer to sleep, which serves the other tills at night', () => {
    const [name = '', ...others] = readdirSync(host.computer.sleepFolder);
    expect(others).toEqual([]);
    expect(name).toMatch(/\.conf$/);
    const file = join(host.computer.sleepFolder, name);
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readFileSync(file, 'utf8').split('\n')).toEqual(
      expect.arrayContaining([
        '[Sleep]',
        'AllowSuspend=no',
        'AllowHibernation=no',
        'AllowSuspendThenHibernate=no',
        'AllowHybridSleep=no',
      ]),
    );
  });

  it("makes encrypted backups beside the till's, and keeps as many as the till", async () => {
    writeLocalTill(profile, {
      ...joinedSettings,
      backup: { folder: join(host.folder, 'disk'), keep: 2 },
    });
    const folder = join(host.folder, 'disk', 'chain');
    const abandoned = join(host.computer.workFolder, 'backup-killed');
    const unfinished = join(folder, 'mostrador-chain-2026-01-01T03-50-00-000Z.tar.age.part');
    for (const killed of [abandoned, folder]) mkdirSync(killed, { recursive: true });
    for (const file of [join(abandoned, 'chain.dump'), unfinished]) writeFileSync(file, 'a part');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    for (const path of [abandoned, unfinished]) utimesSync(path, yesterday, yesterday);
    const files: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { code, output } = await host.run('host --backup');
      expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
      files.push(output.trim());
    }
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(files.slice(1));
    const [, , last = ''] = files;
    expect(readFileSync(last, 'latin1')).toMatch(/^age-encryption\.org/);
    const key = readFileSync(
      join(host.computer.settingsFolder, 'host', 'backup.key'),
      'utf8',
    ).trim();
    const parts = join(host.folder, 'parts');
    expect(await unpackChainArchive(last, parts, [key])).toMatchObject({ version: '1.2.3' });
    expect(readdirSync(parts)).toContain('chain.dump');
    await expect(
      unpackChainArchive(last, join(host.folder, 'none'), ['a passphrase']),
    ).rejects.toThrow('none of the keys opens this file');
    expect(readdirSync(host.computer.workFolder)).toEqual([]);
  });

  it('makes no backup where the disk of the backups is not connected, and creates nothing', async () => {
    const disk = join(host.folder, 'stick');
    writeLocalTill(profile, { ...joinedSettings, backup: { folder: disk, keep: 2 } });
    expect(await host.run('host --backup')).toEqual({
      code: 1,
      output: expect.stringContaining(disk),
    });
    expect(existsSync(disk)).toBe(false);
  });

  it('follows no link in the folder of the backups', async () => {
    const disk = join(host.folder, 'linked');
    mkdirSync(join(disk, 'elsewhere'), { recursive: true });
    symlinkSync('elsewhere', join(disk, 'chain'));
    writeLocalTill(profile, { ...joinedSettings, backup: { folder: disk, keep: 2 } });
    expect(await host.run('host --backup')).toMatchObject({ code: 1 });
    expect(readdirSync(join(disk, 'elsewhere'))).toEqual([]);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'makes backups on a disk whose folders are all of one account, and leaves the till its folder',
    async () => {
      const disk = join(host.folder, 'desktop');
      mkdirSync(join(disk, 'chain'), { recursive: true });
      for (const folder of [disk, join(disk, 'chain'), profile]) chownSync(folder, 1000, 1000);
      writeLocalTill(profile, { ...joinedSettings, backup: { folder: disk, keep: 2 } });
      const { code, output } = await host.run('host --backup');
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(disk) });
      // The till makes its own backups there.
      writeLocalTill(profile, joinedSettings);
      expect((await host.run('host --backup')).code).toBe(0);
      expect(statSync(join(profile, 'backups')).uid).toBe(1000);
    },
  );

  it('notes each backup that succeeded for chain status and the owner', async () => {
    const readNote = async () => Date.parse(await readSql(SELECT_BACKUP));
    await readSql("UPDATE chain.office_notes SET at = '2026-01-01' WHERE name = 'backup'");
    writeLocalTill(profile, { ...joinedSettings, backup: { folder: join(host.folder, 'stick') } });
    expect((await host.run('host --backup')).code).toBe(1);
    expect((await runHost()).code).toBe(0);
    expect(await readNote()).toBe(Date.parse('2026-01-01T00:00:00Z'));
    const status = await host.run(
      `status --config ${join(host.computer.settingsFolder, 'chain.json')}`,
    );
    expect(status.output).toContain('no backup of the database has succeeded since 2026-01-01');
    writeLocalTill(profile, joinedSettings);
    expect((await host.run('host --backup')).code).toBe(0);
    expect(await readNote()).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'));
  });

  it('restores a backup only if told to, and keeps the database that was there', async () => {
    const backup = (await runHost('--backup')).output.trim();
    expect(await readSql('SELECT count(*) FROM chain.tills')).toBe('2');
    await readSql("UPDATE chain.tills SET shop = 'Renamed'");
    const refused = await runHost(`--restore ${backup}`);
    expect(refused).toEqual({ code: 14, output: expect.stringContaining('nothing was changed') });
    expect(await readSql('SELECT DISTINCT shop FROM chain.tills')).toBe('Renamed');
    mkdirSync(host.computer.processFolder, { recursive: true });
    writeFileSync(join(host.computer.processFolder, 'uploads.jsonl'), 'of the uploads\n');
    const { code, output } = await runHost(`--restore ${backup} --replace`);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('was restored') });
    expect(await readSql('SELECT DISTINCT shop FROM chain.tills')).toBe('Centro');
    // This computer's own journal has each upload since the backup.
    expect(await readSql(SELECT_RESTORE)).toBe('false');
    expect(output).toContain('was set aside as the cluster');
    const { user, password, hosts, ca } = JSON.parse(JSON.stringify(await readMaker()));
    const connected = await connectToChain({ user, password, hosts, ca, database: 'chain' });
    expect(connected.ok).toBe(true);
    if (connected.ok) await connected.value.end();
    expect((await host.run('host --restore none.age --replace')).output).toContain(
      'the file cannot be read',
    );
  });

  it('says how to continue after a complete restore, which must not be repeated', async () => {
    const backup = (await runHost('--backup')).output.trim();
    // As on a new computer, whose till has not joined.
    writeLocalTill(profile);
    const { code, output } = await runHost(`--restore ${backup} --replace`);
    writeLocalTill(profile, joinedSettings);
    expect({ code, output }).toEqual({ code: 9, output: expect.stringContaining('was restored') });
    expect(output).toMatch(
      /Instead of the same command, now run: sudo mostrador-cli chain host --address 127\.0\.0\.1 --profile profile$/m,
    );
  });

  it('says what to do with a passphrase on a disk without permissions', async () => {
    const file = host.writeFile('of-a-stick', 'correct horse battery');
    chmodSync(file, 0o755);
    const { code, output } = await host.run('move --out stick.move --unlock of-a-stick');
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('USB stick') });
  });

  it('sets up no empty database in place of one that is missing, or of files without a cluster', async () => {
    const { computer } = host;
    const { clusterDataFolder, clusterName } = computer;
    const cluster = await findCluster(computer);
    if (cluster === null) throw new Error('no cluster');
    const aside = await setClusterAside(computer, cluster);
    const missing = await runHost();
    expect(missing).toEqual({
      code: 14,
      output: expect.stringContaining('chain host --restore FILE'),
    });
    // A new chain's process would not start with the journal of another one.
    expect(missing.output).toContain(join(computer.processFolder, 'uploads.jsonl'));
    const leftFolder = join(clusterDataFolder, cluster.version, clusterName);
    mkdirSync(leftFolder, { recursive: true });
    writeFileSync(join(leftFolder, 'PG_VERSION'), cluster.version);
    await expect(findOrCreateCluster(computer, Number(cluster.version))).rejects.toThrow(
      `Move that folder to another name`,
    );
    expect(await findCluster(computer)).toBeNull();
    rmSync(leftFolder, { recursive: true });
    await computer.run(['pg_renamecluster', cluster.version, aside, clusterName]);
    const { code, output } = await runHost();
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
  });

  it('keeps the chain here if its process cannot be stopped for a move', async () => {
    const stopCall = 'systemctl disable --now mostrador-chain.service';
    host.failingCalls.add(stopCall);
    host.writeFile('passphrase', 'correct horse battery');
    const { code, output } = await host.run('move --out kept.move --unlock passphrase');
    host.failingCalls.clear();
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(stopCall) });
    expect(existsSync(join(host.folder, 'kept.move'))).toBe(false);
    expect((await findCluster(host.computer))?.isRunning).toBe(true);
    expect(host.calls.slice(host.calls.lastIndexOf(stopCall))).toContain(
      'systemctl restart mostrador-chain.service',
    );
  });

  describe.skipIf(!IS_FULL_RUN)('moved to another computer', () => {
    const moved = 'chain.move';
    const passphrase = 'correct horse battery';

    it('closes the chain, and brings it back if the move is cancelled', async () => {
      host.writeFile('short', 'horse');
      expect((await host.run(`move --out ${moved} --unlock short`)).output).toContain('12');
      host.writeFile('passphrase', passphrase);
      const { code, output } = await host.run('move --out first.move --unlock passphrase');
      expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
      expect((await findCluster(host.computer))?.isRunning).toBe(false);
      expect(host.calls).toContain('systemctl disable --now mostrador-chain.service');
      expect(await runHost()).toMatchObject({
        code: 14,
        output: expect.stringContaining('chain move --cancel'),
      });
      const refused = await host.run('move --cancel');
      expect(refused).toEqual({ code: 1, output: expect.stringContaining('--restored-nowhere') });
      expect((await findCluster(host.computer))?.isRunning).toBe(false);
      const isAnswered = (answer: boolean) => host.run('move --cancel', { answer });
      expect(await isAnswered(false)).toMatchObject({ code: 1 });
      expect(await isAnswered(true)).toMatchObject({ code: 0 });
      expect(await readSql('SELECT count(*) FROM chain.tills')).toBe('2');
    });

    it('runs on the other computer, whose code gives a till only the new address', async () => {
      const joined = await runHost();
      const journal = 'uploads.jsonl';
      mkdirSync(host.computer.processFolder, { recursive: true });
      writeFileSync(join(host.computer.processFolder, journal), 'of the uploads\n');
      const till = await joinByCode(getCode(joined.output), '09');
      expect((await host.run(`move --out ${moved} --unlock passphrase`)).code).toBe(0);
      expect(await connectToChain(till)).toMatchObject({
        ok: false,
        problem: { kind: 'unreachable' },
      });
      const other = createTestHost();
      try {
        const wrong = other.writeFile('wrong', 'another passphrase');
        const restore = `host --address 127.0.0.1 --profile none --restore ${join(host.folder, moved)} --unlock`;
        expect((await other.run(`${restore} ${wrong}`)).output).toContain('none of the keys');
        const file = other.writeFile('passphrase', passphrase);
        const { code, output } = await other.run(`${restore} ${file}`);
        expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
        expect(await readSql(SELECT_RESTORE, other)).toBe('false');
        const restoredJournal = join(other.computer.processFolder, journal);
        expect(readFileSync(restoredJournal, 'utf8')).toBe('of the uploads\n');
        expect(other.calls).toContain(`chown ${other.computer.processAccount}: ${restoredJournal}`);
        const { user, password } = till;
        const invitation = await readChainInvitation(
          getCode(output),
          {
            shop: 'Centro',
            environment: 'sandbox',
            chain: { ...till, hosts: [...till.hosts] },
            secrets: { chainPassword: String(password) },
            passwordKey: Buffer.alloc(32, 3),
          },
          silentLog,
        );
        if (!invitation.ok) throw new Error(JSON.stringify(invitation.problem));
        expect(await invitation.value.accept('09')).toEqual({ ok: true, value: null });
        expect(Object.keys(invitation.value.chain).toSorted()).toEqual(['ca', 'database', 'hosts']);
        const connected = await connectToChain({ ...invitation.value.chain, user, password });
        expect(
          connected.ok && (await connected.value.query('SELECT count(*)::int FROM chain.me()')),
        ).toEqual({ ok: true, value: [{ count: 1 }] });
        if (connected.ok) await connected.value.end();
      } finally {
        await other.remove();
      }
    });
  });
});
