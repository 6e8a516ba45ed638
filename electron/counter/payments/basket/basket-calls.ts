import {
  type Basket,
  type CallReceived,
  fail,
  ok,
  type Result,
} from '../../../../shared/contract/index.ts';
import { type ExpiringMap, toIsoTime } from '../../../platform/index.ts';
import { checkCashTender, type PreparedOrder } from '../order/index.ts';
import type { PaymentSender } from '../sending/index.ts';
import type { Baskets, CashierSession, PaymentCashier, PaymentPorts } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import { type BasketCollector, type CollectedBasket, sumAmountsDue } from './basket-collector.ts';
import { BASKET_NOT_FOUND, createBasketDecisions } from './basket-decisions.ts';
import { findInBasketWarning } from './basket-duplicate-guard.ts';
import type { BasketItemSender } from './basket-item-sender.ts';
import {
  type BasketRow,
  insertBasket,
  listUnfinishedBasketIds,
  listUnfinishedBaskets,
  readBasket,
} from './basket-rows.ts';
import type { BasketRunner } from './basket-runner.ts';
import type { BasketViews } from './basket-views.ts';

export function createBasketCalls(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'cash' | 'audit' | 'paper' | 'log'>,
  parts: {
    readonly orders: ExpiringMap<PreparedOrder>;
    readonly collecting: BasketCollector;
    readonly turns: Pick<BasketItemSender, 'keep'>;
    readonly runner: BasketRunner;
    readonly views: BasketViews;
    readonly reading: PaymentReader;
    readonly paying: Pick<PaymentSender, 'unreached'>;
    readonly isEnding: () => boolean;
    readonly session: CashierSession;
    readonly changed: (basketId: string) => void;
  },
): Baskets {
  const { database, clock, log } = ports;
  const { orders, collecting, runner, views, changed } = parts;
  const { withStorage, withStorageAsync, problemOf } = parts.reading;

  const inHand = (cashier: PaymentCashier): BasketRow | null =>
    listUnfinishedBaskets(database).findLast(
      ({ cashierId, isLeft }) => cashierId === cashier.id && !isLeft,
    ) ?? null;

  const viewOf = (id: string, cashier: PaymentCashier): Result<Basket> => {
    const basket = readBasket(database, id);
    return basket ? ok(views.toRecordedView(basket, cashier)) : fail(BASKET_NOT_FOUND);
  };

  /** It is on disk: from now on it is told by its row. */
  const putDown = (cashierId: string, { id, items }: CollectedBasket): void => {
    for (const { kept } of items) parts.turns.keep(kept);
    collecting.delete(cashierId);
    changed(id);
  };

  const add: Baskets['add'] = ({ orderId, acknowledged }, cashier) =>
    withStorage(() => {
      if (inHand(cashier) !== null) return fail({ kind: 'basket', reason: 'sent' });
      const before = collecting.find(cashier.id);
      const isIn = before?.items.some(({ row }) => row.orderId === orderId) === true;
      if (before && isIn) return ok(views.toCollectedView(before));
      const kept = orders.get(orderId);
      if (!kept || kept.cashierId !== cashier.id || kept.service !== ports.service()) {
        return fail({ kind: 'not-found', what: 'order' });
      }
      const warnings = [
        ...kept.order.warnings,
        ...findInBasketWarning(database, kept.order, before),
      ];
      const undecided = warnings.find(({ kind }) => !acknowledged.includes(kind));
      if (undecided) {
        return fail({ kind: 'invalid-input', field: 'acknowledged', reason: undecided.kind });
      }
      const added = collecting.add(cashier, kept, acknowledged);
      if (!added.ok) return added;
      // From now on only the basket pays it.
      orders.delete(orderId);
      changed(added.value.id);
      return ok(views.toCollectedView(added.value));
    });

  const payNow = (
    { basketId, cash }: CallReceived<'basket.pay'>,
    cashier: PaymentCashier,
  ): Result<Basket> =>
    withStorage(() => {
      const known = readBasket(database, basketId);
      if (known) return ok(views.toRecordedView(known, cashier));
      if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const collected = collecting.find(cashier.id);
      if (collected === null || collected.id !== basketId) return fail(BASKET_NOT_FOUND);
      const drawer = ports.cash.canTakeMoney(cashier.id);
      if (!drawer.ok) return drawer;
      const items = collected.items.map(({ row }) => row);
      const due = sumAmountsDue(items, items[0]?.due.currency ?? cash.currency);
      const tender = checkCashTender(cash, due);
      if (!tender.ok) return tender;
      const basket = {
        id: basketId,
        createdAt: toIsoTime(clock.now()),
        cashierId: cashier.id,
        cashierName: cashier.name,
        items,
        due,
        cash: tender.value.cash ?? due,
      };
      try {
        database.diskSpace.assertEnough();
        database.commit(() => {
          const shiftId = ports.cash.getOrOpenShiftInCommit(cashier.id);
          insertBasket(database, { ...basket, shiftId });
        });
      } catch (error) {
        if (readBasket(database, basketId) === null) return fail(problemOf(error));
        // It is there all the same, but it is not certain that it is synced: nothing is sent of it
        // before the cashier presses F12 again.
        log.error({ err: error, basketId }, 'basket: basket found on disk after failed commit');
        putDown(cashier.id, collected);
        return viewOf(basketId, cashier);
      }
      putDown(cashier.id, collected);
      runner.begin(basketId, cashier);
      return viewOf(basketId, cashier);
    });

  const get: Baskets['get'] = ({ basketId }, cashier) =>
    withStorage(() => {
      const collected = collecting.find(cashier.id);
      return collected?.id === basketId
        ? ok(views.toCollectedView(collected))
        : viewOf(basketId, cashier);
    });

  /** On a line that was dead it asks before anything is recorded: no money is taken for nothing. */
  const pay: Baskets['pay'] = (input, cashier) => {
    const shown = collecting.find(cashier.id);
    const asking = shown && parts.paying.unreached(ports.service());
    if (asking === null) return payNow(input, cashier);
    const pressed = parts.session.currentId();
    return withStorageAsync(async () => {
      const problem = await asking;
      if (problem !== null) return fail(problem);
      // It was sent by another press, or an item was put in or taken out: F12 was for another sum.
      if (collecting.find(cashier.id) !== shown) return get(input, cashier);
      return parts.session.rejectIfChanged(pressed) ?? payNow(input, cashier);
    });
  };

  return {
    add,
    pay,
    current: (_input, cashier) =>
      withStorage(() => {
        const sent = inHand(cashier);
        if (sent) return ok(views.toRecordedView(sent, cashier));
        const collected = collecting.find(cashier.id);
        return ok(collected && views.toCollectedView(collected));
      }),
    get,
    unfinished: (_input, cashier) =>
      withStorage(() =>
        ok(listUnfinishedBaskets(database).map((one) => views.toRecordedView(one, cashier))),
      ),
    toTakeOver: (_input, cashier) =>
      withStorage(() => {
        const hasOwn = collecting.find(cashier.id) !== null || inHand(cashier) !== null;
        const theirs = hasOwn ? null : collecting.findOfAnotherCashier(cashier.id);
        return ok(theirs && views.toCollectedView(theirs));
      }),
    takeOver: ({ basketId }, cashier) =>
      withStorage(() => {
        const mine = collecting.find(cashier.id);
        if (mine?.id === basketId) return ok(views.toCollectedView(mine));
        if (mine !== null) return fail({ kind: 'basket', reason: 'not-now' });
        if (inHand(cashier) !== null) return fail({ kind: 'basket', reason: 'sent' });
        const taken = collecting.takeOver(basketId, cashier);
        if (taken === null) return fail(BASKET_NOT_FOUND);
        changed(taken.id);
        return ok(views.toCollectedView(taken));
      }),
    remove: ({ orderId }, cashier) =>
      withStorage(() => {
        const before = collecting.find(cashier.id);
        const left = collecting.remove(cashier.id, orderId);
        if (before) changed(before.id);
        return ok(left && views.toCollectedView(left));
      }),
    ...createBasketDecisions(ports, { ...parts, viewOf }),
    isSending: () => runner.isRunning(),
    listUnfinishedIds: () => listUnfinishedBasketIds(database),
  };
}
