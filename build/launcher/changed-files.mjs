import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LauncherError } from './messages.mjs';
import { runCaptured } from './run.mjs';

/**
 * The files that changed since a commit, those that are not committed yet included, as paths below `root`; and the
 * commit, for whoever reads along. `files` is null where there is no Git to ask.
 */
export async function listChangedFiles(root, commit) {
  const git = async (...words) => {
    const { code, output } = await runCaptured('git', words, { cwd: root, env: process.env });
    return code === 0 ? output.trim() : null;
  };
  // Not in Git, or unpacked into a folder of somebody else's.
  if ((await git('ls-files', '--error-unmatch', 'package.json')) === null) {
    return { since: null, files: null };
  }
  const since = await git(
    'rev-parse',
    '--short',
    `${commit ?? (await findBaseCommit(git))}^{commit}`,
  );
  if (since === null) {
    if (commit === null) return { since: null, files: null };
    throw new LauncherError(`Git knows no commit ${commit}.`);
  }
  const [changed, added] = await Promise.all([
    git('diff', '--name-only', '--relative', since),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  const files = `${changed}\n${added}`.split('\n').filter((file) => file !== '');
  return { since, files: files.filter((file) => existsSync(join(root, file))) };
}

/** Where this branch left main; on main what is not committed yet, or else the last commit. */
async function findBaseCommit(git) {
  const head = await git('rev-parse', 'HEAD');
  for (const main of ['main', 'origin/main']) {
    const base = await git('merge-base', 'HEAD', main);
    if (base !== null && base !== head) return base;
  }
  return (await git('status', '--porcelain')) === '' ? 'HEAD~1' : 'HEAD';
}
