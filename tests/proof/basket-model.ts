import { getNextItemNumber } from '../../electron/counter/payments/basket/basket-rows.ts';
import {
  type BasketStatus,
  computeBasketStatus,
  getRunStop,
  shouldOpenDrawer,
} from '../../electron/counter/payments/basket/basket-status.ts';
import type { PaymentState } from '../../shared/contract/index.ts';
import { add, createMoney, createZero, type Money, subtract } from '../../shared/money/index.ts';
import { IS_FULL_RUN } from '../support/sampling.ts';
import type { Step } from './walk.ts';

/**
 * A basket of three bills with one tender, from its F12 to its end. What the answers and look-ups of
 * one item mean is in the walk of a payment: here an item is performed or not, and its outcome becomes
 * known at once, later, or by a supervisor's decision that is right.
 */

export const REAL_DECISIONS = {
  computeBasketStatus,
  getRunStop,
  shouldOpenDrawer,
  getNextItemNumber,
};
export type Decisions = typeof REAL_DECISIONS;

interface ItemState {
  /** Null: it has no intent. */
  readonly state: PaymentState | null;
  readonly isNotSent: boolean;
  readonly isPerformed: boolean;
  readonly isAttended: boolean;
  /** Its outcome arrived while no cashier had the basket on the screen. */
  readonly hasArrivedUnattended: boolean;
  readonly sends: number;
  readonly receipts: number;
}

export interface BasketState {
  readonly items: readonly ItemState[];
  readonly isRunning: boolean;
  /** A lock ends the run after the item that is being sent. */
  readonly isHalted: boolean;
  readonly isStopped: boolean;
  readonly isLeft: boolean;
  readonly isEnded: boolean;
  /** An unknown outcome, a problem, a lock or a restart: only F12 may send the next item. */
  readonly mustAsk: boolean;
  readonly pulses: number;
  readonly locks: number;
  readonly restarts: number;
  /** The rule that the last step broke. */
  readonly broken: string | null;
}

const CURRENCY = 'MXN';
const DUE = ['10', '20', '30'].map((amount) => createMoney(amount, CURRENCY));
const CASH = createMoney('100', CURRENCY);
const MAX_RESTARTS = IS_FULL_RUN ? 2 : 1;
const MAX_LOCKS = 1;

const UNSENT: ItemState = {
  state: null,
  isNotSent: false,
  isPerformed: false,
  isAttended: false,
  hasArrivedUnattended: false,
  sends: 0,
  receipts: 0,
};

/** The state after F12. */
export const INITIAL_STATE: BasketState = {
  items: DUE.map(() => UNSENT),
  isRunning: true,
  isHalted: false,
  isStopped: false,
  isLeft: false,
  isEnded: false,
  mustAsk: false,
  pulses: 0,
  locks: 0,
  restarts: 0,
  broken: null,
};

const isUnknown = ({ state }: ItemState): boolean =>
  state === 'sending' || state === 'unknown' || state === 'unclear';

function computeStatus(
  decisions: Decisions,
  { items, isStopped, isEnded }: BasketState,
  isRunning: boolean,
): BasketStatus {
  const facts = items.map(({ state, isNotSent }, index) => ({
    state,
    isNotSent,
    due: DUE[index] ?? createZero(CURRENCY),
  }));
  return decisions.computeBasketStatus(
    { items: facts, cash: CASH, isRunning, isStopped, isEnded },
    CURRENCY,
  );
}

function changeItem(
  state: BasketState,
  number: number,
  change: (item: ItemState) => Partial<ItemState>,
): BasketState {
  return {
    ...state,
    items: state.items.map((item, index) =>
      index === number - 1 ? { ...item, ...change(item) } : item,
    ),
  };
}

const leaveAll = (state: BasketState): BasketState => ({
  ...state,
  items: state.items.map((item) => ({ ...item, isAttended: false })),
});

