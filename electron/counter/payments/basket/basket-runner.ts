import type { Problem } from '../../../../shared/contract/index.ts';
import { getMoneyShare } from '../../../../shared/rules/index.ts';
import type { PaymentCashier, PaymentPorts } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import type { BasketItemSender } from './basket-item-sender.ts';
import { getNextItemNumber, readBasket, readBasketPayments } from './basket-rows.ts';

/** Sends the items of a basket one after the other, from one F12 until something stops it. */
export interface BasketRunner {
  /** Goes on with the first item that has no intent. */
  begin(basketId: string, cashier: PaymentCashier): void;
  isRunning(basketId?: string): boolean;
  /** Why it stopped before an item; null if it did not, or if an unknown outcome stopped it. */
  stoppedBy(basketId: string): Problem | null;
  halt(): void;
}

export function createBasketRunner(
  ports: Pick<PaymentPorts, 'database' | 'log'>,
  parts: {
    readonly turns: Pick<BasketItemSender, 'send'>;
    readonly reading: Pick<PaymentReader, 'problemOf'>;
    readonly isStopped: () => boolean;
    readonly changed: (basketId: string) => void;
  },
): BasketRunner {
  const { database, log } = ports;
  const running = new Map<string, { isHalted: boolean }>();
  const why = new Map<string, Problem>();

  /** Each turn looks at the ledger anew: what is on disk decides which item is next. */
  async function run(basketId: string, cashier: PaymentCashier, run: { isHalted: boolean }) {
    const mayStill = (): boolean => !run.isHalted && !parts.isStopped();
    while (mayStill()) {
      const basket = readBasket(database, basketId);
      if (basket === null || basket.isStopped || basket.isEnded || basket.isRestored) return;
      const next = getNextItemNumber(basket, readBasketPayments(database, basketId));
      if (next === 0) return;
      const sent = await parts.turns.send(basket, next, cashier, mayStill);
      if (sent === null) return;
      if (!sent.ok) {
        why.set(basketId, sent.problem);
        return;
      }
      // It never left the till, and neither would the next: each would be spent on a dead line.
      if (sent.value.isNotSent) {
        why.set(basketId, { kind: 'service-unreachable', reason: 'no-network' });
        return;
      }
      // Not known: nothing more goes out before the cashier has seen it.
      if (getMoneyShare(sent.value) === 'unknown') return;
      if (!parts.isStopped()) parts.changed(basketId);
    }
  }

  return {
    begin: (basketId, cashier) => {
      if (running.has(basketId)) return;
      const mine = { isHalted: false };
      running.set(basketId, mine);
      why.delete(basketId);
      run(basketId, cashier, mine)
        .catch((error: unknown) => {
          log.error({ err: error, basketId }, 'basket: sending items stopped by error');
          why.set(basketId, parts.reading.problemOf(error));
        })
        .finally(() => {
          running.delete(basketId);
          if (!parts.isStopped()) parts.changed(basketId);
        })
        .catch((error: unknown) =>
          log.error({ err: error, basketId }, 'basket: handling after last item failed'),
        );
    },
    isRunning: (basketId) => (basketId === undefined ? running.size > 0 : running.has(basketId)),
    stoppedBy: (basketId) => why.get(basketId) ?? null,
    halt: () => {
      for (const one of running.values()) one.isHalted = true;
    },
  };
}
