import { globSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TREES = ['assets', 'build', 'electron', 'renderer', 'shared', 'tests'];
/** One reads a folder's names at a glance, and so finds what one looks for. */
const MAX_FILES = 33;

/** Larger ones, where one comes with the name. */
const BY_NAME: readonly string[] = [
  'build/launcher: a file for each npm script and its parts',
  'renderer/components: a file for each component',
  'shared/locales/en: a file for each topic',
  'shared/locales/es-MX: a file for each topic',
  'tests/e2e: a file for each flow',
  'tests/receipts: a picture for each receipt, width and language',
];

it('no folder holds more files than one mind does, beside their tests', () => {
  const files = TREES.flatMap((tree) => globSync(`${tree}/**/*.*`, { cwd: ROOT }))
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(1_000);
  const counts = Map.groupBy(files, dirname);
  const large = [...counts].filter(([, some]) => some.length > MAX_FILES);
  expect(large.map(([folder]) => folder).sort()).toEqual(
    BY_NAME.map((reason) => reason.split(': ')[0]),
  );
});
