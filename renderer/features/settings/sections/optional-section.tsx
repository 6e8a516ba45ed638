import { useState } from 'react';
import type { SettingsChange } from '../../../../shared/contract/index.ts';
import {
  ChoiceQuestion,
  FieldsQuestion,
  type FieldsQuestionProps,
} from '../../../app/questions/index.ts';
import type { Choice } from '../../../components/index.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { KeepNotice, type SectionProps } from '../keep-notice.tsx';

/** What a shop may have or leave out: first which of the two, and then its fields. */
export function OptionalSection<Name extends string>(
  props: SectionProps &
    Pick<FieldsQuestionProps<Name>, 'fields' | 'fits'> & {
      readonly title: TextKey;
      readonly choices: readonly Choice<'have' | 'none'>[];
      readonly isKept: boolean;
      readonly none: SettingsChange;
      /** The title of the fields. */
      readonly where: TextKey;
      readonly kept: Readonly<Record<Name, string>>;
      readonly changeOf: (values: Readonly<Record<Name, string>>) => SettingsChange;
    },
) {
  const [isAsked, setAsked] = useState(false);
  const [values, setValues] = useState(props.kept);
  if (!isAsked) {
    return (
      <ChoiceQuestion
        title={props.title}
        choices={props.choices}
        chosen={props.isKept ? 'have' : 'none'}
        onChoose={(id) => {
          props.forget();
          if (id === 'have') setAsked(true);
          else props.keep(props.none);
        }}
        onBack={props.onBack}
      >
        <KeepNotice {...props} />
      </ChoiceQuestion>
    );
  }
  return (
    <FieldsQuestion
      title={props.where}
      fields={props.fields}
      values={values}
      fits={props.fits}
      onChange={(name, value) => {
        props.forget();
        setValues({ ...values, [name]: value });
      }}
      nextLabel="settings.keep"
      onFilled={() => props.keep(props.changeOf(values))}
      onBack={() => {
        props.forget();
        setAsked(false);
      }}
      isBusy={props.isBusy}
    >
      <KeepNotice {...props} />
    </FieldsQuestion>
  );
}
