import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';

/** The open screen, with the id of the item that it shows, if any. */
export type Route =
  /** `accountNumber`: a number whose biller is searched for. */
  | { readonly name: 'home'; readonly accountNumber?: string | undefined }
  /** One payment of any kind; the biller decides which. */
  | {
      readonly name: 'pay';
      readonly billerId: number;
      /** Scanned before the biller was chosen. */
      readonly accountNumber?: string | undefined;
      /** A returning customer, whose account is stored. */
      readonly customerId?: string;
      /** A bill that the shop saved at the service. */
      readonly billId?: string;
      /** The flow from whose list the biller was chosen. */
      readonly flow?: 'top-up' | 'gift-card';
      /** Corrects a failed basket item, with all values that were typed. */
      readonly correctedItem?: { readonly basketId: string; readonly number: number };
      /** A cash-out: the customer receives money. */
      readonly isCashOut?: boolean;
    }
  /**
   * Several payments of one customer with one tender. `isServed`: that customer is at the counter
   * and sees it on the customer's screen; omitted if it was opened from a list.
   */
  | { readonly name: 'basket'; readonly basketId: string; readonly isServed?: true }
  /** The billers of one flow, to choose from. */
  | { readonly name: 'choose'; readonly flow: 'top-up' | 'gift-card' | 'cash-out' }
  /** The accounts that the shop saved at the service. */
  | { readonly name: 'bills' }
  /** `text`: the search to open it with, over all days. */
  | { readonly name: 'history'; readonly paymentId?: string; readonly text?: string }
  | { readonly name: 'unresolved' }
  | { readonly name: 'training' }
  /** The screens behind F7, for tasks that are done once a day or by certain roles. */
  | { readonly name: 'back-office' }
  /** `nextRoute`: opens a shift first, and then continues to that route. */
  | { readonly name: 'shift'; readonly nextRoute?: Route }
  /** The accounts of returning customers. */
  | { readonly name: 'customers' }
  | { readonly name: 'earnings' }
  | { readonly name: 'staff' }
  | { readonly name: 'daily-file' }
  | { readonly name: 'chain' }
  | { readonly name: 'audit' }
  | { readonly name: 'settings' }
  | { readonly name: 'updates' }
  /** `section`: opens one of its parts directly. */
  | { readonly name: 'backup'; readonly section?: 'backups' | 'recovery' | 'diagnostics' };

export type RouteName = Route['name'];

export interface Navigation {
  readonly route: Route;
  readonly open: (route: Route) => void;
  readonly goHome: () => void;
  /**
   * True while leaving would lose the cashier's work (a payment being sent): the frame's keys are
   * then disabled. Set by the feature, and reset by any change of route.
   */
  readonly isLeaveBlocked: boolean;
  readonly setLeaveBlocked: (isBlocked: boolean) => void;
  /**
   * True from F12 on: a cashier who takes over the customer sees the outcome, and cannot prepare
   * another payment.
   */
  readonly isPaymentSent: boolean;
  readonly setPaymentSent: (isPaymentSent: boolean) => void;
}

export type NavigationStore = StoreApi<Navigation>;

export function createNavigation(initialRoute: Route = { name: 'home' }): NavigationStore {
  return createStore<Navigation>((set) => ({
    route: initialRoute,
    isLeaveBlocked: false,
    isPaymentSent: false,
    open: (route) => set({ route, isLeaveBlocked: false, isPaymentSent: false }),
    goHome: () => set({ route: { name: 'home' }, isLeaveBlocked: false, isPaymentSent: false }),
    setLeaveBlocked: (isLeaveBlocked) => set({ isLeaveBlocked }),
    setPaymentSent: (isPaymentSent) => set({ isPaymentSent }),
  }));
}

export const NavigationContext = createContext<NavigationStore | null>(null);

export function useNavigation(): Navigation {
  const store = useContext(NavigationContext);
  if (store === null) throw new Error('useNavigation outside of a NavigationContext');
  return useStore(store);
}
