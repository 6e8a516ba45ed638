import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSsh, startOpenSsh } from '../../../../tests/support/openssh/index.ts';
import { parseDailyFile } from '../../../../tests/support/read-daily-file.ts';
import { toDayTimeRange } from '../../../back-office/reconciliation/days/index.ts';
import { type ChainConnection, connectToChain } from '../../client/index.ts';
import {
  createDailyFileMaker,
  createServerTestChain,
  type MakerProcess,
  type ServerTestChain,
} from '../testing/index.ts';

const FIRST = '2026-11-10';
const DAYS = [FIRST, '2026-11-11', '2026-11-12', '2026-11-13'];
const NAMES = ['1', '2', '3', '4'].map((digit) => `lupita_2026111${digit}.txt`);
const LEASE_SECONDS = 2;
const WAIT_TIMEOUT_MS = 120_000;

// Uses separate processes, a real PostgreSQL and a real OpenSSH.
describe.skipIf(process.platform === 'win32')('two makers of the daily file', () => {
  let testChain: ServerTestChain;
  let sshd: OpenSsh;
  let holder: ChainConnection;
  const children: ChildProcess[] = [];
  const dataFolder = mkdtempSync(join(tmpdir(), 'office-journal-'));

  beforeAll(async () => {
    testChain = await createServerTestChain();
    sshd = await startOpenSsh();
    testChain.setFirstDay(FIRST, toDayTimeRange(FIRST, 'America/Chicago').since);
    const till = await testChain.enrollTill('Centro', '01');
    const last = toDayTimeRange(DAYS.at(-1) ?? FIRST, 'America/Chicago').until;
    await till.push(
      DAYS.map((day) => ({ at: (toDayTimeRange(day, 'America/Chicago').since + 40_000) * 1000 })),
      { until: last + 40_000 },
    );
    const connected = await connectToChain(testChain.chain.admin);
    if (!connected.ok) throw new Error(connected.problem.detail);
    holder = connected.value;
    // An update waits in this trigger as long as the test holds the lock.
    await testChain.chain.database.sql(`
      CREATE FUNCTION public.held() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.uploaded_at IS NOT NULL AND OLD.uploaded_at IS NULL THEN
          PERFORM pg_advisory_xact_lock(1);
        ELSIF NEW.in_doubt_at IS NOT NULL AND OLD.in_doubt_at IS NULL THEN
          PERFORM pg_advisory_xact_lock(2);
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER held BEFORE UPDATE ON chain.days FOR EACH ROW EXECUTE FUNCTION public.held();
      GRANT USAGE ON SCHEMA public TO PUBLIC`);
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await holder.end();
    await sshd.stop();
    await testChain.drop();
    rmSync(dataFolder, { recursive: true });
  });

  /** The arguments of a maker whose clock is an hour after the file of that day is due. */
  const createArguments = (day: string): MakerProcess => ({
    address: testChain.maker,
    server: { host: sshd.host, port: sshd.port, user: sshd.user, hostKey: sshd.fingerprint },
    secrets: { password: null, privateKey: sshd.privateKey },
    ahead: (toDayTimeRange(day, 'America/Chicago').until + 4 * 3600) * 1000 - Date.now(),
    leaseSeconds: LEASE_SECONDS,
    dataFolder,
  });
  const spawnMaker = (day: string): ChildProcess => {
    const file = join(import.meta.dirname, '../testing/maker-process.ts');
    const child = spawn(process.execPath, [file, JSON.stringify(createArguments(day))], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    return child;
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const waitUntil = async (
    expectation: string,
    hasHappened: () => boolean | Promise<boolean>,
  ): Promise<void> => {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    while (!(await hasHappened())) {
      if (Date.now() > deadline)
        throw new Error(`not within ${WAIT_TIMEOUT_MS} ms: ${expectation}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const isWaitingForLock = async (lock: number): Promise<boolean> => {
    const rows = await testChain.chain.database.sql(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lock} AND NOT granted`,
    );
    return rows.length > 0;
  };
  const isUploaded = async (day: string): Promise<boolean> => {
    const rows = await testChain.chain.database.sql(
      `SELECT 1 FROM chain.days WHERE day = '${day}' AND uploaded_at IS NOT NULL`,
    );
    return rows.length > 0;
  };
  const listArrived = (): string[] => readdirSync(sshd.folder).sort();
  const countLines = (name: string): number =>
    parseDailyFile(readFileSync(join(sshd.folder, name))).registers.length;

  it('elects one of two makers, which makes the file once', async () => {
    const firstMaker = await createDailyFileMaker(createArguments(FIRST)).start();
    const secondMaker = await createDailyFileMaker(createArguments(FIRST)).start();
    await waitUntil('the file is in', () => isUploaded(FIRST));
    const makers = [firstMaker, secondMaker];
    expect(makers.filter((maker) => maker.getStatus().text.includes('This process'))).toHaveLength(
      1,
    );
    expect(listArrived()).toEqual(NAMES.slice(0, 1));
    await Promise.all(makers.map((maker) => maker.stop()));
  });

  it('uploads a file once when the maker is killed between the mark and the rename', async () => {
    await holder.query('SELECT pg_advisory_lock(2)');
    const killedMaker = spawnMaker('2026-11-11');
    await waitUntil('it offers', () => isWaitingForLock(2));
    await kill(killedMaker);
    await holder.query('SELECT pg_advisory_unlock(2)');
    const next = await createDailyFileMaker(createArguments('2026-11-11')).start();
    await waitUntil('the file is in', () => isUploaded('2026-11-11'));
    await next.stop();
    expect(listArrived()).toEqual(NAMES.slice(0, 2));
    expect(countLines('lupita_20261112.txt')).toBe(1);
  });

  it('uploads a file once when the maker is killed between the rename and its commit', async () => {
    await holder.query('SELECT pg_advisory_lock(1)');
    const killedMaker = spawnMaker('2026-11-12');
    await waitUntil('it has renamed', () => isWaitingForLock(1));
    const renamedBytes = readFileSync(join(sshd.folder, 'lupita_20261113.txt'));
    await kill(killedMaker);
    // The server notices the dead client only when it answers, so its session is ended here.
    await testChain.chain.database.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
    );
    await holder.query('SELECT pg_advisory_unlock(1)');
    expect(await isUploaded('2026-11-12')).toBe(false);
    const next = await createDailyFileMaker(createArguments('2026-11-12')).start();
    await waitUntil('the file is in', () => isUploaded('2026-11-12'));
    await next.stop();
    expect(listArrived()).toEqual(NAMES.slice(0, 3));
    expect(readFileSync(join(sshd.folder, 'lupita_20261113.txt'))).toEqual(renamedBytes);
  });

  it('continues an upload after the database was unreachable in the middle', async () => {
    await holder.query('SELECT pg_advisory_lock(2)');
    const maker = await createDailyFileMaker(createArguments('2026-11-13')).start();
    await waitUntil('it offers', () => isWaitingForLock(2));
    const terminated = await testChain.chain.database.sql(
      `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
       WHERE datname = current_database() AND usename LIKE '%maker%'`,
    );
    expect(terminated).toHaveLength(1);
    await holder.query('SELECT pg_advisory_unlock(2)');
    expect(await isUploaded('2026-11-13')).toBe(false);
    await maker.stop();
    const next = await createDailyFileMaker(createArguments('2026-11-13')).start();
    await waitUntil('the file is in', () => isUploaded('2026-11-13'));
    await next.stop();
    expect(listArrived()).toEqual(NAMES);
    expect(countLines('lupita_20261114.txt')).toBe(1);
  });
});
