import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { writeFileAtomically } from '../../platform/index.ts';
import { removePatchSecrets } from '../../settings/index.ts';
import { isMachineFile, type MachineFolder, readPlainFile } from '../fleet/index.ts';

/** More than any settings need; a logo and a certificate lie in files of their own. */
const MAX_PATCH_BYTES = 256 * 1024;

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
  const read = await readPlainFile(path, MAX_PATCH_BYTES, foreignFileReason);
  if (!read.ok) return read;
  let patch: unknown;
  try {
    patch = JSON.parse(read.value.text.replace(/^\uFEFF/, ''));
  } catch {
    return toPatchFileProblem('a JSON file');
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

function foreignFileReason(stats: Stats): string | null {
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
  const rest = removePatchSecrets(patch);
  if (rest === null) return 'nothing-secret';
  try {
    const now = await lstat(path);
    // Whoever put another file there meanwhile keeps it.
    if (now.ino !== before.ino || now.mtimeMs !== before.mtimeMs) return 'still-there';
    const written = await writeFileAtomically(path, (handle) =>
      handle.writeFile(`${JSON.stringify(rest, null, 2)}\n`),
    );
    return written.ok ? 'cleared' : 'still-there';
  } catch {
    return 'still-there';
  }
}

function toPatchFileProblem(reason: string): Result<never> {
  const problem: Problem = { kind: 'provisioning', field: '(file)', reason };
  return fail(problem);
}
