import { useText } from '../i18n/index.ts';
import styles from './key-hint.module.css';
import type { KeyName } from './use-keys.ts';

/** The key that does what stands beside it, drawn as a key cap. Screen readers get `aria-keyshortcuts`. */
export function KeyHint(props: { readonly keyName: KeyName }) {
  const text = useText();
  return (
    <span className={styles.key} aria-hidden="true">
      {keyLabel(props.keyName, text('key.enter'), text('key.escape'))}
    </span>
  );
}

function keyLabel(name: KeyName, enter: string, esc: string): string {
  if (name === 'Enter') return enter;
  if (name === 'Escape') return esc;
  return name;
}
