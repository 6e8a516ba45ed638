import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';

/**
 * Reads a file itself and no link, of at most so many bytes, if nothing about it is refused. Nothing
 * can be put in its place between the questions and the reading.
 */
export async function readPlainFile(
  path: string,
  mostBytes: number,
  refuse: (stats: Stats) => string | null,
): Promise<Result<{ readonly text: string; readonly stats: Stats }>> {
  const isLink = await lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  if (isLink) return toFileProblem('the file itself, not a link to it');
  try {
    // No link between the two, and no pipe that would be waited for.
    const handle = await open(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const stats = await handle.stat();
      const why = unsuitableFileReason(stats, mostBytes) ?? refuse(stats);
      if (why !== null) return toFileProblem(why);
      return ok({ text: await handle.readFile('utf8'), stats });
    } finally {
      await handle.close();
    }
  } catch {
    return toFileProblem('a file that can be read');
  }
}

function unsuitableFileReason(stats: Stats, mostBytes: number): string | null {
  if (!stats.isFile()) return 'a plain file';
  if (stats.size > mostBytes) return `a file of at most ${Math.round(mostBytes / 1024)} kB`;
  const isLinked = process.platform !== 'win32' && stats.nlink > 1;
  return isLinked ? 'a file with one name, without a hard link' : null;
}

function toFileProblem(reason: string): Result<never> {
  const problem: Problem = { kind: 'provisioning', field: '(file)', reason };
  return fail(problem);
}
