import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './facts.module.css';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

export interface FactsProps {
  readonly facts: readonly Fact[];
  readonly label?: string;
  /** In one wrapping line, if there is little height. */
  readonly isInline?: boolean;
  /** The values are figures, which are aligned at their end. */
  readonly areValuesNumeric?: boolean;
}

/** Names and values, in two columns or one wrapping line. */
export function Facts(props: FactsProps) {
  return (
    <dl
      className={classNames(
        props.isInline === true ? styles.inline : styles.facts,
        props.areValuesNumeric === true && styles.figures,
      )}
      aria-label={props.label}
    >
      {props.facts.map((fact) => (
        <div key={fact.name} className={styles.fact}>
          <dt className={styles.factName}>{fact.name}</dt>
          <dd className={styles.factValue}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
