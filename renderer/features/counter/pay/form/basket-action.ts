import type { ScreenAction } from '../../../../components/index.ts';
import type { TextFunction } from '../../../../i18n/index.ts';

/** Null where no basket has begun. */
export interface BasketActionProps {
  readonly onToBasket: (() => void) | null;
}

/**
 * What goes on where nothing can be paid and the flow belongs to a basket: the customer is still the
 * same one. Null without a basket.
 */
export function createBasketAction(
  text: TextFunction,
  onToBasket: BasketActionProps['onToBasket'],
): ScreenAction | null {
  return onToBasket === null
    ? null
    : { label: text('basket.back'), keyName: 'Enter', onAction: onToBasket, variant: 'primary' };
}
