import { type TextFunction, useText } from '../i18n/index.ts';
import styles from './key-hint.module.css';
import type { KeyName } from './use-keys.ts';

/** The key for what is beside it, drawn as a key cap. Screen readers get `aria-keyshortcuts`. */
export function KeyHint(props: {
  readonly keyName: KeyName;
  /** There is no button beside it that tells of it. */
  readonly isRead?: boolean;
}) {
  const text = useText();
  return (
    <span className={styles.key} {...(props.isRead === true ? {} : { 'aria-hidden': true })}>
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