/** Returns the steps of a basket, decided by the given functions. */
export function createStepLister(
  decisions: Decisions,
): (state: BasketState) => Generator<Step<BasketState>> {
  /** The print queue opens the drawer for change once. */
  function openDrawerIfOwed(state: BasketState): BasketState {
    if (state.isEnded || !decisions.shouldOpenDrawer(computeStatus(decisions, state, false)))
      return state;
    return {
      ...state,
      pulses: 1,
      broken: state.items.some(isUnknown) ? 'the drawer opens while an item is open' : state.broken,
    };
  }

  function queueReceipt(state: BasketState, number: number): BasketState {
    return changeItem(state, number, ({ state: itemState, receipts }) => ({
      receipts: itemState === 'paid' ? Math.max(receipts, 1) : receipts,
    }));
  }

  /** As the recorder of outcomes does: papers and drawer only if a cashier has it on the screen. */
  function record(state: BasketState, number: number, outcome: Partial<ItemState>): BasketState {
    const next = changeItem(state, number, () => outcome);
    const item = next.items[number - 1];
    if (!item || isUnknown(item)) return next;
    return item.isAttended
      ? openDrawerIfOwed(queueReceipt(next, number))
      : changeItem(next, number, () => ({ hasArrivedUnattended: true }));
  }

  /** The run goes on, or ends, after the answer to an item. */
  function answer(state: BasketState, number: number, outcome: Partial<ItemState>): BasketState {
    const next = record(state, number, outcome);
    const item = next.items[number - 1];
    const stop = item ? decisions.getRunStop(item) : null;
    const hasStopped = stop !== null || next.isHalted;
    return {
      ...next,
      isRunning: next.isRunning && !hasStopped,
      mustAsk: next.mustAsk || hasStopped || (item !== undefined && isUnknown(item)),
    };
  }

  function* listRunSteps(state: BasketState): Generator<Step<BasketState>> {
    const sending = state.items.findIndex((item) => item.state === 'sending') + 1;
    if (sending > 0) {
      const item = (changes: Partial<ItemState>): BasketState => answer(state, sending, changes);
      yield { words: `item ${sending} is paid`, next: item({ state: 'paid', isPerformed: true }) };
      yield { words: `item ${sending} is refused`, next: item({ state: 'rejected' }) };
      yield {
        words: `item ${sending} never leaves the till`,
        next: item({ state: 'rejected', isNotSent: true }),
      };
      for (const isPerformed of [true, false]) {
        yield {
          words: `the answer to item ${sending} is lost, and it is ${isPerformed ? '' : 'not '}performed`,
          next: item({ state: 'unknown', isPerformed }),
        };
      }
      return;
    }
    if (!state.isRunning) return;
    const ids = new Map(
      state.items.flatMap((item, index) => (item.state === null ? [] : [[index + 1, 'id']])),
    );
    const next = decisions.getNextItemNumber({ items: state.items } as never, ids as never);
    const ended: BasketState = { ...state, isRunning: false };
    if (next === 0) return yield { words: 'the run ends', next: ended };
    yield { words: 'a problem stops the run', next: { ...ended, mustAsk: true } };
    if (state.isHalted || state.isStopped || state.isEnded) return;
    yield {
      words: `item ${next} is sent`,
      next: {
        ...changeItem(state, next, ({ sends }) => ({
          state: 'sending',
          isAttended: true,
          sends: sends + 1,
        })),
        broken: state.mustAsk ? 'an item is sent that nobody asked for' : null,
      },
    };
  }

  function* listOutcomeSteps(state: BasketState): Generator<Step<BasketState>> {
    for (const [index, item] of state.items.entries()) {
      if (item.state !== 'unknown' && item.state !== 'unclear') continue;
      const number = index + 1;
      const certain = item.isPerformed ? 'paid' : 'not-performed';
      yield {
        words: `item ${number} turns out ${certain}`,
        next: record(state, number, { state: certain }),
      };
      if (item.state === 'unclear') continue;
      yield {
        words: `the evidence about item ${number} contradicts itself`,
        next: changeItem(state, number, () => ({ state: 'unclear' })),
      };
    }
  }

  function* listPersonSteps(state: BasketState): Generator<Step<BasketState>> {
    const { state: shown } = computeStatus(decisions, state, state.isRunning);
    if (shown === 'waiting') {
      yield {
        words: 'the cashier presses F12 for the rest',
        next: { ...state, isRunning: true, isHalted: false, mustAsk: false },
      };
      yield {
        words: 'a cashier does not send the rest',
        next: openDrawerIfOwed({ ...state, isStopped: true }),
      };
    }
    if (shown === 'open' && !state.isLeft) {
      yield { words: 'a cashier leaves the basket', next: leaveAll({ ...state, isLeft: true }) };
    }
    if (shown === 'settled') yield { words: 'a cashier ends the basket', next: end(state) };
  }

  function end(state: BasketState): BasketState {
    const late = state.items.flatMap((item, index) =>
      item.hasArrivedUnattended ? [index + 1] : [],
    );
    const printed = late.reduce(queueReceipt, state);
    return leaveAll({
      ...(late.length > 0 ? openDrawerIfOwed(printed) : printed),
      isEnded: true,
    });
  }

  return function* listSteps(state) {
    yield* listRunSteps(state);
    yield* listOutcomeSteps(state);
    yield* listPersonSteps(state);
    if (state.isEnded) return;
    if (state.locks < MAX_LOCKS) {
      const locked = leaveAll({ ...state, isHalted: true, locks: state.locks + 1 });
      yield { words: 'the till locks', next: { ...locked, mustAsk: true } };
    }
    if (state.restarts < MAX_RESTARTS) {
      const items = state.items.map((item) =>
        item.state === 'sending' ? { ...item, state: 'unknown' as const } : item,
      );
      const stopped = leaveAll({ ...state, items, isRunning: false, isHalted: false });
      for (const isPerformed of state.items.some((item) => item.state === 'sending')
        ? [true, false]
        : [false]) {
        yield {
          words: `the till restarts${isPerformed ? ', and the item is performed' : ''}`,
          next: {
            ...stopped,
            items: stopped.items.map((item, index) =>
              state.items[index]?.state === 'sending' ? { ...item, isPerformed } : item,
            ),
            mustAsk: true,
            restarts: state.restarts + 1,
          },
        };
      }
    }
  };
}

