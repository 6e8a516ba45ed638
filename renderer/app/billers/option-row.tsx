import type { CSSProperties, ReactNode } from 'react';
import styles from './billers.module.css';

/** A row beneath the search field. The field keeps the focus, and its keys move the active row. */
export function OptionRow(props: {
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  /** Its placement in the tile grid. */
  readonly gridPlacement?: CSSProperties;
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
      style={props.gridPlacement}
      // Keep the focus in the field, so that typing can continue.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onChoose}
    >
      {props.children}
    </button>
  );
}
