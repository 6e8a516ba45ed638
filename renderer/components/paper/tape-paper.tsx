import type { CSSProperties, ReactNode } from 'react';
import type { EnvironmentName } from '../../../shared/contract/index.ts';
import { useText } from '../../i18n/index.ts';
import { classNames } from '../class-names.ts';
import styles from './tape.module.css';

/**
 * `done`: money was paid out or taken back. `refunded`: the service gave a payment back later.
 * `not-sent`: it never left the till.
 */
export type TapeStamp = 'paid' | 'done' | 'refunded' | 'refused' | 'not-sent' | 'unknown';

export interface TapePaperProps {
  readonly columns: number;
  readonly environment: EnvironmentName | null;
  readonly stamp: TapeStamp | null;
  readonly label: string;
  readonly children: ReactNode;
  readonly isGrowing?: boolean;
}

const WATERMARKS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Covers the whole strip, in place of the mark that real paper has on every third line. */
function Watermark(props: { readonly word: string; readonly isShort: boolean }) {
  return (
    <div className={styles.watermarks} aria-hidden="true">
      {WATERMARKS.slice(0, props.isShort ? 2 : WATERMARKS.length).map((position) => (
        <span key={position} data-word={props.word} />
      ))}
    </div>
  );
}

/**
 * The strip of paper: as wide as its columns, marked outside production, stamped with the outcome.
 */
export function TapePaper(props: TapePaperProps) {
  const text = useText();
  const { environment } = props;
  return (
    <article
      className={classNames(styles.paper, props.isGrowing === true && styles.draft)}
      aria-label={props.label}
      style={getColumnsStyle(props.columns)}
    >
      {environment === null || environment === 'production' ? null : (
        <p className={styles.notValidStamp}>{text(`tape.${environment}`)}</p>
      )}
      <div className={styles.printedText}>{props.children}</div>
      {environment === null || environment === 'production' ? null : (
        <Watermark word={text(`tape.${environment}`)} isShort={props.isGrowing === true} />
      )}
      {props.stamp === null ? null : (
        <p className={classNames(styles.stamp, styles[`stamp-${props.stamp}`])}>
          {text(`tape.${props.stamp}`)}
        </p>
      )}
    </article>
  );
}

function getColumnsStyle(columns: number): CSSProperties {
  const style: CSSProperties & { '--columns': number } = { '--columns': columns };
  return style;
}
