import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenSsh } from '../support/openssh/index.ts';
import { readDailyFile } from '../support/read-daily-file.ts';
import { ROOT } from '../support/till-process.ts';
import { expect, OWNER, type Till } from './support/index.ts';
import { createUploadSettings, getBusinessDay, uploadsTest as test } from './support/uploads.ts';

/** The upload without a window, against a real SFTP server, and each of its exit codes. */

const MAIN = join(ROOT, process.env.TILL_DIST ?? 'dist', 'main', 'main.js');
const REGISTER = join(ROOT, 'electron', 'shell', 'browser', 'register.ts');
/** The tills that made these profiles hash PINs so. */
const QUICK_PINS = join(ROOT, 'tests', 'support', 'quick-pins.ts');
test.skip(process.platform === 'win32', 'there is no OpenSSH server to be had');
test.use({
  shell: 'browser',
  provisioning: async ({ sshd }, use) => {
    await use({ reconciliation: createUploadSettings(sshd) });
  },
});

interface Run {
  readonly child: ChildProcess;
  readonly code: Promise<number | null>;
  said(): string;
}

/** As a scheduler starts it: no terminal, no display, and nobody who reads. */
function start(profile: string, ...words: readonly string[]): Run {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [
      ...['--import', REGISTER, '--import', QUICK_PINS, MAIN],
      ...['--profile', profile, '--no-open', ...words],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  }
  const code = once(child, 'exit').then(([value]) => value);
  return { child, code, said: () => said };
}

const upload = (till: Till, ...more: readonly string[]): Run =>
  start(till.profile, '--upload-daily-file', '--try-for', '0', ...more);
/** The browser shell keeps no keys: they are given again. */
const withKeys = (till: Till): string[] => ['--provision', join(till.profile, 'provisioning.json')];

/** The till, whose server is known or not, is stopped, and has been uploading for two days. */
async function twoDaysOff(till: Till, knows: OpenSsh | null): Promise<void> {
  await till.page.getByRole('option', { name: OWNER.name }).waitFor();
  await till.callTill('staff.signIn', { cashierId: OWNER.id, pin: OWNER.pin });
  if (knows !== null) {
    // Its key is not known yet.
    await expect(till.callTill('reconciliation.checkServer', {})).rejects.toThrow('host-key-new');
    await till.callTill('reconciliation.confirmHostKey', { fingerprint: knows.fingerprint });
  }
  await expect(async () => {
    expect((await till.callTill('reconciliation.state', {})).since).not.toBeNull();
  }).toPass();
  await till.stop();
  const ledger = new DatabaseSync(join(till.profile, 'ledger-training.sqlite'));
  ledger.exec(`UPDATE reconciliation_state SET uploading_since = '${getBusinessDay(2)}'`);
  ledger.close();
}

test('sends what is due and ends with 0; the next one finds nothing due', async ({
  till,
  sshd,
}) => {
  await twoDaysOff(till, sshd);
  const run = upload(till, ...withKeys(till));
  expect(await run.code, run.said()).toBe(0);
  const files = readdirSync(sshd.folder).sort();
  expect(files).toHaveLength(2);
  for (const file of files) {
    const { date, registers } = readDailyFile(readFileSync(join(sshd.folder, file)));
    expect(file).toBe(`lupita_${date}.txt`);
    expect(registers).toEqual([]);
    expect(run.said()).toContain(`${file}: it is in.`);
  }
  const again = upload(till, ...withKeys(till));
  expect(await again.code, again.said()).toBe(0);
  expect(again.said()).toContain('No daily file is due.');
  expect(again.said()).not.toContain('http://');
});

test('is done by the till that is open, which reports back', async ({ till, sshd }) => {
  await twoDaysOff(till, sshd);
  await till.start('provisioned-again');
  const runs = [upload(till), upload(till)];
  for (const run of runs) {
    expect(await run.code, run.said()).toBe(0);
    expect(run.said()).toMatch(/it is in\.|No daily file is due\./);
    expect(run.said()).not.toContain('http://');
  }
  expect(readdirSync(sshd.folder)).toHaveLength(2);
  await expect(till.page.getByRole('option', { name: OWNER.name })).toBeVisible();
});

