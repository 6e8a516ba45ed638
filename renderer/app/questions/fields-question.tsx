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
  /** The message for an invalid value; "this is needed" if omitted. */
  readonly invalidText?: TextKey;
  readonly isSecret?: boolean;
  readonly isNumeric?: boolean;
  /** For a text that is longer than a line: it wraps, and Enter still completes the question. */
  readonly isMultiline?: boolean;
  /** The layout of the on-screen keypad; by default digits or letters. */
  readonly keypad?: KeypadKind;
  readonly unit?: string;
}

export interface FieldsQuestionProps<Name extends string> {
  readonly title: TextKey;
  readonly hint?: TextKey;
  readonly fields: readonly FieldSpec<Name>[];
  readonly values: Readonly<Record<Name, string>>;
  readonly isValid: (name: Name, value: string) => boolean;
  readonly onChange: (name: Name, value: string) => void;
  /** The label of Enter, and its action once every field is valid. */
  readonly nextLabel?: TextKey;
  readonly onComplete: () => void;
  readonly onBack: () => void;
  readonly isBusy?: boolean;
  /** Errors from elsewhere, shown beside their fields. */
  readonly errors?: Readonly<Partial<Record<Name, string>>>;
  readonly actions?: readonly ScreenAction[];
  readonly children?: ReactNode;
}

/** From this many fields on, one column does not fit on a small screen. */
const MIN_FIELDS_FOR_TWO_COLUMNS = 4;

/**
 * A question with a few fields. Enter moves through them: an empty required field first only
 * receives the focus, and shows its error when the person tries to pass it.
 */
export function FieldsQuestion<Name extends string>(props: FieldsQuestionProps<Name>) {
  const text = useText();
  const { values, isValid } = props;
  const container = useRef<HTMLDivElement>(null);
  const [invalidNames, setInvalidNames] = useState<ReadonlySet<Name>>(new Set());

  const continueOrShowError = (): void => {
    const invalidName = props.fields.find(({ name }) => !isValid(name, values[name]))?.name;
    if (invalidName === undefined) {
      props.onComplete();
      return;
    }
    const input = container.current?.querySelector<HTMLElement>(`[name="${invalidName}"]`);
    const isFocused = input === document.activeElement;
    if (isFocused || values[invalidName] !== '')
      setInvalidNames(new Set([...invalidNames, invalidName]));
    input?.focus();
  };
  const getError = ({ name, invalidText }: FieldSpec<Name>): string | null =>
    invalidNames.has(name) && !isValid(name, values[name])
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
          onAction: continueOrShowError,
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
        ref={container}
      >
        {props.fields.map((field, index) => (
          <TextField
            key={field.name}
            name={field.name}
            label={text(field.label)}
            value={values[field.name]}
            onChange={(value) => props.onChange(field.name, value)}
            description={field.description ?? (field.hint === undefined ? '' : text(field.hint))}
            error={getError(field)}
            isSecret={field.isSecret ?? false}
            isNumeric={field.isNumeric ?? false}
            isMultiline={field.isMultiline ?? false}
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
