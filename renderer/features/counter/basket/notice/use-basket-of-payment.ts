import type { Payment } from '../../../../../shared/contract/index.ts';
import { useNavigation, useTillQuery } from '../../../../app/index.ts';
import {
  type Fact,
  formatMoneyInSentence,
  type ScreenAction,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** The facts and the link of the basket to which a payment belongs. */
export interface BasketOfPayment {
  /** The tender of the whole basket, which its payments do not have. */
  readonly facts: readonly Fact[];
  readonly actions: readonly ScreenAction[];
}

export function useBasketOfPayment(payment: Payment | undefined): BasketOfPayment {
  const { open } = useNavigation();
  const text = useText();
  const language = useLanguage();
  const basketOfPayment = payment?.basket ?? null;
  const basket = useTillQuery(
    'basket.get',
    { basketId: basketOfPayment?.id ?? '-' },
    { enabled: basketOfPayment !== null },
  ).value;
  if (basketOfPayment === null) return { facts: [], actions: [] };
  const { number, cash, giveBack } = basket ?? { number: null, cash: null, giveBack: null };
  const formatTender = (): string =>
    cash === null
      ? ''
      : giveBack === null
        ? text('basket.tender', { cash: formatMoneyInSentence(cash, language) })
        : text('basket.tenderChange', {
            cash: formatMoneyInSentence(cash, language),
            change: formatMoneyInSentence(giveBack, language),
          });
  return {
    facts: [
      {
        name: number === null ? text('basket.word') : text('basket.name', { number }),
        value: formatTender(),
      },
    ],
    actions: [
      {
        label: text('basket.open'),
        keyName: 'Control+M',
        onAction: () => open({ name: 'basket', basketId: basketOfPayment.id }),
      },
    ],
  };
}
