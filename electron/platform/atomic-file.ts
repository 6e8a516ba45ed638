import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/contract/index.ts';
import { createFolder, flushFolderToDisk } from './flush-folder.ts';

/**
 * Writes to a temporary file, syncs it, renames it, and syncs the folder: the file is either complete
 * or as it was before, and what is returned as written survives a power cut. Returns a `storage` problem if the disk fails; throws any other error that `write`
 * throws. Creates a missing folder.
 */
export async function writeFileAtomically<Value>(
  file: string,
  write: (handle: FileHandle) => Promise<Value>,
): Promise<Result<Value>> {
  const temporaryFile = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await createFolder(dirname(file));
    const handle = await open(temporaryFile, 'wx', 0o600);
    let value: Value;
    try {
      value = await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporaryFile, file);
    await flushFolderToDisk(dirname(file));
    return ok(value);
  } catch (error) {
    // The caller needs the original error. On a broken disk the temporary file may remain.
    await rm(temporaryFile, { force: true }).catch(() => {});
    const problem = toDiskProblem(error, basename(file));
    if (problem === null) throw error;
    return fail(problem);
  }
}

/** Converts a disk error to a `storage` problem; null if the error is not a disk error. */
export function toDiskProblem(
  error: unknown,
  file: string,
): Extract<Problem, { kind: 'storage' }> | null {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { kind: 'storage', reason: 'full', file };
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return { kind: 'storage', reason: 'read-only', file };
    case 'EIO':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return { kind: 'storage', reason: 'failed', file };
    default:
      return null;
  }
}
