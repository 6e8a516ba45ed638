import type { CSSProperties } from 'react';
import type { Money as MoneyValue } from '../../../../../shared/money/index.ts';
import {
  computeAmountWidthEm,
  formatMoneyInSentence,
  Money,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import styles from '../pay.module.css';

/** What is due and the change, beside each other. `most`: the change may become as much. */
export function CashSums(props: {
  readonly due: MoneyValue;
  readonly change: MoneyValue;
  readonly most: MoneyValue;
}) {
  const { due, change, most } = props;
  const text = useText();
  const language = useLanguage();
  const widthOf = (value: MoneyValue): number =>
    computeAmountWidthEm(formatMoneyInSentence(value, language));
  // The page's sheet makes the letters as small as that takes: nothing moves while one types.
  const widths = {
    '--due-width': widthOf(due),
    '--change-width': Math.max(widthOf(change), widthOf(most)),
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
