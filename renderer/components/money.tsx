import { formatAmount, type Money as MoneyValue } from '../../shared/money/index.ts';
import { useLanguage } from '../i18n/index.ts';
import { classes } from './classes.ts';
import styles from './money.module.css';

export interface MoneyProps {
  readonly value: MoneyValue;
  /** What the amount is: "Cambio". Above it, small. */
  readonly label?: string;
  /** `huge` is for the change alone. */
  readonly size?: 'text' | 'large' | 'huge';
}

/** An amount, figures tabular, the currency beside it. */
export function Money(props: MoneyProps) {
  const language = useLanguage();
  const { size = 'large' } = props;
  return (
    <span className={classes(styles.money, styles[size])}>
      {props.label === undefined ? null : <span className={styles.label}>{props.label}</span>}
      <span className={styles.line}>
        <span className={styles.sign}>$</span>
        <span className={styles.figures}>{formatAmount(props.value, language)}</span>{' '}
        <span className={styles.currency}>{props.value.currency}</span>
      </span>
    </span>
  );
}
