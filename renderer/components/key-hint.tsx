import { type TextFunction, useText } from '../i18n/index.ts';
import styles from './key-hint.module.css';
import type { KeyName } from './use-keys.ts';

/** A key, drawn as a key cap. Screen readers use `aria-keyshortcuts` of its button instead. */
export function KeyHint(props: {
  readonly keyName: KeyName;
  /** True if no button beside it has `aria-keyshortcuts`. */
  readonly isReadAloud?: boolean;
}) {
  const text = useText();
  return (
    <span className={styles.key} {...(props.isReadAloud === true ? {} : { 'aria-hidden': true })}>
      {getKeyLabel(text, props.keyName)}
    </span>
  );
}

function getKeyLabel(text: TextFunction, name: KeyName): string {
  switch (name) {
    case 'Enter':
      return text('key.enter');
    case 'Escape':
      return text('key.escape');
    case 'Insert':
      return text('key.insert');
    case 'Delete':
      return text('key.delete');
    default:
      return name.replace('Control+', 'Ctrl ');
  }
}
