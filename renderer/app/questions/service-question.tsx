import { type ServiceVersion, serviceVersion } from '../../../shared/contract/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { ChoiceQuestion } from './choice-question.tsx';
import type { FieldSpec } from './fields-question.tsx';
import { versionName } from './version-name.ts';

/** The service's address, and the shop's name there. */
export const ADDRESS_FIELDS: readonly FieldSpec<'baseUrl' | 'vendor'>[] = [
  {
    name: 'baseUrl',
    label: 'setup.baseUrl',
    hint: 'setup.baseUrl.hint',
    wrong: 'setup.baseUrl.wrong',
  },
  { name: 'vendor', label: 'setup.vendor', wrong: 'setup.vendor.wrong' },
];

export function VersionQuestion(props: {
  readonly chosen: ServiceVersion;
  readonly onChoose: (version: ServiceVersion) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const language = useLanguage();
  return (
    <ChoiceQuestion
      title="setup.version"
      choices={serviceVersion.options.map((id) => ({
        id,
        name: versionName(text, language, id),
        aside: id,
      }))}
      chosen={props.chosen}
      onChoose={props.onChoose}
      onBack={props.onBack}
    />
  );
}
