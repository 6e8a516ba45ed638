import { useState } from 'react';
import { provisioningSchema } from '../../../../../shared/contract/index.ts';
import { ChoiceQuestion, FieldsQuestion } from '../../../../app/questions/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

const { feed } = provisioningSchema.shape.updates.unwrap().shape;

/** Who installs new versions, and the address of the update feed. */
export function UpdatesSection(props: SettingsSectionProps) {
  const text = useText();
  const saved = props.effectiveSettings.updates;
  const [installer, setInstaller] = useState<(typeof saved)['by'] | null>(null);
  const [address, setAddress] = useState(saved.feed ?? '');
  if (installer === null) {
    return (
      <ChoiceQuestion
        title="settings.updates"
        choices={(['owner', 'fleet'] as const).map((id) => ({
          id,
          name: text(`settings.updates.${id}`),
          detail: text(`settings.updates.${id}.description`),
        }))}
        selectedId={saved.by}
        onChoose={(id) => {
          props.clearProblem();
          setInstaller(id);
        }}
        onBack={props.onBack}
      >
        <SaveNotice {...props} />
      </ChoiceQuestion>
    );
  }
  return (
    <FieldsQuestion
      title="settings.updates.where"
      fields={[
        {
          name: 'feed',
          label: 'settings.updates.feed',
          hint: 'settings.updates.feed.hint',
          invalidText: 'settings.updates.feed.wrong',
        },
      ]}
      values={{ feed: address }}
      isValid={(_name, value) => value.trim() === '' || feed.safeParse(value.trim()).success}
      onChange={(_name, value) => {
        props.clearProblem();
        setAddress(value);
      }}
      nextLabel="settings.save"
      onComplete={() => props.save({ updates: { feed: address.trim() || null, by: installer } })}
      onBack={() => {
        props.clearProblem();
        setInstaller(null);
      }}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}
