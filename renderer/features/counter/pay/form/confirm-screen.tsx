import { getAccountLabel, getReceiptTexts } from '../../../../../shared/i18n/index.ts';
import { isZero, type Money as MoneyValue } from '../../../../../shared/money/index.ts';
import { formatAccountNumber, getAccountKind } from '../../../../../shared/rules/index.ts';
import { ConnectionNotice, ProblemNotice } from '../../../../app/index.ts';
import { formatMoneyInSentence, Money, patterns, Screen } from '../../../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../../../i18n/index.ts';
import { CashFigure } from '../../cash-field/index.ts';
import { formatFeeAndTotal } from '../../payment-result/index.ts';
import type { StepProps } from '../flow/index.ts';

/** The confirmation in one sentence. Only F12 on this screen pays; Enter does nothing. */
export function ConfirmScreen(props: StepProps<'confirm'>) {
  const { step, press } = props;
  const { order, cash, change, draft } = step;
  const text = useText();
  const language = useLanguage();
  const format = (value: MoneyValue | null): string =>
    value === null ? '' : formatMoneyInSentence(value, language);
  const isCashOut = draft.kind === 'cash-out';
  const values = {
    amount: format(order.amount),
    biller: order.biller.name,
    what: getAccountLabel(
      getReceiptTexts(language),
      getAccountKind(order.biller),
    ).toLocaleLowerCase(language),
    account: formatAccountNumber(order.biller, order.accountNumber),
    cash: format(cash),
    change: format(change),
    due: format(order.due),
    more: formatFeeAndTotal(text, format, order),
  };
  return (
    <Screen
      title={text(isCashOut ? 'pay.confirm.title.cash-out' : 'pay.confirm.title')}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        {
          label: text(isCashOut ? 'pay.confirm.cash-out' : 'pay.confirm.pay'),
          keyName: 'F12',
          onAction: () => press('pay'),
          variant: 'primary',
        },
      ]}
    >
      {step.problem === null ? <ConnectionNotice isOnConfirmScreen /> : null}
      <p className={patterns.inlineText}>{text(getSentenceKey(), values)}</p>
      {change === null ? (
        <Money value={order.due} label={text('pay.confirm.toHandOver')} size="huge" />
      ) : (
        <CashFigure due={order.due} cash={isZero(change) ? null : cash} />
      )}
      <p className={patterns.secondaryText}>
        {text(isCashOut ? 'pay.confirm.hint.cash-out' : 'pay.confirm.hint')}
      </p>
      {step.problem === null ? null : (
        <ProblemNotice problem={step.problem} extraText={text('pay.confirm.once')} />
      )}
    </Screen>
  );

  function getSentenceKey(): TextKey {
    const { kind } = draft;
    const isExact = kind !== 'cash-out' && change !== null && isZero(change);
    return isExact ? `pay.confirm.sentenceExact.${kind}` : `pay.confirm.sentence.${kind}`;
  }
}
