import type { Payment } from '../../../../../shared/contract/index.ts';
import { useNavigation, useTillQuery } from '../../../../app/index.ts';
import {
  type Fact,
  formatMoneyInSentence,
  type ScreenAction,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** From a payment to the basket that it is part of: what it came in, and the way there. */
export interface BasketLink {
  /** The tender of the whole, which no payment of it has. */
  readonly facts: readonly Fact[];
  readonly actions: readonly ScreenAction[];
}

export function useBasketLink(payment: Payment | undefined): BasketLink {
  const { open } = useNavigation();
  const text = useText();
  const language = useLanguage();
  const place = payment?.basket ?? null;
  const basket = useTillQuery(
    'basket.get',
    { basketId: place?.id ?? '-' },
    { enabled: place !== null },
  ).value;
  if (place === null) return { facts: [], actions: [] };
  const { number, cash, giveBack } = basket ?? { number: null, cash: null, giveBack: null };
  const tender = (): string =>
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
        value: tender(),
      },
    ],
    actions: [
      {
        label: text('basket.open'),
        keyName: 'Control+M',
        onAction: () => open({ name: 'basket', basketId: place.id }),
      },
    ],
  };
}
