import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { KeyHint } from './key-hint.tsx';
import { releaseButtonFocus } from './screen-focus.ts';
import type { KeyName } from './use-keys.ts';

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'paper';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  /** `quiet` by default. `paper` is for the tape, and never for money. */
  readonly variant?: ButtonVariant;
  /** Shown on the button. The screen binds the key (`Screen`, `useKeyBindings`). */
  readonly keyHint?: KeyName;
  readonly isDisabled?: boolean;
  /** While disabled: fills the button during this time, after which it is enabled. */
  readonly enabledAfterMs?: number;
  readonly isAutoFocused?: boolean;
  /** Fills the available width. */
  readonly isWide?: boolean;
  readonly label?: string;
}

/** A button of at least 48 px. A key that is held down presses it once. */
export function Button(props: ButtonProps) {
  const { variant = 'quiet', keyHint } = props;
  return (
    <AriaButton
      className={classNames(styles.button, styles[variant], props.isWide === true && styles.wide)}
      onPress={() => {
        // Release the focus, because its key presses it again.
        if (keyHint !== undefined) releaseButtonFocus();
        props.onPress();
      }}
      isDisabled={props.isDisabled ?? false}
      {...(props.enabledAfterMs === undefined
        ? {}
        : { style: { '--fill-time': `${props.enabledAfterMs}ms` } as CSSProperties })}
      autoFocus={props.isAutoFocused ?? false}
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
      {...(keyHint === undefined ? {} : { render: withAriaKeyShortcut(keyHint) })}
    >
      {props.enabledAfterMs === undefined ? null : (
        <span className={styles.fill} aria-hidden="true" />
      )}
      <span className={styles.label}>{props.children}</span>
      {keyHint === undefined ? null : <KeyHint keyName={keyHint} />}
    </AriaButton>
  );
}

/**
 * The library's button does not pass on `aria-keyshortcuts`, so it is set on the element directly.
 */
export function withAriaKeyShortcut(keyName: string) {
  return (props: ComponentProps<'button'>) => <button {...props} aria-keyshortcuts={keyName} />;
}
