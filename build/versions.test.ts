import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVICE_VERSIONS } from '../shared/rules/index.ts';

const ROOT = join(import.meta.dirname, '..');

/** The only files that may contain a version: the two tables, and the settings of training mode. */
const FILES_WITH_VERSIONS = [
  'shared/rules/versions.ts',
  'electron/training/http/versions.ts',
  'electron/settings/training-provisioning.ts',
];
const TEST_FILE_PATTERN = /\.(test|fixture)\.tsx?$|\/testing\/|\/test-[^/]+$/;

it('has service versions only in the version tables', () => {
  const files = ['shared', 'electron', 'renderer'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,json}`, { cwd: ROOT }),
  );
  expect(files.length).toBeGreaterThan(400);
  const filesWithVersion = files
    .filter((file) => !TEST_FILE_PATTERN.test(file))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return SERVICE_VERSIONS.some((version) => new RegExp(`['"\`.]${version}['"\`]`).test(text));
    });
  expect(filesWithVersion.filter((file) => !FILES_WITH_VERSIONS.includes(file))).toEqual([]);
});
