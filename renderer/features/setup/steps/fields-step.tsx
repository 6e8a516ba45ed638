import type { ReactNode } from 'react';
import { Screen, type ScreenAction, TextField } from '../../../components/index.ts';
import { type TextKey, useText } from '../../../i18n/index.ts';
import type { TextFieldName } from '../draft.ts';
import styles from '../setup.module.css';
import { useFields } from '../use-fields.ts';
import type { StepProps } from './step-props.ts';

export interface FieldSpec {
  readonly name: TextFieldName;
  readonly label: TextKey;
  readonly hint?: TextKey;
  /** What is said when it does not fit; "this is needed" where it is left out. */
  readonly wrong?: TextKey;
  readonly isSecret?: boolean;
}

export interface FieldsStepProps extends StepProps {
  readonly title: TextKey;
  readonly hint?: TextKey;
  readonly fields: readonly FieldSpec[];
  /** Enter's label and what it does once every field fits; going on, where they are left out. */
  readonly nextLabel?: TextKey;
  readonly onFilled?: () => void;
  readonly isBusy?: boolean;
  /** What the service said about a field, beside it. */
  readonly errors?: Readonly<Partial<Record<TextFieldName, string>>>;
  readonly children?: ReactNode;
}

/** A question that is answered by typing into a few fields. */
export function FieldsStep(props: FieldsStepProps) {
  const text = useText();
  const { draft, change } = props;
  const names = props.fields.map((field) => field.name);
  const fields = useFields(draft, names, props.onFilled ?? props.onNext);
  const actions: ScreenAction[] = [
    {
      label: text(props.nextLabel ?? 'setup.next'),
      keyName: 'Enter',
      variant: 'primary',
      onAction: fields.goOn,
      isDisabled: props.isBusy ?? false,
    },
    { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
  ];
  return (
    <Screen
      title={text(props.title)}
      {...(props.hint === undefined ? {} : { hint: text(props.hint) })}
      actions={actions}
    >
      <div className={styles.fields} ref={fields.ref}>
        {props.fields.map((field, index) => (
          <TextField
            key={field.name}
            name={field.name}
            label={text(field.label)}
            value={draft[field.name]}
            onChange={(value) => change({ [field.name]: value })}
            description={field.hint === undefined ? '' : text(field.hint)}
            error={
              fields.complains(field.name)
                ? text(field.wrong ?? 'setup.required')
                : (props.errors?.[field.name] ?? null)
            }
            isSecret={field.isSecret ?? false}
            isAutoFocused={index === 0}
          />
        ))}
      </div>
      {props.children}
    </Screen>
  );
}
