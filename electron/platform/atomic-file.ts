import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/contract/index.ts';

/**
 * Writes under a temporary name first, syncs, and only then renames the file: a file is there
 * whole, or not at all. A failure of the disk is returned as a `storage` problem; any other error
 * that `write` throws is thrown on. A missing folder is created.
 */
export async function writeFileAtomically<Value>(
  file: string,
  write: (handle: FileHandle) => Promise<Value>,
): Promise<Result<Value>> {
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(unfinished, 'wx', 0o600);
    let value: Value;
    try {
      value = await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
    return ok(value);
  } catch (error) {
    // What is told is why it failed; a leftover of a disk that is broken stays.
    await rm(unfinished, { force: true }).catch(() => {});
    const problem = toDiskProblem(error, basename(file));
    if (problem === null) throw error;
    return fail(problem);
  }
}

/** A disk's error in the contract's words; null if the error was not the disk's. */
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
