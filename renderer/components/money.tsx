import { type Money as MoneyValue, toMoneyParts } from '../../shared/money/index.ts';
import { useLanguage } from '../i18n/index.ts';
import { classNames } from './class-names.ts';
import styles from './money.module.css';
import { getShopCurrency } from './shop-currency.ts';

export interface MoneyProps {
  readonly value: MoneyValue;
  /** What the amount is, for example "Cambio"; small, above it. */
  readonly label?: string;
  /** `huge` is only for the money that changes hands now, such as the change. */
  readonly size?: 'text' | 'large' | 'huge';
}

/** An amount in tabular figures; with its currency code if it is not the shop's. */
export function Money(props: MoneyProps) {
  const language = useLanguage();
  const { size = 'large' } = props;
  const {
    sign,
    figures,
    currencyCode: code,
  } = toMoneyParts(props.value, language, getShopCurrency());
  return (
    <span
      className={classNames(styles.money, styles[size])}
      {...(size === 'text' ? {} : { 'data-sum': size })}
    >
      {props.label === undefined ? null : <span className={styles.label}>{props.label}</span>}
      <span className={styles.amount}>
        <span className={styles.sign}>{sign.replace(' ', '\u00a0')}</span>
        <span className={styles.figures}>{figures}</span>
        {code === null ? null : <span className={styles.currency}> {code}</span>}
      </span>
    </span>
  );
}