test('hears what the open till meets', async ({ till, sshd }) => {
  await twoDaysOff(till, null);
  await till.start('provisioned-again');
  const run = upload(till);
  expect(await run.code, run.said()).toBe(3);
  expect(run.said()).toContain('host-key-new');
  expect(readdirSync(sshd.folder)).toEqual([]);
});

test('ends with 2 where the server cannot be reached, and where somebody ends it', async ({
  till,
  sshd,
}) => {
  await twoDaysOff(till, sshd);
  await sshd.stop();
  const run = upload(till, ...withKeys(till));
  expect(await run.code, run.said()).toBe(2);
  expect(run.said()).toContain('"refused"');

  const patient = start(till.profile, '--upload-daily-file', ...withKeys(till));
  await expect(() => expect(readdirSync(till.profile)).toContain('errands.sock')).toPass();
  patient.child.kill('SIGTERM');
  expect(await patient.code, patient.said()).toBe(2);
});

test('ends with 3 where a person has to confirm the server’s key', async ({ till, sshd }) => {
  await twoDaysOff(till, null);
  const run = upload(till, ...withKeys(till));
  expect(await run.code, run.said()).toBe(3);
  expect(run.said()).toContain('host-key-new');
  expect(readdirSync(sshd.folder)).toEqual([]);
});

test('ends with 5 where the key store does not open', async ({ till, sshd }) => {
  await twoDaysOff(till, sshd);
  const run = upload(till);
  expect(await run.code, run.said()).toBe(5);
  expect(run.said()).toContain('key store');
  expect(readdirSync(sshd.folder)).toEqual([]);
});

test('ends with 7 where the ledger is damaged, or whoever holds the profile is silent', async ({
  till,
  sshd,
}) => {
  await twoDaysOff(till, sshd);
  await till.start('provisioned-again');
  rmSync(join(till.profile, 'errands.sock'));
  const run = upload(till);
  expect(await run.code, run.said()).toBe(7);
  expect(run.said()).toContain('does not answer');
  await till.stop();
  const ledger = join(till.profile, 'ledger-training.sqlite');
  writeFileSync(ledger, Buffer.concat([Buffer.alloc(4096, 7), readFileSync(ledger)]));
  const damaged = upload(till);
  expect(await damaged.code, damaged.said()).toBe(7);
  expect(damaged.said()).toContain('damaged');
});

test('becomes the till where a person starts it meanwhile', async ({ till, sshd, chromium }) => {
  await twoDaysOff(till, sshd);
  await sshd.stop();
  const run = start(till.profile, '--upload-daily-file', ...withKeys(till));
  await expect(() => expect(readdirSync(till.profile)).toContain('errands.sock')).toPass();
  const person = start(till.profile);
  expect(await person.code, person.said()).toBe(0);
  const [address = ''] = /http:\S+/.exec(person.said()) ?? [];
  const page = await (await chromium()).newPage();
  await page.goto(address);
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  run.child.kill('SIGTERM');
  expect(await run.code).toBe(0);
});

test.describe('a till that does not upload', () => {
  test.use({ provisioning: {} });

  test('ends with 4, as one that is not set up does, and 1 where it cannot start', async ({
    till,
  }) => {
    const held = upload(till);
    expect(await held.code, held.said()).toBe(4);
    expect(held.said()).toContain('does not upload');
    await till.stop();
    const run = upload(till);
    expect(await run.code, run.said()).toBe(4);
    const empty = start(join(till.profile, 'empty'), '--upload-daily-file');
    expect(await empty.code, empty.said()).toBe(4);
    const wrong = upload(till, '--provision', join(till.profile, 'nowhere.json'));
    expect(await wrong.code, wrong.said()).toBe(1);
    const minutes = start(till.profile, '--upload-daily-file', '--try-for', 'soon');
    expect(await minutes.code, minutes.said()).toBe(1);
    expect(minutes.said()).toContain('--try-for takes minutes');
  });
});

test.describe('a service that is not there', () => {
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

  test('leaves it unsure which day is over: 6, and nothing is sent', async ({ till, sshd }) => {
    await till.stop();
    const run = upload(till, ...withKeys(till));
    expect(await run.code, run.said()).toBe(6);
    expect(readdirSync(sshd.folder)).toEqual([]);
  });
});
