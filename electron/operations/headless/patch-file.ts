import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import {
  getFileWritableByOthersReason,
  readRegularFile,
  writeFileAtomically,
} from '../../platform/index.ts';
import { removePatchSecrets } from '../../settings/index.ts';
import { isInProtectedMachineFolder, type MachineFolder } from '../fleet/index.ts';

/** More than any settings need; a logo and a certificate are separate files. */
const MAX_PATCH_BYTES = 256 * 1024;

export interface PatchFile {
  readonly patch: unknown;
  /** The folder of the files that the patch names. */
  readonly folder: string;
  readonly isInMachineFolder: boolean;
  /** Writes the file again without its secrets, which the vault has now. */
  clearSecrets(): Promise<'nothing-secret' | 'cleared' | 'still-there'>;
}

/**
 * Reads a patch: a file that is not a link, belongs to the account of the till or to an
 * administrator, and cannot be written by others.
 */
export async function readPatchFile(
  path: string,
  machine: MachineFolder,
): Promise<Result<PatchFile>> {
  const file = await readRegularFile(path, MAX_PATCH_BYTES, getFileWritableByOthersReason);
  if (!file.ok) return file;
  let patch: unknown;
  try {
    patch = JSON.parse(file.value.text.replace(/^\uFEFF/, ''));
  } catch {
    return toPatchFileProblem('must be a JSON file');
  }
  const isInMachineFolder = await isInProtectedMachineFolder(path, machine);
  if (!isInMachineFolder.ok) return isInMachineFolder;
  return ok({
    patch,
    folder: dirname(path),
    isInMachineFolder: isInMachineFolder.value,
    clearSecrets: () => removeSecrets(path, patch, file.value.stats),
  });
}

async function removeSecrets(
  path: string,
  patch: unknown,
  originalStats: Stats,
): Promise<'nothing-secret' | 'cleared' | 'still-there'> {
  const rest = removePatchSecrets(patch);
  if (rest === null) return 'nothing-secret';
  try {
    const currentStats = await lstat(path);
    // If another file was put there meanwhile, it is not overwritten.
    if (currentStats.ino !== originalStats.ino || currentStats.mtimeMs !== originalStats.mtimeMs)
      return 'still-there';
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
