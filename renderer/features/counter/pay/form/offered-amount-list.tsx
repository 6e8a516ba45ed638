import { createMoney } from '../../../../../shared/money/index.ts';
import { ChoiceList, formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';

/** The amounts that the biller offers, one row each, chosen with arrows and Enter or by touch. */
export function OfferedAmountList(props: Pick<StepProps<'amount'>, 'step' | 'dispatch'>) {
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
