import { classNames, patterns } from '../../../components/index.ts';
import styles from './chain.module.css';

/**
 * A bar of relative length (`share`, 0 to 1). Hidden from assistive technology, because the figure
 * is shown as text beside it.
 */
export function ShareBar(props: { readonly share: number }) {
  return (
    <svg className={styles.bar} aria-hidden="true" focusable="false">
      <rect className={styles.barFill} width={`${Math.round(props.share * 1000) / 10}%`} />
    </svg>
  );
}

export interface BarRow {
  readonly name: string;
  readonly detail: string;
  readonly value: string;
  readonly share: number;
}

/** A list of figures with bars, for comparison. */
export function BarList(props: { readonly label: string; readonly rows: readonly BarRow[] }) {
  return (
    <ul className={classNames(styles.bars, patterns.stack)} aria-label={props.label}>
      {props.rows.map((row) => (
        <li key={row.name} className={styles.barRow}>
          <span className={styles.barName}>{row.name}</span>
          <span className={styles.barValue}>{row.value}</span>
          <ShareBar share={row.share} />
          <span className={styles.barDetail}>{row.detail}</span>
        </li>
      ))}
    </ul>
  );
}
