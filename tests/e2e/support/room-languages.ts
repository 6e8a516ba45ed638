import { pairsOf } from '../../support/share.ts';

const SPECS = [
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
const RUNS = pairsOf('rooms', SPECS, ['es-MX', 'en'] as const);

/** In which languages a run tries it: one of the two, each in half of these; `--all` both. */
export function languagesOf(spec: (typeof SPECS)[number]): readonly ('es-MX' | 'en')[] {
  return RUNS.filter(([one]) => one === spec).map(([, language]) => language);
}
