import { type ReactNode, useEffect, useRef } from 'react';
import { type Money as MoneyValue, parseAmount, subtract } from '../../../../shared/money/index.ts';
import { type InvalidCashReason, isImplausibleCash } from '../../../../shared/rules/index.ts';
import {
  AmountField,
  Button,
  formatDenominationInSentence,
  formatMoneyInSentence,
  patterns,
  useKeyBindings,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { CashFigure } from './cash-figure.tsx';
import { computeLikelyCashAmounts } from './likely-cash.ts';

/**
 * The sum due, and the field for the customer's cash. Likely sums are buttons; what is missing or
 * the change is shown while typing. F12 pays on the next screen, so here it says what comes first.
 */
export function CashField(props: {
  readonly due: MoneyValue;
  readonly cashText: string;
  readonly invalidReason: InvalidCashReason;
  readonly onType: (typed: string) => void;
  readonly onChoose: (cash: MoneyValue) => void;
  /** F12 was pressed, which does not pay yet. */
  readonly onPayEarly: () => void;
  /** Content below the field and the buttons, of any height. */
  readonly children?: ReactNode;
}) {
  const { due, cashText: typed, invalidReason, onChoose } = props;
  const text = useText();
  const language = useLanguage();
  const parsed = parseAmount(typed, due.currency, language);
  // An implausible sum is shown once the cashier has seen the question about it.
  const isShown =
    parsed.ok && (invalidReason === 'too-much' || !isImplausibleCash(parsed.value, due));
  useKeyBindings({ F12: { label: text('pay.cash.payEarly'), onAction: props.onPayEarly } });
  const field = useRef<HTMLDivElement>(null);
  // Selects the cash of an earlier visit, so that typing replaces it.
  useEffect(() => field.current?.querySelector('input')?.select(), []);
  const formatError = (): string | null => {
    if (invalidReason === 'not-confirmed') return text('pay.cash.not-confirmed');
    if (!parsed.ok) return null;
    if (invalidReason === 'too-little') {
      return text('pay.cash.too-little', {
        amount: formatMoneyInSentence(subtract(due, parsed.value), language),
      });
    }
    return invalidReason === 'too-much'
      ? text('pay.cash.too-much', { amount: formatMoneyInSentence(parsed.value, language) })
      : null;
  };

  return (
    <>
      <CashFigure due={due} cash={isShown ? parsed.value : null} />
      <div ref={field}>
        <AmountField
          label={text('pay.cash.label')}
          value={typed}
          onChange={props.onType}
          currency={due.currency}
          description={text('pay.cash.emptyIsExact')}
          error={formatError()}
          isAutoFocused
          isEmptyAnError={invalidReason !== null}
        />
      </div>
      <fieldset className={patterns.buttons} aria-label={text('pay.cash.sums')}>
        <Button onPress={() => onChoose(due)}>{text('pay.cash.exact')}</Button>
        {computeLikelyCashAmounts(due).map((cash) => (
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
