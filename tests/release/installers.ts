import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/till-process.ts';

export const OUTPUT = join(ROOT, 'out', 'test', 'installers');

/** Returns why no deb can be built here; null if one can. */
export function debUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'debs are made on Linux alone';
  if (process.arch !== 'x64') return 'the stand-in is for x64 alone';
  return existsSync('/usr/bin/dpkg-deb') ? null : 'there is no dpkg-deb';
}

export interface CommandResult {
  readonly code: number;
  /** The output on stdout and stderr. */
  readonly text: string;
}

/** Runs a command of package.json. */
export function runNpmCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): CommandResult {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'build', 'launch.mjs'), ...args],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env } },
  );
  return { code: status ?? 1, text: `${stdout}${stderr}` };
}

/** Temporary folders of a test file, all deleted at its end. */
export function createFolders(): {
  make(): string;
  copyOf(folder: string): string;
  remove(): void;
} {
  const folders: string[] = [];
  const make = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'release-'));
    folders.push(folder);
    return folder;
  };
  return {
    make,
    copyOf: (folder) => {
      const copy = join(make(), 'copy');
      cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
      return copy;
    },
    remove: () => {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}
