import type { Cashier, Problem } from '../../../../shared/contract/index.ts';
import { toStorageError, toStorageProblem } from '../../../ledger/index.ts';
import type { PaymentPorts } from '../types.ts';
import type { BasketItemSender } from './basket-item-sender.ts';
import { type BasketToSend, getNextItemNumber, readBasketPayments } from './basket-rows.ts';
import { getRunStop } from './basket-status.ts';

/** Sends the items of a basket one after the other, from an F12 until a stop condition. */
export interface BasketRunner {
  /**
   * Starts with the first item that has no intent. Call it only if the basket is not being sent, and is
   * neither stopped nor restored.
   */
  start(basket: BasketToSend, cashier: Cashier): void;
  /** Without an id: whether any basket is being sent. */
  isRunning(basketId?: string): boolean;
  /** The problem that stopped it; null if it did not stop, or an unknown outcome stopped it. */
  getStopProblem(basketId: string): Problem | null;
  /** Stops all baskets after the item in flight. */
  stopAfterCurrentItem(): void;
}

export function createBasketRunner(
  ports: Pick<PaymentPorts, 'database' | 'log'>,
  parts: {
    readonly itemSender: Pick<BasketItemSender, 'sendItem'>;
    readonly isStopped: () => boolean;
    readonly emitChange: (basketId: string) => void;
  },
): BasketRunner {
  const { database, log } = ports;
  const running = new Map<string, { isHalted: boolean }>();
  const stopProblems = new Map<string, Problem>();

  /** Reads the payments again before each item: the rows on disk decide which item is next. */
  async function sendItems(
    basket: BasketToSend,
    cashier: Cashier,
    activeRun: { isHalted: boolean },
  ) {
    const canContinue = (): boolean => !activeRun.isHalted;
    while (canContinue()) {
      const number = getNextItemNumber(basket, readBasketPayments(database, basket.id));
      const item = basket.items[number - 1];
      if (item === undefined) return;
      const sent = await parts.itemSender.sendItem(basket, { number, item }, cashier, canContinue);
      if (sent === null) return;
      if (!sent.ok) {
        stopProblems.set(basket.id, sent.problem);
        return;
      }
      const stop = getRunStop(sent.value);
      if (stop === 'not-sent')
        stopProblems.set(basket.id, { kind: 'service-unreachable', reason: 'no-network' });
      if (stop !== null) return;
      parts.emitChange(basket.id);
    }
  }

  return {
    start: (basket, cashier) => {
      const { id: basketId } = basket;
      const newRun = { isHalted: false };
      running.set(basketId, newRun);
      stopProblems.delete(basketId);
      sendItems(basket, cashier, newRun)
        .catch((error: unknown) => {
          log.error({ err: error, basketId }, 'basket: sending items stopped by error');
          const storage = toStorageError(error, database);
          stopProblems.set(
            basketId,
            storage ? toStorageProblem(storage) : { kind: 'internal', reference: basketId },
          );
        })
        .finally(() => {
          running.delete(basketId);
          if (!parts.isStopped()) parts.emitChange(basketId);
        });
    },
    isRunning: (basketId) => (basketId === undefined ? running.size > 0 : running.has(basketId)),
    getStopProblem: (basketId) => stopProblems.get(basketId) ?? null,
    stopAfterCurrentItem: () => {
      for (const activeRun of running.values()) activeRun.isHalted = true;
    },
  };
}
