import type { Order, OrderWarning } from '../../../../shared/contract/index.ts';
import type { ExpiringMap } from '../../../platform/index.ts';
import type {
  Consultations,
  OrderPreparation,
  PreparedOrder,
  WalkInBills,
} from '../order/index.ts';
import type { PaymentSender } from '../sending/index.ts';
import type { Baskets, CashierSession, PaymentCashier, PaymentPorts } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import { createBasketCalls } from './basket-calls.ts';
import { createBasketCollector } from './basket-collector.ts';
import { findInBasketWarning } from './basket-duplicate-guard.ts';
import { createBasketItemSender } from './basket-item-sender.ts';
import { createBasketRunner } from './basket-runner.ts';
import { createBasketViews } from './basket-views.ts';

/** Builds the parts of baskets by hand, giving each what it needs of the others. */
export function createBasket(
  ports: PaymentPorts,
  parts: {
    readonly orders: ExpiringMap<PreparedOrder>;
    readonly preparation: OrderPreparation;
    readonly consultations: Consultations;
    readonly walkIn: Pick<WalkInBills, 'undisturbed'>;
    readonly paying: PaymentSender;
    readonly reading: PaymentReader;
    readonly isEnding: () => boolean;
    readonly isStopped: () => boolean;
    readonly session: CashierSession;
  },
): {
  readonly basket: Baskets;
  /** What a basket holds of the same biller and account as this order. */
  warnings(order: Order, cashier: PaymentCashier): OrderWarning[];
  /** What is on its way ends, and nothing follows before F12. */
  halt(): void;
} {
  const { database, clock, newId, log } = ports;
  const changed = (basketId: string): void => {
    try {
      ports.onBasketChange?.(basketId);
    } catch (error) {
      log.error({ err: error, basketId }, 'basket: emitting change failed');
    }
  };
  const collecting = createBasketCollector(clock, newId);
  const turns = createBasketItemSender(ports, parts);
  const runner = createBasketRunner(ports, { ...parts, turns, changed });
  const views = createBasketViews(database, { ...parts, runner });
  return {
    basket: createBasketCalls(ports, { ...parts, collecting, turns, runner, views, changed }),
    warnings: (order, cashier) => findInBasketWarning(database, order, collecting.find(cashier.id)),
    halt: runner.halt,
  };
}
