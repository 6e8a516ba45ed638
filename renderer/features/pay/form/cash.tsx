import {
  compare,
  formatAmount,
  parseAmount,
  subtract,
  zero,
} from '../../../../shared/money/index.ts';
import { AmountField, Button, Money, moneyWords, Screen } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';
import { isBeyondSense } from '../flow/index.ts';
import styles from '../pay.module.css';
import { likelyCash } from './cash-notes.ts';
import { OrderWords } from './order-words.tsx';

/** What the customer hands over. Sums by one press; the change is worked out while one types. */
export function CashScreen(props: StepProps<'cash'>) {
  const { step, tell, press } = props;
  const { due } = step.order;
  const text = useText();
  const language = useLanguage();
  const parsed = parseAmount(step.text, due.currency, language);
  const isEnough =
    parsed.ok && compare(parsed.value, due) >= 0 && !isBeyondSense(parsed.value, due);
  const change = parsed.ok && isEnough ? subtract(parsed.value, due) : zero(due.currency);
  const wrong = (): string | null => {
    if (!parsed.ok) return null;
    if (step.fault === 'too-little') {
      return text('pay.cash.too-little', {
        amount: moneyWords(subtract(due, parsed.value), language),
      });
    }
    return step.fault === 'too-much'
      ? text('pay.cash.too-much', { amount: moneyWords(parsed.value, language) })
      : null;
  };

  return (
    <Screen
      title={text('pay.cash.title')}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        {
          label: text('pay.goOn'),
          keyName: 'Enter',
          onAction: () => press('enter'),
          variant: 'primary',
        },
      ]}
    >
      <div className={styles.sums}>
        <Money value={due} label={text('pay.cash.due')} />
        <Money value={change} label={text('pay.cash.change')} size="huge" />
      </div>
      <OrderWords order={step.order} />
      <AmountField
        label={text('pay.cash.label')}
        value={step.text}
        onChange={(typed) => tell({ type: 'typed', field: 'cash', text: typed })}
        currency={due.currency}
        description={text('pay.cash.emptyIsExact')}
        error={wrong()}
        isAutoFocused
        isChecked={step.fault !== null}
      />
      <fieldset className={styles.buttons} aria-label={text('pay.cash.sums')}>
        <Button onPress={() => tell({ type: 'cash-chosen', cash: due })}>
          {text('pay.cash.exact')}
        </Button>
        {likelyCash(due).map((cash) => (
          <Button key={cash.amount} onPress={() => tell({ type: 'cash-chosen', cash })}>
            <span className={styles.figures}>{formatAmount(cash, language)}</span>
          </Button>
        ))}
      </fieldset>
    </Screen>
  );
}
