import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What any change can break, wherever it is made. */
const ALWAYS_RUN = [
  'build/circles.test.ts',
  'build/folders.test.ts',
  'build/docs.test.ts',
  'build/names.test.ts',
  'build/styles.test.ts',
  'build/versions.test.ts',
  'build/walls.test.ts',
  'build/launcher/launcher.test.ts',
  'build/launcher/npm-test.test.ts',
];
const ROOTS = ['build', 'electron', 'renderer', 'shared', 'tests'];
/** Beside these no file is run that `--quick` leaves to the whole run. */
const LONG_RUNNING = /^tests\/(faults|conformance|e2e)\//;
/** As many files of tests as two cores run in a minute and a half. */
const MAX_FILES = 80;

/**
 * The files of unit tests that `--quick` runs: those in the folders of what changed, and those that name a document
 * that did; of all of them where `changed` is null. Not every test that imports a changed file, however far: of one that everything imports, such as the contract,
 * that would be nearly all of them; types find what such a change breaks elsewhere. Where there are too many for two
 * minutes it is those that changed themselves or stand for a file that did, and a share of the others, which the seed
 * draws. `of` is how many there are.
 */
export function selectQuickTests({ root, changed, seed, most = MAX_FILES }) {
  const sources = (changed ?? []).filter(
    (file) => /\.(ts|tsx|mjs|json|css)$/.test(file) && file.includes('/'),
  );
  const folders = [...new Set(sources.map((file) => `${dirname(file)}/`))];
  const documents = (changed ?? [])
    .filter((file) => file.endsWith('.md'))
    .map((file) => basename(file));
  const namesDocument = (file) => {
    if (documents.length === 0) return false;
    const text = readFileSync(join(root, file), 'utf8');
    return documents.some((name) => text.includes(name));
  };
  const isAsked = (file) =>
    ALWAYS_RUN.includes(file) ||
    changed === null ||
    folders.some((one) => file.startsWith(one)) ||
    namesDocument(file);
  const files = listTestFiles(root).filter(isAsked);
  if (files.length <= most) return { files, of: files.length };
  const stems = new Set([...ALWAYS_RUN, ...sources].map(getStem));
  const isFirst = (file) => stems.has(getStem(file)) || namesDocument(file);
  const rank = (file) =>
    `${isFirst(file) ? 0 : 1} ${createHash('sha256').update(`${seed} ${file}`).digest('hex')}`;
  const drawn = files.map((file) => ({ file, rank: rank(file) }));
  drawn.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return { files: drawn.slice(0, most).map(({ file }) => file), of: files.length };
}

function listTestFiles(root) {
  return ROOTS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.test\.tsx?$/.test(file) && !LONG_RUNNING.test(file)),
  );
}

/** A file and its test have the same. */
function getStem(file) {
  return file.replace(/(\.test)?\.\w+$/, '');
}
