import { expect, it } from 'vitest';
import { compareSurvivors, type KnownSurvivor, updateSurvivors } from './survivors.ts';

const LESS = { file: 'a.ts', original: 'a < b', replacement: 'a <= b' };
const MORE = { file: 'a.ts', original: 'a > b', replacement: 'a >= b' };
const know = (survivor: typeof LESS, reason: string | null = null): KnownSurvivor => ({
  ...survivor,
  reason,
});

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
