import type { EnvironmentName } from '../../../shared/contract/index.ts';
import { useText } from '../../i18n/index.ts';
import { classNames } from '../class-names.ts';
import styles from './tape.module.css';
import { TapePaper, type TapeStamp } from './tape-paper.tsx';

/** One line of the draft. A row without a value is a heading. */
export interface DraftTapeRow {
  /** Stays the same while the value changes. */
  readonly id: string;
  readonly label: string;
  readonly value?: string;
  /** For the biller, the total and the change. */
  readonly isStrong?: boolean;
  /** Draws a rule above it. */
  readonly hasRuleAbove?: boolean;
}

export interface DraftTapeProps {
  /** The shop's name, POS number and cashier, centred at the top. */
  readonly headerLines: readonly string[];
  readonly rows: readonly DraftTapeRow[];
  readonly columns: number;
  /** Null while no environment is chosen. */
  readonly environment: EnvironmentName | null;
  readonly stamp?: TapeStamp | null;
}

/** The draft of a receipt: each answer adds a row. */
export function DraftTape(props: DraftTapeProps) {
  const text = useText();
  const [firstLine, ...otherLines] = props.headerLines;
  return (
    <TapePaper
      columns={props.columns}
      environment={props.environment}
      stamp={props.stamp ?? null}
      label={text('tape.label')}
      isGrowing
    >
      {firstLine === undefined ? null : (
        <p className={classNames(styles.line, styles.center, styles.bold)}>{firstLine}</p>
      )}
      {otherLines.map((line) => (
        <p key={line} className={classNames(styles.line, styles.center)}>
          {line}
        </p>
      ))}
      <hr className={styles.rule} />
      <dl className={styles.rows}>
        {props.rows.map((row) => (
          <div
            key={row.id}
            className={classNames(
              styles.row,
              row.isStrong === true && styles.bold,
              row.hasRuleAbove === true && styles.withRule,
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
