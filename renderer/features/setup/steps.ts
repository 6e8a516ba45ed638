import type { SetupDraft } from './draft.ts';

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
  | 'printer-model'
  | 'printer-columns'
  | 'printer-try'
  | 'people'
  | 'review';

const ALL: readonly StepName[] = [
  'environment',
  'service',
  'version',
  'keys',
  'shop',
  'pos',
  'zone',
  'printer',
  'printer-address',
  'printer-model',
  'printer-columns',
  'printer-try',
  'people',
  'review',
];

/** The questions that this draft needs, in their order. The screen printer needs no address. */
export function stepsOf(draft: SetupDraft): readonly StepName[] {
  return draft.printerKind === 'network' ? ALL : ALL.filter((name) => !name.startsWith('printer-'));
}
