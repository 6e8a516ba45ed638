import type { ReactNode } from 'react';
import { type FieldSpec, FieldsQuestion } from '../../../../app/questions/index.ts';
import type { TextKey } from '../../../../i18n/index.ts';
import { isFieldValid, type TextFieldName } from '../setup-draft.ts';
import type { SetupStepProps } from './step-props.ts';

export interface FieldsStepProps extends SetupStepProps {
  readonly title: TextKey;
  readonly hint?: TextKey;
  readonly fields: readonly FieldSpec<TextFieldName>[];
  /** Enter's label, and what it does once every field fits; the next step if left out. */
  readonly nextLabel?: TextKey;
  readonly onFilled?: () => void;
  readonly isBusy?: boolean;
  /** What the service reported about a field, shown beside it. */
  readonly errors?: Readonly<Partial<Record<TextFieldName, string>>>;
  readonly children?: ReactNode;
}

/** A question of the wizard with a few fields. */
export function FieldsStep(props: FieldsStepProps) {
  const { draft, change, onNext, onFilled = onNext, ...question } = props;
  return (
    <FieldsQuestion
      {...question}
      values={draft}
      fits={isFieldValid}
      onChange={(name, value) => change({ [name]: value })}
      onComplete={onFilled}
    />
  );
}
