import type { Basket } from '../../../../shared/contract/index.ts';
import type { Money } from '../../../../shared/money/index.ts';
import type { InvalidCashReason } from '../../../../shared/rules/index.ts';
import {
  ConnectionNotice,
  ProblemNotice,
  useNavigation,
  useTillMutation,
} from '../../../app/index.ts';
import { Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { CashField } from '../cash-field/index.ts';
import { RemovableBasketItemList } from './item-list.tsx';

/** The items with their sums, and one field for the cash of all of them. */
export function BasketCashScreen(props: {
  readonly basket: Basket;
  readonly cashText: string;
  readonly invalidReason: InvalidCashReason;
  readonly onType: (text: string) => void;
  readonly onChoose: (cash: Money) => void;
  readonly onSubmit: () => void;
  readonly onPayEarly: () => void;
  readonly onEnd: () => void;
  readonly onChange: () => void;
}) {
  const { basket, cashText: typed, invalidReason } = props;
  const { due, items } = basket;
  const text = useText();
  const { goHome, continueBasket, requestLeave } = useNavigation();
  const removeItem = useTillMutation('basket.remove');
  const remove = (orderId: string): void => {
    if (removeItem.isPending) return;
    void removeItem.run({ orderId }).then((answer) => {
      if (answer.ok && answer.value === null) goHome();
      else props.onChange();
    });
  };
  // Without its last item, the basket is gone.
  const requestRemoval = (orderId: string): void => {
    if (items.length > 1) remove(orderId);
    else requestLeave(() => remove(orderId));
  };

  return (
    <Screen
      isDense
      title={text('basket.cash.title', { count: items.length })}
      actions={[
        { label: text('basket.home'), keyName: 'Escape', onAction: props.onEnd },
        { label: text('basket.addMore'), keyName: 'Insert', onAction: continueBasket },
        {
          label: text('pay.continue'),
          keyName: 'Enter',
          onAction: props.onSubmit,
          variant: 'primary',
        },
      ]}
    >
      <ConnectionNotice />
      <CashField
        due={due}
        cashText={typed}
        invalidReason={invalidReason}
        onType={props.onType}
        onChoose={props.onChoose}
        onPayEarly={props.onPayEarly}
      />
      <RemovableBasketItemList
        items={items}
        isBusy={removeItem.isPending}
        onRemove={requestRemoval}
      />
      {removeItem.problem === null ? null : <ProblemNotice problem={removeItem.problem} />}
    </Screen>
  );
}
