import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSsh, startOpenSsh } from '../../../../tests/support/openssh/index.ts';
import { readDailyFile } from '../../../../tests/support/read-daily-file.ts';
import { toDayRange } from '../../../back-office/reconciliation/days/index.ts';
import { type ChainConnection, connectChain } from '../../till/client/index.ts';
import {
  createDailyFileMaker,
  type MakerProcess,
  makeOfficeChain,
  type OfficeChain,
} from '../testing/index.ts';

const FIRST = '2026-11-10';
const DAYS = [FIRST, '2026-11-11', '2026-11-12', '2026-11-13'];
const NAMES = ['1', '2', '3', '4'].map((digit) => `lupita_2026111${digit}.txt`);
const LEASE_SECONDS = 2;
const PATIENCE_MS = 120_000;

// Processes of their own, a real PostgreSQL and OpenSSH itself.
describe.skipIf(process.platform === 'win32')('two makers', () => {
  let office: OfficeChain;
  let sshd: OpenSsh;
  let holder: ChainConnection;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    office = await makeOfficeChain();
    sshd = await startOpenSsh();
    office.begin(FIRST, toDayRange(FIRST, 'America/Chicago').since);
    const till = await office.till('Centro', '01');
    const last = toDayRange(DAYS.at(-1) ?? FIRST, 'America/Chicago').until;
    await till.tell(
      DAYS.map((day) => ({ at: (toDayRange(day, 'America/Chicago').since + 40_000) * 1000 })),
      { until: last + 40_000 },
    );
    const connected = await connectChain(office.chain.admin);
    if (!connected.ok) throw new Error(connected.problem.detail);
    holder = connected.value;
    // Each waits there as long as the test holds it.
    await office.chain.database.sql(`
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
    await office.drop();
  });

  /** An hour after the file of that day is due. */
  const given = (day: string): MakerProcess => ({
    address: office.maker,
    server: { host: sshd.host, port: sshd.port, user: sshd.user, hostKey: sshd.fingerprint },
    secrets: { password: null, privateKey: sshd.privateKey },
    ahead: (toDayRange(day, 'America/Chicago').until + 4 * 3600) * 1000 - Date.now(),
    leaseSeconds: LEASE_SECONDS,
  });
  const spawnMaker = (day: string): ChildProcess => {
    const file = join(import.meta.dirname, '../testing/maker-process.ts');
    const child = spawn(process.execPath, [file, JSON.stringify(given(day))], {
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
  const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
    const end = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`not within ${PATIENCE_MS} ms: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const isWaiting = async (lock: number): Promise<boolean> => {
    const rows = await office.chain.database.sql(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lock} AND NOT granted`,
    );
    return rows.length > 0;
  };
  const isIn = async (day: string): Promise<boolean> => {
    const rows = await office.chain.database.sql(
      `SELECT 1 FROM chain.days WHERE day = '${day}' AND uploaded_at IS NOT NULL`,
    );
    return rows.length > 0;
  };
  const arrived = (): string[] => readdirSync(sshd.folder).sort();
  const linesOf = (name: string): number =>
    readDailyFile(readFileSync(join(sshd.folder, name))).registers.length;

  it('make one file between them: one is elected, and the other stands by', async () => {
    const one = await createDailyFileMaker(given(FIRST)).start();
    const other = await createDailyFileMaker(given(FIRST)).start();
    await until('the file is in', () => isIn(FIRST));
    const makers = [one, other];
    expect(makers.filter((maker) => maker.light().says.includes('This process'))).toHaveLength(1);
    expect(arrived()).toEqual(NAMES.slice(0, 1));
    await Promise.all(makers.map((maker) => maker.stop()));
  });

  it('lose nothing and double nothing: killed between the offer and the rename', async () => {
    await holder.query('SELECT pg_advisory_lock(2)');
    const dying = spawnMaker('2026-11-11');
    await until('it offers', () => isWaiting(2));
    await kill(dying);
    await holder.query('SELECT pg_advisory_unlock(2)');
    const next = await createDailyFileMaker(given('2026-11-11')).start();
    await until('the file is in', () => isIn('2026-11-11'));
    await next.stop();
    expect(arrived()).toEqual(NAMES.slice(0, 2));
    expect(linesOf('lupita_20261112.txt')).toBe(1);
  });

  it('nor killed between the rename and its commit', async () => {
    await holder.query('SELECT pg_advisory_lock(1)');
    const dying = spawnMaker('2026-11-12');
    await until('it has renamed', () => isWaiting(1));
    const before = readFileSync(join(sshd.folder, 'lupita_20261113.txt'));
    await kill(dying);
    // The server finds out only when it answers: nobody is there to commit for.
    await office.chain.database.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
    );
    await holder.query('SELECT pg_advisory_unlock(1)');
    expect(await isIn('2026-11-12')).toBe(false);
    const next = await createDailyFileMaker(given('2026-11-12')).start();
    await until('the file is in', () => isIn('2026-11-12'));
    await next.stop();
    expect(arrived()).toEqual(NAMES.slice(0, 3));
    expect(readFileSync(join(sshd.folder, 'lupita_20261113.txt'))).toEqual(before);
  });

  it('go on where the database was away in the middle', async () => {
    await holder.query('SELECT pg_advisory_lock(2)');
    const maker = await createDailyFileMaker(given('2026-11-13')).start();
    await until('it offers', () => isWaiting(2));
    const rest = await office.chain.database.sql(
      `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
       WHERE datname = current_database() AND usename LIKE '%maker%'`,
    );
    expect(rest).toHaveLength(1);
    await holder.query('SELECT pg_advisory_unlock(2)');
    expect(await isIn('2026-11-13')).toBe(false);
    await maker.stop();
    const next = await createDailyFileMaker(given('2026-11-13')).start();
    await until('the file is in', () => isIn('2026-11-13'));
    await next.stop();
    expect(arrived()).toEqual(NAMES);
    expect(linesOf('lupita_20261114.txt')).toBe(1);
  });
});
