import { useEffect, useRef } from 'react';
import { isNegative, isZero } from '../../../../shared/money/index.ts';
import { AmountField, Button, Money, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { fixedAmount } from '../moves.ts';
import styles from '../pay.module.css';
import { paymentType } from '../payment-type.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { RulesCard } from '../rules-card.tsx';
import type { StepProps } from '../step-props.ts';

/** How much. The balance stands above, where it is known; fixed where the whole of it is due. */
export function AmountScreen(props: StepProps<'amount'>) {
  const { step, tell, press } = props;
  const { draft } = step;
  const { biller, balance } = draft;
  const text = useText();
  const fixed = fixedAmount(draft);
  const owed = balance?.amount ?? null;
  const field = useRef<HTMLDivElement>(null);
  // A balance that was filled in is replaced by typing over it.
  useEffect(() => field.current?.querySelector('input')?.select(), []);
  const mayConsult = biller.canCheckBalance && balance === null;

  return (
    <Screen
      title={fixed ? text('pay.amount.fixedTitle') : text('pay.amount.title')}
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
      {owed !== null && !isNegative(owed) ? (
        <Money value={owed} label={text('pay.amount.owed')} />
      ) : null}
      {balance === null ? null : <BalanceWords step={step} />}
      {fixed ? null : (
        <div className={styles.fieldRow} ref={field}>
          <AmountField
            label={text('pay.amount.label')}
            value={draft.amountText}
            onChange={(typed) => tell({ type: 'typed', field: 'amount', text: typed })}
            currency={owed?.currency ?? biller.currency}
            description={hint()}
            isAutoFocused
            isChecked={step.fault !== null}
          />
          {mayConsult ? (
            <div>
              <Button onPress={() => tell({ type: 'consult' })}>
                {text('pay.amount.consult')}
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {step.problem === null ? null : <ProblemNotice problem={step.problem} biller={biller.name} />}
      <div className={styles.push}>
        <RulesCard biller={biller} />
      </div>
    </Screen>
  );

  function hint(): string {
    if (mayConsult && step.problem === null) return text('pay.amount.optional');
    if (paymentType(biller) === 'shop-covers') return text('pay.amount.shopCovers');
    return '';
  }
}

function BalanceWords(props: Pick<StepProps<'amount'>, 'step'>) {
  const text = useText();
  const { balance } = props.step.draft;
  if (balance === null) return null;
  const { amount, dueDate, nameOnAccount } = balance;
  const lines = [
    ...(amount === null ? [text('pay.amount.noBalance')] : []),
    ...(amount !== null && (isZero(amount) || isNegative(amount))
      ? [text('pay.amount.nothingOwed')]
      : []),
    ...(nameOnAccount === null ? [] : [text('pay.amount.holder', { name: nameOnAccount })]),
    ...(dueDate === null ? [] : [text('pay.amount.due', { date: dueDate })]),
  ];
  return lines.length === 0 ? null : (
    <ul className={styles.plain}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
