import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAIN_COMMANDS, formatChainUsage } from '../../electron/settings/command-line/index.ts';
import { ROOT } from '../support/till-process.ts';
import { test as base, expect, OWNER, type Till } from './support/index.ts';

/**
 * `mostrador-cli` as it is installed: the built bundle alone, on plain Node, without a display and
 * without Electron, against a till at work and a closed one, by exit code.
 */

const CLI = join(ROOT, process.env.TILL_DIST ?? 'dist', 'cli');
const test = base.extend({});
test.use({ shell: 'browser' });

interface Done {
  readonly code: number;
  readonly out: string;
  readonly said: string;
}

async function run(
  words: readonly string[],
  as: { uid?: number; cli?: string } = {},
): Promise<Done> {
  const { cli = CLI, uid } = as;
  const child = spawn(process.execPath, [join(cli, 'mostrador-cli.mjs'), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    env: { PATH: process.env.PATH },
    ...(uid === undefined ? {} : { uid }),
  });
  let out = '';
  let said = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code, out, said: out + said };
}

function put(till: Till, name: string, content: unknown): string {
  const file = join(till.profile, name);
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return file;
}
const pin = (till: Till): string => put(till, 'pin.json', { cashierId: OWNER.id, pin: OWNER.pin });

test('no part of it asks for Electron, and it runs where nothing else of Mostrador is', async () => {
  const files = readdirSync(CLI).filter((name) => name.endsWith('.mjs'));
  expect(files).toContain('mostrador-cli.mjs');
  for (const name of files) {
    const code = readFileSync(join(CLI, name), 'utf8');
    expect(code, name).not.toMatch(/(from|import|require)\s*\(?\s*["']electron[-\w/]*["']/);
  }
  const alone = mkdtempSync(join(tmpdir(), 'mostrador-cli-'));
  chmodSync(alone, 0o755);
  cpSync(CLI, alone, { recursive: true });
  const help = await run(['--help'], { cli: alone });
  expect(help.code, help.said).toBe(0);
  expect(help.out).toContain('--upload-daily-file');
  expect(help.out).not.toContain('--browser');
  const misspelt = await run(['--stauts'], { cli: alone });
  expect(misspelt.code).toBe(1);
  expect(misspelt.said).toContain('--stauts is no option of mostrador-cli. It takes: --profile');
  const other = await run(['--provision', 'till.json'], { cli: alone });
  expect(other.code).toBe(1);
  expect(other.said).toContain('--provision is an option of mostrador, which opens the till');
  const nothing = await run(['--profile', alone], { cli: alone });
  expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining('Say what to do') });
  rmSync(alone, { recursive: true });
});

test('hands the words of a chain to the bundle beside it', async () => {
  const help = await run(['chain', '--help']);
  expect(help.code, help.said).toBe(0);
  for (const command of CHAIN_COMMANDS) expect(help.out).toContain(formatChainUsage(command));
  const wrong = await run(['chain', 'retire']);
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('chain retire TILL') });
  const office = join(CLI, '..', 'office');
  for (const name of readdirSync(office).filter((file) => file.endsWith('.mjs'))) {
    const code = readFileSync(join(office, name), 'utf8');
    expect(code, name).not.toMatch(/(from|import|require)\s*\(?\s*["']electron[-\w/]*["']/);
  }
});

test('a reader that goes away ends nothing of a command of the chain', async () => {
  const child = spawn(process.execPath, [join(CLI, 'mostrador-cli.mjs'), 'chain', '--help']);
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const [code] = await once(child, 'close');
  expect([code, said]).toEqual([0, '']);
});

test('the process of a chain waits for its database, and ends in order when it is told to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-chain-'));
  const config = join(folder, 'chain.json');
  const login = { user: 'hook', password: 'not-to-be-said' };
  const file = { hosts: ['127.0.0.1:1'], database: 'chain', ca: 'none', hook: login };
  const hooks = { tokens: ['A'.repeat(43)] };
  writeFileSync(config, JSON.stringify({ ...file, hooks }), { mode: 0o600 });
  const port = String(20_000 + (process.pid % 10_000));
  const words = ['chain', 'start', '--config', config, '--hooks', port];
  const child = spawn(process.execPath, [join(CLI, 'mostrador-cli.mjs'), ...words]);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  await expect.poll(() => said).toContain('chain-process: started');
  const begun = performance.now();
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code, said).toBe(0);
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(said).toContain('does not answer');
  expect(said).not.toContain(login.password);
  rmSync(folder, { recursive: true });
});

