import type { ReactNode } from 'react';
import { type FieldSpec, FieldsQuestion } from '../../../../app/questions/index.ts';
import type { TextKey } from '../../../../i18n/index.ts';
import { isSetupFieldValid, type SetupTextFieldName } from '../setup-draft.ts';
import type { SetupStepProps } from './step-props.ts';

export interface FieldsStepProps extends SetupStepProps {
  readonly title: TextKey;
  readonly hint?: TextKey;
  readonly fields: readonly FieldSpec<SetupTextFieldName>[];
  /**
   * The label of Enter, and what it does once every field is valid; by default it opens the next
   * step.
   */
  readonly nextLabel?: TextKey;
  readonly onComplete?: () => void;
  readonly isBusy?: boolean;
  /** Errors that the service reported, by field; shown beside the field. */
  readonly errors?: Readonly<Partial<Record<SetupTextFieldName, string>>>;
  readonly children?: ReactNode;
}

/** A wizard step with a few text fields. */
export function FieldsStep(props: FieldsStepProps) {
  const { draft, onChange, onNext, onComplete = onNext, ...question } = props;
  return (
    <FieldsQuestion
      {...question}
      values={draft}
      isValid={isSetupFieldValid}
      onChange={(name, value) => onChange({ [name]: value })}
      onComplete={onComplete}
    />
  );
}
