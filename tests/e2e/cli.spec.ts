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
 * `mostrador-cli` as it is installed: only the built bundle on plain Node, without display and
 * Electron, against a running and a closed till, by exit code.
 */

const CLI = join(ROOT, process.env.TILL_DIST ?? 'dist', 'cli');
const test = base.extend({});
test.use({ shell: 'browser' });

interface CommandResult {
  readonly code: number;
  readonly standardOutput: string;
  readonly output: string;
}

async function run(
  args: readonly string[],
  options: { uid?: number; cli?: string } = {},
): Promise<CommandResult> {
  const { cli = CLI, uid } = options;
  const child = spawn(process.execPath, [join(cli, 'mostrador-cli.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    env: { PATH: process.env.PATH },
    ...(uid === undefined ? {} : { uid }),
  });
  let standardOutput = '';
  let output = '';
  child.stdout.on('data', (chunk) => {
    standardOutput += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code, standardOutput, output: standardOutput + output };
}

function writeProfileFile(till: Till, name: string, content: unknown): string {
  const file = join(till.profile, name);
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return file;
}
const writePinFile = (till: Till): string =>
  writeProfileFile(till, 'pin.json', { cashierId: OWNER.id, pin: OWNER.pin });

test('runs without Electron and without the other files of Mostrador', async () => {
  const files = readdirSync(CLI).filter((name) => name.endsWith('.mjs'));
  expect(files).toContain('mostrador-cli.mjs');
  for (const name of files) {
    const code = readFileSync(join(CLI, name), 'utf8');
    expect(code, name).not.toMatch(/(from|import|require)\s*\(?\s*["']electron[-\w/]*["']/);
  }
  const copiedFolder = mkdtempSync(join(tmpdir(), 'mostrador-cli-'));
  chmodSync(copiedFolder, 0o755);
  cpSync(CLI, copiedFolder, { recursive: true });
  const help = await run(['--help'], { cli: copiedFolder });
  expect(help.code, help.output).toBe(0);
  expect(help.standardOutput).toContain('--upload-daily-file');
  expect(help.standardOutput).not.toContain('--browser');
  const misspelt = await run(['--stauts'], { cli: copiedFolder });
  expect(misspelt.code).toBe(1);
  expect(misspelt.output).toContain(
    '--stauts is not an option of mostrador-cli. Options: --profile',
  );
  const wrongProgram = await run(['--provision', 'till.json'], { cli: copiedFolder });
  expect(wrongProgram.code).toBe(1);
  expect(wrongProgram.output).toContain(
    '--provision is an option of mostrador, which opens the till',
  );
  const withoutCommand = await run(['--profile', copiedFolder], { cli: copiedFolder });
  expect(withoutCommand).toMatchObject({
    code: 1,
    output: expect.stringContaining('Name a command'),
  });
  rmSync(copiedFolder, { recursive: true });
});

test('passes chain commands to the bundle beside it', async () => {
  const help = await run(['chain', '--help']);
  expect(help.code, help.output).toBe(0);
  for (const command of CHAIN_COMMANDS)
    expect(help.standardOutput).toContain(formatChainUsage(command));
  const withoutTill = await run(['chain', 'retire']);
  expect(withoutTill).toMatchObject({
    code: 1,
    output: expect.stringContaining('chain retire TILL'),
  });
  const office = join(CLI, '..', 'office');
  for (const name of readdirSync(office).filter((file) => file.endsWith('.mjs'))) {
    const code = readFileSync(join(office, name), 'utf8');
    expect(code, name).not.toMatch(/(from|import|require)\s*\(?\s*["']electron[-\w/]*["']/);
  }
});

test('completes a chain command after its reader closed the pipe', async () => {
  const child = spawn(process.execPath, [join(CLI, 'mostrador-cli.mjs'), 'chain', '--help']);
  child.stdout.destroy();
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([0, '']);
});

test('keeps the chain process running without its database and stops it in order on SIGTERM', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-chain-'));
  const config = join(folder, 'chain.json');
  const login = { user: 'hook', password: 'not-to-be-said' };
  const file = { hosts: ['127.0.0.1:1'], database: 'chain', ca: 'none', hook: login };
  const hooks = { tokens: ['A'.repeat(43)] };
  writeFileSync(config, JSON.stringify({ ...file, hooks }), { mode: 0o600 });
  const port = String(20_000 + (process.pid % 10_000));
  const args = ['chain', 'start', '--config', config, '--hooks', port];
  const child = spawn(process.execPath, [join(CLI, 'mostrador-cli.mjs'), ...args]);
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  await expect.poll(() => output).toContain('chain-process: started');
  const startedAt = performance.now();
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code, output).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(output).toContain('does not answer');
  expect(output).not.toContain(login.password);
  rmSync(folder, { recursive: true });
});

test('executes each command on a running and on a closed till', async ({ till }) => {
  const { profile, page } = till;
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  const runOnProfile = (...args: readonly string[]) => run(['--profile', profile, ...args]);

  const openStatus = await runOnProfile('--status', '--json');
  expect([0, 11, 12], openStatus.output).toContain(openStatus.code);
  const report = JSON.parse(openStatus.standardOutput);
  expect(report).toMatchObject({ format: 1, running: true, till: { posNumber: '07' } });
  const zip = test.info().outputPath('open.zip');
  expect(await runOnProfile('--diagnostics', zip)).toMatchObject({ code: 0 });
  expect(statSync(zip).size).toBeGreaterThan(1000);

  const patch = writeProfileFile(till, 'patch.json', { shop: { name: 'La Esquina' } });
  expect(await runOnProfile('--apply', patch)).toMatchObject({ code: 9 });
  expect(
    await runOnProfile('--apply', patch, '--check', '--pin', writePinFile(till)),
  ).toMatchObject({ code: 0 });
  const applied = await runOnProfile('--apply', patch, '--pin', writePinFile(till));
  expect(applied.code, applied.output).toBe(0);
  await expect(page.getByText('La Esquina').first()).toBeVisible();
  const invalidPatch = writeProfileFile(till, 'bad.json', { shop: { nmae: 'x' } });
  expect(await runOnProfile('--apply', invalidPatch, '--pin', writePinFile(till))).toMatchObject({
    code: 8,
  });
  const upload = await runOnProfile('--upload-daily-file', '--try-for', '0');
  expect(upload.code, upload.output).toBe(4);
  expect(upload.output).toContain('does not upload');

  await till.stop();
  const closed = await runOnProfile('--status', '--json');
  expect(JSON.parse(closed.standardOutput)).toMatchObject({ running: false, till: report.till });
  expect([11, 12]).toContain(closed.code);
  const closedZip = test.info().outputPath('closed.zip');
  expect(await runOnProfile('--diagnostics', closedZip)).toMatchObject({ code: 0 });
  expect(readFileSync(closedZip).subarray(0, 2).toString()).toBe('PK');
  // Commands that need the keys report that the running till has them, and keep the PIN file for
  // the next attempt.
  const pinFile = writePinFile(till);
  for (const args of [['--apply', patch, '--pin', pinFile], ['--upload-daily-file']]) {
    const refused = await runOnProfile(...args);
    expect(refused.code, refused.output).toBe(13);
    expect(refused.output).toContain('Open Mostrador, and run this again');
  }
  expect(existsSync(pinFile)).toBe(true);

  const missingProfile = join(profile, 'nowhere');
  for (const args of [
    ['--status'],
    ['--diagnostics', zip],
    ['--apply', patch],
    ['--upload-daily-file'],
  ]) {
    const result = await run(['--profile', missingProfile, ...args]);
    expect(result.code, `${args} ${result.output}`).toBe(4);
  }
  expect(existsSync(missingProfile)).toBe(false);
});

test('names the owner of the profile to another account', async ({ till }) => {
  test.skip(process.getuid?.() !== 0, 'only an administrator can run a program as another account');
  const copiedFolder = mkdtempSync(join(tmpdir(), 'mostrador-cli-'));
  chmodSync(copiedFolder, 0o755);
  cpSync(CLI, copiedFolder, { recursive: true });
  const refused = await run(['--profile', till.profile, '--status'], {
    uid: 65_534,
    cli: copiedFolder,
  });
  expect(refused.code, refused.output).toBe(1);
  expect(refused.output).toContain('Run this as the account that the till belongs to');
  rmSync(copiedFolder, { recursive: true });
});
