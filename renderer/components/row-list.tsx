import { Button } from './button.tsx';
import styles from './row-list.module.css';

export interface ListRow {
  readonly id: string | number;
  readonly name: string;
  /** Beneath the name. */
  readonly detail?: string | undefined;
  readonly trailingContent?: string;
  /** Removes the row from the list. */
  readonly remove: {
    readonly label: string;
    readonly onPress: () => void;
    readonly isDisabled?: boolean;
  };
}

/** A short list being edited: its entries so far, each with a remove button. */
export function RowList(props: { readonly label: string; readonly rows: readonly ListRow[] }) {
  return (
    <ul className={styles.list} aria-label={props.label}>
      {props.rows.map(({ id, name, detail, trailingContent, remove }) => (
        <li key={id} className={styles.row}>
          <span className={styles.texts}>
            <span className={styles.name}>{name}</span>
            {detail === undefined ? null : <span className={styles.trailing}>{detail}</span>}
          </span>
          {trailingContent === undefined ? null : (
            <span className={styles.trailing}>{trailingContent}</span>
          )}
          <Button variant="danger" onPress={remove.onPress} isDisabled={remove.isDisabled ?? false}>
            {remove.label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
