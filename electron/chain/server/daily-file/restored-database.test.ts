import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSsh, startOpenSsh } from '../../../../tests/support/openssh/index.ts';
import {
  dumpDatabase,
  getSharedCluster,
  restoreDatabase,
} from '../../../../tests/support/postgres/index.ts';
import { toDayTimeRange } from '../../../back-office/reconciliation/days/index.ts';
import { openChainServerDatabase } from '../database/index.ts';
import {
  createDailyFileMaker,
  createServerTestChain,
  type ServerTestChain,
} from '../testing/index.ts';
import type { RunningDailyFileService } from './daily-file-service.ts';
import { readDailyFileStatus } from './daily-file-status.ts';
import { createChainDayActions } from './day-actions.ts';

const DAY = '2026-11-10';
const NAME = 'lupita_20261111.txt';
const { since, until } = toDayTimeRange(DAY, 'America/Chicago');
const AFTER_DUE = until + 4 * 3600;
const WAIT_TIMEOUT_MS = 120_000;

// Uses a real PostgreSQL, pg_dump, pg_restore and a real OpenSSH.
describe.skipIf(process.platform === 'win32')('a database restored from before an upload', () => {
  let testChain: ServerTestChain;
  let sshd: OpenSsh;
  const dataFolder = mkdtempSync(join(tmpdir(), 'office-journal-'));

  beforeAll(async () => {
    testChain = await createServerTestChain();
    sshd = await startOpenSsh();
  });
  afterAll(async () => {
    await sshd.stop();
    await testChain.drop();
    rmSync(dataFolder, { recursive: true });
  });

  const createMaker = (options: { readonly acceptsJournal?: boolean } = {}) =>
    createDailyFileMaker({
      address: testChain.maker,
      server: { host: sshd.host, port: sshd.port, user: sshd.user, hostKey: sshd.fingerprint },
      secrets: { password: null, privateKey: sshd.privateKey },
      ahead: AFTER_DUE * 1000 - Date.now(),
      leaseSeconds: 2,
      dataFolder,
      ...options,
    });
  const waitUntil = async (hasHappened: () => Promise<boolean>): Promise<void> => {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    while (!(await hasHappened())) {
      if (Date.now() > deadline) throw new Error(`not within ${WAIT_TIMEOUT_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const readDay = async (): Promise<Record<string, unknown> | undefined> => {
    const [row] = await testChain.chain.database.sql(
      `SELECT uploaded_at, handed_in_by, sha256 FROM chain.days WHERE day = '${DAY}'`,
    );
    return row;
  };

  it('sends no file a second time before a person decides', async () => {
    testChain.setFirstDay(DAY, since);
    const till = await testChain.enrollTill('Centro', '01');
    // Closed in order: the restored database takes it for complete until it reports again.
    await till.push([{ at: (since + 40_000) * 1000 }], { until: since + 40_000, closed: true });
    const cluster = await getSharedCluster();
    const { name } = testChain.chain.database;
    const backup = dumpDatabase(cluster, name);
    await till.push([], { until: AFTER_DUE });

    const running = await createMaker().start();
    await waitUntil(async () => (await readDay())?.uploaded_at instanceof Date);
    const digest = createHash('sha256')
      .update(readFileSync(join(sshd.folder, NAME)))
      .digest('hex');
    // The service collects the file, so the server cannot show that it has it.
    rmSync(join(sshd.folder, NAME));
    await restoreDatabase(cluster, name, backup);

    // The process that runs on, and one that is started.
    const waitUntilStopped = (maker: RunningDailyFileService) =>
      waitUntil(async () => {
        await maker.runDueWorkNow().catch(() => {});
        return maker.getStatus().text.includes('The database was set back');
      });
    await waitUntilStopped(running);
    expect(running.getStatus().level).toBe('red');
    await running.stop();
    await expect(createMaker().start()).rejects.toThrow(
      new RegExp(`were uploaded: ${DAY} \\(${NAME}, at .* --accept-journal`),
    );
    expect(readdirSync(sshd.folder)).toEqual([]);

    // A person decides. The restored database gets the till's payments again, then makes the file.
    const accepting = await createMaker({ acceptsJournal: true }).start();
    await waitUntil(async () => (await readDay())?.handed_in_by === 'mostrador chain');
    await accepting.runDueWorkNow();
    expect(await readDay()).toMatchObject({ sha256: null });
    await till.push([], { until: AFTER_DUE });
    await accepting.runDueWorkNow();
    expect(await readDay()).toMatchObject({ sha256: digest, uploaded_at: null });
    expect(accepting.getStatus().level).toBe('green');
    expect(readdirSync(sshd.folder)).toEqual([]);
    const database = openChainServerDatabase(() => testChain.connect());
    const isDifferent = async () =>
      (await readDailyFileStatus(database.query, Date.now())).days[0]?.differsFromUpload;
    expect(await isDifferent()).toBe(false);
    const setDigest = (sha256: string) =>
      testChain.chain.database.sql('UPDATE chain.days SET sha256 = $1', [sha256]);
    await setDigest('0'.repeat(64));
    expect(await isDifferent()).toBe(true);
    await setDigest(digest);

    // The service does not have it after all.
    const actions = createChainDayActions(database.query);
    expect(await actions.unmarkHandedIn(DAY, 'Ana', 'the service lacks it')).toBe('done');
    await database.end();
    await accepting.runDueWorkNow();
    expect(readdirSync(sshd.folder)).toEqual([NAME]);

    // What was decided about the first restore does not decide about a second one.
    rmSync(join(sshd.folder, NAME));
    await restoreDatabase(cluster, name, backup);
    await till.push([], { until: AFTER_DUE });
    await waitUntilStopped(accepting);
    expect((await readDay())?.handed_in_by ?? null).toBeNull();
    expect(readdirSync(sshd.folder)).toEqual([]);
    await accepting.stop();
  });
});
