import { useText } from '../../i18n/index.ts';
import { classes } from '../classes.ts';
import styles from './tape.module.css';
import { type Stamp, TapePaper } from './tape-paper.tsx';

/** One line of the draft. A row without a value is a heading of its own. */
export interface DraftRow {
  /** What stays the same while the value changes. */
  readonly id: string;
  readonly label: string;
  readonly value?: string;
  /** The biller, the total, the change. */
  readonly isStrong?: boolean;
  /** A rule above it. */
  readonly isRuled?: boolean;
}

export interface DraftTapeProps {
  /** The shop's name, its POS number and cashier: centred at the top. */
  readonly head: readonly string[];
  readonly rows: readonly DraftRow[];
  readonly columns: number;
  readonly isTraining?: boolean;
  readonly stamp?: Stamp | null;
}

/** The receipt while it is being made: it grows by a row as the cashier goes on. */
export function DraftTape(props: DraftTapeProps) {
  const text = useText();
  const [first, ...rest] = props.head;
  return (
    <TapePaper
      columns={props.columns}
      isTraining={props.isTraining ?? false}
      stamp={props.stamp ?? null}
      label={text('tape.label')}
      isGrowing
    >
      {first === undefined ? null : (
        <p className={classes(styles.line, styles.center, styles.bold)}>{first}</p>
      )}
      {rest.map((line) => (
        <p key={line} className={classes(styles.line, styles.center)}>
          {line}
        </p>
      ))}
      <hr className={styles.rule} />
      <dl className={styles.rows}>
        {props.rows.map((row) => (
          <div
            key={row.id}
            className={classes(
              styles.row,
              row.isStrong === true && styles.bold,
              row.isRuled === true && styles.ruled,
            )}
          >
            <dt className={styles.rowLabel}>{row.label}</dt>
            <dd className={styles.rowValue}>{row.value ?? ''}</dd>
          </div>
        ))}
      </dl>
    </TapePaper>
  );
}
