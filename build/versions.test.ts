import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVICE_VERSIONS } from '../shared/rules/index.ts';

const ROOT = join(import.meta.dirname, '..');

/** Where a version may be named: the two tables, and the shop that training mode sets up. */
const NAMING = [
  'shared/rules/versions.ts',
  'electron/training/http/versions.ts',
  'electron/settings/training-till.ts',
];
const OF_TESTS = /\.(test|fixture)\.tsx?$|\/testing\/|\/test-[^/]+$/;

it('a new service version is a row of the table: no other code names one', () => {
  const files = ['shared', 'electron', 'renderer'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,json}`, { cwd: ROOT }),
  );
  expect(files.length).toBeGreaterThan(400);
  const naming = files
    .filter((file) => !OF_TESTS.test(file))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return SERVICE_VERSIONS.some((version) => new RegExp(`['"\`.]${version}['"\`]`).test(text));
    });
  expect(naming.filter((file) => !NAMING.includes(file))).toEqual([]);
});
