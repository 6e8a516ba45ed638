import type { BasketShares, BasketState, PaymentState } from '../../../shared/contract/index.ts';
import { add, type Money, subtract, zero } from '../../../shared/money/index.ts';
import { type MoneyShare, shareOf } from '../../../shared/rules/index.ts';

/** Where a basket stands and where its money is. Pure: every fact is a parameter. */

export interface ItemFacts {
  readonly state: PaymentState | null;
  /** It has an intent, and is certain never to have left the till. */
  readonly isNotSent: boolean;
}

export interface BasketFacts {
  /** In their order; the state of an item that has no intent is null: it was not sent. */
  readonly items: readonly (ItemFacts & { readonly due: Money })[];
  /** Null while it is collected. */
  readonly cash: Money | null;
  /** This run of the program is sending it, item by item. */
  readonly isRunning: boolean;
  /** The cashier decided that the rest is not sent. */
  readonly isStopped: boolean;
  readonly isEnded: boolean;
}

export interface BasketStanding {
  readonly state: BasketState;
  readonly shares: BasketShares | null;
  /** Null until no item is open. */
  readonly giveBack: Money | null;
}

export function standingOf(facts: BasketFacts, currency: string): BasketStanding {
  const { cash } = facts;
  if (cash === null) return { state: 'collecting', shares: null, giveBack: null };
  const shares = sharesOf(facts.items, cash, currency);
  const state = stateOf(facts);
  const isOver = state === 'settled' || state === 'ended';
  return { state, shares, giveBack: isOver ? subtract(cash, shares.paid) : null };
}

function stateOf({ items, isRunning, isStopped, isEnded }: BasketFacts): BasketState {
  if (isEnded) return 'ended';
  if (isRunning || items.some(({ state }) => state === 'sending')) return 'sending';
  if (items.some(({ state }) => state === null) && !isStopped) return 'waiting';
  return items.some((item) => shareOf(item) === 'unknown') ? 'open' : 'settled';
}

/** Every coin is in one of them. */
function sharesOf(items: BasketFacts['items'], cash: Money, currency: string): BasketShares {
  const sum = (share: MoneyShare): Money =>
    items
      .filter((item) => shareOf(item) === share)
      .reduce((total, { due }) => add(total, due), zero(currency));
  const all = items.reduce((total, { due }) => add(total, due), zero(currency));
  return {
    paid: sum('paid'),
    refused: sum('refused'),
    unknown: sum('unknown'),
    notSent: sum('notSent'),
    over: subtract(cash, all),
  };
}
