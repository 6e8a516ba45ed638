import { useState } from 'react';
import type { SettingsPatch } from '../../../../../shared/contract/index.ts';
import {
  ChoiceQuestion,
  FieldsQuestion,
  type FieldsQuestionProps,
} from '../../../../app/questions/index.ts';
import type { Choice } from '../../../../components/index.ts';
import type { TextKey } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

/** A section for an optional feature: first whether the shop uses it, then its fields. */
export function OptionalSection<Name extends string>(
  props: SettingsSectionProps &
    Pick<FieldsQuestionProps<Name>, 'fields' | 'isValid'> & {
      readonly title: TextKey;
      readonly choices: readonly Choice<'have' | 'none'>[];
      readonly isUsed: boolean;
      readonly patchIfUnused: SettingsPatch;
      /** The title of the fields. */
      readonly fieldsTitle: TextKey;
      readonly savedValues: Readonly<Record<Name, string>>;
      readonly toPatch: (values: Readonly<Record<Name, string>>) => SettingsPatch;
    },
) {
  const [isFieldsStep, setFieldsStep] = useState(false);
  const [values, setValues] = useState(props.savedValues);
  if (!isFieldsStep) {
    return (
      <ChoiceQuestion
        title={props.title}
        choices={props.choices}
        selectedId={props.isUsed ? 'have' : 'none'}
        onChoose={(id) => {
          props.clearProblem();
          if (id === 'have') setFieldsStep(true);
          else props.save(props.patchIfUnused);
        }}
        onBack={props.onBack}
      >
        <SaveNotice {...props} />
      </ChoiceQuestion>
    );
  }
  return (
    <FieldsQuestion
      title={props.fieldsTitle}
      fields={props.fields}
      values={values}
      isValid={props.isValid}
      onChange={(name, value) => {
        props.clearProblem();
        setValues({ ...values, [name]: value });
      }}
      nextLabel="settings.save"
      onComplete={() => props.save(props.toPatch(values))}
      onBack={() => {
        props.clearProblem();
        setFieldsStep(false);
      }}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}
