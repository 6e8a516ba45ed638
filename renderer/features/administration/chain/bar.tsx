import { classNames, patterns } from '../../../components/index.ts';
import styles from './chain.module.css';

/** How much beside the most, for the eye; the figure stands beside it. */
export function Bar(props: { readonly share: number }) {
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

/** Figures that one compares, below each other. */
export function BarList(props: { readonly label: string; readonly rows: readonly BarRow[] }) {
  return (
    <ul className={classNames(styles.bars, patterns.stack)} aria-label={props.label}>
      {props.rows.map((row) => (
        <li key={row.name} className={styles.barRow}>
          <span className={styles.barName}>{row.name}</span>
          <span className={styles.barValue}>{row.value}</span>
          <Bar share={row.share} />
          <span className={styles.barDetail}>{row.detail}</span>
        </li>
      ))}
    </ul>
  );
}
