import type { Basket } from '../../../../shared/contract/index.ts';
import { isZero, type Money as MoneyValue } from '../../../../shared/money/index.ts';
import { ConnectionNotice, ProblemNotice, useTillMutation } from '../../../app/index.ts';
import { formatMoneyInSentence, patterns, Screen } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { CashFigure } from '../cash-field/index.ts';
import { BasketItemList } from './item-list.tsx';

/** Every item, the total with fees, the cash and the change. Only F12 on this screen pays. */
export function ConfirmBasketScreen(props: {
  readonly basket: Basket;
  readonly cash: MoneyValue;
  readonly change: MoneyValue;
  readonly onBack: () => void;
  readonly onChange: () => void;
}) {
  const { basket, cash, change } = props;
  const text = useText();
  const language = useLanguage();
  const payBasket = useTillMutation('basket.pay');
  const pay = (): void => {
    if (payBasket.isPending) return;
    // The basket is read again whatever the response is, because main has the state on disk.
    void payBasket.run({ basketId: basket.id, cash }).then(props.onChange, props.onChange);
  };
  return (
    <Screen
      isDense
      title={text('pay.confirm.title')}
      actions={[
        {
          label: text('pay.back'),
          keyName: 'Escape',
          onAction: props.onBack,
          isDisabled: payBasket.isPending,
        },
        {
          label: text('basket.confirm.pay'),
          keyName: 'F12',
          onAction: pay,
          variant: 'primary',
          isDisabled: payBasket.isPending,
        },
      ]}
    >
      {payBasket.problem === null ? <ConnectionNotice isOnConfirmScreen /> : null}
      <p className={patterns.inlineText}>
        {text(isZero(change) ? 'basket.confirm.sentenceExact' : 'basket.confirm.sentence', {
          count: basket.items.length,
          due: formatMoneyInSentence(basket.due, language),
          cash: formatMoneyInSentence(cash, language),
          change: formatMoneyInSentence(change, language),
        })}
      </p>
      <CashFigure due={basket.due} cash={isZero(change) ? null : cash} />
      <BasketItemList items={basket.items} isSent={false} />
      <p className={patterns.secondaryText}>{text('basket.confirm.hint')}</p>
      {payBasket.problem === null ? null : (
        <ProblemNotice problem={payBasket.problem} extraText={text('basket.confirm.once')} />
      )}
    </Screen>
  );
}
