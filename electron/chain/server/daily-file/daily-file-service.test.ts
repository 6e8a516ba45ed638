import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVirtualClock, silentLog } from '../../../platform/index.ts';
import { createServerTestChain, type ServerTestChain } from '../testing/index.ts';
import { createDailyFileService, type RunningDailyFileService } from './daily-file-service.ts';

const WAIT_TIMEOUT_MS = 120_000;

describe.skipIf(process.platform === 'win32')('the running service of the daily file', () => {
  const clock = createVirtualClock(Date.now());
  const folder = mkdtempSync(join(tmpdir(), 'office-service-'));
  let testChain: ServerTestChain;
  let running: RunningDailyFileService;
  const sql: typeof testChain.chain.database.sql = (...query) =>
    testChain.chain.database.sql(...query);

  const waitUntil = async (hasHappened: () => boolean | Promise<boolean>): Promise<void> => {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    while (!(await hasHappened())) {
      if (Date.now() > deadline) throw new Error(`not within ${WAIT_TIMEOUT_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };

  beforeAll(async () => {
    testChain = await createServerTestChain();
    running = await createDailyFileService({
      connect: (options) => testChain.connect(options),
      environment: null,
      clock,
      log: silentLog,
      settings: () => ({
        chainName: 'lupita',
        timeZone: 'America/Chicago',
        uploadHour: { time: '04:10', zone: 'America/New_York' },
        server: { host: '', port: 22, user: '', folder: '', fileMode: 0o600, hostKey: null },
        isUploading: false,
        isUploadedByChain: false,
        hasDrp: false,
      }),
      secrets: async () => null,
      dailyFile: { waitUntil: '04:40', pagesAnHour: 3_600, retention: null },
      journal: {
        folder,
        choices: { acceptsJournal: false, startsNewJournal: false },
        confirm: null,
      },
      service: () => null,
      // No lease ends while the clock is advanced.
      leaseSeconds: 86_400,
    }).start();
    await waitUntil(() => running.getStatus().text.includes('This process creates'));
  });
  afterAll(async () => {
    await running.stop();
    await testChain.drop();
    rmSync(folder, { recursive: true });
  });

  it('shortens and deletes what is old', async () => {
    await running.runDueWorkNow();
    expect(await sql("SELECT name FROM chain.office_notes WHERE name LIKE 'retention%'")).toEqual([
      { name: 'retention' },
    ]);
  });

  it('gives a webhook notice that no till has to the till of its payment within a minute', async () => {
    const till = await testChain.enrollTill('Centro', '01');
    await till.push([{ at: clock.now(), auth: '4711' }]);
    // The first run, and what it schedules, has ended.
    await running.runDueWorkNow();
    // As a webhook stores it while the push of its payment runs.
    await sql("INSERT INTO chain.hints (kind, key) VALUES ('transaction', '4711')");
    const countClaims = async () => (await sql('SELECT FROM chain.hint_tills')).length;
    expect(await countClaims()).toBe(0);
    await clock.advance(60_000);
    await waitUntil(async () => (await countClaims()) === 1);
  });
});
