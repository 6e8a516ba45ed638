import { useState } from 'react';
import type { SettingsChange } from '../../../../../shared/contract/index.ts';
import {
  ChoiceQuestion,
  FieldsQuestion,
  type FieldsQuestionProps,
} from '../../../../app/questions/index.ts';
import type { Choice } from '../../../../components/index.ts';
import type { TextKey } from '../../../../i18n/index.ts';
import { SaveNotice, type SectionProps } from '../save-notice.tsx';

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
          props.clearProblem();
          if (id === 'have') setAsked(true);
          else props.save(props.none);
        }}
        onBack={props.onBack}
      >
        <SaveNotice {...props} />
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
        props.clearProblem();
        setValues({ ...values, [name]: value });
      }}
      nextLabel="settings.keep"
      onComplete={() => props.save(props.changeOf(values))}
      onBack={() => {
        props.clearProblem();
        setAsked(false);
      }}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}
