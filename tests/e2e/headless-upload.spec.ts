import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenSsh } from '../support/openssh/index.ts';
import { parseDailyFile } from '../support/read-daily-file.ts';
import { ROOT } from '../support/till-process.ts';
import { expect, OWNER, type Till } from './support/index.ts';
import {
  createUploadSettings,
  getBusinessDay,
  uploadsTest as test,
} from './support/uploads-test.ts';

/** The upload without a window, against a real SFTP server, and each of its exit codes. */

const MAIN = join(ROOT, process.env.TILL_DIST ?? 'dist', 'main', 'main.js');
const REGISTER = join(ROOT, 'electron', 'shell', 'browser', 'register.ts');
/** The tills that created these profiles use the same PIN hashes. */
const QUICK_PINS = join(ROOT, 'tests', 'support', 'quick-pins.ts');
test.skip(process.platform === 'win32', 'no OpenSSH server is available');
test.use({
  shell: 'browser',
  provisioning: async ({ sshd }, use) => {
    await use({ reconciliation: createUploadSettings(sshd) });
  },
});

interface Run {
  readonly child: ChildProcess;
  readonly code: Promise<number | null>;
  getOutput(): string;
}

/** Starts the till as a scheduler does: no terminal, no display, no reader. */
function startTill(profile: string, ...args: readonly string[]): Run {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [
      ...['--import', REGISTER, '--import', QUICK_PINS, MAIN],
      ...['--profile', profile, '--no-open', ...args],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const code = once(child, 'exit').then(([value]) => value);
  return { child, code, getOutput: () => output };
}

const startUpload = (till: Till, ...moreArgs: readonly string[]): Run =>
  startTill(till.profile, '--upload-daily-file', '--try-for', '0', ...moreArgs);
/** The browser shell stores no keys, so they are provisioned again. */
const createKeyArgs = (till: Till): string[] => [
  '--provision',
  join(till.profile, 'provisioning.json'),
];

/** Stops the till, with the server's key confirmed or not, and makes it due for two days. */
async function makeTwoDaysDue(till: Till, confirmedServer: OpenSsh | null): Promise<void> {
  await till.page.getByRole('option', { name: OWNER.name }).waitFor();
  await till.callTill('staff.signIn', { cashierId: OWNER.id, pin: OWNER.pin });
  if (confirmedServer !== null) {
    // The key is not confirmed yet.
    await expect(till.callTill('reconciliation.checkServer', {})).rejects.toThrow('host-key-new');
    await till.callTill('reconciliation.confirmHostKey', {
      fingerprint: confirmedServer.fingerprint,
    });
  }
  await expect(async () => {
    expect((await till.callTill('reconciliation.state', {})).since).not.toBeNull();
  }).toPass();
  await till.stop();
  const ledger = new DatabaseSync(join(till.profile, 'ledger-training.sqlite'));
  ledger.exec(`UPDATE reconciliation_state SET uploading_since = '${getBusinessDay(2)}'`);
  ledger.close();
}

test('exits with 0 after the due uploads, and with 0 when nothing is due', async ({
  till,
  sshd,
}) => {
  await makeTwoDaysDue(till, sshd);
  const run = startUpload(till, ...createKeyArgs(till));
  expect(await run.code, run.getOutput()).toBe(0);
  const files = readdirSync(sshd.folder).sort();
  expect(files).toHaveLength(2);
  for (const file of files) {
    const { date, registers } = parseDailyFile(readFileSync(join(sshd.folder, file)));
    expect(file).toBe(`lupita_${date}.txt`);
    expect(registers).toEqual([]);
    expect(run.getOutput()).toContain(`${file}: uploaded.`);
  }
  const secondRun = startUpload(till, ...createKeyArgs(till));
  expect(await secondRun.code, secondRun.getOutput()).toBe(0);
  expect(secondRun.getOutput()).toContain('No daily file is due.');
  expect(secondRun.getOutput()).not.toContain('http://');
});

test('lets the running till upload and report the result', async ({ till, sshd }) => {
  await makeTwoDaysDue(till, sshd);
  await till.start('provisioned-again');
  const runs = [startUpload(till), startUpload(till)];
  for (const run of runs) {
    expect(await run.code, run.getOutput()).toBe(0);
    expect(run.getOutput()).toMatch(/: uploaded\.|No daily file is due\./);
    expect(run.getOutput()).not.toContain('http://');
  }
  expect(readdirSync(sshd.folder)).toHaveLength(2);
  await expect(till.page.getByRole('option', { name: OWNER.name })).toBeVisible();
});

test('exits with the problem of the running till', async ({ till, sshd }) => {
  await makeTwoDaysDue(till, null);
  await till.start('provisioned-again');
  const run = startUpload(till);
  expect(await run.code, run.getOutput()).toBe(3);
  expect(run.getOutput()).toContain('host-key-new');
  expect(readdirSync(sshd.folder)).toEqual([]);
});

test('exits with 2 when the server is not reachable and when it is terminated', async ({
  till,
  sshd,
}) => {
  await makeTwoDaysDue(till, sshd);
  await sshd.stop();
  const run = startUpload(till, ...createKeyArgs(till));
  expect(await run.code, run.getOutput()).toBe(2);
  expect(run.getOutput()).toContain('"refused"');

  const waitingRun = startTill(till.profile, '--upload-daily-file', ...createKeyArgs(till));
  await expect(() => expect(readdirSync(till.profile)).toContain('errands.sock')).toPass();
  waitingRun.child.kill('SIGTERM');
  expect(await waitingRun.code, waitingRun.getOutput()).toBe(2);
});

test("exits with 3 when a person must confirm the server's key", async ({ till, sshd }) => {
  await makeTwoDaysDue(till, null);
  const run = startUpload(till, ...createKeyArgs(till));
  expect(await run.code, run.getOutput()).toBe(3);
  expect(run.getOutput()).toContain('host-key-new');
  expect(readdirSync(sshd.folder)).toEqual([]);
});

test('exits with 5 when the key store does not open', async ({ till, sshd }) => {
  await makeTwoDaysDue(till, sshd);
  const run = startUpload(till);
  expect(await run.code, run.getOutput()).toBe(5);
  expect(run.getOutput()).toContain('key store');
  expect(readdirSync(sshd.folder)).toEqual([]);
});

test('exits with 7 when the ledger is damaged or the running till does not answer', async ({
  till,
  sshd,
}) => {
  await makeTwoDaysDue(till, sshd);
  await till.start('provisioned-again');
  rmSync(join(till.profile, 'errands.sock'));
  const run = startUpload(till);
  expect(await run.code, run.getOutput()).toBe(7);
  expect(run.getOutput()).toContain('does not answer');
  await till.stop();
  const ledger = join(till.profile, 'ledger-training.sqlite');
  writeFileSync(ledger, Buffer.concat([Buffer.alloc(4096, 7), readFileSync(ledger)]));
  const damaged = startUpload(till);
  expect(await damaged.code, damaged.getOutput()).toBe(7);
  expect(damaged.getOutput()).toContain('damaged');
});

test('becomes the till when a person starts it during the upload', async ({
  till,
  sshd,
  chromium,
}) => {
  await makeTwoDaysDue(till, sshd);
  await sshd.stop();
  const run = startTill(till.profile, '--upload-daily-file', ...createKeyArgs(till));
  await expect(() => expect(readdirSync(till.profile)).toContain('errands.sock')).toPass();
  const personRun = startTill(till.profile);
  expect(await personRun.code, personRun.getOutput()).toBe(0);
  const [address = ''] = /http:\S+/.exec(personRun.getOutput()) ?? [];
  const page = await (await chromium()).newPage();
  await page.goto(address);
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  run.child.kill('SIGTERM');
  expect(await run.code).toBe(0);
});

test.describe('till that does not upload', () => {
  test.use({ provisioning: {} });

  test('exits with 4 when the till does not upload or is not set up, and with 1 when it cannot start', async ({
    till,
  }) => {
    const notUploading = startUpload(till);
    expect(await notUploading.code, notUploading.getOutput()).toBe(4);
    expect(notUploading.getOutput()).toContain('does not upload');
    await till.stop();
    const run = startUpload(till);
    expect(await run.code, run.getOutput()).toBe(4);
    const unconfigured = startTill(join(till.profile, 'empty'), '--upload-daily-file');
    expect(await unconfigured.code, unconfigured.getOutput()).toBe(4);
    const missingFile = startUpload(till, '--provision', join(till.profile, 'nowhere.json'));
    expect(await missingFile.code, missingFile.getOutput()).toBe(1);
    const invalidMinutes = startTill(till.profile, '--upload-daily-file', '--try-for', 'soon');
    expect(await invalidMinutes.code, invalidMinutes.getOutput()).toBe(1);
    expect(invalidMinutes.getOutput()).toContain('--try-for must be a whole number of minutes');
  });
});

test.describe('service that is not reachable', () => {
  test.use({
    provisioning: async ({ sshd }, use) => {
      await use({
        environment: 'sandbox',
        baseUrl: 'https://127.0.0.1:9',
        vendor: 'vendor',
        apiKey: 'key',
        secretKey: 'secret',
        reconciliation: {
          host: sshd.host,
          port: sshd.port,
          user: sshd.user,
          privateKey: sshd.privateKey,
          uploads: true,
        },
      });
    },
  });

  test('exits with 6 and sends nothing when it is uncertain which day has ended', async ({
    till,
    sshd,
  }) => {
    await till.stop();
    const run = startUpload(till, ...createKeyArgs(till));
    expect(await run.code, run.getOutput()).toBe(6);
    expect(readdirSync(sshd.folder)).toEqual([]);
  });
});
