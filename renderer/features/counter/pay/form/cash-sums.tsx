import type { CSSProperties } from 'react';
import type { Money as MoneyValue } from '../../../../../shared/money/index.ts';
import {
  computeAmountWidthEm,
  formatMoneyInSentence,
  Money,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import styles from '../pay.module.css';

/** The sum due and the change, side by side. `most`: the largest change to reserve space for. */
export function CashSums(props: {
  readonly due: MoneyValue;
  readonly change: MoneyValue;
  readonly maxChange: MoneyValue;
}) {
  const { due, change, maxChange } = props;
  const text = useText();
  const language = useLanguage();
  const getWidth = (value: MoneyValue): number =>
    computeAmountWidthEm(formatMoneyInSentence(value, language));
  // The stylesheet fits the font size to these widths, so that nothing moves while typing.
  const widths = {
    '--due-width': getWidth(due),
    '--change-width': Math.max(getWidth(change), getWidth(maxChange)),
  } as CSSProperties;
  return (
    <div className={styles.cashSums}>
      <div className={styles.row} style={widths}>
        <Money value={due} label={text('pay.cash.due')} />
        <Money value={change} label={text('pay.cash.change')} size="huge" />
      </div>
    </div>
  );
}
