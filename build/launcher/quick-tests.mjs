import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Tests that a change in any folder can break. */
const ALWAYS_RUN = [
  'build/boundaries.test.ts',
  'build/docs.test.ts',
  'build/naming.test.ts',
  'build/styles.test.ts',
  'build/launcher/launcher.test.ts',
  'build/launcher/npm-test.test.ts',
];
const ROOTS = ['build', 'electron', 'renderer', 'shared', 'tests'];
/** Slow test folders, which `--quick` skips. */
const LONG_RUNNING = /^tests\/(faults|conformance|e2e)\//;
/** Two cores run this many test files in a minute and a half. */
const MAX_FILES = 80;

/**
 * Selects the unit test files for `--quick`: those in the folders of changed files, and those that contain the name of a
 * changed document; all if `changed` is null. Does not follow imports: for a file such as the contract that would select
 * nearly all tests, and type checks find what such a change breaks elsewhere. If there are more than `maxFiles`, selects the
 * tests of the changed files, and a sample of the others by the seed. `total` is the number before sampling.
 *
 * @param {{
 *   readonly root: string,
 *   readonly changed: readonly string[] | null,
 *   readonly seed: string,
 *   readonly maxFiles?: number,
 * }} options
 */
export function selectQuickTests({ root, changed, seed, maxFiles = MAX_FILES }) {
  const sources = (changed ?? []).filter(
    (file) => /\.(ts|tsx|mjs|json|css)$/.test(file) && file.includes('/'),
  );
  const folders = [...new Set(sources.map((file) => `${dirname(file)}/`))];
  const documents = (changed ?? [])
    .filter((file) => file.endsWith('.md'))
    .map((file) => basename(file));
  const mentionsDocument = (/** @type {string} */ file) => {
    if (documents.length === 0) return false;
    const text = readFileSync(join(root, file), 'utf8');
    return documents.some((name) => text.includes(name));
  };
  const isCandidate = (/** @type {string} */ file) =>
    ALWAYS_RUN.includes(file) ||
    changed === null ||
    folders.some((folder) => file.startsWith(folder)) ||
    mentionsDocument(file);
  const files = listTestFiles(root).filter(isCandidate);
  if (files.length <= maxFiles) return { files, total: files.length };
  const stems = new Set([...ALWAYS_RUN, ...sources].map(getStem));
  const isFirst = (/** @type {string} */ file) =>
    stems.has(getStem(file)) || mentionsDocument(file);
  const getRank = (/** @type {string} */ file) =>
    `${isFirst(file) ? 0 : 1} ${createHash('sha256').update(`${seed} ${file}`).digest('hex')}`;
  const rankedFiles = files.map((file) => ({ file, rank: getRank(file) }));
  rankedFiles.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return { files: rankedFiles.slice(0, maxFiles).map(({ file }) => file), total: files.length };
}

/** @param {string} root */
function listTestFiles(root) {
  return ROOTS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.test\.tsx?$/.test(file) && !LONG_RUNNING.test(file)),
  );
}

/**
 * The path without extensions, which is the same for a file and its test.
 *
 * @param {string} file
 */
function getStem(file) {
  return file.replace(/(\.test)?\.\w+$/, '');
}
