import { type ServiceVersion, serviceVersionSchema } from '../../../shared/contract/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { ChoiceQuestion } from './choice-question.tsx';
import type { FieldSpec } from './fields-question.tsx';
import { getServiceVersionName } from './version-name.ts';

/** The service's address, and the shop's name there. */
export const SERVICE_ADDRESS_FIELDS: readonly FieldSpec<'baseUrl' | 'vendor'>[] = [
  {
    name: 'baseUrl',
    label: 'setup.baseUrl',
    hint: 'setup.baseUrl.hint',
    invalidText: 'setup.baseUrl.wrong',
  },
  { name: 'vendor', label: 'setup.vendor', invalidText: 'setup.vendor.wrong' },
];

export function ServiceVersionQuestion(props: {
  readonly selectedVersion: ServiceVersion;
  readonly onChoose: (version: ServiceVersion) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const language = useLanguage();
  return (
    <ChoiceQuestion
      title="setup.version"
      choices={serviceVersionSchema.options.map((id) => ({
        id,
        name: getServiceVersionName(text, language, id),
        trailingContent: id,
      }))}
      selectedId={props.selectedVersion}
      onChoose={props.onChoose}
      onBack={props.onBack}
    />
  );
}