const sumDue = (state: BasketState, isCounted: (item: ItemState) => boolean): Money =>
  state.items.reduce(
    (total, item, index) => (isCounted(item) ? add(total, DUE[index] ?? total) : total),
    createZero(CURRENCY),
  );

/** Returns the rule that the state breaks; null if it breaks none. */
export function createViolationFinder(decisions: Decisions): (state: BasketState) => string | null {
  const listSteps = createStepLister(decisions);
  return (state) => {
    if (state.broken !== null) return state.broken;
    const { items, isEnded } = state;
    if (items.some(({ sends }) => sends > 1)) return 'an item is sent twice';
    if (items.some(({ receipts }) => receipts > 1)) return 'a receipt is queued twice';
    const { shares, giveBack } = computeStatus(decisions, state, state.isRunning);
    if (shares !== null) {
      const { paid, refused, unknown, notSent, over } = shares;
      const total = [refused, unknown, notSent, over].reduce(add, paid);
      if (total.amount !== CASH.amount) return 'the shares do not add up to the cash';
    }
    if (giveBack !== null) {
      if (items.some(isUnknown)) return 'a sum to give back is shown while an item is open';
      const owed = subtract(
        CASH,
        sumDue(state, ({ isPerformed }) => isPerformed),
      );
      if (giveBack.amount !== owed.amount) return 'the wrong sum is given back';
    }
    if (isEnded && items.some((item) => item.state === 'paid' && item.receipts !== 1))
      return 'the basket ends without a receipt';
    if (!isEnded && listSteps(state).next().done) return 'nothing can end the basket';
    return null;
  };
}
