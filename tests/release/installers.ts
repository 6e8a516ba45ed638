import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/till-process.ts';

export const OUTPUT = join(ROOT, 'out', 'test', 'installers');

/** Why no deb can be made here; null where one can. */
export function debUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'debs are made on Linux alone';
  if (process.arch !== 'x64') return 'the stand-in is for x64 alone';
  return existsSync('/usr/bin/dpkg-deb') ? null : 'there is no dpkg-deb';
}

export interface Ran {
  readonly code: number;
  /** What it said on both outputs. */
  readonly text: string;
}

/** A command of package.json. */
export function launch(words: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'build', 'launch.mjs'), ...words],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env } },
  );
  return { code: status ?? 1, text: `${stdout}${stderr}` };
}

/** Folders of a test file, all removed at its end. */
export function createFolders(): {
  make(): string;
  copyOf(folder: string): string;
  remove(): void;
} {
  const made: string[] = [];
  const make = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'release-'));
    made.push(folder);
    return folder;
  };
  return {
    make,
    copyOf: (folder) => {
      const copy = join(make(), 'copy');
      // Hard links: a file that is changed is replaced, never written in place.
      if (process.platform === 'linux') execFileSync('cp', ['-al', folder, copy]);
      else cpSync(folder, copy, { recursive: true });
      return copy;
    },
    remove: () => {
      for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}
