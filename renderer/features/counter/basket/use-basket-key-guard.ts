import { useLayoutEffect } from 'react';
import type { Basket } from '../../../../shared/contract/index.ts';
import { isZero } from '../../../../shared/money/index.ts';
import {
  OWED_RESULT_IGNORES_KEYS_MS,
  RESULT_IGNORES_KEYS_MS,
} from '../../../../shared/rules/index.ts';
import { useNavigation } from '../../../app/index.ts';
import { type ScreenAction, useAreKeysAccepted } from '../../../components/index.ts';
import { getItemMoneyStatus } from './item-status.ts';

/**
 * A new state of a basket ignores keys until it could be read. Meanwhile the change of a customer at
 * the counter cannot be left either. F12 sends the next item, so another next item is a new state.
 */
export function useBasketKeyGuard(
  basket: Basket,
  nextItem: number | undefined,
  isCustomerPresent: boolean,
): {
  /** Runs an action unless keys are ignored. */
  readonly runIfRead: (action: () => void) => void;
  /** Disables an action while keys are ignored. */
  readonly disableUntilRead: (action: ScreenAction) => ScreenAction;
} {
  const { setLeaveBlocked } = useNavigation();
  const delayMs = getKeyDelay(basket);
  const areKeysAccepted = useAreKeysAccepted(`${basket.state} ${nextItem}`, delayMs);
  const isChangeUnread = basket.state === 'settled' && isCustomerPresent && !areKeysAccepted;
  useLayoutEffect(() => {
    if (!isChangeUnread) return;
    setLeaveBlocked(true);
    return () => setLeaveBlocked(false);
  }, [setLeaveBlocked, isChangeUnread]);
  return {
    runIfRead: (action) => {
      if (areKeysAccepted) action();
    },
    disableUntilRead: (action) => {
      // Looking up, showing a paper, and leaving what ended long ago, do no harm.
      const isHarmless = ['F1', 'Control+O'].includes(action.keyName) || basket.state === 'ended';
      return areKeysAccepted || isHarmless ? action : { ...action, enabledAfterMs: delayMs };
    },
  };
}

/** Longer while the customer must get change, or the code of a gift card. */
function getKeyDelay({ state, giveBack, items }: Basket): number {
  if (state !== 'settled') return RESULT_IGNORES_KEYS_MS;
  const isCodeOwed = items.some(
    ({ kind, payment }) => kind === 'gift-card' && getItemMoneyStatus(payment) === 'paid',
  );
  const isChangeOwed = giveBack !== null && !isZero(giveBack);
  return isCodeOwed || isChangeOwed ? OWED_RESULT_IGNORES_KEYS_MS : RESULT_IGNORES_KEYS_MS;
}
