import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/**
 * Names that mean the same thing in two places which may not import each other. The training service
 * shares no code with the client, so each has its own type for what both of them speak of.
 */
const TWICE: ReadonlySet<string> = new Set([]);

/** Each exported type of the product, with the files that declare it. */
function exportedTypes(): Map<string, string[]> {
  const files = execFileSync('git', ['ls-files', 'electron', 'renderer', 'shared'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const found = new Map<string, string[]>();
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const name of typesIn(source)) found.set(name, [...(found.get(name) ?? []), file]);
  }
  return found;
}

function typesIn(source: string): string[] {
  const declared = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;
  return [...source.matchAll(declared)].map(([, name]) => name ?? '');
}

it('no two exported types have one name', () => {
  const twice = [...exportedTypes()].filter(
    ([name, files]) => files.length > 1 && !TWICE.has(name),
  );
  expect(Object.fromEntries(twice)).toEqual({});
});

it('the list of exceptions holds nothing that is not there any more', () => {
  const found = exportedTypes();
  expect([...TWICE].filter((name) => (found.get(name)?.length ?? 0) < 2)).toEqual([]);
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
