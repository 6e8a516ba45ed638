import type { CSSProperties } from 'react';
import { compare, type Money as MoneyValue, subtract } from '../../../../shared/money/index.ts';
import { getMaxPlausibleCash } from '../../../../shared/rules/index.ts';
import {
  classNames,
  computeAmountWidthEm,
  formatMoneyInSentence,
  Money,
  WarningIcon,
} from '../../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../../i18n/index.ts';
import styles from './cash-field.module.css';

/**
 * The one large figure of the cash: the sum due, then what is missing, then the change. As soon as
 * it is no longer the sum due, that sum is shown small beside it.
 */
export function CashFigure(props: {
  readonly due: MoneyValue;
  /** The customer's cash; null while it is not known. */
  readonly cash: MoneyValue | null;
}) {
  const { due, cash } = props;
  const text = useText();
  const language = useLanguage();
  const { labelKey, value } = getFigure(due, cash);
  const isMissing = labelKey === 'pay.cash.missing';
  const widestValues = [due, value, subtract(getMaxPlausibleCash(due), due)];
  const widestEm = Math.max(
    ...widestValues.map((sum) => computeAmountWidthEm(formatMoneyInSentence(sum, language))),
  );
  return (
    // The stylesheet fits the font size to the widest figure, so that nothing moves while typing.
    <div
      className={classNames(styles.cashFigure, isMissing && styles.missingCash)}
      style={{ '--figure-width': widestEm } as CSSProperties}
    >
      <p className={styles.figureLabel}>
        {isMissing ? <WarningIcon /> : null}
        {text(labelKey)}
      </p>
      <Money value={value} size="huge" />
      {labelKey === 'pay.cash.due' ? null : (
        <p className={styles.dueAside}>
          {text('pay.cash.due')} <Money value={due} size="text" />
        </p>
      )}
    </div>
  );
}

function getFigure(
  due: MoneyValue,
  cash: MoneyValue | null,
): { readonly labelKey: TextKey; readonly value: MoneyValue } {
  if (cash === null) return { labelKey: 'pay.cash.due', value: due };
  return compare(cash, due) < 0
    ? { labelKey: 'pay.cash.missing', value: subtract(due, cash) }
    : { labelKey: 'pay.cash.change', value: subtract(cash, due) };
}
