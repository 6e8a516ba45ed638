import type { Cashier, Order, OrderWarning } from '../../../../shared/contract/index.ts';
import type { ExpiringMap } from '../../../platform/index.ts';
import type {
  Consultations,
  OrderPreparation,
  PreparedOrder,
  WalkInBills,
} from '../order/index.ts';
import type { OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import type { PaymentSender } from '../sending/index.ts';
import type { Baskets, CashierSession, PaymentPorts, SavedBillReader } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import { createBasketCalls } from './basket-calls.ts';
import { listInBasketWarnings } from './basket-duplicate-guard.ts';
import { createBasketItemSender } from './basket-item-sender.ts';
import { createBasketRunner } from './basket-runner.ts';
import { createBasketViews } from './basket-views.ts';
import { createDraftBaskets } from './draft-baskets.ts';

/** Creates the parts of baskets, each with its dependencies. */
export function createBasketParts(
  ports: PaymentPorts,
  parts: {
    readonly orders: ExpiringMap<PreparedOrder>;
    readonly preparation: OrderPreparation;
    readonly consultations: Consultations;
    readonly walkIn: Pick<WalkInBills, 'runWithDeletionPaused'>;
    readonly readSavedBill: SavedBillReader;
    readonly paymentSender: PaymentSender;
    readonly reader: PaymentReader;
    readonly outcomes: OutcomeRecorder;
    readonly tracker: Pick<PaymentTracker, 'markUnattended'>;
    readonly isEnding: () => boolean;
    readonly isStopped: () => boolean;
    readonly session: CashierSession;
  },
): {
  readonly basket: Baskets;
  /** Returns a warning if a basket has an unsent item for the biller and account of this order. */
  warnings(order: Order, cashier: Cashier): OrderWarning[];
  /** Stops sending: an item in flight completes, and no other is sent before the next F12. */
  halt(): void;
} {
  const { database, clock, createId, log } = ports;
  const emitChange = (basketId: string): void => {
    try {
      ports.onBasketChange?.(basketId);
    } catch (error) {
      log.error({ err: error, basketId }, 'basket: emitting change failed');
    }
  };
  const drafts = createDraftBaskets(clock, createId, (basketId) => {
    if (!parts.isStopped()) emitChange(basketId);
  });
  const itemSender = createBasketItemSender(ports, parts);
  const runner = createBasketRunner(ports, { ...parts, itemSender, emitChange });
  const views = createBasketViews(database, { ...parts, runner });
  return {
    basket: createBasketCalls(ports, {
      ...parts,
      drafts,
      itemSender,
      runner,
      views,
      emitChange,
    }),
    warnings: (order, cashier) => listInBasketWarnings(database, order, drafts.find(cashier.id)),
    halt: runner.stopAfterCurrentItem,
  };
}
