import { useState } from 'react';
import { provisioningSchema } from '../../../../shared/contract/index.ts';
import { ChoiceQuestion, FieldsQuestion } from '../../../app/questions/index.ts';
import { useText } from '../../../i18n/index.ts';
import { KeepNotice, type SectionProps } from '../keep-notice.tsx';

const { feed } = provisioningSchema.shape.updates.unwrap().shape;

/** Who installs new versions, and where they are announced. */
export function UpdatesSection(props: SectionProps) {
  const text = useText();
  const kept = props.view.updates;
  const [by, setBy] = useState<(typeof kept)['by'] | null>(null);
  const [address, setAddress] = useState(kept.feed ?? '');
  if (by === null) {
    return (
      <ChoiceQuestion
        title="settings.updates"
        choices={(['owner', 'fleet'] as const).map((id) => ({
          id,
          name: text(`settings.updates.${id}`),
          detail: text(`settings.updates.${id}.what`),
        }))}
        chosen={kept.by}
        onChoose={(id) => {
          props.forget();
          setBy(id);
        }}
        onBack={props.onBack}
      >
        <KeepNotice {...props} />
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
          wrong: 'settings.updates.feed.wrong',
        },
      ]}
      values={{ feed: address }}
      fits={(_name, value) => value.trim() === '' || feed.safeParse(value.trim()).success}
      onChange={(_name, value) => {
        props.forget();
        setAddress(value);
      }}
      nextLabel="settings.keep"
      onFilled={() =>
        props.keep({
          section: 'updates',
          to: { feed: address.trim() === '' ? null : address.trim(), by },
        })
      }
      onBack={() => {
        props.forget();
        setBy(null);
      }}
      isBusy={props.isBusy}
    >
      <KeepNotice {...props} />
    </FieldsQuestion>
  );
}
