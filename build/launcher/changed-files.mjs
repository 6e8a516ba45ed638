import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LauncherError } from './messages.mjs';
import { runCaptured } from './run.mjs';

/**
 * Lists the files that changed since a commit, including uncommitted ones, as paths relative to `root`. Returns also the
 * commit, for display. `files` is null without a Git repository.
 *
 * @param {string} root
 * @param {string | null} commit
 * @returns {Promise<{ since: string | null, files: string[] | null }>}
 */
export async function listChangedFiles(root, commit) {
  /** @type {Git} */
  const git = async (...args) => {
    const { code, output } = await runCaptured('git', args, { cwd: root, env: process.env });
    return code === 0 ? output.trim() : null;
  };
  // Not in Git, or unpacked into a folder of another repository.
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
    throw new LauncherError(`Git does not know the commit ${commit}. Check --since.`);
  }
  const [changedFiles, newFiles] = await Promise.all([
    git('diff', '--name-only', '--relative', since),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  const files = `${changedFiles}\n${newFiles}`.split('\n').filter((file) => file !== '');
  return { since, files: files.filter((file) => existsSync(join(root, file))) };
}

/**
 * The commit where this branch left main; on main the last commit, or with a clean tree the one before.
 *
 * @typedef {(...args: string[]) => Promise<string | null>} Git
 * @param {Git} git
 */
async function findBaseCommit(git) {
  const head = await git('rev-parse', 'HEAD');
  for (const main of ['main', 'origin/main']) {
    const base = await git('merge-base', 'HEAD', main);
    if (base !== null && base !== head) return base;
  }
  return (await git('status', '--porcelain')) === '' ? 'HEAD~1' : 'HEAD';
}
