import {
  type Basket,
  type CallReceived,
  fail,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { type ExpiringMap, isoTime } from '../../platform/index.ts';
import { checkCash, type KeptOrder } from '../order/index.ts';
import type { Paying } from '../sending/index.ts';
import type { Baskets, PayingCashier, PayingSession, PaymentPorts } from '../types.ts';
import type { Reading } from '../view/index.ts';
import { warningOfBaskets } from './basket-guard.ts';
import {
  type BasketRow,
  insertBasket,
  readBasket,
  unfinishedBaskets,
  unfinishedIds,
} from './basket-rows.ts';
import { type Collected, type Collecting, dueOfAll } from './collecting.ts';
import { createDecisions, NOT_FOUND } from './decisions.ts';
import type { Runner } from './runner.ts';
import type { Turns } from './turns.ts';
import type { BasketViews } from './view.ts';

export function createBasketCalls(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'cash' | 'audit' | 'paper' | 'log'>,
  parts: {
    readonly orders: ExpiringMap<KeptOrder>;
    readonly collecting: Collecting;
    readonly turns: Pick<Turns, 'keep'>;
    readonly runner: Runner;
    readonly views: BasketViews;
    readonly reading: Reading;
    readonly paying: Pick<Paying, 'unreached'>;
    readonly isEnding: () => boolean;
    readonly session: PayingSession;
    readonly changed: (basketId: string) => void;
  },
): Baskets {
  const { database, clock, log } = ports;
  const { orders, collecting, runner, views, changed } = parts;
  const { withStorage, withStorageLater, problemOf } = parts.reading;

  const inHand = (cashier: PayingCashier): BasketRow | null =>
    unfinishedBaskets(database).findLast(
      ({ cashierId, isLeft }) => cashierId === cashier.id && !isLeft,
    ) ?? null;

  const viewOf = (id: string, cashier: PayingCashier): Result<Basket> => {
    const basket = readBasket(database, id);
    return basket ? ok(views.recorded(basket, cashier)) : fail(NOT_FOUND);
  };

  /** It is on disk: from now on it is told by its row. */
  const putDown = (cashierId: string, { id, items }: Collected): void => {
    for (const { kept } of items) parts.turns.keep(kept);
    collecting.drop(cashierId);
    changed(id);
  };

  const add: Baskets['add'] = ({ orderId, acknowledged }, cashier) =>
    withStorage(() => {
      if (inHand(cashier) !== null) return fail({ kind: 'basket', reason: 'sent' });
      const before = collecting.of(cashier.id);
      const isIn = before?.items.some(({ row }) => row.orderId === orderId) === true;
      if (before && isIn) return ok(views.collected(before));
      const kept = orders.get(orderId);
      if (!kept || kept.cashierId !== cashier.id || kept.service !== ports.service()) {
        return fail({ kind: 'not-found', what: 'order' });
      }
      const warnings = [...kept.order.warnings, ...warningOfBaskets(database, kept.order, before)];
      const undecided = warnings.find(({ kind }) => !acknowledged.includes(kind));
      if (undecided) {
        return fail({ kind: 'invalid-input', field: 'acknowledged', reason: undecided.kind });
      }
      const added = collecting.add(cashier, kept, acknowledged);
      if (!added.ok) return added;
      // From now on only the basket pays it.
      orders.delete(orderId);
      changed(added.value.id);
      return ok(views.collected(added.value));
    });

  const payNow = (
    { basketId, cash }: CallReceived<'basket.pay'>,
    cashier: PayingCashier,
  ): Result<Basket> =>
    withStorage(() => {
      const known = readBasket(database, basketId);
      if (known) return ok(views.recorded(known, cashier));
      if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const collected = collecting.of(cashier.id);
      if (collected === null || collected.id !== basketId) return fail(NOT_FOUND);
      const drawer = ports.cash.mayTakeMoney(cashier.id);
      if (!drawer.ok) return drawer;
      const items = collected.items.map(({ row }) => row);
      const due = dueOfAll(items, items[0]?.due.currency ?? cash.currency);
      const tender = checkCash(cash, due);
      if (!tender.ok) return tender;
      const basket = {
        id: basketId,
        createdAt: isoTime(clock.now()),
        cashierId: cashier.id,
        cashierName: cashier.name,
        items,
        due,
        cash: tender.value.cash ?? due,
      };
      try {
        database.room.require();
        database.commit(() => {
          const shiftId = ports.cash.shiftInCommit(cashier.id);
          insertBasket(database, { ...basket, shiftId });
        });
      } catch (error) {
        if (readBasket(database, basketId) === null) return fail(problemOf(error));
        // It is there all the same, but it is not certain that it is synced: nothing is sent of it
        // before the cashier presses F12 again.
        log.error({ error, basketId }, 'a basket whose commit failed is there');
        putDown(cashier.id, collected);
        return viewOf(basketId, cashier);
      }
      putDown(cashier.id, collected);
      runner.begin(basketId, cashier);
      return viewOf(basketId, cashier);
    });

  const get: Baskets['get'] = ({ basketId }, cashier) =>
    withStorage(() => {
      const collected = collecting.of(cashier.id);
      return collected?.id === basketId
        ? ok(views.collected(collected))
        : viewOf(basketId, cashier);
    });

  /** On a line that was dead it asks before anything is recorded: no money is taken for nothing. */
  const pay: Baskets['pay'] = (input, cashier) => {
    const shown = collecting.of(cashier.id);
    const asking = shown && parts.paying.unreached(ports.service());
    if (asking === null) return payNow(input, cashier);
    const pressed = parts.session.now();
    return withStorageLater(async () => {
      const problem = await asking;
      if (problem !== null) return fail(problem);
      // It was sent by another press, or an item was put in or taken out: F12 was for another sum.
      if (collecting.of(cashier.id) !== shown) return get(input, cashier);
      return parts.session.left(pressed) ?? payNow(input, cashier);
    });
  };

  return {
    add,
    pay,
    current: (_input, cashier) =>
      withStorage(() => {
        const sent = inHand(cashier);
        if (sent) return ok(views.recorded(sent, cashier));
        const collected = collecting.of(cashier.id);
        return ok(collected && views.collected(collected));
      }),
    get,
    unfinished: (_input, cashier) =>
      withStorage(() => ok(unfinishedBaskets(database).map((one) => views.recorded(one, cashier)))),
    toTakeOver: (_input, cashier) =>
      withStorage(() => {
        const hasOwn = collecting.of(cashier.id) !== null || inHand(cashier) !== null;
        const theirs = hasOwn ? null : collecting.ofAnother(cashier.id);
        return ok(theirs && views.collected(theirs));
      }),
    takeOver: ({ basketId }, cashier) =>
      withStorage(() => {
        const mine = collecting.of(cashier.id);
        if (mine?.id === basketId) return ok(views.collected(mine));
        if (mine !== null) return fail({ kind: 'basket', reason: 'not-now' });
        if (inHand(cashier) !== null) return fail({ kind: 'basket', reason: 'sent' });
        const taken = collecting.takeOver(basketId, cashier);
        if (taken === null) return fail(NOT_FOUND);
        changed(taken.id);
        return ok(views.collected(taken));
      }),
    remove: ({ orderId }, cashier) =>
      withStorage(() => {
        const before = collecting.of(cashier.id);
        const left = collecting.remove(cashier.id, orderId);
        if (before) changed(before.id);
        return ok(left && views.collected(left));
      }),
    ...createDecisions(ports, { ...parts, viewOf }),
    isSending: () => runner.isRunning(),
    unfinishedIds: () => unfinishedIds(database),
  };
}
