import type { FocusEvent, ReactNode } from 'react';
import {
  Text as AriaText,
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  TextArea,
} from 'react-aria-components';
import { classNames } from '../class-names.ts';
import { type KeypadKind, useKeypadInput } from '../keypad/index.ts';
import styles from './field.module.css';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Explains the field, beneath it. */
  readonly description?: ReactNode;
  /** The error text, shown instead of the description; null if there is none. */
  readonly error?: string | null;
  readonly isAutoFocused?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
  /** Digits only. */
  readonly isNumeric?: boolean;
  /** The layout of the on-screen keypad; by default digits or letters. */
  readonly keypad?: KeypadKind;
  /** Typed characters appear as dots. */
  readonly isSecret?: boolean;
  /** The text wraps, in figures and letters of one width; Enter adds no line. */
  readonly isMultiline?: boolean;
  /** For a screen with only this question. */
  readonly isLarge?: boolean;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
  /** Shown inside the field, at its end. */
  readonly unit?: string;
  readonly name?: string;
}

/** A labelled field of at least 48 px. The label is always visible, and an error moves no text. */
export function TextField(props: TextFieldProps) {
  const error = props.error ?? null;
  const keypadProps = useKeypadInput(
    props.keypad ?? (props.isNumeric === true ? 'digits' : 'letters'),
  );
  const inputProps = {
    ref: keypadProps.ref,
    ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
    spellCheck: false,
    autoCorrect: 'off',
    autoCapitalize: 'off',
  };
  const field = (
    <AriaTextField
      className={classNames(styles.field, props.isLarge === true && styles.large)}
      value={props.value}
      onChange={props.onChange}
      onBlur={props.onBlur ?? noop}
      onFocus={props.onFocus ?? noop}
      isInvalid={error !== null}
      validationBehavior="aria"
      isDisabled={props.isDisabled ?? false}
      isReadOnly={props.isReadOnly ?? false}
      autoFocus={props.isAutoFocused ?? false}
      type={props.isSecret === true ? 'password' : 'text'}
      inputMode={keypadProps.inputMode}
      autoComplete="off"
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
      {...(props.name === undefined ? {} : { name: props.name })}
    >
      <Label className={styles.label}>{props.label}</Label>
      <span className={styles.inputBox}>
        {props.isMultiline === true ? (
          <TextArea
            {...inputProps}
            className={classNames(styles.input, styles.multiline)}
            rows={MIN_LINES}
            onFocus={scrollIntoView}
          />
        ) : (
          <Input
            {...inputProps}
            className={classNames(styles.input, props.isNumeric === true && styles.tabularFigures)}
          />
        )}
        {props.unit === undefined ? null : <span className={styles.unit}>{props.unit}</span>}
      </span>
      <span className={styles.messages}>
        {error === null ? (
          <AriaText slot="description" className={styles.description}>
            {props.description}
          </AriaText>
        ) : (
          <FieldError className={classNames(styles.error)}>{error}</FieldError>
        )}
      </span>
    </AriaTextField>
  );
  if (props.isSecret !== true) return field;
  // Browsers require a password field to be inside a form. The form submits nothing: Enter is the
  // screen's own key.
  return (
    <form className={styles.secret} onSubmit={(event) => event.preventDefault()}>
      {field}
    </form>
  );
}

/** On focus, Chromium scrolls to the cursor of such a field, which may leave it beneath the actions. */
function scrollIntoView({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void {
  currentTarget.scrollIntoView?.({ block: 'nearest' });
}

/** A field of several lines grows with its text. */
const MIN_LINES = 2;

function noop(): void {}
