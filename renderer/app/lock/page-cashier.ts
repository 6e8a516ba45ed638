import type { SessionState, TillState } from '../../../shared/contract/index.ts';
import type { Route } from '../navigation.ts';

type Cashier = NonNullable<SessionState['cashier']>;

/** The cashier whose work is on the page. A lock keeps her: her page waits behind the sign-in. */
export interface PageCashier {
  readonly cashier: Cashier | null;
  /** Counts cashiers who start with an empty page: nothing of the one before is left. */
  readonly generation: number;
}

export const NO_CASHIER: PageCashier = { cashier: null, generation: 0 };

/** `take-over`: another cashier signed in while a customer of the one before is being served. */
export type LockCover = 'none' | 'sign-in' | 'take-over';

/** A customer is being served while a payment is being made. */
function isServingCustomer(route: Route): boolean {
  return route.name === 'pay';
}

/** The next state when somebody signs in or out. Pure; the same input changes nothing. */
export function updatePageCashier(
  pageCashier: PageCashier,
  { session, lock }: Pick<TillState, 'session' | 'lock'>,
  route: Route,
): PageCashier {
  const { cashier } = session;
  const before = pageCashier.cashier;
  if (cashier === null) {
    const waits = before !== null && lock?.cashier.id === before.id;
    return waits || before === null
      ? pageCashier
      : { cashier: null, generation: pageCashier.generation + 1 };
  }
  if (before === null) return { cashier, generation: pageCashier.generation };
  if (before.id === cashier.id) {
    const isSame = before.name === cashier.name && before.role === cashier.role;
    return isSame ? pageCashier : { ...pageCashier, cashier };
  }
  // The next cashier starts at home, not where the last one left.
  if (route.name !== 'home') return pageCashier;
  return { cashier, generation: pageCashier.generation + 1 };
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
