import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestSession } from '../../electron/shell/browser/testing.ts';
import type { Provisioning } from '../../shared/contract/index.ts';
import { OWNER, TRAINING_SHOP } from '../e2e/support/training-shop.ts';
import { MAIN_FILE } from '../support/built-paths.ts';
import { createUploadSettings, getBusinessDay } from '../support/due-daily-files.ts';
import { type OpenSsh, startOpenSsh } from '../support/openssh/index.ts';
import { parseDailyFile } from '../support/read-daily-file.ts';
import { REGISTER, ROOT } from '../support/till-process.ts';
import { createProfileFolders } from './support/counter-actions.ts';
import { openPage, type RealTill, startTill, type TillPage } from './support/real-till.ts';

/** The upload without a window, against a real SFTP server, and each of its exit codes. */

/** The tills that created these profiles use the same PIN hashes. */
const QUICK_PINS = pathToFileURL(join(ROOT, 'tests', 'support', 'quick-pins.ts')).href;

const profiles = createProfileFolders();
afterAll(profiles.remove);

interface Run {
  readonly child: ChildProcess;
  readonly code: Promise<number | null>;
  getOutput(): string;
}

/** A till and its SFTP server, for one test. */
interface UploadingShop {
  readonly sshd: OpenSsh;
  readonly profile: string;
  /** Starts the till as a scheduler does: no terminal, no display, no reader. */
  startFromScheduler(...args: readonly string[]): Run;
  startUpload(...moreArgs: readonly string[]): Run;
  /** The browser shell stores no keys, so they are provisioned again. */
  createKeyArgs(): string[];
  /** Starts the till of this profile, and opens its page. */
  openTill(): Promise<{ readonly till: RealTill; readonly page: TillPage }>;
  provision(changes: Partial<Provisioning>): Promise<void>;
  /** Leaves a till that has stopped, confirmed the server's key or not, and is due for two days. */
  makeTwoDaysDue(confirmedServer: OpenSsh | null): Promise<void>;
  waitForCommandSocket(): Promise<void>;
}

async function withShop(work: (shop: UploadingShop) => Promise<void>): Promise<void> {
  const sshd = await startOpenSsh();
  const profile = profiles.make();
  const tills: RealTill[] = [];
  const runs: Run[] = [];

  const startFromScheduler = (...args: readonly string[]): Run => {
    const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
    const child = spawn(
      process.execPath,
      ['--import', REGISTER, '--import', QUICK_PINS, MAIN_FILE, '--no-open', ...args],
      { stdio: ['ignore', 'pipe', 'pipe'], env },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
      });
    }
    const code = once(child, 'close').then(([value]) => value);
    const run = { child, code, getOutput: () => output };
    runs.push(run);
    return run;
  };
  const createKeyArgs = (): string[] => ['--provision', join(profile, 'provisioning.json')];
  const openTill: UploadingShop['openTill'] = async () => {
    const till = await startTill(['--profile', profile, ...createKeyArgs()]);
    tills.push(till);
    return { till, page: await till.openPage() };
  };
  const writeProvisioning = (changes: Partial<Provisioning>): void =>
    writeFileSync(
      join(profile, 'provisioning.json'),
      JSON.stringify({ ...TRAINING_SHOP, ...changes }),
    );

  try {
    await work({
      sshd,
      profile,
      startFromScheduler,
      startUpload: (...moreArgs) =>
        startFromScheduler(
          ...['--profile', profile, '--upload-daily-file', '--try-for', '0', ...moreArgs],
        ),
      createKeyArgs,
      openTill,
      provision: async (changes) => {
        writeProvisioning(changes);
        const { till } = await openTill();
        await till.stop();
      },
      makeTwoDaysDue: async (confirmedServer) => {
        writeProvisioning({ reconciliation: createUploadSettings(sshd) });
        const { till, page } = await openTill();
        await signIn(page);
        if (confirmedServer !== null) {
          // The key is not confirmed yet.
          await expect(page.get('reconciliation.checkServer', {})).rejects.toThrow('host-key-new');
          const { fingerprint } = confirmedServer;
          await page.get('reconciliation.confirmHostKey', { fingerprint });
        }
        await waitUntil(async () => (await page.get('reconciliation.state', {})).since !== null);
        await till.stop();
        const ledger = new DatabaseSync(join(profile, 'ledger-training.sqlite'));
        ledger.exec(`UPDATE reconciliation_state SET uploading_since = '${getBusinessDay(2)}'`);
        ledger.close();
      },
      waitForCommandSocket: () => waitUntil(() => existsSync(join(profile, 'errands.sock'))),
    });
  } finally {
    for (const { child } of runs) child.kill('SIGKILL');
    for (const till of tills) await till.kill();
    await sshd.stop();
  }
}

