import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** The index.ts of a language only lists its files; `shared/locales/index.ts` describes them. */
const isLanguageIndex = (file: string): boolean => /^shared\/locales\/[^/]+\/index\.ts$/.test(file);

function listProductFiles(): string[] {
  return execFileSync('git', ['ls-files', 'electron', 'renderer', 'shared'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

/** Maps the name of each exported type of the product to the files that declare it. */
function findExportedTypes(): Map<string, string[]> {
  const filesByType = new Map<string, string[]>();
  for (const file of listProductFiles()) {
    for (const name of listTypes(read(file))) {
      filesByType.set(name, [...(filesByType.get(name) ?? []), file]);
    }
  }
  return filesByType;
}

function listTypes(source: string): string[] {
  const declaration = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;
  return [...source.matchAll(declaration)].map(([, name]) => name ?? '');
}

it('has no two exported types with the same name', () => {
  const duplicates = [...findExportedTypes()].filter(([, files]) => files.length > 1);
  expect(Object.fromEntries(duplicates)).toEqual({});
});

it('has a doc comment in every index.ts of the product', () => {
  const indexFiles = listProductFiles().filter((file) => file.endsWith('/index.ts'));
  expect(indexFiles.length).toBeGreaterThan(80);
  const undocumentedFiles = indexFiles.filter(
    (file) => !isLanguageIndex(file) && !read(file).includes('/**'),
  );
  expect(undocumentedFiles).toEqual([]);
});

it('finds exported types in a source text', () => {
  expect(listTypes('export interface A {}\nexport type B<C> = C;\nexport class D {}')).toEqual([
    'A',
    'B',
    'D',
  ]);
  expect(listTypes("export type { E } from './e.ts';\ninterface F {}")).toEqual([]);
  expect(findExportedTypes().size).toBeGreaterThan(300);
});
