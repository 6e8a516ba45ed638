import type { Cashier, TillState } from '../../../shared/contract/index.ts';
import type { Route } from '../navigation.ts';

/**
 * The cashier whose work is on the page. A lock does not change it: the page stays mounted behind
 * the sign-in.
 */
export interface PageCashier {
  readonly cashier: Cashier | null;
  /**
   * Increases for each cashier who starts with an empty page, so that no state of the previous one
   * remains.
   */
  readonly pageGeneration: number;
}

export const INITIAL_PAGE_CASHIER: PageCashier = { cashier: null, pageGeneration: 0 };

/** `take-over`: another cashier signed in while a customer of the previous one is being served. */
export type LockCover = 'none' | 'sign-in' | 'take-over';

/** A customer is being served while a payment is open. */
function isServingCustomer(route: Route): boolean {
  return route.name === 'pay';
}

/** The next state after a sign-in or sign-out. Pure; returns the same object if nothing changes. */
export function updatePageCashier(
  pageCashier: PageCashier,
  { session, lock }: Pick<TillState, 'session' | 'lock'>,
  route: Route,
): PageCashier {
  const { cashier } = session;
  const previous = pageCashier.cashier;
  if (cashier === null) {
    const isLockHolder = previous !== null && lock?.cashier.id === previous.id;
    return isLockHolder || previous === null
      ? pageCashier
      : { cashier: null, pageGeneration: pageCashier.pageGeneration + 1 };
  }
  if (previous === null) return { cashier, pageGeneration: pageCashier.pageGeneration };
  if (previous.id === cashier.id) {
    const isSame = previous.name === cashier.name && previous.role === cashier.role;
    return isSame ? pageCashier : { ...pageCashier, cashier };
  }
  // The next cashier starts at home, not on the previous cashier's screen.
  if (route.name !== 'home') return pageCashier;
  return { cashier, pageGeneration: pageCashier.pageGeneration + 1 };
}

/** Whether the page must go home before the next cashier can start. */
export function shouldGoHome(
  pageCashier: PageCashier,
  { session }: Pick<TillState, 'session'>,
  route: Route,
): boolean {
  if (route.name === 'home') return false;
  const { cashier } = session;
  if (pageCashier.cashier === null) return cashier === null;
  return cashier !== null && cashier.id !== pageCashier.cashier.id && !isServingCustomer(route);
}

export function getLockCover(
  pageCashier: PageCashier,
  { session }: Pick<TillState, 'session'>,
): LockCover {
  if (session.cashier === null || pageCashier.cashier === null) return 'sign-in';
  return session.cashier.id === pageCashier.cashier.id ? 'none' : 'take-over';
}
