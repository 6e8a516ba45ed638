import type { SetupDraft } from './setup-draft.ts';

export type StepName =
  | 'environment'
  | 'service'
  | 'version'
  | 'keys'
  | 'shop'
  | 'pos'
  | 'zone'
  | 'printer'
  | 'printer-address'
  | 'printer-path'
  | 'printer-folder'
  | 'printer-model'
  | 'printer-columns'
  | 'printer-try'
  | 'people'
  | 'review';

const ALL_STEPS: readonly StepName[] = [
  'environment',
  'service',
  'version',
  'keys',
  'shop',
  'pos',
  'zone',
  'printer',
  'printer-address',
  'printer-path',
  'printer-folder',
  'printer-model',
  'printer-columns',
  'printer-try',
  'people',
  'review',
];

/** The questions that this draft needs, in order. */
const PRINTER_STEPS_BY_KIND: Readonly<Record<SetupDraft['printerKind'], readonly StepName[]>> = {
  network: ['printer-address', 'printer-model', 'printer-columns', 'printer-try'],
  path: ['printer-path', 'printer-model', 'printer-columns', 'printer-try'],
  pdf: ['printer-folder', 'printer-columns', 'printer-try'],
  screen: [],
};

/** The questions that this draft needs, in their order. */
export function getSteps(draft: SetupDraft): readonly StepName[] {
  const about = PRINTER_STEPS_BY_KIND[draft.printerKind];
  return ALL_STEPS.filter((name) => !name.startsWith('printer-') || about.includes(name));
}
