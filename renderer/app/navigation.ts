import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';

/** Where the cashier is. A feature that is opened on something names it by id. */
export type Place =
  | { readonly name: 'home' }
  /** The flow of one payment of any kind: the biller says which. */
  | {
      readonly name: 'pay';
      readonly billerId: number;
      /** Scanned before the biller was chosen. */
      readonly accountNumber?: string | undefined;
      /** A bill that the shop keeps at the service. */
      readonly billId?: string;
      /** The flow whose list it was chosen from. */
      readonly flow?: 'top-up' | 'gift-card';
      /** Money goes out to the customer, where the biller does that. */
      readonly isCashOut?: boolean;
    }
  /** The billers of one flow, to choose from. */
  | { readonly name: 'choose'; readonly flow: 'top-up' | 'gift-card' | 'cash-out' }
  /** The accounts that the shop keeps at the service. */
  | { readonly name: 'bills' }
  /** With the text that is looked for, of any day. */
  | { readonly name: 'history'; readonly paymentId?: string; readonly text?: string }
  | { readonly name: 'unresolved' }
  | { readonly name: 'training' }
  /** The rooms behind the counter: what is done once a day or by whoever may. */
  | { readonly name: 'back-office' }
  /** `toOpen`: straight to its float, and on to that place once it is open. */
  | { readonly name: 'shift'; readonly toOpen?: Place }
  | { readonly name: 'staff' }
  | { readonly name: 'daily-file' }
  | { readonly name: 'audit' }
  | { readonly name: 'settings' }
  /** `corner`: straight to one of its two. */
  | { readonly name: 'backup'; readonly corner?: 'backups' | 'diagnostics' };

export type PlaceName = Place['name'];

export interface Navigation {
  readonly place: Place;
  readonly open: (place: Place) => void;
  readonly goHome: () => void;
  /**
   * True while leaving would lose what the cashier is in the middle of (a payment being sent): the
   * frame's keys then lead nowhere. Set by the feature, and taken back by any change of place.
   */
  readonly isHeld: boolean;
  readonly hold: (isHeld: boolean) => void;
}

export type NavigationStore = StoreApi<Navigation>;

export function createNavigation(first: Place = { name: 'home' }): NavigationStore {
  return createStore<Navigation>((set) => ({
    place: first,
    isHeld: false,
    open: (place) => set({ place, isHeld: false }),
    goHome: () => set({ place: { name: 'home' }, isHeld: false }),
    hold: (isHeld) => set({ isHeld }),
  }));
}

export const NavigationContext = createContext<NavigationStore | null>(null);

export function useNavigation(): Navigation {
  const store = useContext(NavigationContext);
  if (store === null) throw new Error('useNavigation outside of a NavigationContext');
  return useStore(store);
}
