import { createMoney } from '../../../../../shared/money/index.ts';
import { ChoiceList, formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';

/** The amounts that the biller sells, one row each: arrows and Enter, or a touch. */
export function OfferedAmountList(props: Pick<StepProps<'amount'>, 'step' | 'tell'>) {
  const { step, tell } = props;
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
      onChoose={(chosen) => {
        const amount = amounts.find((one) => one.amount === chosen);
        if (amount) tell({ type: 'amount-chosen', amount });
      }}
      isAutoFocused
    />
  );
}
