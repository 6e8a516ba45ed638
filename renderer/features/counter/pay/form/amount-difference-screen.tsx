import {
  ChoiceList,
  Facts,
  formatMoneyInSentence,
  Notice,
  Screen,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import { getFixedAmount, type StepProps } from '../flow/index.ts';

/**
 * The bill and the service name different amounts. The first choice pays nothing, so that a hasty
 * Enter decides nothing.
 */
export function AmountDifferenceScreen(props: StepProps<'amount-difference'>) {
  const { step, dispatch, press } = props;
  const { scannedBill, balance } = step.draft;
  const text = useText();
  const language = useLanguage();
  if (!scannedBill?.amount || !balance?.amount) return null;
  const onPaper = formatMoneyInSentence(scannedBill.amount, language);
  const owed = formatMoneyInSentence(getFixedAmount(step.draft) ?? balance.amount, language);
  const canPayOther = getFixedAmount(step.draft) === null;
  return (
    <Screen
      title={text('scan.difference.title')}
      actions={[{ label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') }]}
    >
      <Notice
        tone="unknown"
        toneText={text('scan.difference.tone')}
        impact={text('pay.decide.impact')}
        action={text('scan.difference.action')}
      >
        <Facts
          facts={[
            { name: text('scan.difference.onPaper'), value: onPaper },
            { name: text('scan.difference.owed'), value: owed },
          ]}
          isInline
        />
      </Notice>
      <ChoiceList
        label={text('scan.difference.title')}
        isAutoFocused
        choices={[
          { id: 'stop', name: text('scan.difference.stop') },
          { id: 'balance', name: text('scan.difference.payOwed', { amount: owed }) },
          ...(canPayOther
            ? [{ id: 'code' as const, name: text('scan.difference.payPaper', { amount: onPaper }) }]
            : []),
        ]}
        onChoose={(choice: 'stop' | 'balance' | 'code') =>
          dispatch({ type: 'amount-decided', choice })
        }
      />
    </Screen>
  );
}
