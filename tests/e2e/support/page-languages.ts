import { samplePairs } from '../../support/sampling.ts';

const SPEC_NAMES = [
  'backup',
  'chain-guard',
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

/** In which languages a run tries it: one of the two, each in half of these; `--all` both. */
export function getLanguages(spec: (typeof SPEC_NAMES)[number]): readonly ('es-MX' | 'en')[] {
  return SPEC_LANGUAGE_PAIRS.filter(([one]) => one === spec).map(([, language]) => language);
}