async function waitUntil(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await pause(50);
}

const signIn = (page: TillPage) =>
  page.get('staff.signIn', { cashierId: OWNER.id, pin: OWNER.pin });

// At the same time: each waits for the fifteen seconds after which a till begins to upload.
describe.skipIf(process.platform === 'win32').concurrent('upload without a window', () => {
  it('exits with 0 after the due uploads, and with 0 when nothing is due', async () => {
    await withShop(async ({ sshd, startUpload, createKeyArgs, makeTwoDaysDue }) => {
      await makeTwoDaysDue(sshd);
      const run = startUpload(...createKeyArgs());
      expect(await run.code, run.getOutput()).toBe(0);
      const files = readdirSync(sshd.folder).sort();
      expect(files).toHaveLength(2);
      for (const file of files) {
        const { date, registers } = parseDailyFile(readFileSync(join(sshd.folder, file)));
        expect(file).toBe(`lupita_${date}.txt`);
        expect(registers).toEqual([]);
        expect(run.getOutput()).toContain(`${file}: uploaded.`);
      }
      const secondRun = startUpload(...createKeyArgs());
      expect(await secondRun.code, secondRun.getOutput()).toBe(0);
      expect(secondRun.getOutput()).toContain('No daily file is due.');
      expect(secondRun.getOutput()).not.toContain('http://');
    });
  });

  it('lets the running till upload and report the result', async () => {
    await withShop(async ({ sshd, startUpload, openTill, makeTwoDaysDue }) => {
      await makeTwoDaysDue(sshd);
      const { page } = await openTill();
      const uploads = [startUpload(), startUpload()];
      for (const run of uploads) {
        expect(await run.code, run.getOutput()).toBe(0);
        expect(run.getOutput()).toMatch(/: uploaded\.|No daily file is due\./);
        expect(run.getOutput()).not.toContain('http://');
      }
      expect(readdirSync(sshd.folder)).toHaveLength(2);
      // The page is still connected, and still offers the cashiers.
      expect(await page.get('staff.names', {})).toContainEqual(
        expect.objectContaining({ name: OWNER.name }),
      );
    });
  });

  it('exits with the problem of the running till', async () => {
    await withShop(async ({ sshd, startUpload, openTill, makeTwoDaysDue }) => {
      await makeTwoDaysDue(null);
      await openTill();
      const run = startUpload();
      expect(await run.code, run.getOutput()).toBe(3);
      expect(run.getOutput()).toContain('host-key-new');
      expect(readdirSync(sshd.folder)).toEqual([]);
    });
  });

  it('exits with 2 when the server is not reachable and when it is terminated', async () => {
    await withShop(
      async ({
        sshd,
        profile,
        startFromScheduler,
        startUpload,
        createKeyArgs,
        makeTwoDaysDue,
        waitForCommandSocket,
      }) => {
        await makeTwoDaysDue(sshd);
        await sshd.stop();
        const run = startUpload(...createKeyArgs());
        expect(await run.code, run.getOutput()).toBe(2);
        expect(run.getOutput()).toContain('"refused"');

        const waitingRun = startFromScheduler(
          ...['--profile', profile, '--upload-daily-file', ...createKeyArgs()],
        );
        await waitForCommandSocket();
        waitingRun.child.kill('SIGTERM');
        expect(await waitingRun.code, waitingRun.getOutput()).toBe(2);
      },
    );
  });

  it("exits with 3 when a person must confirm the server's key", async () => {
    await withShop(async ({ sshd, startUpload, createKeyArgs, makeTwoDaysDue }) => {
      await makeTwoDaysDue(null);
      const run = startUpload(...createKeyArgs());
      expect(await run.code, run.getOutput()).toBe(3);
      expect(run.getOutput()).toContain('host-key-new');
      expect(readdirSync(sshd.folder)).toEqual([]);
    });
  });

  it('exits with 4 when the till does not upload or is not set up, and with 1 when it cannot start', async () => {
    await withShop(async ({ profile, startFromScheduler, startUpload, openTill }) => {
      writeFileSync(join(profile, 'provisioning.json'), JSON.stringify(TRAINING_SHOP));
      const { till } = await openTill();
      const notUploading = startUpload();
      expect(await notUploading.code, notUploading.getOutput()).toBe(4);
      expect(notUploading.getOutput()).toContain('does not upload');
      await till.stop();
      const run = startUpload();
      expect(await run.code, run.getOutput()).toBe(4);
      const unconfigured = startFromScheduler(
        ...['--profile', join(profile, 'empty'), '--upload-daily-file'],
      );
      expect(await unconfigured.code, unconfigured.getOutput()).toBe(4);
      const missingFile = startUpload('--provision', join(profile, 'nowhere.json'));
      expect(await missingFile.code, missingFile.getOutput()).toBe(1);
      const invalidMinutes = startFromScheduler(
        ...['--profile', profile, '--upload-daily-file', '--try-for', 'soon'],
      );
      expect(await invalidMinutes.code, invalidMinutes.getOutput()).toBe(1);
      expect(invalidMinutes.getOutput()).toContain('--try-for must be a whole number of minutes');
    });
  });

  it('exits with 5 when the key store does not open', async () => {
    await withShop(async ({ sshd, startUpload, makeTwoDaysDue }) => {
      await makeTwoDaysDue(sshd);
      const run = startUpload();
      expect(await run.code, run.getOutput()).toBe(5);
      expect(run.getOutput()).toContain('key store');
      expect(readdirSync(sshd.folder)).toEqual([]);
    });
  });

  it('exits with 6 and sends nothing when it is uncertain which day has ended', async () => {
    await withShop(async ({ sshd, startUpload, createKeyArgs, provision }) => {
      const { host, port, user, privateKey } = sshd;
      await provision({
        environment: 'sandbox',
        baseUrl: 'https://127.0.0.1:9',
        vendor: 'vendor',
        apiKey: 'key',
        secretKey: 'secret',
        reconciliation: { host, port, user, privateKey, uploads: true },
      });
      const run = startUpload(...createKeyArgs());
      expect(await run.code, run.getOutput()).toBe(6);
      expect(readdirSync(sshd.folder)).toEqual([]);
    });
  });

  it('exits with 7 when the ledger is damaged or the running till does not answer', async () => {
    await withShop(async ({ sshd, profile, startUpload, openTill, makeTwoDaysDue }) => {
      await makeTwoDaysDue(sshd);
      const { till } = await openTill();
      rmSync(join(profile, 'errands.sock'));
      const run = startUpload();
      expect(await run.code, run.getOutput()).toBe(7);
      expect(run.getOutput()).toContain('does not answer');
      await till.stop();
      const ledger = join(profile, 'ledger-training.sqlite');
      writeFileSync(ledger, Buffer.concat([Buffer.alloc(4096, 7), readFileSync(ledger)]));
      const damaged = startUpload();
      expect(await damaged.code, damaged.getOutput()).toBe(7);
      expect(damaged.getOutput()).toContain('damaged');
    });
  });

  it('becomes the till when a person starts it during the upload', async () => {
    await withShop(
      async ({
        sshd,
        profile,
        startFromScheduler,
        createKeyArgs,
        makeTwoDaysDue,
        waitForCommandSocket,
      }) => {
        await makeTwoDaysDue(sshd);
        await sshd.stop();
        const run = startFromScheduler(
          ...['--profile', profile, '--upload-daily-file', ...createKeyArgs()],
        );
        await waitForCommandSocket();
        const personRun = startFromScheduler('--profile', profile);
        expect(await personRun.code, personRun.getOutput()).toBe(0);
        const [address = ''] = /http:\S+/.exec(personRun.getOutput()) ?? [];
        const response = await fetch(address);
        expect(response.status).toBe(200);
        expect(await response.text()).toContain('<script');
        const page = await openPage(address, await openTestSession(address));
        await signIn(page);
        run.child.kill('SIGTERM');
        expect(await run.code).toBe(0);
      },
    );
  });
});
