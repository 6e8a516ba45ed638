import type { ScreenAction } from '../../../components/index.ts';
import type { Text } from '../../../i18n/index.ts';

/** Null where no basket has begun. */
export interface LeadsToBasket {
  readonly onToBasket: (() => void) | null;
}

/**
 * What goes on where nothing can be paid and the flow belongs to a basket: the customer is still the
 * same one. Null without a basket.
 */
export function basketAction(
  text: Text,
  onToBasket: LeadsToBasket['onToBasket'],
): ScreenAction | null {
  return onToBasket === null
    ? null
    : { label: text('basket.back'), keyName: 'Enter', onAction: onToBasket, variant: 'primary' };
}
