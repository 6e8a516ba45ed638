import { isZero } from '../../../../shared/money/index.ts';
import { Money, Screen } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { moneyWords } from '../money-words.ts';
import styles from '../pay.module.css';
import { ProblemNotice } from '../problem-notice.tsx';
import type { StepProps } from '../step-props.ts';

/** All of it in one sentence. F12 pays here and nowhere else; Enter does nothing. */
export function ConfirmScreen(props: StepProps<'confirm'>) {
  const { step, press } = props;
  const { order, cash, change } = step;
  const text = useText();
  const language = useLanguage();
  const values = {
    amount: moneyWords(order.amount, language),
    biller: order.biller.name,
    account: order.accountNumber,
    cash: moneyWords(cash, language),
    change: moneyWords(change, language),
  };
  return (
    <Screen
      title={text('pay.confirm.title')}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        {
          label: text('pay.confirm.pay'),
          keyName: 'F12',
          onAction: () => press('pay'),
          variant: 'primary',
        },
      ]}
    >
      <p className={styles.sentence}>
        {isZero(change)
          ? text('pay.confirm.sentenceExact', values)
          : text('pay.confirm.sentence', values)}
      </p>
      <Money value={change} label={text('pay.cash.change')} size="huge" />
      <p className={styles.quiet}>{text('pay.confirm.hint')}</p>
      {step.problem === null ? null : (
        <ProblemNotice problem={step.problem} also={text('pay.confirm.once')} />
      )}
    </Screen>
  );
}
