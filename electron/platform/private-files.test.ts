import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from './log.ts';
import { restrictFilesToOwner, restrictFolderToOwner } from './private-files.ts';

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
