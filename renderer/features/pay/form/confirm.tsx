import { isZero, type Money as MoneyValue } from '../../../../shared/money/index.ts';
import { ProblemNotice } from '../../../app/index.ts';
import { Money, moneyWords, Screen } from '../../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';
import styles from '../pay.module.css';

/** All of it in one sentence. F12 pays here and nowhere else; Enter does nothing. */
export function ConfirmScreen(props: StepProps<'confirm'>) {
  const { step, press } = props;
  const { order, cash, change, draft } = step;
  const text = useText();
  const language = useLanguage();
  const write = (value: MoneyValue | null): string =>
    value === null ? '' : moneyWords(value, language);
  const isOut = draft.kind === 'cash-out';
  const values = {
    amount: write(order.amount),
    biller: order.biller.name,
    account: order.accountNumber,
    cash: write(cash),
    change: write(change),
    due: write(order.due),
  };
  return (
    <Screen
      title={text(isOut ? 'pay.confirm.title.cash-out' : 'pay.confirm.title')}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        {
          label: text(isOut ? 'pay.confirm.cash-out' : 'pay.confirm.pay'),
          keyName: 'F12',
          onAction: () => press('pay'),
          variant: 'primary',
        },
      ]}
    >
      <p className={styles.sentence}>{text(sentenceKey(), values)}</p>
      {change === null ? (
        <Money value={order.due} label={text('pay.confirm.toHandOver')} size="huge" />
      ) : (
        <Money value={change} label={text('pay.cash.change')} size="huge" />
      )}
      <p className={styles.quiet}>
        {text(isOut ? 'pay.confirm.hint.cash-out' : 'pay.confirm.hint')}
      </p>
      {step.problem === null ? null : (
        <ProblemNotice problem={step.problem} also={text('pay.confirm.once')} />
      )}
    </Screen>
  );

  function sentenceKey(): TextKey {
    if (draft.kind !== 'bill') return `pay.confirm.sentence.${draft.kind}`;
    return change !== null && isZero(change) ? 'pay.confirm.sentenceExact' : 'pay.confirm.sentence';
  }
}
