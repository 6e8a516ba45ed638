import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** Explains an empty screen and what to do, instead of a blank. */
export function EmptyState(props: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{props.title}</p>
      {props.children === undefined ? null : <p className={styles.explanation}>{props.children}</p>}
    </div>
  );
}
