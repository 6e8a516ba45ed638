import type { Cashier, Problem } from '../../../../shared/contract/index.ts';
import { toStorageError, toStorageProblem } from '../../../ledger/index.ts';
import type { PaymentPorts } from '../types.ts';
import type { BasketItemSender } from './basket-item-sender.ts';
import { getNextItemNumber, readBasket, readBasketPayments } from './basket-rows.ts';
import { getRunStop } from './basket-status.ts';

/** Sends the items of a basket one after the other, from an F12 until a stop condition. */
export interface BasketRunner {
  /** Starts with the first item that has no intent. */
  start(basketId: string, cashier: Cashier): void;
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

  /** Reads the ledger again before each item: the rows on disk decide which item is next. */
  async function sendItems(basketId: string, cashier: Cashier, activeRun: { isHalted: boolean }) {
    const canContinue = (): boolean => !activeRun.isHalted && !parts.isStopped();
    while (canContinue()) {
      const basket = readBasket(database, basketId);
      if (basket === null || basket.isStopped || basket.isEnded || basket.isRestored) return;
      const next = getNextItemNumber(basket, readBasketPayments(database, basketId));
      if (next === 0) return;
      const sent = await parts.itemSender.sendItem(basket, next, cashier, canContinue);
      if (sent === null) return;
      if (!sent.ok) {
        stopProblems.set(basketId, sent.problem);
        return;
      }
      const stop = getRunStop(sent.value);
      if (stop === 'not-sent')
        stopProblems.set(basketId, { kind: 'service-unreachable', reason: 'no-network' });
      if (stop !== null) return;
      if (!parts.isStopped()) parts.emitChange(basketId);
    }
  }

  return {
    start: (basketId, cashier) => {
      if (running.has(basketId)) return;
      const newRun = { isHalted: false };
      running.set(basketId, newRun);
      stopProblems.delete(basketId);
      sendItems(basketId, cashier, newRun)
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
        })
        .catch((error: unknown) =>
          log.error({ err: error, basketId }, 'basket: handling after last item failed'),
        );
    },
    isRunning: (basketId) => (basketId === undefined ? running.size > 0 : running.has(basketId)),
    getStopProblem: (basketId) => stopProblems.get(basketId) ?? null,
    stopAfterCurrentItem: () => {
      for (const activeRun of running.values()) activeRun.isHalted = true;
    },
  };
}
