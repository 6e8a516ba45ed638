import type { ReactNode } from 'react';
import {
  compare,
  createZero,
  type Money as MoneyValue,
  parseAmount,
  subtract,
} from '../../../../../shared/money/index.ts';
import {
  AmountField,
  Button,
  formatDenominationInSentence,
  formatMoneyInSentence,
  patterns,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import { getMaxPlausibleCash, type InvalidCashReason, isImplausible } from '../flow/index.ts';
import { CashSums } from './cash-sums.tsx';
import { computeLikelyCash } from './likely-cash.ts';

/**
 * The sum due, and the field for the customer's cash. Likely sums are buttons; the change is shown
 * while typing.
 */
export function CashField(props: {
  readonly due: MoneyValue;
  readonly typed: string;
  readonly fault: InvalidCashReason;
  readonly onType: (typed: string) => void;
  readonly onChoose: (cash: MoneyValue) => void;
  /** Content below the field and the buttons, of any height. */
  readonly children?: ReactNode;
}) {
  const { due, typed, fault, onChoose } = props;
  const text = useText();
  const language = useLanguage();
  const parsed = parseAmount(typed, due.currency, language);
  const isEnough =
    parsed.ok &&
    compare(parsed.value, due) >= 0 &&
    (fault === 'too-much' || !isImplausible(parsed.value, due));
  const change = parsed.ok && isEnough ? subtract(parsed.value, due) : createZero(due.currency);
  const formatError = (): string | null => {
    if (!parsed.ok) return null;
    if (fault === 'too-little') {
      return text('pay.cash.too-little', {
        amount: formatMoneyInSentence(subtract(due, parsed.value), language),
      });
    }
    return fault === 'too-much'
      ? text('pay.cash.too-much', { amount: formatMoneyInSentence(parsed.value, language) })
      : null;
  };

  return (
    <>
      <CashSums due={due} change={change} maxChange={subtract(getMaxPlausibleCash(due), due)} />
      <AmountField
        label={text('pay.cash.label')}
        value={typed}
        onChange={props.onType}
        currency={due.currency}
        description={text('pay.cash.emptyIsExact')}
        error={formatError()}
        isAutoFocused
        isChecked={fault !== null}
      />
      <fieldset className={patterns.buttons} aria-label={text('pay.cash.sums')}>
        <Button onPress={() => onChoose(due)}>{text('pay.cash.exact')}</Button>
        {computeLikelyCash(due).map((cash) => (
          <Button key={cash.amount} onPress={() => onChoose(cash)}>
            <span className={patterns.tabularFigures}>
              {formatDenominationInSentence(cash, language)}
            </span>
          </Button>
        ))}
      </fieldset>
      {props.children}
    </>
  );
}
