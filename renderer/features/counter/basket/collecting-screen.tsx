import { useState } from 'react';
import type { Basket } from '../../../../shared/contract/index.ts';
import {
  compare,
  formatAmount,
  type Money as MoneyValue,
  parseAmount,
  subtract,
} from '../../../../shared/money/index.ts';
import { useCustomerScreenSubject } from '../../../app/index.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { type InvalidCashReason, validateCash } from '../pay/flow/index.ts';
import { BasketCash } from './basket-cash.tsx';
import { BasketTape } from './basket-tape.tsx';
import { ConfirmBasket } from './confirm-basket.tsx';

/** Before F12: the items, the cash for all of them, and the last check. */
export function CollectingScreen(props: {
  readonly basket: Basket;
  readonly onChange: () => void;
  readonly onEnd: () => void;
}) {
  const { basket } = props;
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<InvalidCashReason>(null);
  const [cash, setCash] = useState<MoneyValue | null>(null);
  const { due } = basket;

  const parsedCash = parseAmount(typed, due.currency, language);
  useCustomerScreenSubject({
    what: 'basket',
    basketId: basket.id,
    cash: cash ?? (parsedCash.ok ? parsedCash.value : null),
  });

  /** Asked once whether it is meant, if no customer hands over so much. */
  const take = (sum: MoneyValue, written: string): void => {
    setTyped(written);
    const isMeant = fault === 'too-much' && written === typed;
    const found = validateCash(sum, due, isMeant);
    setFault(found);
    if (found === null) setCash(sum);
  };
  const goOn = (): void => {
    if (typed.trim() === '') {
      take(due, '');
      return;
    }
    const parsed = parseAmount(typed, due.currency, language);
    if (parsed.ok) take(parsed.value, typed);
    else setFault(parsed.fault);
  };

  // An item was taken out, or another one added: the change is another one.
  if (cash !== null && compare(cash, due) >= 0) {
    const change = subtract(cash, due);
    return (
      <>
        <ConfirmBasket
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
      <BasketCash
        basket={basket}
        typed={typed}
        fault={fault}
        onType={(text) => {
          setTyped(text);
          setFault(null);
        }}
        onChoose={(sum) => take(sum, formatAmount(sum, language))}
        onGoOn={goOn}
        onEnd={props.onEnd}
        onChange={props.onChange}
      />
      <BasketTape basket={basket} cash={parsedCash.ok ? parsedCash.value : null} />
    </>
  );
}
