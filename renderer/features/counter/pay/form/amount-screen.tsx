import { useEffect, useRef } from 'react';
import { getReceiptTexts } from '../../../../../shared/i18n/index.ts';
import {
  createMoney,
  isNegative,
  isZero,
  type Money as MoneyValue,
  parseAmount,
} from '../../../../../shared/money/index.ts';
import { ConnectionNotice, ProblemNotice } from '../../../../app/index.ts';
import {
  AmountField,
  Button,
  Facts,
  formatMoneyInSentence,
  Money,
  patterns,
  Screen,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import type { Draft, SaleKind, StepProps } from '../flow/index.ts';
import {
  canConsult,
  getDraftPaymentType,
  getFixedAmount,
  getPaymentCurrency,
} from '../flow/index.ts';
import styles from '../pay.module.css';
import { OfferedAmountList } from './offered-amount-list.tsx';
import { RulesCard } from './rules-card.tsx';
import { useFeeEstimate } from './use-fee-estimate.ts';

/** Asks for the amount. A known balance is shown above, and is fixed if it must be paid whole. */
export function AmountScreen(props: StepProps<'amount'>) {
  const { step, tell, press } = props;
  const { draft } = step;
  const { biller, balance } = draft;
  const text = useText();
  const language = useLanguage();
  const fixed = getFixedAmount(draft);
  const owed = balance?.amount ?? null;
  const field = useRef<HTMLDivElement>(null);
  // Typing replaces a balance that was filled in.
  useEffect(() => field.current?.querySelector('input')?.select(), []);
  const mayAsk = canConsult(draft) && balance === null;
  const withFee = useTotalText(draft, fixed);
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
      <ConnectionNotice />
      {owed !== null && !isNegative(owed) ? <OwedAmount step={step} owed={owed} /> : null}
      {balance === null ? null : <BalanceText step={step} />}
      {isOffered ? <OfferedAmountList step={step} tell={tell} /> : null}
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
      {withFee === null ? null : <p className={patterns.secondaryText}>{withFee}</p>}
      {step.problem === null ? null : (
        <ProblemNotice
          problem={step.problem}
          biller={biller.name}
          {...(draft.tender ? { money: text('pay.anew.money') } : {})}
        />
      )}
      <div className={styles.pushedDown}>
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
        least: formatMoneyInSentence(createMoney(least, biller.currency), language),
        most: formatMoneyInSentence(createMoney(most, biller.currency), language),
      });
    }
    if (mayAsk && step.problem === null) return text('pay.amount.optional');
    if (getDraftPaymentType(draft) === 'shop-covers') return text('pay.amount.shopCovers');
    return '';
  }
}

/** What the customer pays for the amount as it is typed, where that is more. */
function useTotalText(draft: Draft, fixed: MoneyValue | null): string | null {
  const text = useText();
  const language = useLanguage();
  const { fee, getTotal } = useFeeEstimate(draft);
  const parsed = parseAmount(draft.amountText, getPaymentCurrency(draft), language);
  const total = fixed === null && parsed.ok ? getTotal(parsed.value) : null;
  if (fee === null || total === null) return null;
  return text('pay.amount.withFee', {
    fee: formatMoneyInSentence(fee, language),
    due: formatMoneyInSentence(total, language),
  });
}

/** What is owed; with the shop's fee, all that the customer pays. */
function OwedAmount(props: Pick<StepProps<'amount'>, 'step'> & { readonly owed: MoneyValue }) {
  const { draft } = props.step;
  const text = useText();
  const language = useLanguage();
  const { fee, getTotal } = useFeeEstimate(draft);
  const fixed = getFixedAmount(draft);
  const total = fixed === null ? null : getTotal(fixed);
  if (fee === null) return <Money value={props.owed} label={text('pay.amount.owed')} />;
  const facts = [
    { name: getReceiptTexts(language).fee, value: formatMoneyInSentence(fee, language) },
  ];
  return total === null ? (
    <>
      <Money value={props.owed} label={text('pay.amount.owed')} />
      <Facts facts={facts} isInline />
    </>
  ) : (
    <>
      <Money value={total} label={text('pay.cash.due')} />
      <Facts
        facts={[
          { name: text('pay.amount.owed'), value: formatMoneyInSentence(props.owed, language) },
          ...facts,
        ]}
        isInline
      />
    </>
  );
}

function BalanceText(props: Pick<StepProps<'amount'>, 'step'>) {
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
    <ul className={styles.plainList}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
