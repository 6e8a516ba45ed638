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
 * A computer of a fleet with real accounts of the system: the built program is started as the account
 * that `provision.json` names and as another one, with a folder that only root writes.
 */

const DIST = join(ROOT, process.env.TILL_DIST ?? 'dist');
const REGISTER = join(ROOT, 'electron', 'shell', 'browser', 'register.ts');
const QUICK_PINS = join(ROOT, 'tests', 'support', 'quick-pins.ts');
/** Accounts that every Linux has. */
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
let machine: string;
const running: ChildProcess[] = [];
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-fleet-'));
  chmodSync(folder, 0o755);
  machine = join(folder, 'machine');
  mkdirSync(machine, { mode: 0o755 });
});
test.afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill();
    if (child.exitCode === null) await once(child, 'close');
  }
  rmSync(folder, { recursive: true });
});

function homeOf({ name, uid }: typeof TILL): string {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, uid, uid);
  return home;
}

function provision(over: Readonly<Record<string, unknown>> = {}, mode = 0o644): void {
  const file = join(machine, 'provision.json');
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
      ...over,
    }),
  );
  chmodSync(file, mode);
}

function secrets(): void {
  const file = join(machine, 'secrets.json');
  writeFileSync(file, JSON.stringify({ pins: { carmen: '3333' } }));
  chmodSync(file, 0o400);
  chownSync(file, TILL.uid, TILL.uid);
}

/** Until it prints its address, or ends. */
async function start(who: typeof TILL) {
  const child = spawn(
    process.execPath,
    ['--import', REGISTER, '--import', QUICK_PINS, join(DIST, 'main', 'main.js'), '--no-open'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      uid: who.uid,
      env: {
        PATH: process.env.PATH,
        XDG_CONFIG_HOME: homeOf(who),
        TILL_MACHINE_FOLDER: machine,
      },
    },
  );
  running.push(child);
  let said = '';
  let printed = '';
  child.stderr.on('data', (data) => {
    said += String(data);
  });
  const ended = once(child, 'close');
  const first = new Promise<void>((resolve) => {
    child.stdout.on('data', (data) => {
      printed += String(data);
      if (printed.includes('\n')) resolve();
    });
  });
  await Promise.race([first, ended]);
  return { address: printed.trim(), ended, said: () => said };
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('option', { name: 'Carmen' }).click();
  await typeAsPerson(page.keyboard, '3333');
  await page.keyboard.press('Enter');
}

/** As root, of the till of another account: what a fleet's tool reads. */
function status(who: typeof TILL): Record<string, unknown> {
  const profile = join(homeOf(who), 'Mostrador (browser shell)');
  const words = [join(DIST, 'cli', 'mostrador-cli.mjs'), '--profile', profile];
  const { stdout } = spawnSync(process.execPath, [...words, '--status', '--json'], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

test('its account alone has the till, whose file makes it and whose rules it takes', async ({
  counterPage,
}) => {
  provision();
  secrets();
  const stranger = await start(OTHER);
  await stranger.ended;
  expect(stranger.said()).toContain('La caja de esta computadora es de la cuenta nobody.');
  expect(status(OTHER)).toMatchObject({ till: null });

  const till = await start(TILL);
  await counterPage.goto(till.address);
  await expect(counterPage.getByRole('option', { name: 'Carmen' })).toBeVisible();
  await expect(counterPage.getByText('La Esquina').first()).toBeVisible();
  await signIn(counterPage);
  await counterPage.getByRole('button', { name: /Archivo olvidado/ }).click();
  await expect(counterPage.getByRole('dialog')).toContainText('secrets.json');
  expect(status(TILL)).toMatchObject({
    running: true,
    till: { chainName: 'lupita', posNumber: '31' },
    lights: expect.arrayContaining([
      expect.objectContaining({ light: 'settings', code: 'file-left' }),
    ]),
  });
});

test('a copied disk makes no till, and a file that others write keeps no shop closed', async ({
  counterPage,
}) => {
  provision({ computers: { 'another-computer': { posNumber: '31' } } });
  secrets();
  const copied = await start(TILL);
  await copied.ended;
  expect(copied.said()).toContain('no está en el archivo que configura las cajas');

  provision({}, 0o666);
  const open = await start(TILL);
  await open.ended;
  expect(open.said()).toContain('No solo los administradores pueden cambiar el archivo');

  provision();
  const first = await start(TILL);
  await counterPage.goto(first.address);
  await counterPage.getByRole('option', { name: 'Carmen' }).waitFor();
  running.at(-1)?.kill();
  await first.ended;

  provision({ account: OTHER.name }, 0o666);
  const again = await start(TILL);
  await counterPage.goto(again.address);
  await signIn(counterPage);
  await counterPage.getByRole('button', { name: /Archivo rechazado/ }).click();
  await expect(counterPage.getByRole('dialog')).toContainText(join(machine, 'provision.json'));
});
