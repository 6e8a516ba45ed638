import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeyPair, publishFeed, verifyFeed } from '../../build/release/feed.mjs';
import { parsePublicKeys, readFeed } from '../../electron/shell/electron/updates/feed.ts';

const EXE = 'Mostrador-Setup-0.2.0.exe';
const DEB = 'mostrador_0.2.0_amd64.deb';
const NOW = Date.parse('2026-11-22T12:00:00Z');

let folder: string;
let key: string;
let keys: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feed-'));
  key = join(folder, 'key.pem');
  keys = join(folder, 'keys.json');
  writeFileSync(keys, JSON.stringify({ now: createKeyPair(key), next: null }));
  writeFileSync(join(folder, EXE), 'an installer');
  writeFileSync(join(folder, DEB), 'a package');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const publish = (changes: Partial<Parameters<typeof publishFeed>[1]> = {}) =>
  publishFeed(folder, { percent: 10, key, keys, now: NOW, ...changes });
const check = () => verifyFeed(folder, { keys, now: NOW });

it('publishes a signed feed that a till accepts', async () => {
  const feed = await publish();
  expect(feed).toMatchObject({
    version: '0.2.0',
    percent: 10,
    serial: NOW / 1000,
    expires: '2026-12-22T12:00:00.000Z',
  });
  expect(feed.files.map(({ name }) => name)).toEqual([EXE, DEB]);
  const { now } = JSON.parse(readFileSync(keys, 'utf8'));
  const raw = readFileSync(join(folder, 'feed.json'));
  const signature = readFileSync(join(folder, 'feed.json.sig'), 'latin1');
  const trusted = parsePublicKeys([now, null]);
  expect(readFeed(raw, signature, { keys: trusted, now: NOW, accepted: null }).feed).toEqual(feed);
  expect(await check()).toEqual(feed);
});

it('increases the serial with each feed, withdraws with 0 %, and rejects an older time or version', async () => {
  const first = await publish();
  const withdrawn = await publish({ percent: 0, now: NOW + 5_000 });
  expect(withdrawn.serial).toBeGreaterThan(first.serial);
  await expect(publish({ now: NOW })).rejects.toThrow('clock');
  rmSync(join(folder, EXE));
  rmSync(join(folder, DEB));
  writeFileSync(join(folder, 'Mostrador-Setup-0.1.9.exe'), 'an older one');
  await expect(publish({ now: NOW + 9_000 })).rejects.toThrow('never go back');
});

it('rejects an invalid percentage and an invalid number of days', async () => {
  for (const percent of [-1, 101, 0.5, Number.NaN]) {
    await expect(publish({ percent })).rejects.toThrow('--percent');
  }
  for (const days of [0, 366, Number.NaN]) {
    await expect(publish({ days })).rejects.toThrow('--days');
  }
});

it('rejects a key that no till knows, that others can read, that is invalid, or that does not exist', async () => {
  const otherKey = join(folder, 'other.pem');
  createKeyPair(otherKey);
  await expect(publish({ key: otherKey })).rejects.toThrow('neither "now" nor "next"');
  const trustedKeys = JSON.parse(readFileSync(keys, 'utf8'));
  writeFileSync(keys, JSON.stringify({ now: null, next: trustedKeys.now }));
  expect(await publish()).toMatchObject({ percent: 10 });
  chmodSync(key, 0o644);
  await expect(publish()).rejects.toThrow('chmod 600');
  writeFileSync(otherKey, 'no key');
  await expect(publish({ key: otherKey })).rejects.toThrow('is not a private key');
  await expect(publish({ key: join(folder, 'gone') })).rejects.toThrow('does not exist');
  expect(statSync(createKeyFile('new.pem')).mode & 0o077).toBe(0);
});

function createKeyFile(name: string): string {
  const file = join(folder, name);
  createKeyPair(file);
  expect(() => createKeyPair(file)).toThrow('EEXIST');
  return file;
}

it.each([
  ['Mostrador-Setup-0.2.0-stand-in.exe', 'cannot be published'],
  ['setup.exe', 'cannot be published'],
  ['mostrador_0.2.1_amd64.deb', 'several versions'],
])('rejects a folder with %s in it', async (name, message) => {
  writeFileSync(join(folder, name), '');
  await expect(publish()).rejects.toThrow(message);
});

it('rejects a published folder whose files, date or signature do not match the feed', async () => {
  const feed = await publish();
  writeFileSync(join(folder, EXE), 'an installes');
  await expect(check()).rejects.toThrow(`${EXE} is not the file`);
  writeFileSync(join(folder, EXE), 'an installer');
  writeFileSync(join(folder, 'mostrador_0.2.0_arm64.deb'), '');
  await expect(check()).rejects.toThrow('does not list');
  rmSync(join(folder, 'mostrador_0.2.0_arm64.deb'));
  rmSync(join(folder, DEB));
  await expect(check()).rejects.toThrow('missing in the folder');
  writeFileSync(join(folder, DEB), 'a package');
  await expect(verifyFeed(folder, { keys, now: NOW + 31 * 86_400_000 })).rejects.toThrow('expired');
  writeFileSync(join(folder, 'feed.json'), JSON.stringify({ ...feed, percent: 100 }));
  await expect(check()).rejects.toThrow('signature');
  rmSync(join(folder, 'feed.json.sig'));
  await expect(check()).rejects.toThrow('cannot be read');
});

it('runs as a command, with an error message and exit code for wrong arguments', () => {
  const program = fileURLToPath(new URL('../../build/release/feed.mjs', import.meta.url));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  const goodRun = run(folder, '--percent', '25', '--key', key, '--keys', keys);
  expect(goodRun).toMatchObject({ status: 0, stderr: '' });
  expect(goodRun.stdout).toContain('0.2.0 for 25 % of the tills');
  const [raw, signature] = ['feed.json', 'feed.json.sig'].map((name) => join(folder, name));
  const filesBefore = [raw, signature].map((file) => readFileSync(file ?? ''));
  expect(run('--check', folder, '--keys', keys)).toMatchObject({ status: 0, stderr: '' });
  expect([raw, signature].map((file) => readFileSync(file ?? ''))).toEqual(filesBefore);
  expect(run('--check', folder)).toMatchObject({ status: 1 });
  expect(run(folder, '--percent', '25 %', '--key', key, '--keys', keys)).toMatchObject({
    status: 1,
  });
  const unknownKeyRun = run(folder, '--percent', '25', '--key', key);
  expect(unknownKeyRun.status).toBe(1);
  expect(unknownKeyRun.stderr).toContain('neither "now" nor "next"');
  expect(run('--colour').status).toBe(2);
});
