import type { ScreenAction } from '../../../../components/index.ts';
import type { TextFunction } from '../../../../i18n/index.ts';

/** `onReturnToBasket` is null if no basket was started. */
export interface BasketActionProps {
  readonly onReturnToBasket: (() => void) | null;
}

/**
 * Returns the action that returns to the basket when nothing can be paid, because the customer is
 * the same; null without a basket.
 */
export function createBasketAction(
  text: TextFunction,
  onReturnToBasket: BasketActionProps['onReturnToBasket'],
): ScreenAction | null {
  return onReturnToBasket === null
    ? null
    : {
        label: text('basket.back'),
        keyName: 'Enter',
        onAction: onReturnToBasket,
        variant: 'primary',
      };
}
