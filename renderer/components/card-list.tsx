import type { ReactNode } from 'react';
import styles from './card-list.module.css';
import { classNames } from './class-names.ts';
import patterns from './patterns.module.css';

/** A list of cards, each with a title, an identifier and its actions. */
export function CardList(props: {
  readonly label?: string;
  readonly labelledBy?: string;
  readonly children: ReactNode;
}) {
  return (
    <ul
      className={classNames(styles.cards, patterns.stack)}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
    >
      {props.children}
    </ul>
  );
}

export function Card(props: {
  readonly title: string;
  /** What distinguishes it from the others: a time, an amount, a number. */
  readonly details?: readonly string[];
  readonly children?: ReactNode;
}) {
  return (
    <li className={styles.card}>
      <p className={styles.title}>{props.title}</p>
      {props.details === undefined ? null : (
        <p className={styles.identifier}>{props.details.join(' · ')}</p>
      )}
      {props.children}
    </li>
  );
}
