import type { ReactNode } from 'react';
import { KEYPAD_HOST_ATTRIBUTE, KeypadDock } from '../components/index.ts';
import { useText } from '../i18n/index.ts';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './plain-page.module.css';

/** The page before the sign-in: the bar with the language switch, and the content. */
export function SignedOutLayout(props: {
  readonly shopAndPos?: string;
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  return (
    <div className={styles.page} {...KEYPAD_HOST_ATTRIBUTE}>
      <header className={styles.bar}>
        <p className={styles.identity}>
          <span className={styles.brand}>{text('app.title')}</span>
          {props.shopAndPos === undefined ? null : (
            <span className={styles.shopName}>{props.shopAndPos}</span>
          )}
        </p>
        <LanguageSwitch />
      </header>
      {props.banner}
      {props.children}
      <KeypadDock />
    </div>
  );
}
