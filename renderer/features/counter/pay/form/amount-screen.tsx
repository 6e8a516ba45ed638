import { useEffect, useRef } from 'react';
import { getReceiptTexts } from '../../../../../shared/i18n/index.ts';
import {
  createMoney,
  isNegative,
  isZero,
  type Money as MoneyValue,
  parseAmount,
} from '../../../../../shared/money/index.ts';
import { ConnectionNotice, ProblemNotice, useProblemText } from '../../../../app/index.ts';
import {
  AmountField,
  Button,
  ChoiceList,
  Facts,
  formatMoneyInSentence,
  Money,
  Notice,
  patterns,
  Screen,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import {
  canConsult,
  getDraftPaymentType,
  getFixedAmount,
  getPaymentCurrency,
  hasCashFromFailedAttempt,
  type PaymentDraft,
  type SaleKind,
  type StepProps,
} from '../flow/index.ts';
import styles from '../pay.module.css';
import { BillerRulesCard } from './rules-card.tsx';
import { useFeeEstimate } from './use-fee-estimate.ts';

/** Asks for the amount. A known balance is shown above, and is fixed if it must be paid in full. */
export function AmountScreen(props: StepProps<'amount'>) {
  const { step, dispatch, press } = props;
  const { draft } = step;
  const { biller, balance } = draft;
  const text = useText();
  const describeProblem = useProblemText();
  const language = useLanguage();
  const fixedAmount = getFixedAmount(draft);
  const owedAmount = balance?.amount ?? null;
  const field = useRef<HTMLDivElement>(null);
  // Selects a prefilled balance, so that typing replaces it.
  useEffect(() => field.current?.querySelector('input')?.select(), []);
  const canRequestBalance = canConsult(draft) && balance === null;
  const totalText = useTotalText(draft, fixedAmount);
  const hasOfferedAmounts = draft.kind !== 'bill' && biller.amounts.kind === 'list';

  return (
    <Screen
      title={formatTitle(draft.kind)}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        ...(hasOfferedAmounts
          ? []
          : [
              {
                label: text('pay.continue'),
                keyName: 'Enter' as const,
                onAction: () => press('enter'),
                variant: 'primary' as const,
              },
            ]),
      ]}
    >
      <ConnectionNotice />
      {owedAmount !== null && !isNegative(owedAmount) ? (
        <OwedAmount step={step} owed={fixedAmount ?? owedAmount} />
      ) : null}
      {balance === null ? null : <BalanceText step={step} />}
      {hasOfferedAmounts ? <OfferedAmountList step={step} dispatch={dispatch} /> : null}
      {fixedAmount || hasOfferedAmounts ? null : (
        <div className={styles.fieldRow} ref={field}>
          <AmountField
            label={text('pay.amount.label')}
            value={draft.amountText}
            onChange={(typed) => dispatch({ type: 'typed', field: 'amount', text: typed })}
            currency={owedAmount?.currency ?? biller.currency}
            description={formatHint()}
            isAutoFocused
            isEmptyAnError={step.invalidReason !== null}
          />
          {canRequestBalance ? (
            <div>
              <Button onPress={() => dispatch({ type: 'consult' })}>
                {text('pay.amount.consult')}
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {totalText === null ? null : <p className={patterns.secondaryText}>{totalText}</p>}
      {step.problem === null ? null : step.problem.kind === 'printer' ? (
        <Notice
          tone="warning"
          title={describeProblem(step.problem).title}
          impact={text('pay.offer.printerImpact')}
          action={text('pay.offer.printerAction')}
        />
      ) : (
        <ProblemNotice
          problem={step.problem}
          billerName={biller.name}
          {...(hasCashFromFailedAttempt(draft) ? { impact: text('pay.correction.impact') } : {})}
        />
      )}
      <div className={styles.alignedToBottom}>
        <BillerRulesCard draft={draft} />
      </div>
    </Screen>
  );

  function formatTitle(kind: SaleKind): string {
    if (kind !== 'bill') return text(`pay.offer.title.${kind}`);
    return text(fixedAmount ? 'pay.amount.fixedTitle' : 'pay.amount.title');
  }

  function formatHint(): string {
    if (draft.kind !== 'bill' && biller.amounts.kind === 'range') {
      const { least, most } = biller.amounts;
      return text('pay.offer.range', {
        least: formatMoneyInSentence(createMoney(least, biller.currency), language),
        most: formatMoneyInSentence(createMoney(most, biller.currency), language),
      });
    }
    if (canRequestBalance && step.problem === null) return text('pay.amount.optional');
    if (getDraftPaymentType(draft) === 'shop-covers') return text('pay.amount.shopCovers');
    return '';
  }
}

/** Returns the fee and total of the typed amount; null if there is no fee or no valid amount. */
function useTotalText(draft: PaymentDraft, fixedAmount: MoneyValue | null): string | null {
  const text = useText();
  const language = useLanguage();
  const { fee, getTotal } = useFeeEstimate(draft);
  const parsed = parseAmount(draft.amountText, getPaymentCurrency(draft), language);
  const total = fixedAmount === null && parsed.ok ? getTotal(parsed.value) : null;
  if (fee === null || total === null) return null;
  return text('pay.amount.withFee', {
    fee: formatMoneyInSentence(fee, language),
    due: formatMoneyInSentence(total, language),
  });
}

/** The amount owed; with the shop's fee, the total that the customer pays. */
function OwedAmount(props: Pick<StepProps<'amount'>, 'step'> & { readonly owed: MoneyValue }) {
  const { draft } = props.step;
  const text = useText();
  const language = useLanguage();
  const { fee, getTotal } = useFeeEstimate(draft);
  const fixedAmount = getFixedAmount(draft);
  const total = fixedAmount === null ? null : getTotal(fixedAmount);
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

/** The amounts that the biller offers, one row each, chosen with arrows and Enter or by touch. */
function OfferedAmountList(props: Pick<StepProps<'amount'>, 'step' | 'dispatch'>) {
  const { step, dispatch } = props;
  const { biller } = step.draft;
  const text = useText();
  const language = useLanguage();
  if (biller.amounts.kind !== 'list') return null;
  const amounts = biller.amounts.amounts.map((amount) => createMoney(amount, biller.currency));
  return (
    <ChoiceList
      label={text('pay.offer.label')}
      choices={amounts.map((amount) => ({
        id: amount.amount,
        name: formatMoneyInSentence(amount, language),
      }))}
      onChoose={(chosenId) => {
        const chosenAmount = amounts.find((amount) => amount.amount === chosenId);
        if (chosenAmount) dispatch({ type: 'amount-chosen', amount: chosenAmount });
      }}
      isAutoFocused
    />
  );
}
