import type { SessionState, TillState } from '../../../shared/contract/index.ts';
import type { Place } from '../navigation.ts';

type Cashier = NonNullable<SessionState['cashier']>;

/** Whose work is on the page. It outlives the lock: the page keeps it behind the sign-in. */
export interface Standing {
  readonly cashier: Cashier | null;
  /** One more for each cashier who begins at the beginning: nothing of the last one is left. */
  readonly turn: number;
}

export const NOBODY: Standing = { cashier: null, turn: 0 };

/** `take-over`: another cashier is signed in, and a customer of the one before is in hand. */
export type Cover = 'none' | 'sign-in' | 'take-over';

/** A customer is in hand where a payment is being made. */
export function isInHand(place: Place): boolean {
  return place.name === 'pay';
}

/** What becomes of the page when somebody comes or goes. Pure; the same state changes nothing. */
export function nextStanding(
  standing: Standing,
  { session, lock }: Pick<TillState, 'session' | 'lock'>,
  place: Place,
): Standing {
  const { cashier } = session;
  const before = standing.cashier;
  if (cashier === null) {
    const waits = before !== null && lock?.cashier.id === before.id;
    return waits || before === null ? standing : { cashier: null, turn: standing.turn + 1 };
  }
  if (before === null) return { cashier, turn: standing.turn };
  if (before.id === cashier.id) {
    const isSame = before.name === cashier.name && before.role === cashier.role;
    return isSame ? standing : { ...standing, cashier };
  }
  // Whoever comes next begins at home, not where the last one left.
  if (place.name !== 'home') return standing;
  return { cashier, turn: standing.turn + 1 };
}

/** True if the page must first go home for the next one to begin. */
export function mustGoHome(
  standing: Standing,
  { session }: Pick<TillState, 'session'>,
  place: Place,
): boolean {
  if (place.name === 'home') return false;
  const { cashier } = session;
  if (standing.cashier === null) return cashier === null;
  return cashier !== null && cashier.id !== standing.cashier.id && !isInHand(place);
}

export function coverOf(standing: Standing, { session }: Pick<TillState, 'session'>): Cover {
  if (session.cashier === null || standing.cashier === null) return 'sign-in';
  return session.cashier.id === standing.cashier.id ? 'none' : 'take-over';
}
