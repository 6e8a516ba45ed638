import type { Order, OrderWarning } from '../../../shared/contract/index.ts';
import type { ExpiringMap } from '../../platform/index.ts';
import type { Consultations, KeptOrder, OrderPreparation, WalkIn } from '../order/index.ts';
import type { Paying } from '../sending/index.ts';
import type { Baskets, PayingCashier, PayingSession, PaymentPorts } from '../types.ts';
import type { Reading } from '../view/index.ts';
import { createBasketCalls } from './basket.ts';
import { warningOfBaskets } from './basket-guard.ts';
import { createCollecting } from './collecting.ts';
import { createRunner } from './runner.ts';
import { createTurns } from './turns.ts';
import { createBasketViews } from './view.ts';

/** Builds the parts of baskets by hand, giving each what it needs of the others. */
export function createBasket(
  ports: PaymentPorts,
  parts: {
    readonly orders: ExpiringMap<KeptOrder>;
    readonly preparation: OrderPreparation;
    readonly consultations: Consultations;
    readonly walkIn: Pick<WalkIn, 'undisturbed'>;
    readonly paying: Paying;
    readonly reading: Reading;
    readonly isEnding: () => boolean;
    readonly isStopped: () => boolean;
    readonly session: PayingSession;
  },
): {
  readonly basket: Baskets;
  /** What a basket holds of the same biller and account as this order. */
  warnings(order: Order, cashier: PayingCashier): OrderWarning[];
  /** What is on its way ends, and nothing follows before F12. */
  halt(): void;
} {
  const { database, clock, newId, log } = ports;
  const changed = (basketId: string): void => {
    try {
      ports.onBasket?.(basketId);
    } catch (error) {
      log.error({ error, basketId }, 'telling the page of a basket');
    }
  };
  const collecting = createCollecting(clock, newId);
  const turns = createTurns(ports, parts);
  const runner = createRunner(ports, { ...parts, turns, changed });
  const views = createBasketViews(database, { ...parts, runner });
  return {
    basket: createBasketCalls(ports, { ...parts, collecting, turns, runner, views, changed }),
    warnings: (order, cashier) => warningOfBaskets(database, order, collecting.of(cashier.id)),
    halt: runner.halt,
  };
}
