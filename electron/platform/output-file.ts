import { lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fail, ok, type Result } from '../../shared/contract/index.ts';
import { getExportsFolder } from './profile-paths.ts';

const HEAD_BYTES = 64;

/**
 * Checks a file that a command or setting names, before it is written: an existing file is only
 * replaced if it is empty, or if `isEarlierOutput` recognizes its first 64 bytes as an earlier output.
 */
export async function assertReplaceableOutputFile(
  file: string,
  isEarlierOutput: (head: Buffer) => boolean,
): Promise<Result<null>> {
  const stats = await lstat(file).catch(() => null);
  if (stats === null) return ok(null);
  const head = stats.isFile() ? await readHead(file) : null;
  if (head !== null && (head.length === 0 || isEarlierOutput(head))) return ok(null);
  return fail({ kind: 'output-file', reason: 'exists', file: basename(file) });
}

async function readHead(file: string): Promise<Buffer | null> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES));
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/**
 * Whether a path is in the profile but not in its folder for exports. Links in the path are
 * followed, also if the file or its folder does not exist yet.
 */
export async function isProfileFile(file: string, profileFolder: string): Promise<boolean> {
  const path = await resolveLinks(file);
  return (
    isInside(path, await resolveLinks(profileFolder)) &&
    !isInside(path, await resolveLinks(getExportsFolder(profileFolder)))
  );
}

async function resolveLinks(file: string): Promise<string> {
  const path = resolve(file);
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await resolveLinks(parent), basename(path));
  }
}

function isInside(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  return rest.split(sep)[0] !== '..' && !isAbsolute(rest);
}
