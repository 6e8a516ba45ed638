import type { FieldSpec } from './fields-question.tsx';

/** The till's number, and the name of its chain. */
export const POS_FIELDS: readonly FieldSpec<'posNumber' | 'chainName'>[] = [
  {
    name: 'posNumber',
    label: 'setup.posNumber',
    hint: 'setup.posNumber.hint',
    invalidText: 'setup.posNumber.wrong',
  },
  {
    name: 'chainName',
    label: 'setup.chainName',
    hint: 'setup.chainName.hint',
    invalidText: 'setup.chainName.wrong',
  },
];
