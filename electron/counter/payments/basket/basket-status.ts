import type {
  BasketMoneyBreakdown,
  BasketState,
  PaymentState,
} from '../../../../shared/contract/index.ts';
import { add, createZero, isZero, type Money, subtract } from '../../../../shared/money/index.ts';
import { getMoneyStatus, type MoneyStatus } from '../../../../shared/rules/index.ts';

/** Computes the state of a basket and the shares of its money. Pure: every fact is a parameter. */

interface BasketItemFacts {
  readonly state: PaymentState | null;
  /** It has an intent, and its request certainly never left the till. */
  readonly isNotSent: boolean;
}

export interface BasketFacts {
  /** In basket order. The state is null for an item without an intent: it was not sent. */
  readonly items: readonly (BasketItemFacts & { readonly due: Money })[];
  /** Null while the basket is a draft. */
  readonly cash: Money | null;
  /** This run of the program is sending its items. */
  readonly isRunning: boolean;
  /** A cashier decided not to send the remaining items. */
  readonly isStopped: boolean;
  readonly isEnded: boolean;
}

export interface BasketStatus {
  readonly state: BasketState;
  readonly shares: BasketMoneyBreakdown | null;
  /** Null until no item is open. */
  readonly giveBack: Money | null;
}

export function computeBasketStatus(facts: BasketFacts, currency: string): BasketStatus {
  const { cash } = facts;
  if (cash === null) return { state: 'collecting', shares: null, giveBack: null };
  const shares = computeBasketShares(facts.items, cash, currency);
  const state = computeBasketState(facts);
  const isOver = state === 'settled' || state === 'ended';
  return { state, shares, giveBack: isOver ? subtract(cash, shares.paid) : null };
}

/**
 * Why nothing follows this item until the basket's cashier presses F12 again; null if the next item is
 * sent. `not-sent`: the request never left the till; that of the next item would not either, and would
 * use up its intent. `unknown`: nothing more is sent before the cashier has seen it.
 */
export function getRunStop(sent: Pick<BasketItemFacts, 'state' | 'isNotSent'>) {
  if (sent.isNotSent) return 'not-sent';
  return getMoneyStatus(sent) === 'unknown' ? 'unknown' : null;
}

/**
 * Whether the drawer opens for the money to give back. If nothing was paid, it stays shut, because the
 * cash was never put in.
 */
export function shouldOpenDrawer({ state, shares, giveBack }: BasketStatus): boolean {
  if (state !== 'settled' || shares === null || giveBack === null) return false;
  return !isZero(giveBack) && !isZero(shares.paid);
}

function computeBasketState({ items, isRunning, isStopped, isEnded }: BasketFacts): BasketState {
  if (isEnded) return 'ended';
  if (isRunning || items.some(({ state }) => state === 'sending')) return 'sending';
  if (items.some(({ state }) => state === null) && !isStopped) return 'waiting';
  return items.some((item) => getMoneyStatus(item) === 'unknown') ? 'open' : 'settled';
}

/** The shares add up exactly to `cash`. */
function computeBasketShares(
  items: BasketFacts['items'],
  cash: Money,
  currency: string,
): BasketMoneyBreakdown {
  const sum = (status: MoneyStatus): Money =>
    items
      .filter((item) => getMoneyStatus(item) === status)
      .reduce((total, { due }) => add(total, due), createZero(currency));
  const totalDue = items.reduce((total, { due }) => add(total, due), createZero(currency));
  return {
    paid: sum('paid'),
    refused: sum('refused'),
    unknown: sum('unknown'),
    notSent: sum('notSent'),
    over: subtract(cash, totalDue),
  };
}
