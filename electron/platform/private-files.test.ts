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

const modeOf = (path: string): number => statSync(path).mode & 0o777;

it.skipIf(process.platform === 'win32')(
  'takes a profile from other users, whatever it was, and follows no link out of it',
  async () => {
    const profile = join(folder, 'profile');
    const deep = join(profile, 'backups', 'old');
    mkdirSync(deep, { recursive: true });
    const outside = join(folder, 'outside.txt');
    for (const file of [join(profile, 'ledger-training.sqlite'), join(deep, 'b.age'), outside]) {
      writeFileSync(file, '');
      chmodSync(file, 0o666);
    }
    symlinkSync(outside, join(profile, 'link.txt'));
    symlinkSync(folder, join(profile, 'link'));
    for (const one of [profile, join(profile, 'backups'), deep, folder]) chmodSync(one, 0o755);
    restrictFolderToOwner(profile);
    expect(modeOf(profile)).toBe(0o700);
    await restrictFilesToOwner(profile, silentLog);
    expect(modeOf(join(profile, 'ledger-training.sqlite'))).toBe(0o600);
    expect(modeOf(join(profile, 'backups'))).toBe(0o700);
    expect(modeOf(deep)).toBe(0o700);
    expect(modeOf(join(deep, 'b.age'))).toBe(0o600);
    expect([modeOf(outside), modeOf(folder)]).toEqual([0o666, 0o755]);
  },
);
