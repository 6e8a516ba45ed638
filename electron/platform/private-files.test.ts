import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFileLog } from './file-log.ts';
import { silentLog } from './log.ts';
import {
  assertProfileFilesAreRegular,
  assertProfileFolderIsOwn,
  restrictFilesToOwner,
  restrictFolderToOwner,
} from './private-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const getMode = (path: string): number => statSync(path).mode & 0o777;

it.skipIf(process.platform === 'win32')(
  'removes access of other users from every file of a profile and follows no link out of it',
  async () => {
    const profile = join(folder, 'profile');
    const deepFolder = join(profile, 'backups', 'old');
    mkdirSync(deepFolder, { recursive: true });
    const outside = join(folder, 'outside.txt');
    for (const file of [
      join(profile, 'ledger-training.sqlite'),
      join(deepFolder, 'b.age'),
      outside,
    ]) {
      writeFileSync(file, '');
      chmodSync(file, 0o666);
    }
    symlinkSync(outside, join(profile, 'link.txt'));
    symlinkSync(folder, join(profile, 'link'));
    for (const path of [profile, join(profile, 'backups'), deepFolder, folder])
      chmodSync(path, 0o755);
    restrictFolderToOwner(profile);
    expect(getMode(profile)).toBe(0o700);
    await restrictFilesToOwner(profile, silentLog);
    expect(getMode(join(profile, 'ledger-training.sqlite'))).toBe(0o600);
    expect(getMode(join(profile, 'backups'))).toBe(0o700);
    expect(getMode(deepFolder)).toBe(0o700);
    expect(getMode(join(deepFolder, 'b.age'))).toBe(0o600);
    expect([getMode(outside), getMode(folder)]).toEqual([0o666, 0o755]);
  },
);

it.skipIf(process.platform === 'win32')(
  'refuses a home as the profile, also behind a link or in another spelling',
  () => {
    symlinkSync(homedir(), join(folder, 'link'));
    for (const home of [homedir(), `${homedir()}/.`, join(folder, 'link'), '/']) {
      expect(() => assertProfileFolderIsOwn(home)).toThrow(/is the home of an account/);
    }
    expect(() => assertProfileFolderIsOwn(folder)).not.toThrow();
  },
);

it.skipIf(process.getuid?.() !== 0)('refuses the profile of another account', () => {
  chownSync(folder, 12_345, 12_345);
  expect(() => assertProfileFolderIsOwn(folder)).toThrow(/belongs to another account/);
});

it.skipIf(process.platform === 'win32')(
  'writes the log into its own file where a link to another was planted',
  () => {
    const victim = join(folder, 'victim.txt');
    writeFileSync(victim, 'as it was');
    const logs = join(folder, 'logs');
    const plant = [
      () => symlinkSync(victim, join(logs, 'log.txt')),
      () => linkSync(victim, join(logs, 'log.txt')),
      () => {
        rmSync(logs, { recursive: true });
        symlinkSync(join(folder, 'elsewhere'), logs);
      },
    ];
    mkdirSync(join(folder, 'elsewhere'));
    for (const plantLink of plant) {
      mkdirSync(logs, { recursive: true });
      rmSync(join(logs, 'log.txt'), { force: true });
      plantLink();
      const log = openFileLog(logs);
      log.info({}, 'test: hello');
      log.flush();
      expect(readFileSync(join(logs, 'log.txt'), 'utf8')).toContain('test: hello');
      expect(readFileSync(victim, 'utf8')).toBe('as it was');
      expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
    }
  },
);

it.skipIf(process.platform === 'win32')(
  'refuses a pipe, a device and a foreign socket in the profile, but no file, link or socket of the till',
  async () => {
    const backups = join(folder, 'backups', 'old');
    mkdirSync(backups, { recursive: true });
    mkdirSync(join(folder, 'Cache'));
    execFileSync('mkfifo', [join(folder, 'Cache', 'of-chromium')]);
    writeFileSync(join(folder, 'settings.json'), '{}');
    symlinkSync(join(folder, 'settings.json'), join(folder, 'link'));
    symlinkSync(join(folder, 'missing'), join(folder, 'SingletonLock'));
    const listen = async (name: string) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(join(folder, name), () => resolve()));
      return server;
    };
    const ownServer = await listen('commands.sock');
    symlinkSync(join(folder, 'commands.sock'), join(folder, 'SingletonSocket'));
    expect(() => assertProfileFilesAreRegular(folder)).not.toThrow();
    expect(() => assertProfileFilesAreRegular(join(folder, 'missing'))).not.toThrow();

    const foreignServer = await listen('last-exit');
    expect(() => assertProfileFilesAreRegular(folder)).toThrow(
      `${join(folder, 'last-exit')} is a socket, not a file.`,
    );
    for (const server of [ownServer, foreignServer]) {
      await new Promise((resolve) => server.close(resolve));
    }
    symlinkSync('/dev/zero', join(folder, 'key-training.json'));
    expect(() => assertProfileFilesAreRegular(folder)).toThrow(/key-training.json is a device/);
    rmSync(join(folder, 'key-training.json'));
    execFileSync('mkfifo', [join(backups, 'ledger')]);
    expect(() => assertProfileFilesAreRegular(folder)).toThrow(
      `${join(backups, 'ledger')} is a named pipe, not a file.`,
    );
  },
);
