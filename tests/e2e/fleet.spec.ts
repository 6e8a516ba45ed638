import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { typeAsPerson } from '../support/human-pace.ts';
import { ROOT } from '../support/till-process.ts';
import { test as base, expect } from './support/index.ts';

/**
 * A computer of a fleet with real system accounts: the built program runs as the account that
 * `provision.json` names and as another one, with a folder that only root can write.
 */

const DIST = join(ROOT, process.env.TILL_DIST ?? 'dist');
const REGISTER = join(ROOT, 'electron', 'shell', 'browser', 'register.ts');
const QUICK_PINS = join(ROOT, 'tests', 'support', 'quick-pins.ts');
/** Accounts of every Linux system. */
const TILL = { name: 'nobody', uid: 65_534 };
const OTHER = { name: 'daemon', uid: 1 };

const test = base.extend<{ readonly counterPage: Page }>({
  counterPage: async ({ chromium }, use) => {
    const context = await (await chromium()).newContext();
    await use(await context.newPage());
    await context.close();
  },
});
test.skip(process.getuid?.() !== 0, 'only root starts programs as other accounts');

let folder: string;
let machineFolder: string;
const runningTills: ChildProcess[] = [];
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-fleet-'));
  chmodSync(folder, 0o755);
  machineFolder = join(folder, 'machine');
  mkdirSync(machineFolder, { mode: 0o755 });
});
test.afterEach(async () => {
  for (const child of runningTills.splice(0)) {
    child.kill();
    if (child.exitCode === null) await once(child, 'close');
  }
  rmSync(folder, { recursive: true });
});

function createHome({ name, uid }: typeof TILL): string {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, uid, uid);
  return home;
}

function writeProvisionFile(overrides: Readonly<Record<string, unknown>> = {}, mode = 0o644): void {
  const file = join(machineFolder, 'provision.json');
  writeFileSync(
    file,
    JSON.stringify({
      account: TILL.name,
      computers: { [hostname()]: { posNumber: '31', shop: { name: 'La Esquina' } } },
      environment: 'training',
      version: 'v3.mx',
      chainName: 'lupita',
      timeZone: 'America/Mexico_City',
      language: 'es-MX',
      shop: { name: 'Abarrotes Lupita' },
      printer: { kind: 'screen', columns: 42 },
      cashiers: [{ id: 'carmen', name: 'Carmen', role: 'owner' }],
      ...overrides,
    }),
  );
  chmodSync(file, mode);
}

function writeSecretsFile(): void {
  const file = join(machineFolder, 'secrets.json');
  writeFileSync(file, JSON.stringify({ pins: { carmen: '3333' } }));
  chmodSync(file, 0o400);
  chownSync(file, TILL.uid, TILL.uid);
}

/** Starts the till, and waits until it prints its address or exits. */
async function startTill(account: typeof TILL) {
  const child = spawn(
    process.execPath,
    ['--import', REGISTER, '--import', QUICK_PINS, join(DIST, 'main', 'main.js'), '--no-open'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      uid: account.uid,
      env: {
        PATH: process.env.PATH,
        XDG_CONFIG_HOME: createHome(account),
        TILL_MACHINE_FOLDER: machineFolder,
      },
    },
  );
  runningTills.push(child);
  let errorOutput = '';
  let standardOutput = '';
  child.stderr.on('data', (data) => {
    errorOutput += String(data);
  });
  const exit = once(child, 'close');
  const firstLine = new Promise<void>((resolve) => {
    child.stdout.on('data', (data) => {
      standardOutput += String(data);
      if (standardOutput.includes('\n')) resolve();
    });
  });
  await Promise.race([firstLine, exit]);
  return { address: standardOutput.trim(), exit, getErrorOutput: () => errorOutput };
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('option', { name: 'Carmen' }).click();
  await typeAsPerson(page.keyboard, '3333');
  await page.keyboard.press('Enter');
}

/** Reads the status of another account's till as root, as a fleet tool does. */
function readStatus(account: typeof TILL): Record<string, unknown> {
  const profile = join(createHome(account), 'Mostrador (browser shell)');
  const args = [join(DIST, 'cli', 'mostrador-cli.mjs'), '--profile', profile];
  const { stdout } = spawnSync(process.execPath, [...args, '--status', '--json'], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

test('starts only for its account and applies its provisioning file', async ({ counterPage }) => {
  writeProvisionFile();
  writeSecretsFile();
  const otherAccount = await startTill(OTHER);
  await otherAccount.exit;
  expect(otherAccount.getErrorOutput()).toContain(
    'La caja de esta computadora es de la cuenta nobody.',
  );
  expect(readStatus(OTHER)).toMatchObject({ till: null });

  const till = await startTill(TILL);
  await counterPage.goto(till.address);
  await expect(counterPage.getByRole('option', { name: 'Carmen' })).toBeVisible();
  await expect(counterPage.getByText('La Esquina').first()).toBeVisible();
  await signIn(counterPage);
  await counterPage.getByRole('button', { name: /Archivo olvidado/ }).click();
  await expect(counterPage.getByRole('dialog')).toContainText('secrets.json');
  expect(readStatus(TILL)).toMatchObject({
    running: true,
    till: { chainName: 'lupita', posNumber: '31' },
    lights: expect.arrayContaining([
      expect.objectContaining({ light: 'settings', code: 'file-left' }),
    ]),
  });
});

test('starts no till on a copied disk and keeps selling when the file is writable by others', async ({
  counterPage,
}) => {
  writeProvisionFile({ computers: { 'another-computer': { posNumber: '31' } } });
  writeSecretsFile();
  const copiedDisk = await startTill(TILL);
  await copiedDisk.exit;
  expect(copiedDisk.getErrorOutput()).toContain('no está en el archivo que configura las cajas');

  writeProvisionFile({}, 0o666);
  const withOpenFile = await startTill(TILL);
  await withOpenFile.exit;
  expect(withOpenFile.getErrorOutput()).toContain(
    'No solo los administradores pueden cambiar el archivo',
  );

  writeProvisionFile();
  const first = await startTill(TILL);
  await counterPage.goto(first.address);
  await counterPage.getByRole('option', { name: 'Carmen' }).waitFor();
  runningTills.at(-1)?.kill();
  await first.exit;

  writeProvisionFile({ account: OTHER.name }, 0o666);
  const restarted = await startTill(TILL);
  await counterPage.goto(restarted.address);
  await signIn(counterPage);
  await counterPage.getByRole('button', { name: /Archivo rechazado/ }).click();
  await expect(counterPage.getByRole('dialog')).toContainText(
    join(machineFolder, 'provision.json'),
  );
});