test('each command does its part, of a till at work and of a closed one', async ({ till }) => {
  const { profile, page } = till;
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  const here = (...words: readonly string[]) => run(['--profile', profile, ...words]);

  const open = await here('--status', '--json');
  expect([0, 11, 12], open.said).toContain(open.code);
  const report = JSON.parse(open.out);
  expect(report).toMatchObject({ format: 1, running: true, till: { posNumber: '07' } });
  const zip = join(profile, 'open.zip');
  expect(await here('--diagnostics', zip)).toMatchObject({ code: 0 });
  expect(statSync(zip).size).toBeGreaterThan(1000);

  const patch = put(till, 'patch.json', { shop: { name: 'La Esquina' } });
  expect(await here('--apply', patch)).toMatchObject({ code: 9 });
  expect(await here('--apply', patch, '--check', '--pin', pin(till))).toMatchObject({ code: 0 });
  const applied = await here('--apply', patch, '--pin', pin(till));
  expect(applied.code, applied.said).toBe(0);
  await expect(page.getByText('La Esquina').first()).toBeVisible();
  const bad = put(till, 'bad.json', { shop: { nmae: 'x' } });
  expect(await here('--apply', bad, '--pin', pin(till))).toMatchObject({ code: 8 });
  const upload = await here('--upload-daily-file', '--try-for', '0');
  expect(upload.code, upload.said).toBe(4);
  expect(upload.said).toContain('does not upload');

  await till.stop();
  const closed = await here('--status', '--json');
  expect(JSON.parse(closed.out)).toMatchObject({ running: false, till: report.till });
  expect([11, 12]).toContain(closed.code);
  const later = join(profile, 'closed.zip');
  expect(await here('--diagnostics', later)).toMatchObject({ code: 0 });
  expect(readFileSync(later).subarray(0, 2).toString()).toBe('PK');
  // What needs the keys says that they are the till's, and leaves the PIN's file for the next time.
  const given = pin(till);
  for (const words of [['--apply', patch, '--pin', given], ['--upload-daily-file']]) {
    const refused = await here(...words);
    expect(refused.code, refused.said).toBe(13);
    expect(refused.said).toContain('Open Mostrador, and run this again');
  }
  expect(existsSync(given)).toBe(true);

  const nowhere = join(profile, 'nowhere');
  for (const words of [
    ['--status'],
    ['--diagnostics', zip],
    ['--apply', patch],
    ['--upload-daily-file'],
  ]) {
    const none = await run(['--profile', nowhere, ...words]);
    expect(none.code, `${words} ${none.said}`).toBe(4);
  }
  expect(existsSync(nowhere)).toBe(false);
});

test('another account is told whose the profile is, instead of that there is no till', async ({
  till,
}) => {
  test.skip(process.getuid?.() !== 0, 'only an administrator can run a program as another account');
  const alone = mkdtempSync(join(tmpdir(), 'mostrador-cli-'));
  chmodSync(alone, 0o755);
  cpSync(CLI, alone, { recursive: true });
  const refused = await run(['--profile', till.profile, '--status'], { uid: 65_534, cli: alone });
  expect(refused.code, refused.said).toBe(1);
  expect(refused.said).toContain('Run this as the account that the till belongs to');
  rmSync(alone, { recursive: true });
});
