import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVirtualClock, silentLog } from '../../../platform/index.ts';
import type { ChainConnection, ChainResult } from '../../client/index.ts';
import { createServerTestChain, type ServerTestChain } from '../testing/index.ts';
import { createDailyFileService, type RunningDailyFileService } from './daily-file-service.ts';
import { readDailyFileStatus } from './daily-file-status.ts';

const WAIT_TIMEOUT_MS = 120_000;

describe.skipIf(process.platform === 'win32')('the running service of the daily file', () => {
  const clock = createVirtualClock(Date.now());
  const folder = mkdtempSync(join(tmpdir(), 'office-service-'));
  let testChain: ServerTestChain;
  let running: RunningDailyFileService;
  const sql: typeof testChain.chain.database.sql = (...query) =>
    testChain.chain.database.sql(...query);
  /** Queries whose text contains `text` do not run before `end` resolves. */
  let delay: { readonly text: string; readonly end: Promise<void> } | null = null;
  let delayedCount = 0;

  const connect = async (options: {
    readonly deadlineMs: number;
  }): Promise<ChainResult<ChainConnection>> => {
    const connected = await testChain.connect(options);
    if (!connected.ok) return connected;
    const query: ChainConnection['query'] = async (text, ...rest) => {
      if (delay !== null && text.includes(delay.text)) {
        delayedCount += 1;
        await delay.end;
      }
      return await connected.value.query(text, ...rest);
    };
    return { ok: true, value: { ...connected.value, query } };
  };

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
      connect,
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

  it.each([
    ['the retention waits', 'chain.keeping', 3_600_000],
    ['the claim of webhook notices waits', 'claim_notices', 60_000],
  ])('saves the note of the daily file while %s for the database', async (_, text, ms) => {
    await running.runDueWorkNow();
    const waiting = Promise.withResolvers<void>();
    delay = { text, end: waiting.promise };
    delayedCount = 0;
    try {
      await clock.advance(ms);
      await waitUntil(() => delayedCount > 0);
      await sql("DELETE FROM chain.office_notes WHERE name = 'daily-file'");
      await sql(
        `INSERT INTO chain.day_acts (day, act, by) VALUES (now()::date, 'sent-again', 'Ana')`,
      );
      const hasNote = async () =>
        (await sql("SELECT FROM chain.office_notes WHERE name = 'daily-file'")).length > 0;
      await waitUntil(async () => {
        await clock.advance(15_000);
        return await hasNote();
      });
    } finally {
      delay = null;
      waiting.resolve();
    }
  });

  it('gives a webhook notice to its till while the retention waits for the database', async () => {
    await running.runDueWorkNow();
    const waiting = Promise.withResolvers<void>();
    delay = { text: 'chain.keeping', end: waiting.promise };
    delayedCount = 0;
    try {
      await clock.advance(3_600_000);
      await waitUntil(() => delayedCount > 0);
      await sql('DELETE FROM chain.hint_tills');
      await waitUntil(async () => {
        await clock.advance(60_000);
        return (await sql('SELECT FROM chain.hint_tills')).length === 1;
      });
    } finally {
      delay = null;
      waiting.resolve();
    }
  });

  it('counts missing days that are older than the listed ones', async () => {
    await sql(`INSERT INTO chain.days (day, since_second, until_second, due_at, name, uploaded_at)
      SELECT DATE '2020-01-01' + n, n, n + 1, now(), 'x' || n, CASE WHEN n <> 3 THEN now() END
      FROM generate_series(1, 20) n`);
    await sql(`INSERT INTO chain.first_day (day, second) VALUES ('2020-01-01', 0)
      ON CONFLICT (is_only) DO UPDATE SET day = excluded.day`);
    const connected = await testChain.connect();
    if (!connected.ok) throw new Error(connected.problem.detail);
    const status = await connected.value.transaction((query) =>
      readDailyFileStatus(query, clock.now()),
    );
    await connected.value.end();
    expect(status).toMatchObject({
      value: { missing: 1, missingBefore: 1, oldestMissing: '2020-01-04' },
    });
  });
});
