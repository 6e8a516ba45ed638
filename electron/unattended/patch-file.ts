import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/contract/index.ts';
import { isMachineFile, type MachineFolder, readPlainFile } from '../fleet/index.ts';
import { writeWholeFile } from '../platform/index.ts';
import { withoutPatchSecrets } from '../settings/index.ts';

/** More than any settings need; a logo and a certificate lie in files of their own. */
const MOST_BYTES = 256 * 1024;

export interface PatchFile {
  readonly patch: unknown;
  /** Where the files lie that it names. */
  readonly folder: string;
  readonly isFromMachine: boolean;
  /** Writes the file again without its secrets, now that the vault has them. */
  clear(): Promise<'nothing-secret' | 'cleared' | 'still-there'>;
}

/**
 * Reads a patch: a file itself and no link, that belongs to whoever runs the till or to an
 * administrator, and that nobody else can write.
 */
export async function readPatchFile(
  path: string,
  machine: MachineFolder,
): Promise<Result<PatchFile>> {
  const read = await readPlainFile(path, MOST_BYTES, refuseOthers);
  if (!read.ok) return read;
  let patch: unknown;
  try {
    patch = JSON.parse(read.value.text.replace(/^\uFEFF/, ''));
  } catch {
    return refuse('a JSON file');
  }
  const isFromMachine = await isMachineFile(path, machine);
  if (!isFromMachine.ok) return isFromMachine;
  return ok({
    patch,
    folder: dirname(path),
    isFromMachine: isFromMachine.value,
    clear: () => clearSecrets(path, patch, read.value.stats),
  });
}

function refuseOthers(stats: Stats): string | null {
  if (process.platform === 'win32') return null;
  if (stats.uid !== 0 && stats.uid !== process.getuid?.()) {
    return 'a file that belongs to whoever runs the till, or to an administrator';
  }
  return (stats.mode & 0o022) === 0 ? null : 'a file that nobody else can write (chmod 600)';
}

async function clearSecrets(
  path: string,
  patch: unknown,
  before: Stats,
): Promise<'nothing-secret' | 'cleared' | 'still-there'> {
  const rest = withoutPatchSecrets(patch);
  if (rest === null) return 'nothing-secret';
  try {
    const now = await lstat(path);
    // Whoever put another file there meanwhile keeps it.
    if (now.ino !== before.ino || now.mtimeMs !== before.mtimeMs) return 'still-there';
    const written = await writeWholeFile(path, (handle) =>
      handle.writeFile(`${JSON.stringify(rest, null, 2)}\n`),
    );
    return written.ok ? 'cleared' : 'still-there';
  } catch {
    return 'still-there';
  }
}

function refuse(reason: string): Result<never> {
  const problem: Problem = { kind: 'provisioning', field: '(file)', reason };
  return fail(problem);
}
