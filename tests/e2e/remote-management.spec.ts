import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/till-process.ts';
import { test as base, expect, OWNER, type Till } from './support/index.ts';

/** Commands of a fleet tool against the running and the closed till, by exit code. */

const MAIN = join(ROOT, process.env.TILL_DIST ?? 'dist', 'main', 'main.js');
const REGISTER = join(ROOT, 'electron', 'shell', 'browser', 'register.ts');
const test = base.extend({});
test.use({ shell: 'browser' });

async function run(
  profile: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly output: string; readonly standardOutput: string }> {
  const child = spawn(
    process.execPath,
    ['--import', REGISTER, MAIN, '--profile', profile, '--no-open', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let standardOutput = '';
  let errorOutput = '';
  child.stdout.on('data', (chunk) => {
    standardOutput += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    errorOutput += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code, output: standardOutput + errorOutput, standardOutput };
}

function writeProfileFile(till: Till, name: string, content: unknown): string {
  const file = join(till.profile, name);
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return file;
}
const writePinFile = (till: Till): string =>
  writeProfileFile(till, 'pin.json', { cashierId: OWNER.id, pin: OWNER.pin });

test('applies a patch to the running till and rejects an invalid one', async ({ till }) => {
  const { profile, page } = till;
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  const patch = writeProfileFile(till, 'patch.json', { shop: { name: 'La Esquina' } });
  const withoutPin = await run(profile, '--apply', patch);
  expect(withoutPin.code, withoutPin.output).toBe(9);
  const checked = await run(profile, '--apply', patch, '--check', '--pin', writePinFile(till));
  expect(checked.code, checked.output).toBe(0);
  const applied = await run(profile, '--apply', patch, '--exit', '--pin', writePinFile(till));
  expect(applied.code, applied.output).toBe(0);
  expect(existsSync(join(profile, 'pin.json'))).toBe(false);
  await expect(page.getByText('La Esquina').first()).toBeVisible();

  const invalidFile = writeProfileFile(till, 'bad.json', { shop: { nmae: 'x' } });
  const refused = await run(profile, '--apply', invalidFile, '--pin', writePinFile(till));
  expect(refused.code, refused.output).toBe(8);
  expect(refused.output).toContain('shop.nmae');
  const provisioned = await run(profile, '--provision', join(profile, 'provisioning.json'));
  expect(provisioned.code, provisioned.output).toBe(7);
  expect(provisioned.output).toContain('--apply');
  const misspelt = await run(profile, '--aply', patch);
  expect(misspelt.code, misspelt.output).toBe(1);
});

test('keeps selling when a file is rejected at startup and shows an indicator', async ({
  till,
}) => {
  await till.page.getByRole('option', { name: OWNER.name }).waitFor();
  await till.stop();
  const invalidFile = writeProfileFile(till, 'bad.json', { lockAfterMinutes: 'soon' });
  await till.start('provisioned-again', ['--provision', invalidFile]);
  await till.callTill('staff.signIn', { cashierId: OWNER.id, pin: OWNER.pin });
  await till.page.getByRole('button', { name: /Archivo rechazado|File refused/ }).click();
  await expect(till.page.getByRole('dialog')).toContainText('lockAfterMinutes');
});

test('reports its status and writes a support bundle, running and closed', async ({ till }) => {
  const { profile, page } = till;
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  const openStatus = await run(profile, '--status', '--json');
  expect([0, 11, 12], openStatus.output).toContain(openStatus.code);
  const report = JSON.parse(openStatus.standardOutput);
  expect(report).toMatchObject({ format: 1, running: true, till: { posNumber: '07' } });
  const zip = test.info().outputPath('open.zip');
  expect(await run(profile, '--diagnostics', zip)).toMatchObject({ code: 0 });
  expect(statSync(zip).size).toBeGreaterThan(1000);
  await till.stop();
  const closed = await run(profile, '--status', '--json');
  expect(JSON.parse(closed.standardOutput)).toMatchObject({ running: false, till: report.till });
  const closedZip = test.info().outputPath('closed.zip');
  expect(await run(profile, '--diagnostics', closedZip)).toMatchObject({ code: 0 });
  expect(readFileSync(closedZip).subarray(0, 2).toString()).toBe('PK');
  const statusText = await run(profile, '--status');
  expect(statusText.standardOutput).toContain('closed');
  expect((await run(join(profile, 'nowhere'), '--status')).code).toBe(4);
  expect(existsSync(join(profile, 'nowhere'))).toBe(false);
});
