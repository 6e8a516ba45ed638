import type { CSSProperties, ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { classes } from '../classes.ts';
import styles from './tape.module.css';

/** `done`: money went out, or went back. */
export type Stamp = 'paid' | 'done' | 'refused' | 'unknown';

export interface TapePaperProps {
  readonly columns: number;
  readonly isTraining: boolean;
  readonly stamp: Stamp | null;
  readonly label: string;
  readonly children: ReactNode;
  readonly isGrowing?: boolean;
}

/**
 * The strip of paper itself: as wide as its columns, marked in training, stamped when it is done.
 */
export function TapePaper(props: TapePaperProps) {
  const text = useText();
  return (
    <article
      className={classes(styles.paper, props.isGrowing === true && styles.growing)}
      aria-label={props.label}
      style={columnsStyle(props.columns)}
    >
      {props.isTraining ? <p className={styles.training}>{text('tape.training')}</p> : null}
      <div className={styles.print}>{props.children}</div>
      {props.stamp === null ? null : (
        <p className={classes(styles.stamp, styles[`stamp-${props.stamp}`])}>
          {text(`tape.${props.stamp}`)}
        </p>
      )}
    </article>
  );
}

function columnsStyle(columns: number): CSSProperties {
  const style: CSSProperties & { '--columns': number } = { '--columns': columns };
  return style;
}
