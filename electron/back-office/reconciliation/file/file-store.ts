import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';

/** The files as they were made, in the profile: each in the folder of its day, with its digest. */

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

export interface FileStore {
  getPath(day: string, name: string): string;
  /** Written under a temporary name first: a file under its name is whole. Text is UTF-8. */
  write(day: string, name: string, text: AsyncIterable<string>): Promise<Result<WrittenFile>>;
  /** Whether the file is still what was written. */
  isIntact(day: string, name: string, written: WrittenFile): Promise<boolean>;
  /** Keeps a second copy, found by its digest, whatever happens to the file. */
  saveCopy(day: string, name: string, written: WrittenFile): Promise<Result<WrittenFile>>;
  /** Puts that copy in the file's place. False if the copy is gone or has changed. */
  restoreCopy(day: string, name: string, written: WrittenFile): Promise<Result<boolean>>;
}

export function createFileStore(folder: string): FileStore {
  const getPath = (day: string, name: string): string => join(folder, day, name);
  const aside = (day: string, { sha256 }: WrittenFile): string =>
    join(folder, day, 'saved', `${sha256}.txt`);
  return {
    getPath,
    write: (day, name, text) => writeWholeFile(getPath(day, name), text, { overwrites: true }),
    isIntact: (day, name, written) => isIntact(getPath(day, name), written),
    saveCopy: (day, name, written) =>
      writeWholeFile(aside(day, written), createContentStream(getPath(day, name)), {
        overwrites: true,
      }),
    restoreCopy: async (day, name, written) => {
      const copy = aside(day, written);
      if (!(await isIntact(copy, written))) return ok(false);
      const back = await writeWholeFile(getPath(day, name), createContentStream(copy), {
        overwrites: true,
      });
      return back.ok ? ok(true) : back;
    },
  };
}

async function isIntact(file: string, written: WrittenFile): Promise<boolean> {
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
 * Copies a whole file to another folder; overwrites nothing. A folder that a person named must
 * exist: it may be the mount point of a disk that is not connected.
 */
export async function copyToFolder(
  { folder, isOurs }: { readonly folder: string; readonly isOurs: boolean },
  name: string,
  text: AsyncIterable<string | Uint8Array>,
): Promise<Result<string>> {
  const file = join(folder, name);
  if (isOurs) {
    const made = await makeFolder(folder);
    if (!made.ok) return made;
  }
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return fail({ kind: 'daily-file', reason: 'no-folder' });
  const written = await writeWholeFile(file, text, { overwrites: false });
  return written.ok ? ok(file) : written;
}

async function makeFolder(folder: string): Promise<Result<null>> {
  try {
    await mkdir(folder, { recursive: true });
    return ok(null);
  } catch (error) {
    const problem = toStorageProblem(error, folder);
    if (problem === null) throw error;
    return fail(problem);
  }
}

/** The content of a file, piece by piece. */
export function createContentStream(file: string): AsyncIterable<Uint8Array> {
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
): Promise<Result<WrittenFile>> {
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.part`;
  const folder = dirname(file);
  try {
    if (overwrites) await mkdir(folder, { recursive: true });
    const written = await writeChunks(unfinished, text);
    if (overwrites) await rename(unfinished, file);
    else if (!(await linkIfNameFree(unfinished, file, written))) {
      return fail({ kind: 'daily-file', reason: 'name-taken' });
    }
    await syncFolder(folder);
    return ok(written);
  } catch (error) {
    const problem = toStorageProblem(error, file);
    if (problem === null) throw error;
    return fail(problem);
  } finally {
    // The reported error is why it failed; a leftover on a broken disk stays.
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

async function writeChunks(
  unfinished: string,
  text: AsyncIterable<string | Uint8Array>,
): Promise<WrittenFile> {
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

/** False if another file has the name; the same bytes under it count as written. */
async function linkIfNameFree(
  unfinished: string,
  file: string,
  written: WrittenFile,
): Promise<boolean> {
  try {
    await link(unfinished, file);
    await unlink(unfinished);
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return (await computeFileDigest(file)) === written.sha256;
    // A disk without hard links (FAT): the name is checked before it is taken.
    const isTaken = await stat(file).then(
      () => true,
      () => false,
    );
    if (isTaken) return (await computeFileDigest(file)) === written.sha256;
    await rename(unfinished, file);
    return true;
  }
}

/** Without it a power cut may lose the name; a system without such a sync needs nothing more. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // Windows cannot open a folder.
  } finally {
    await handle?.close();
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
