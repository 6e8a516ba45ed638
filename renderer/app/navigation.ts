import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';

/** The screen that is open. If it is opened on something, it names that by id. */
export type Route =
  /** `accountNumber`: its biller is to be searched for. */
  | { readonly name: 'home'; readonly accountNumber?: string | undefined }
  /** One payment of any kind; the biller decides which. */
  | {
      readonly name: 'pay';
      readonly billerId: number;
      /** Scanned before the biller was chosen. */
      readonly accountNumber?: string | undefined;
      /** A customer who comes back: the account is known. */
      readonly customerId?: string;
      /** A bill that the shop keeps at the service. */
      readonly billId?: string;
      /** The flow whose list it was chosen from. */
      readonly flow?: 'top-up' | 'gift-card';
      /** An item of a basket that came to nothing is corrected, with all that was typed. */
      readonly again?: { readonly basketId: string; readonly number: number };
      /** The biller hands out cash: money goes to the customer. */
      readonly isCashOut?: boolean;
    }
  /**
   * Several payments of one customer with one tender. `isServed`: that customer is at the counter, and
   * reads it on the customer's screen; left out where it was looked up in a list.
   */
  | { readonly name: 'basket'; readonly basketId: string; readonly isServed?: true }
  /** The billers of one flow, to choose from. */
  | { readonly name: 'choose'; readonly flow: 'top-up' | 'gift-card' | 'cash-out' }
  /** The accounts that the shop keeps at the service. */
  | { readonly name: 'bills' }
  /** `text`: the search to open it with, over all days. */
  | { readonly name: 'history'; readonly paymentId?: string; readonly text?: string }
  | { readonly name: 'unresolved' }
  | { readonly name: 'training' }
  /** The rooms behind F7, for tasks of once a day or of certain roles. */
  | { readonly name: 'back-office' }
  /** `toOpen`: opens a shift first, and then continues to that route. */
  | { readonly name: 'shift'; readonly toOpen?: Route }
  /** The accounts of customers who come back. */
  | { readonly name: 'customers' }
  | { readonly name: 'earnings' }
  | { readonly name: 'staff' }
  | { readonly name: 'daily-file' }
  | { readonly name: 'chain' }
  | { readonly name: 'audit' }
  | { readonly name: 'settings' }
  | { readonly name: 'updates' }
  /** `corner`: opens one of its parts directly. */
  | { readonly name: 'backup'; readonly corner?: 'backups' | 'recovery' | 'diagnostics' };

export type RouteName = Route['name'];

export interface Navigation {
  readonly route: Route;
  readonly open: (route: Route) => void;
  readonly goHome: () => void;
  /**
   * True while leaving would lose the cashier's work (a payment being sent): the frame's keys then
   * do nothing. Set by the feature, and reset by any change of route.
   */
  readonly isHeld: boolean;
  readonly setHeld: (isHeld: boolean) => void;
  /** True from F12 on: whoever takes the customer over sees how it ends, and prepares nothing. */
  readonly isSent: boolean;
  readonly setSent: (isSent: boolean) => void;
}

export type NavigationStore = StoreApi<Navigation>;

export function createNavigation(first: Route = { name: 'home' }): NavigationStore {
  return createStore<Navigation>((set) => ({
    route: first,
    isHeld: false,
    isSent: false,
    open: (route) => set({ route, isHeld: false, isSent: false }),
    goHome: () => set({ route: { name: 'home' }, isHeld: false, isSent: false }),
    setHeld: (isHeld) => set({ isHeld }),
    setSent: (isSent) => set({ isSent }),
  }));
}

export const NavigationContext = createContext<NavigationStore | null>(null);

export function useNavigation(): Navigation {
  const store = useContext(NavigationContext);
  if (store === null) throw new Error('useNavigation outside of a NavigationContext');
  return useStore(store);
}
