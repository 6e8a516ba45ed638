import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { MUTATION_PARTS } from './parts.ts';
import {
  compareSurvivors,
  type KnownSurvivor,
  type LocatedSurvivor,
  updateSurvivors,
} from './survivors.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const LESS: LocatedSurvivor = { file: 'a.ts', line: 1, original: 'a < b', replacement: 'a <= b' };
const MORE: LocatedSurvivor = { file: 'a.ts', line: 2, original: 'a > b', replacement: 'a >= b' };
const know = (
  { file, original, replacement }: LocatedSurvivor,
  reason: string | null = null,
): KnownSurvivor => ({ file, original, replacement, reason });

const readListed = (): readonly KnownSurvivor[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'));

/** Returns the figures of a part in docs/proof.md. */
function readFigures(part: string): readonly string[] {
  const document = readFileSync(join(ROOT, 'docs', 'proof.md'), 'utf8');
  const [, cells] = document.match(new RegExp(`^\\| ${part} \\| (.*) \\|$`, 'm')) ?? [];
  if (cells === undefined) throw new Error(`docs/proof.md has no row for ${part}`);
  return cells.split(' | ');
}

it('separates new, listed and noticed mutants, and counts equal ones', () => {
  expect(compareSurvivors([LESS, LESS, MORE], [know(LESS, 'equal'), know(MORE)])).toEqual({
    added: [LESS],
    removed: [],
    kept: [know(LESS, 'equal'), know(MORE)],
  });
  expect(compareSurvivors([LESS], [know(MORE)])).toEqual({
    added: [LESS],
    removed: [know(MORE)],
    kept: [],
  });
});

it('keeps reasons and the mutants of files that did not run, and drops what is noticed now', () => {
  const other = know({ ...LESS, file: 'b.ts' }, 'unreachable');
  const comparison = compareSurvivors(
    [MORE, LESS],
    [know(LESS, 'equal'), know({ ...MORE, replacement: 'true' })],
  );
  expect(updateSurvivors(comparison, [other])).toEqual([know(LESS, 'equal'), know(MORE), other]);
});

it('lists no change without the reason why no test can notice it', () => {
  expect(readListed().filter(({ reason }) => reason === null || reason.length < 20)).toEqual([]);
});

it('runs each part nightly', () => {
  const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'nightly.yml'), 'utf8');
  const nightly = [...workflow.matchAll(/^ {10}- ([\w-]+)$/gm)].map(([, name]) => name);
  expect(nightly).toEqual(Object.keys(MUTATION_PARTS));
});

it('publishes as many changes that make no difference as are listed, for each part', () => {
  const listed = readListed();
  for (const [name, { files }] of Object.entries(MUTATION_PARTS)) {
    const [, , equal, notExamined] = readFigures(name);
    const isOfPart = ({ file }: KnownSurvivor) =>
      files.some((glob) => matchesGlob(file, glob)) && !files.includes(`!${file}`);
    expect([name, equal, notExamined]).toEqual([name, `${listed.filter(isOfPart).length}`, '0']);
  }
});
