import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../electron/operations/cli/index.ts';
import { createProfileFolders } from './support/counter-actions.ts';
import { startMain } from './support/real-till.ts';

/**
 * What is no file in the place of one of the till's own files. A till that opened a named pipe
 * would wait for its other end for ever.
 */

const profiles = createProfileFolders();
let profile: string;
beforeAll(() => {
  profile = profiles.make();
});
afterAll(profiles.remove);

const FILES = [
  'settings.json',
  'key-training.json',
  'ledger-training.sqlite',
  'logs/log.txt',
  'last-exit',
  'instance.lock',
  'pin-attempts-training.json',
  'daily-files/training/2026-01-05.txt',
];

async function start(): Promise<{ readonly code: number | null; readonly output: string }> {
  const till = await startMain(['--training', '--profile', profile]);
  if (till.address !== null) till.child.disconnect();
  return { code: await till.exited, output: till.getOutput() };
}

async function readStatus(): Promise<string> {
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const args = ['--status', '--profile', profile];
  await runCli({ args, workingFolder: profile, version: '1.0.0', write, writeError: write });
  return output;
}

describe.skipIf(process.platform === 'win32')('something else in the place of a file', () => {
  it.each(FILES)('names a pipe at %s and what to do, and changes nothing', async (name) => {
    const path = join(profile, name);
    mkdirSync(dirname(path), { recursive: true });
    execFileSync('mkfifo', [path]);
    const message = `${path} is a named pipe, not a file. Move it out of the folder and start again.`;
    expect(await readStatus()).toContain(message);
    const { code, output } = await start();
    expect(output).toContain(`Mostrador could not start: ${message}`);
    expect(code).toBe(1);
    expect(statSync(path).isFIFO()).toBe(true);
    rmSync(path);
  });

  it('names a link that leads to a device', async () => {
    const path = join(profile, 'settings.json');
    symlinkSync('/dev/zero', path);
    expect((await start()).output).toContain(`${path} is a device, not a file.`);
    rmSync(path);
  });

  it.each(FILES)('opens with a folder at %s, or says that the file is damaged', async (name) => {
    const ownProfile = profiles.make();
    const path = join(ownProfile, name);
    mkdirSync(path, { recursive: true });
    const till = await startMain(['--training', '--profile', ownProfile]);
    if (till.address === null) expect(till.getOutput()).toContain(name);
    else till.child.disconnect();
    await till.exited;
    expect(existsSync(path)).toBe(true);
  });
});
