import { useText } from '../../i18n/index.ts';
import type { FieldSpec } from './fields-question.tsx';

/** The till's number, and the name of its chain with the name of the daily file. */
export function usePosFieldSpecs(
  chainName: string,
): readonly FieldSpec<'posNumber' | 'chainName'>[] {
  const text = useText();
  const name = chainName.trim();
  return [
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
      ...(name === '' ? {} : { description: text('setup.chainName.file', { name }) }),
    },
  ];
}
