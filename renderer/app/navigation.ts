import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type {
  AuditFilter,
  OutlierMeasure,
  OutlierQuery,
  ScannedBill,
  ScanResult,
} from '../../shared/contract/index.ts';
import type { Money } from '../../shared/money/index.ts';
import { BASKET_CUSTOMER_TTL_MS } from '../../shared/rules/index.ts';

/** The results of a scan with which no payment opens at once. */
export type UndecidedScan = Exclude<ScanResult, { readonly kind: 'bill' | 'account' }>;

/** What the screen of outliers shows. */
export interface OutlierView {
  readonly weeks: OutlierQuery['weeks'];
  readonly measure: OutlierMeasure;
  readonly isTable: boolean;
}

/** The entries of the audit log that another screen counts. */
export interface AuditLink {
  readonly filter: AuditFilter;
  /** What they are: the figure, and whose it is, or null if it is everybody's. */
  readonly measure: OutlierMeasure;
  readonly personName: string | null;
  readonly returnRoute: Route;
}

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
      /** The bill whose code was scanned. */
      readonly scannedBill?: ScannedBill;
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
      /** Shows the payment in hand, and goes home if it was confirmed meanwhile. */
      readonly isPaymentInHand?: true;
    }
  /**
   * Several payments of one customer with one tender. `isCustomerPresent`: that customer is at the counter
   * and sees it on the customer's screen; omitted if it was opened from a list.
   */
  | { readonly name: 'basket'; readonly basketId: string; readonly isCustomerPresent?: true }
  /** A scanned code that needs a decision, or is not the code of a bill. */
  | { readonly name: 'scan'; readonly result: UndecidedScan }
  /** The billers whose codes the shop taught. */
  | { readonly name: 'bill-codes' }
  /** The billers of one flow, to choose from. */
  | { readonly name: 'choose'; readonly flow: 'top-up' | 'gift-card' | 'cash-out' }
  /** The accounts that the shop saved at the service. */
  | { readonly name: 'bills' }
  /** `text`: the search to open it with, over all days. */
  | { readonly name: 'history'; readonly paymentId?: string; readonly text?: string }
  /** `claimId`: opens that claim. `paymentId`: opens a new one for that payment. Both return to it. */
  | { readonly name: 'claims'; readonly claimId?: string; readonly paymentId?: string }
  | { readonly name: 'unresolved' }
  | { readonly name: 'training' }
  /** The screens behind F7, for tasks that are done once a day or by certain roles. */
  | { readonly name: 'back-office' }
  /**
   * `nextRoute`: opens a shift first, and then continues to that route. `isForDrop`: asks how much goes
   * into the safe, and then goes home.
   */
  | { readonly name: 'shift'; readonly nextRoute?: Route; readonly isForDrop?: true }
  /** The accounts of returning customers. */
  | { readonly name: 'customers' }
  | { readonly name: 'earnings' }
  /** `view`: as it was left. */
  | { readonly name: 'outliers'; readonly view?: OutlierView }
  | { readonly name: 'staff' }
  | { readonly name: 'daily-file' }
  | { readonly name: 'chain' }
  /** `link`: shows only certain entries, and returns to where they were asked for. */
  | { readonly name: 'audit'; readonly link?: AuditLink }
  | { readonly name: 'settings' }
  | { readonly name: 'updates' }
  /** `section`: opens one of its parts directly. */
  | { readonly name: 'backup'; readonly section?: 'backups' | 'recovery' | 'diagnostics' };

export type RouteName = Route['name'];

/** Cash that a customer gave for a payment that was not sent. `sum` is null if it is not readable. */
export interface EnteredCash {
  readonly amount: Money | null;
}

export interface Navigation {
  readonly route: Route;
  /** Asks first if cash was entered. */
  readonly open: (route: Route) => void;
  /** Asks first if cash was entered. */
  readonly goHome: () => void;
  /** Asks nothing, because the lock leaves the customer to another cashier. */
  readonly resetToHome: () => void;
  /** Opens the home screen for another payment of the basket's customer. */
  readonly continueBasket: () => void;
  /** The cashier said that the next payment is the basket's customer's. */
  readonly confirmBasketCustomer: () => void;
  /** Whether the next payment is certainly the basket's customer's: nothing else was opened since. */
  readonly isBasketContinued: () => boolean;
  /** Set by the feature while leaving it would return no cash to the customer. */
  readonly enteredCash: EnteredCash | null;
  readonly setEnteredCash: (enteredCash: EnteredCash | null) => void;
  /** What the cashier wanted, while the question about the entered cash is shown. */
  readonly pendingLeave: (() => void) | null;
  /** Runs an action that leaves the payment, after the question if cash was entered. */
  readonly requestLeave: (leave: () => void) => void;
  readonly confirmLeave: () => void;
  readonly cancelLeave: () => void;
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
  /** The payment to confirm that the screen shows: it is not announced beside it. */
  readonly shownOutcomeId: string | null;
  readonly setShownOutcomeId: (paymentId: string | null) => void;
}

export type NavigationStore = StoreApi<Navigation>;

/** The routes on the way from a basket to its next payment. */
const BASKET_ROUTES: readonly RouteName[] = ['choose', 'pay', 'basket'];

export function createNavigation(initialRoute: Route = { name: 'home' }): NavigationStore {
  return createStore<Navigation>((set, get) => {
    /** In milliseconds of `performance.now()`; null once anything else was opened. */
    let basketContinuedAt: number | null = null;
    const openRoute = (route: Route): void => {
      if (!BASKET_ROUTES.includes(route.name)) basketContinuedAt = null;
      set({
        route,
        isLeaveBlocked: false,
        isPaymentSent: false,
        enteredCash: null,
        pendingLeave: null,
      });
    };
    const confirmBasketCustomer = (): void => {
      basketContinuedAt = performance.now();
    };
    const requestLeave = (leave: () => void): void => {
      if (get().enteredCash === null) leave();
      else set({ pendingLeave: leave });
    };
    return {
      route: initialRoute,
      open: (route) => requestLeave(() => openRoute(route)),
      goHome: () => requestLeave(() => openRoute({ name: 'home' })),
      resetToHome: () => openRoute({ name: 'home' }),
      continueBasket: () => {
        openRoute({ name: 'home' });
        confirmBasketCustomer();
      },
      confirmBasketCustomer,
      isBasketContinued: () =>
        basketContinuedAt !== null &&
        performance.now() - basketContinuedAt < BASKET_CUSTOMER_TTL_MS,
      enteredCash: null,
      setEnteredCash: (enteredCash) =>
        set(enteredCash === null ? { enteredCash, pendingLeave: null } : { enteredCash }),
      pendingLeave: null,
      requestLeave,
      confirmLeave: () => {
        const { pendingLeave } = get();
        set({ enteredCash: null, pendingLeave: null });
        pendingLeave?.();
      },
      cancelLeave: () => set({ pendingLeave: null }),
      isLeaveBlocked: false,
      setLeaveBlocked: (isLeaveBlocked) => set({ isLeaveBlocked }),
      isPaymentSent: false,
      setPaymentSent: (isPaymentSent) => set({ isPaymentSent }),
      shownOutcomeId: null,
      setShownOutcomeId: (shownOutcomeId) => set({ shownOutcomeId }),
    };
  });
}

export const NavigationContext = createContext<NavigationStore | null>(null);

export function useNavigation(): Navigation {
  const store = useContext(NavigationContext);
  if (store === null) throw new Error('useNavigation outside of a NavigationContext');
  return useStore(store);
}
