import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = readFileSync(join(import.meta.dirname, 'linux', 'before-install.sh'), 'utf8');
const STRANGER = 12_345;
const isRoot = process.getuid?.() === 0;

let folder: string;
let home: string;
let profile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'before-install-'));
  home = join(folder, 'ana');
  profile = join(home, '.config', 'Mostrador');
  mkdirSync(profile, { recursive: true });
  // The accounts of this computer, as the script lists them.
  writeFileSync(join(folder, 'getent'), `#!/bin/sh\necho "ana:x:0:0::${home}:/bin/sh"\n`);
  chmodSync(join(folder, 'getent'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script as an upgrade, with another provisioning file and without the tills of this computer. */
function upgrade(provisioning: object | null = null) {
  const file = join(folder, 'provision.json');
  if (provisioning !== null) writeFileSync(file, JSON.stringify(provisioning));
  const script = SCRIPT.replaceAll('/etc/mostrador/provision.json', file)
    .replaceAll('/home/', `${folder}/none/`)
    .replaceAll('/opt/Mostrador/', `${folder}/opt/`);
  const PATH = `${folder}:${process.env.PATH}`;
  const { status, stderr } = spawnSync('sh', ['-c', script, 'preinst', 'upgrade'], {
    encoding: 'utf8',
    env: { PATH },
  });
  return { status, stderr };
}
const writeLastExit = (word: string) => writeFileSync(join(profile, 'last-exit'), `${word}\n`);

it.skipIf(process.platform !== 'linux')(
  'refuses while a till of an account is not resolved',
  () => {
    writeLastExit('clean');
    expect(upgrade()).toEqual({ status: 0, stderr: '' });
    writeLastExit('unresolved');
    expect(upgrade()).toMatchObject({ status: 75, stderr: expect.stringContaining(home) });
  },
);

it.skipIf(!isRoot)('ignores a file that a stranger put into a home', () => {
  writeLastExit('unresolved');
  chownSync(join(profile, 'last-exit'), STRANGER, STRANGER);
  expect(upgrade()).toEqual({ status: 0, stderr: '' });
});

it.skipIf(!isRoot)('ignores the till of another account than the provisioning file names', () => {
  for (const path of [home, join(home, '.config'), profile]) chownSync(path, STRANGER, STRANGER);
  writeLastExit('unresolved');
  chownSync(join(profile, 'last-exit'), STRANGER, STRANGER);
  expect(upgrade().status).toBe(75);
  expect(upgrade({ account: 'root' })).toEqual({ status: 0, stderr: '' });
  // The profile that the file names counts, whoever owns it.
  expect(upgrade({ account: 'root', profile }).status).toBe(75);
});
