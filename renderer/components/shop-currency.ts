import { useLayoutEffect } from 'react';
import { createStore, useStore } from 'zustand';

/**
 * The shop's currency, whose code amounts omit. Null until main has sent it: each amount is then
 * formatted with its code.
 */
const shopCurrencyStore = createStore<string | null>(() => null);

export const getShopCurrency = shopCurrencyStore.getState;

/**
 * Call once, in the component that renders the page: it renders again when the currency changes, and
 * with it every amount.
 */
export function useSetShopCurrency(currency: string | null): void {
  useStore(shopCurrencyStore);
  // Before the browser paints, so that no amount is seen with a code and then without it.
  useLayoutEffect(() => {
    shopCurrencyStore.setState(currency);
    return () => shopCurrencyStore.setState(null);
  }, [currency]);
}
