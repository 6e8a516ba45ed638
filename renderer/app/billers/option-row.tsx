import type { CSSProperties, ReactNode } from 'react';
import styles from './billers.module.css';

/** A row beneath the search field, which keeps the focus: the active row follows its keys. */
export function OptionRow(props: {
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  /** Where it stands among tiles. */
  readonly place?: CSSProperties;
  readonly children: ReactNode;
}) {
  return (
    <button
      id={props.id}
      type="button"
      role="option"
      aria-selected={props.isActive}
      tabIndex={-1}
      className={styles.row}
      style={props.place}
      // The field keeps the focus, so that typing can go on.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onChoose}
    >
      {props.children}
    </button>
  );
}
