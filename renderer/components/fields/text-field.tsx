import type { ReactNode } from 'react';
import {
  Text as AriaText,
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
} from 'react-aria-components';
import { classes } from '../classes.ts';
import styles from './field.module.css';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What is asked for, beneath the field. */
  readonly description?: ReactNode;
  /** What is wrong, in words; shown beneath in place of the description. Null when nothing is. */
  readonly error?: string | null;
  readonly isAutoFocused?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
  /** Digits only, on the screen's keypad too. */
  readonly isNumeric?: boolean;
  /** Typed characters are shown as dots. */
  readonly isSecret?: boolean;
  /** The answer to the screen's one question. */
  readonly isLarge?: boolean;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
  /** Drawn inside the field, at its end. */
  readonly unit?: string;
  readonly name?: string;
}

/**
 * A labelled field of at least 48 px. The label is always visible; no text moves when an error
 * comes.
 */
export function TextField(props: TextFieldProps) {
  const error = props.error ?? null;
  const field = (
    <AriaTextField
      className={classes(styles.field, props.isLarge === true && styles.large)}
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
      inputMode={props.isNumeric === true ? 'numeric' : 'text'}
      autoComplete="off"
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
      {...(props.name === undefined ? {} : { name: props.name })}
    >
      <Label className={styles.label}>{props.label}</Label>
      <span className={styles.box}>
        <Input
          className={classes(styles.input, props.isNumeric === true && styles.figures)}
          {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
          spellCheck={false}
          autoCorrect="off"
          autoCapitalize="off"
        />
        {props.unit === undefined ? null : <span className={styles.unit}>{props.unit}</span>}
      </span>
      <span className={styles.below}>
        {error === null ? (
          <AriaText slot="description" className={styles.description}>
            {props.description}
          </AriaText>
        ) : (
          <FieldError className={classes(styles.error)}>{error}</FieldError>
        )}
      </span>
    </AriaTextField>
  );
  if (props.isSecret !== true) return field;
  // A browser wants a secret in a form. The form sends nothing: Enter is the screen's own key.
  return (
    <form className={styles.secret} onSubmit={(event) => event.preventDefault()}>
      {field}
    </form>
  );
}

function noop(): void {}
