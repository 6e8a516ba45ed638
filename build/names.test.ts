import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** The folder of a language lists its files, and `shared/locales` says what they are. */
const isLanguage = (file: string): boolean => /^shared\/locales\/[^/]+\/index\.ts$/.test(file);

function productFiles(): string[] {
  return execFileSync('git', ['ls-files', 'electron', 'renderer', 'shared'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

/** Each exported type of the product, with the files that declare it. */
function exportedTypes(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of productFiles()) {
    for (const name of typesIn(read(file))) found.set(name, [...(found.get(name) ?? []), file]);
  }
  return found;
}

function typesIn(source: string): string[] {
  const declared = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;
  return [...source.matchAll(declared)].map(([, name]) => name ?? '');
}

it('no two exported types have one name', () => {
  const twice = [...exportedTypes()].filter(([, files]) => files.length > 1);
  expect(Object.fromEntries(twice)).toEqual({});
});

it('every folder says in its index.ts what it is', () => {
  const faces = productFiles().filter((file) => file.endsWith('/index.ts'));
  expect(faces.length).toBeGreaterThan(80);
  const silent = faces.filter((file) => !isLanguage(file) && !read(file).includes('/**'));
  expect(silent).toEqual([]);
});

it('the check itself finds what it looks for', () => {
  expect(typesIn('export interface A {}\nexport type B<C> = C;\nexport class D {}')).toEqual([
    'A',
    'B',
    'D',
  ]);
  expect(typesIn("export type { E } from './e.ts';\ninterface F {}")).toEqual([]);
  expect(exportedTypes().size).toBeGreaterThan(300);
});
