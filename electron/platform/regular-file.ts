import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../shared/contract/index.ts';

/**
 * Reads a file of at most `maxBytes` bytes that is not a link, unless `findRefusalReason` returns a reason.
 * The file cannot be replaced between the checks and the read.
 */
export async function readRegularFile(
  path: string,
  maxBytes: number,
  findRefusalReason: (stats: Stats) => string | null,
): Promise<Result<{ readonly text: string; readonly stats: Stats }>> {
  const isLink = await lstat(path).then(
    (linkStats) => linkStats.isSymbolicLink(),
    () => false,
  );
  if (isLink) return toFileProblem('must be the file itself, not a link to it');
  try {
    // Rejects a link created since the check, and does not block on a pipe.
    const handle = await open(path, NON_BLOCKING_READ | (constants.O_NOFOLLOW ?? 0));
    try {
      const stats = await handle.stat();
      const refusalReason = unsuitableFileReason(stats, maxBytes) ?? findRefusalReason(stats);
      if (refusalReason !== null) return toFileProblem(refusalReason);
      const content = await readUpToLimit(handle, maxBytes);
      if (content === null) return toFileProblem(getTooLargeReason(maxBytes));
      return ok({ text: content.toString('utf8'), stats });
    } finally {
      await handle.close();
    }
  } catch {
    return toFileProblem('must be a readable file');
  }
}

/**
 * Reads a file that a person or a setting names, such as a certificate. Throws unless it is a regular
 * file of at most `maxBytes` bytes, by default 1 MB: a pipe or a device may block or never end.
 */
export async function readNamedFile(
  path: string,
  maxBytes = MAX_NAMED_FILE_BYTES,
): Promise<Buffer> {
  const handle = await open(path, NON_BLOCKING_READ);
  try {
    assertReadable(await handle.stat(), path, maxBytes);
    const content = await readUpToLimit(handle, maxBytes);
    if (content === null) throw createTooLargeError(path, maxBytes);
    return content;
  } finally {
    await handle.close();
  }
}

/** The same for programs that do nothing else meanwhile. */
export function readNamedFileSync(path: string, maxBytes = MAX_NAMED_FILE_BYTES): Buffer {
  const handle = openSync(path, NON_BLOCKING_READ);
  try {
    assertReadable(fstatSync(handle), path, maxBytes);
    const content = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= maxBytes; length += read) {
      read = readSync(handle, content, length, content.length - length, null);
    }
    if (length > maxBytes) throw createTooLargeError(path, maxBytes);
    return content.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}

/** True if something is there that is no regular file, such as a pipe, a device or a folder. */
export function isIrregularFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
}

const MAX_NAMED_FILE_BYTES = 1_000_000;

/** Does not wait for the other end of a pipe. */
const NON_BLOCKING_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function assertReadable(stats: Stats, path: string, maxBytes: number): void {
  if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
  if (stats.size > maxBytes) throw createTooLargeError(path, maxBytes);
}

function createTooLargeError(path: string, maxBytes: number): Error {
  return new Error(`${path} is larger than ${maxBytes} bytes`);
}

/**
 * Null if the file is longer than the limit. Its stated size proves nothing: it is 0 for files of
 * /proc, and another process may be writing it.
 */
async function readUpToLimit(handle: FileHandle, maxBytes: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  // `end` is inclusive, so that one byte more than the limit is read.
  for await (const piece of handle.createReadStream({ end: maxBytes, autoClose: false })) {
    pieces.push(piece);
  }
  const content = Buffer.concat(pieces);
  return content.length > maxBytes ? null : content;
}

/** Why others could have written the file; null if only this account or an administrator could. */
export function getFileWritableByOthersReason({ uid, mode }: Stats): string | null {
  if (process.platform === 'win32') return null;
  if (uid !== 0 && uid !== process.getuid?.()) {
    return 'must belong to the account that runs the till, or to an administrator';
  }
  return (mode & 0o022) === 0 ? null : 'must not be writable by anybody else (chmod 600)';
}

function unsuitableFileReason(stats: Stats, maxBytes: number): string | null {
  if (!stats.isFile()) return 'must be a regular file';
  if (stats.size > maxBytes) return getTooLargeReason(maxBytes);
  const isLinked = process.platform !== 'win32' && stats.nlink > 1;
  return isLinked ? 'must have one name only, no hard links' : null;
}

function getTooLargeReason(maxBytes: number): string {
  return `must be a file of at most ${Math.round(maxBytes / 1024)} kB`;
}

function toFileProblem(reason: string): Result<never> {
  const problem: Problem = { kind: 'provisioning', field: '(file)', reason };
  return fail(problem);
}
