import type { SetupDraft } from './setup-draft.ts';

export type SetupStepName =
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

const ALL_STEPS: readonly SetupStepName[] = [
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

/** The printer steps for each kind of printer. */
const PRINTER_STEPS_BY_KIND: Readonly<Record<SetupDraft['printerKind'], readonly SetupStepName[]>> =
  {
    network: ['printer-address', 'printer-model', 'printer-columns', 'printer-try'],
    path: ['printer-path', 'printer-model', 'printer-columns', 'printer-try'],
    pdf: ['printer-folder', 'printer-columns', 'printer-try'],
    screen: [],
  };

/** Returns the steps that this draft needs, in order. */
export function getSetupSteps(draft: SetupDraft): readonly SetupStepName[] {
  const printerSteps = PRINTER_STEPS_BY_KIND[draft.printerKind];
  return ALL_STEPS.filter((name) => !name.startsWith('printer-') || printerSteps.includes(name));
}
