import { samplePairs } from '../../support/sampling.ts';

const SPEC_NAMES = [
  'backup',
  'chain-guard',
  'chain-join',
  'chain-light',
  'count',
  'daily-file',
  'day',
  'rescue',
  'set-up',
  'settings',
  'staff',
] as const;
const SPEC_LANGUAGE_PAIRS = samplePairs('rooms', SPEC_NAMES, ['es-MX', 'en'] as const);

/**
 * Returns the languages in which this run executes a spec: one of the two, each for half of the
 * specs; both with `--all`.
 */
export function getLanguages(spec: (typeof SPEC_NAMES)[number]): readonly ('es-MX' | 'en')[] {
  return SPEC_LANGUAGE_PAIRS.filter(([name]) => name === spec).map(([, language]) => language);
}
