import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishFeed, verifyFeed } from '../../build/release/feed.mjs';

const EXE = 'Mostrador-Setup-0.2.0.exe';
const DEB = 'mostrador_0.2.0_amd64.deb';
const NOW = Date.parse('2026-11-22T12:00:00Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feed-'));
  writeFileSync(join(folder, EXE), 'an installer');
  writeFileSync(join(folder, DEB), 'a package');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const publish = (percent = 10) => publishFeed(folder, { percent, now: NOW });
const readFeed = (name: string) => readFileSync(join(folder, name), 'utf8');

it('writes one file per system, in the format of electron-builder', async () => {
  for (const name of ['mostrador_0.2.0_arm64.deb', 'Mostrador-0.2.0.dmg', 'Mostrador-0.2.0.zip'])
    writeFileSync(join(folder, name), name);
  expect(await publish()).toEqual({
    version: '0.2.0',
    feedFiles: ['latest-linux-arm64.yml', 'latest-linux.yml', 'latest-mac.yml', 'latest.yml'],
  });
  const sha512 = createHash('sha512').update('an installer').digest('base64');
  expect(readFeed('latest.yml')).toBe(`version: 0.2.0
files:
  - url: ${EXE}
    sha512: ${sha512}
    size: 12
    isAdminRightsRequired: true
releaseDate: '2026-11-22T12:00:00.000Z'
stagingPercentage: 10
`);
  expect(readFeed('latest-mac.yml').match(/url: .*/g)).toEqual([
    'url: Mostrador-0.2.0.dmg',
    'url: Mostrador-0.2.0.zip',
  ]);
  expect(readFeed('latest-linux-arm64.yml')).not.toContain('amd64');
  await verifyFeed(folder);
});

it('rejects an invalid percentage', async () => {
  for (const percent of [-1, 101, 0.5, Number.NaN]) {
    await expect(publish(percent)).rejects.toThrow('--percent');
  }
});

it.each([
  ['Mostrador-Setup-0.2.0-stand-in.exe', 'cannot be published'],
  ['setup.exe', 'cannot be published'],
  ['mostrador_0.2.1_amd64.deb', 'several versions'],
])('rejects a folder with %s in it', async (name, message) => {
  writeFileSync(join(folder, name), '');
  await expect(publish()).rejects.toThrow(message);
});

it('accepts a published folder whose percentage was edited by hand, and no other change', async () => {
  await publish();
  const edit = (name: string, from: string, to: string): void =>
    writeFileSync(join(folder, name), readFeed(name).replace(from, to));
  edit('latest.yml', 'stagingPercentage: 10', 'stagingPercentage: 100');
  await verifyFeed(folder);
  for (const percent of ['101', '10 %', 'all', '']) {
    await publish();
    edit('latest.yml', 'stagingPercentage: 10', `stagingPercentage: ${percent}`);
    await expect(verifyFeed(folder), percent).rejects.toThrow('latest.yml does not announce');
  }
  await publish();
  writeFileSync(join(folder, EXE), 'an installes');
  await expect(verifyFeed(folder)).rejects.toThrow('latest.yml does not announce');
  await publish();
  rmSync(join(folder, DEB));
  await expect(verifyFeed(folder)).rejects.toThrow('latest-linux.yml does not announce');
});

it('runs as a command, with an error message and exit code for wrong arguments', () => {
  const program = fileURLToPath(new URL('../../build/release/feed.mjs', import.meta.url));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  const goodRun = run(folder, '--percent', '25');
  expect(goodRun).toMatchObject({ status: 0, stderr: '' });
  expect(goodRun.stdout).toContain('0.2.0 for 25 % of the tills');
  expect(goodRun.stdout).toContain('then latest-linux.yml and latest.yml.');
  expect(run(folder, '--percent', '25 %')).toMatchObject({ status: 1 });
  expect(run(folder)).toMatchObject({ status: 1 });
  expect(run('--percent', '25').status).toBe(2);
  expect(run('--colour').status).toBe(2);
});
