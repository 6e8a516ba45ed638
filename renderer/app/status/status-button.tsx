import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { StatusLevel } from '../../../shared/contract/index.ts';
import { classNames } from '../../components/index.ts';
import styles from './status-bar.module.css';

/** One item of the status line: a label, a word and an indicator. Opens its explanation. */
export function StatusButton(props: {
  readonly label: string;
  readonly statusText: ReactNode;
  readonly level: StatusLevel;
  readonly onPress: () => void;
}) {
  return (
    <AriaButton
      className={classNames(styles.indicator, styles[props.level])}
      onPress={props.onPress}
    >
      <span className={styles.indicatorLabel}>{props.label}</span>
      <span className={styles.indicatorValue}>
        <StatusIndicator level={props.level} />
        <span>{props.statusText}</span>
      </span>
    </AriaButton>
  );
}

/** A disc, a ring, a diamond or a triangle, so that they differ without colour. */
function StatusIndicator(props: { readonly level: StatusLevel }) {
  return (
    <svg className={styles.statusShape} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      {props.level === 'good' ? <circle cx="6" cy="6" r="5" className={styles.filled} /> : null}
      {props.level === 'asleep' ? <circle cx="6" cy="6" r="4" className={styles.hollow} /> : null}
      {props.level === 'warning' ? <path d="M6 0l6 6-6 6-6-6z" className={styles.filled} /> : null}
      {props.level === 'bad' ? <path d="M6 .5l5.5 11H.5z" className={styles.filled} /> : null}
    </svg>
  );
}
