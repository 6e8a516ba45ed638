import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';
import { createFolder, flushFolderToDisk } from '../../../platform/index.ts';

/** Stores the built files in the profile: each in the folder of its day, with its digest. */

export interface WrittenFileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

export interface DailyFileStore {
  getPath(day: string, name: string): string;
  /**
   * Writes under a temporary name first, so that a file under its final name is complete. Text is
   * UTF-8.
   */
  write(day: string, name: string, text: AsyncIterable<string>): Promise<Result<WrittenFileDigest>>;
  /** Whether the file still has the written size and digest. */
  isIntact(day: string, name: string, written: WrittenFileDigest): Promise<boolean>;
  /** Stores a second copy, named by its digest, independent of the file. */
  saveCopy(
    day: string,
    name: string,
    written: WrittenFileDigest,
  ): Promise<Result<WrittenFileDigest>>;
  /** Replaces the file by that copy. Returns false if the copy is missing or has changed. */
  restoreCopy(day: string, name: string, written: WrittenFileDigest): Promise<Result<boolean>>;
}

export function createDailyFileStore(folder: string): DailyFileStore {
  const getPath = (day: string, name: string): string => join(folder, day, name);
  const getSavedPath = (day: string, { sha256 }: WrittenFileDigest): string =>
    join(folder, day, 'saved', `${sha256}.txt`);
  return {
    getPath,
    write: (day, name, text) => writeWholeFile(getPath(day, name), text, { overwrites: true }),
    isIntact: (day, name, written) => isIntact(getPath(day, name), written),
    saveCopy: (day, name, written) =>
      writeWholeFile(getSavedPath(day, written), readFileContent(getPath(day, name)), {
        overwrites: true,
      }),
    restoreCopy: async (day, name, written) => {
      const copy = getSavedPath(day, written);
      if (!(await isIntact(copy, written))) return ok(false);
      const restored = await writeWholeFile(getPath(day, name), readFileContent(copy), {
        overwrites: true,
      });
      return restored.ok ? ok(true) : restored;
    },
  };
}

async function isIntact(file: string, written: WrittenFileDigest): Promise<boolean> {
  try {
    return (
      (await stat(file)).size === written.bytes &&
      (await computeFileDigest(file)) === written.sha256
    );
  } catch {
    return false;
  }
}

/**
 * Writes a whole file to another folder without overwriting any. A folder that a person chose must
 * exist: it may be the mount point of a disk that is not connected.
 */
export async function writeCopyToFolder(
  { folder, isOwnFolder }: { readonly folder: string; readonly isOwnFolder: boolean },
  name: string,
  content: AsyncIterable<string | Uint8Array>,
): Promise<Result<string>> {
  const file = join(folder, name);
  if (isOwnFolder) {
    const created = await makeFolder(folder);
    if (!created.ok) return created;
  }
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) return fail({ kind: 'daily-file', reason: 'no-folder' });
  const written = await writeWholeFile(file, content, { overwrites: false });
  return written.ok ? ok(file) : written;
}

async function makeFolder(folder: string): Promise<Result<null>> {
  try {
    await createFolder(folder);
    return ok(null);
  } catch (error) {
    const problem = toStorageProblem(error, folder);
    if (problem === null) throw error;
    return fail(problem);
  }
}

/** Streams the content of a file. */
export function readFileContent(file: string): AsyncIterable<Uint8Array> {
  return createReadStream(file);
}

async function computeFileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), hash);
  return hash.digest('hex');
}

async function writeWholeFile(
  file: string,
  text: AsyncIterable<string | Uint8Array>,
  { overwrites }: { readonly overwrites: boolean },
): Promise<Result<WrittenFileDigest>> {
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.part`;
  const folder = dirname(file);
  try {
    if (overwrites) await createFolder(folder);
    const written = await writeChunks(unfinished, text);
    if (overwrites) await rename(unfinished, file);
    else if (!(await linkIfNameFree(unfinished, file, written))) {
      return fail({ kind: 'daily-file', reason: 'name-taken' });
    }
    await flushFolderToDisk(folder);
    return ok(written);
  } catch (error) {
    const problem = toStorageProblem(error, file);
    if (problem === null) throw error;
    return fail(problem);
  } finally {
    // The error that is already reported matters; a leftover on a broken disk stays.
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

async function writeChunks(
  unfinished: string,
  text: AsyncIterable<string | Uint8Array>,
): Promise<WrittenFileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    for await (const piece of text) {
      const buffer = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
      if (buffer.length === 0) continue;
      hash.update(buffer);
      bytes += buffer.length;
      await handle.writeFile(buffer);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Returns false if another file has the name; a file with the same bytes counts as written. */
async function linkIfNameFree(
  unfinished: string,
  file: string,
  written: WrittenFileDigest,
): Promise<boolean> {
  try {
    await link(unfinished, file);
    await unlink(unfinished);
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return (await computeFileDigest(file)) === written.sha256;
    // On a disk without hard links (FAT), the name is checked before the rename.
    const isTaken = await stat(file).then(
      () => true,
      () => false,
    );
    if (isTaken) return (await computeFileDigest(file)) === written.sha256;
    await rename(unfinished, file);
    return true;
  }
}

function toStorageProblem(error: unknown, file: string): Problem | null {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  switch (getErrorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { kind: 'storage', reason: 'full', file: name };
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return { kind: 'storage', reason: 'read-only', file: name };
    case 'EIO':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
    case 'ENOENT':
    case 'ENAMETOOLONG':
      return { kind: 'storage', reason: 'failed', file: name };
    default:
      return null;
  }
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
