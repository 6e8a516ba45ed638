import { useState } from 'react';
import type { Basket } from '../../../../shared/contract/index.ts';
import {
  compare,
  formatAmount,
  type Money as MoneyValue,
  parseAmount,
  subtract,
} from '../../../../shared/money/index.ts';
import {
  getCannotPayReason,
  getInvalidCashReason,
  type InvalidCashReason,
} from '../../../../shared/rules/index.ts';
import { useConfirmLeaveWithCash, useSetCustomerScreenSubject } from '../../../app/index.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { BasketCashScreen } from './basket-cash.tsx';
import { BasketTape } from './basket-tape.tsx';
import { ConfirmBasketScreen } from './confirm-basket.tsx';

/** Before F12: the items, the cash for all of them, and the confirmation. */
export function CollectingScreen(props: {
  readonly basket: Basket;
  readonly onChange: () => void;
  readonly onEnd: () => void;
}) {
  const { basket } = props;
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [invalidReason, setInvalidReason] = useState<InvalidCashReason>(null);
  const [cash, setCash] = useState<MoneyValue | null>(null);
  const { due } = basket;

  const parsedCash = parseAmount(typed, due.currency, language);
  useSetCustomerScreenSubject({
    what: 'basket',
    basketId: basket.id,
    cash: cash ?? (parsedCash.ok ? parsedCash.value : null),
  });

  useConfirmLeaveWithCash(
    cash === null && typed.trim() === ''
      ? null
      : { amount: cash ?? (parsedCash.ok ? parsedCash.value : null) },
  );

  /**
   * Accepts the cash. An implausible sum is accepted only when it is entered a second time
   * unchanged.
   */
  const acceptCash = (amount: MoneyValue, amountText: string): void => {
    setTyped(amountText);
    const isConfirmed = invalidReason === 'too-much' && amountText === typed;
    const reason = getInvalidCashReason(amount, due, isConfirmed);
    setInvalidReason(reason);
    if (reason === null) setCash(amount);
  };
  const submit = (): void => {
    if (typed.trim() === '') {
      acceptCash(due, '');
      return;
    }
    const parsed = parseAmount(typed, due.currency, language);
    if (parsed.ok) acceptCash(parsed.value, typed);
    else setInvalidReason(parsed.reason);
  };

  // The confirmation is shown only if the cash still covers the sum: items may have been removed or
  // added.
  if (cash !== null && compare(cash, due) >= 0) {
    const change = subtract(cash, due);
    return (
      <>
        <ConfirmBasketScreen
          basket={basket}
          cash={cash}
          change={change}
          onBack={() => setCash(null)}
          onChange={props.onChange}
        />
        <BasketTape basket={basket} cash={cash} change={change} />
      </>
    );
  }
  return (
    <>
      <BasketCashScreen
        basket={basket}
        cashText={typed}
        invalidReason={invalidReason}
        onType={(text) => {
          setTyped(text);
          setInvalidReason(null);
        }}
        onChoose={(amount) => acceptCash(amount, formatAmount(amount, language))}
        onSubmit={submit}
        onPayEarly={() => setInvalidReason(getCannotPayReason(typed, due, language))}
        onEnd={props.onEnd}
        onChange={props.onChange}
      />
      <BasketTape basket={basket} cash={parsedCash.ok ? parsedCash.value : null} />
    </>
  );
}
