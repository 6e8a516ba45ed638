import { type ReactNode, useRef, useState } from 'react';
import { type KeypadKind, Screen, type ScreenAction, TextField } from '../../components/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';
import styles from './questions.module.css';

export interface FieldSpec<Name extends string> {
  readonly name: Name;
  readonly label: TextKey;
  readonly hint?: TextKey;
  /** Replaces the hint if the field has a value. */
  readonly description?: string;
  /** The message if it does not fit; "this is needed" if left out. */
  readonly invalidText?: TextKey;
  readonly isSecret?: boolean;
  readonly isNumeric?: boolean;
  /** Which keys the keypad on the screen has; by default digits or letters. */
  readonly keypad?: KeypadKind;
  readonly unit?: string;
}

export interface FieldsQuestionProps<Name extends string> {
  readonly title: TextKey;
  readonly hint?: TextKey;
  readonly fields: readonly FieldSpec<Name>[];
  readonly values: Readonly<Record<Name, string>>;
  readonly fits: (name: Name, value: string) => boolean;
  readonly onChange: (name: Name, value: string) => void;
  /** The label of Enter, and what it does once every field fits. */
  readonly nextLabel?: TextKey;
  readonly onComplete: () => void;
  readonly onBack: () => void;
  readonly isBusy?: boolean;
  /** Problems that were found elsewhere, to show beside their fields. */
  readonly errors?: Readonly<Partial<Record<Name, string>>>;
  readonly actions?: readonly ScreenAction[];
  readonly children?: ReactNode;
}

/** From this many fields on, they do not fit below each other on a small screen. */
const MIN_FIELDS_FOR_TWO_COLUMNS = 4;

/**
 * A question with a few fields. Enter moves through them: an empty required field first only gets
 * the focus, and is complained about when the person tries to pass it.
 */
export function FieldsQuestion<Name extends string>(props: FieldsQuestionProps<Name>) {
  const text = useText();
  const { values, fits } = props;
  const box = useRef<HTMLDivElement>(null);
  const [complaints, setComplaints] = useState<ReadonlySet<Name>>(new Set());

  const goOn = (): void => {
    const wrong = props.fields.find(({ name }) => !fits(name, values[name]))?.name;
    if (wrong === undefined) {
      props.onComplete();
      return;
    }
    const input = box.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`);
    const isHere = input === document.activeElement;
    if (isHere || values[wrong] !== '') setComplaints(new Set([...complaints, wrong]));
    input?.focus();
  };
  const errorOf = ({ name, invalidText }: FieldSpec<Name>): string | null =>
    complaints.has(name) && !fits(name, values[name])
      ? text(invalidText ?? 'setup.required')
      : (props.errors?.[name] ?? null);

  return (
    <Screen
      title={text(props.title)}
      {...(props.hint === undefined ? {} : { hint: text(props.hint) })}
      actions={[
        {
          label: text(props.nextLabel ?? 'setup.next'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: goOn,
          isDisabled: props.isBusy ?? false,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
        ...(props.actions ?? []),
      ]}
    >
      <div
        className={
          props.fields.length >= MIN_FIELDS_FOR_TWO_COLUMNS ? styles.twoColumns : styles.fields
        }
        ref={box}
      >
        {props.fields.map((field, index) => (
          <TextField
            key={field.name}
            name={field.name}
            label={text(field.label)}
            value={values[field.name]}
            onChange={(value) => props.onChange(field.name, value)}
            description={field.description ?? (field.hint === undefined ? '' : text(field.hint))}
            error={errorOf(field)}
            isSecret={field.isSecret ?? false}
            isNumeric={field.isNumeric ?? false}
            {...(field.keypad === undefined ? {} : { keypad: field.keypad })}
            {...(field.unit === undefined ? {} : { unit: field.unit })}
            isAutoFocused={index === 0}
          />
        ))}
      </div>
      {props.children}
    </Screen>
  );
}
