import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/till-process.ts';
import { test as base, expect, OWNER, type Till } from './support/index.ts';

/** Commands of a fleet's tool, against the built till at work and the closed one, by exit code. */

const MAIN = join(ROOT, process.env.TILL_DIST ?? 'dist', 'main', 'main.js');
const REGISTER = join(ROOT, 'electron', 'shell', 'browser', 'register.ts');
const test = base.extend({});
test.use({ shell: 'browser' });

async function run(
  profile: string,
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly said: string; readonly out: string }> {
  const child = spawn(
    process.execPath,
    ['--import', REGISTER, MAIN, '--profile', profile, '--no-open', ...words],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let out = '';
  let said = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code, said: out + said, out };
}

function put(till: Till, name: string, content: unknown): string {
  const file = join(till.profile, name);
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return file;
}
const pin = (till: Till): string => put(till, 'pin.json', { cashierId: OWNER.id, pin: OWNER.pin });

test('a patch reaches the till at work, and a bad one leaves it as it is', async ({ till }) => {
  const { profile, page } = till;
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  const patch = put(till, 'patch.json', { shop: { name: 'La Esquina' } });
  const nobody = await run(profile, '--apply', patch);
  expect(nobody.code, nobody.said).toBe(9);
  const checked = await run(profile, '--apply', patch, '--check', '--pin', pin(till));
  expect(checked.code, checked.said).toBe(0);
  const done = await run(profile, '--apply', patch, '--exit', '--pin', pin(till));
  expect(done.code, done.said).toBe(0);
  expect(existsSync(join(profile, 'pin.json'))).toBe(false);
  await expect(page.getByText('La Esquina').first()).toBeVisible();

  const bad = put(till, 'bad.json', { shop: { nmae: 'x' } });
  const refused = await run(profile, '--apply', bad, '--pin', pin(till));
  expect(refused.code, refused.said).toBe(8);
  expect(refused.said).toContain('shop.nmae');
  const other = await run(profile, '--provision', join(profile, 'provisioning.json'));
  expect(other.code, other.said).toBe(7);
  expect(other.said).toContain('--apply');
  const misspelt = await run(profile, '--aply', patch);
  expect(misspelt.code, misspelt.said).toBe(1);
});

test('a file that is refused at the start lets the shop sell, and a light says it', async ({
  till,
}) => {
  await till.page.getByRole('option', { name: OWNER.name }).waitFor();
  await till.stop();
  const bad = put(till, 'bad.json', { lockAfterMinutes: 'soon' });
  await till.start('provisioned-again', ['--provision', bad]);
  await till.callTill('staff.signIn', { cashierId: OWNER.id, pin: OWNER.pin });
  await till.page.getByRole('button', { name: /Archivo rechazado|File refused/ }).click();
  await expect(till.page.getByRole('dialog')).toContainText('lockAfterMinutes');
});

test('a till says how it is, open and closed, and makes its zip for others', async ({ till }) => {
  const { profile, page } = till;
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  const open = await run(profile, '--status', '--json');
  expect([0, 11, 12], open.said).toContain(open.code);
  const report = JSON.parse(open.out);
  expect(report).toMatchObject({ format: 1, running: true, till: { posNumber: '07' } });
  const zip = join(profile, 'open.zip');
  expect(await run(profile, '--diagnostics', zip)).toMatchObject({ code: 0 });
  expect(statSync(zip).size).toBeGreaterThan(1000);
  await till.stop();
  const closed = await run(profile, '--status', '--json');
  expect(JSON.parse(closed.out)).toMatchObject({ running: false, till: report.till });
  const later = join(profile, 'closed.zip');
  expect(await run(profile, '--diagnostics', later)).toMatchObject({ code: 0 });
  expect(readFileSync(later).subarray(0, 2).toString()).toBe('PK');
  const words = await run(profile, '--status');
  expect(words.out).toContain('closed');
  expect((await run(join(profile, 'nowhere'), '--status')).code).toBe(4);
  expect(existsSync(join(profile, 'nowhere'))).toBe(false);
});
