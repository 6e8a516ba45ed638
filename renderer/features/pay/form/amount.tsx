import { useEffect, useRef } from 'react';
import { isNegative, isZero, money } from '../../../../shared/money/index.ts';
import { ProblemNotice } from '../../../app/index.ts';
import { AmountField, Button, Money, moneyWords, Screen } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import type { SaleKind, StepProps } from '../flow/index.ts';
import { fixedAmount, mayConsult, typeOf } from '../flow/index.ts';
import styles from '../pay.module.css';
import { Offer } from './offer.tsx';
import { RulesCard } from './rules-card.tsx';

/** How much. The balance stands above, where it is known; fixed where the whole of it is due. */
export function AmountScreen(props: StepProps<'amount'>) {
  const { step, tell, press } = props;
  const { draft } = step;
  const { biller, balance } = draft;
  const text = useText();
  const language = useLanguage();
  const fixed = fixedAmount(draft);
  const owed = balance?.amount ?? null;
  const field = useRef<HTMLDivElement>(null);
  // A balance that was filled in is replaced by typing over it.
  useEffect(() => field.current?.querySelector('input')?.select(), []);
  const mayAsk = mayConsult(draft) && balance === null;
  const isOffered = draft.kind !== 'bill' && biller.amounts.kind === 'list';

  return (
    <Screen
      title={titleOf(draft.kind)}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        ...(isOffered
          ? []
          : [
              {
                label: text('pay.goOn'),
                keyName: 'Enter' as const,
                onAction: () => press('enter'),
                variant: 'primary' as const,
              },
            ]),
      ]}
    >
      {owed !== null && !isNegative(owed) ? (
        <Money value={owed} label={text('pay.amount.owed')} />
      ) : null}
      {balance === null ? null : <BalanceWords step={step} />}
      {isOffered ? <Offer step={step} tell={tell} /> : null}
      {fixed || isOffered ? null : (
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
          {mayAsk ? (
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
        <RulesCard draft={draft} />
      </div>
    </Screen>
  );

  function titleOf(kind: SaleKind): string {
    if (kind !== 'bill') return text(`pay.offer.title.${kind}`);
    return text(fixed ? 'pay.amount.fixedTitle' : 'pay.amount.title');
  }

  function hint(): string {
    if (draft.kind !== 'bill' && biller.amounts.kind === 'range') {
      const { least, most } = biller.amounts;
      return text('pay.offer.range', {
        least: moneyWords(money(least, biller.currency), language),
        most: moneyWords(money(most, biller.currency), language),
      });
    }
    if (mayAsk && step.problem === null) return text('pay.amount.optional');
    if (typeOf(draft) === 'shop-covers') return text('pay.amount.shopCovers');
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
