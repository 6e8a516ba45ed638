import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../shared/contract/index.ts';

/**
 * Reads a file of at most `maxBytes` bytes that is not a link, unless `refuse` returns a reason.
 * The file cannot be replaced between the checks and the read.
 */
export async function readRegularFile(
  path: string,
  maxBytes: number,
  refuse: (stats: Stats) => string | null,
): Promise<Result<{ readonly text: string; readonly stats: Stats }>> {
  const isLink = await lstat(path).then(
    (linkStats) => linkStats.isSymbolicLink(),
    () => false,
  );
  if (isLink) return toFileProblem('must be the file itself, not a link to it');
  try {
    // Rejects a link created since the check, and does not block on a pipe.
    const handle = await open(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const stats = await handle.stat();
      const refusalReason = unsuitableFileReason(stats, maxBytes) ?? refuse(stats);
      if (refusalReason !== null) return toFileProblem(refusalReason);
      return ok({ text: await handle.readFile('utf8'), stats });
    } finally {
      await handle.close();
    }
  } catch {
    return toFileProblem('must be a readable file');
  }
}

/** Why others could have written the file; null if only this account or an administrator could. */
export function getForeignFileReason({ uid, mode }: Stats): string | null {
  if (process.platform === 'win32') return null;
  if (uid !== 0 && uid !== process.getuid?.()) {
    return 'must belong to the account that runs the till, or to an administrator';
  }
  return (mode & 0o022) === 0 ? null : 'must not be writable by anybody else (chmod 600)';
}

function unsuitableFileReason(stats: Stats, maxBytes: number): string | null {
  if (!stats.isFile()) return 'must be a regular file';
  if (stats.size > maxBytes) return `must be a file of at most ${Math.round(maxBytes / 1024)} kB`;
  const isLinked = process.platform !== 'win32' && stats.nlink > 1;
  return isLinked ? 'must have one name only, no hard links' : null;
}

function toFileProblem(reason: string): Result<never> {
  const problem: Problem = { kind: 'provisioning', field: '(file)', reason };
  return fail(problem);
}
