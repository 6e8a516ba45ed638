import { useState } from 'react';
import type { Basket, Problem } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useNavigation, useRunIfMounted, useTillCall } from '../../../app/index.ts';
import { ChoiceList, formatMoneyInSentence, Notice, Screen } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/**
 * Asks whose the next payment is, before it goes into a basket whose customer may have left. The
 * first choice changes nothing.
 */
export function SameCustomerScreen(props: {
  readonly basket: Basket;
  /** The payment goes into the basket. */
  readonly onSameCustomer: () => void;
  /** The basket is empty now, and the payment is a single one. */
  readonly onOtherCustomer: () => void;
}) {
  const { basket, onSameCustomer: onSame, onOtherCustomer: onOther } = props;
  const text = useText();
  const language = useLanguage();
  const { open, goHome } = useNavigation();
  const call = useTillCall();
  const runIfMounted = useRunIfMounted();
  const [problem, setProblem] = useState<Problem | null>(null);

  const emptyBasket = async (): Promise<void> => {
    for (const { orderId } of basket.items) {
      const answer = await call('basket.remove', { orderId });
      // An item that is already gone needs no removal.
      if (!answer.ok && answer.problem.kind !== 'not-found') {
        runIfMounted(() => setProblem(answer.problem));
        return;
      }
    }
    runIfMounted(onOther);
  };
  const choose = (choice: 'charge' | 'same' | 'other'): void => {
    setProblem(null);
    if (choice === 'same') onSame();
    else if (choice === 'other') void emptyBasket();
    else open({ name: 'basket', basketId: basket.id, isCustomerPresent: true });
  };

  return (
    <Screen
      title={text('basket.whose.title')}
      actions={[{ label: text('pay.home'), keyName: 'Escape', onAction: goHome }]}
    >
      <Notice
        tone="warning"
        title={text('basket.line', {
          count: basket.items.length,
          total: formatMoneyInSentence(basket.due, language),
        })}
        impact={text('basket.whose.impact')}
      />
      <ChoiceList
        label={text('basket.whose.title')}
        isAutoFocused
        choices={(['charge', 'same', 'other'] as const).map((id) => ({
          id,
          name: text(`basket.whose.${id}`),
          detail: text(`basket.whose.${id}Detail`),
        }))}
        onChoose={choose}
      />
      {problem === null ? null : <ProblemNotice problem={problem} />}
    </Screen>
  );
}
