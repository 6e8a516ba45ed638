import {
  type Basket,
  type Cashier,
  fail,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import { type ExpiringMap, toIsoTime } from '../../../platform/index.ts';
import { checkCashTender, type PreparedOrder } from '../order/index.ts';
import type { OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import type { PaymentSender } from '../sending/index.ts';
import type { Baskets, CashierSession, PaymentPorts } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import { BASKET_NOT_FOUND_PROBLEM, createBasketRestActions } from './basket-decisions.ts';
import { listInBasketWarnings } from './basket-duplicate-guard.ts';
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
import { type DraftBasket, type DraftBaskets, sumAmountsDue } from './draft-baskets.ts';

export function createBasketCalls(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'cash' | 'audit' | 'paper' | 'log'>,
  parts: {
    readonly orders: ExpiringMap<PreparedOrder>;
    readonly drafts: DraftBaskets;
    readonly itemSender: Pick<BasketItemSender, 'saveOrder'>;
    readonly runner: BasketRunner;
    readonly views: BasketViews;
    readonly reader: PaymentReader;
    readonly outcomes: OutcomeRecorder;
    readonly tracker: Pick<PaymentTracker, 'markUnattended'>;
    readonly paymentSender: Pick<PaymentSender, 'probeIfUnreachable'>;
    readonly isEnding: () => boolean;
    readonly session: CashierSession;
    readonly emitChange: (basketId: string) => void;
  },
): Baskets {
  const { database, clock, log } = ports;
  const { orders, drafts, runner, views, emitChange } = parts;
  const { catchStorageError, catchStorageErrorAsync, toLoggedProblem } = parts.reader;

  const findCurrentBasket = (cashier: Cashier): BasketRow | null =>
    listUnfinishedBaskets(database).findLast(
      ({ cashierId, isLeft }) => cashierId === cashier.id && !isLeft,
    ) ?? null;

  const readRecordedView = (id: string, cashier: Cashier): Result<Basket> => {
    const basket = readBasket(database, id);
    return basket ? ok(views.toRecordedView(basket, cashier)) : fail(BASKET_NOT_FOUND_PROBLEM);
  };

  /** Call it once the basket is on disk: from then on its row replaces the draft. */
  const releaseDraft = (cashierId: string, { id, items }: DraftBasket): void => {
    for (const item of items) parts.itemSender.saveOrder(item.preparedOrder);
    drafts.delete(cashierId);
    emitChange(id);
  };

  const add: Baskets['add'] = ({ orderId, acknowledged }, cashier) =>
    catchStorageError(() => {
      if (findCurrentBasket(cashier) !== null) return fail({ kind: 'basket', reason: 'sent' });
      const current = drafts.find(cashier.id);
      if (current?.items.some(({ row }) => row.orderId === orderId))
        return ok(views.toDraftView(current));
      const prepared = orders.get(orderId);
      if (!prepared || prepared.cashierId !== cashier.id || prepared.service !== ports.service()) {
        return fail({ kind: 'not-found', what: 'order' });
      }
      const warnings = [
        ...prepared.order.warnings,
        ...listInBasketWarnings(database, prepared.order, current),
      ];
      const undecided = warnings.find(({ kind }) => !acknowledged.includes(kind));
      if (undecided) {
        return fail({ kind: 'invalid-input', field: 'acknowledged', reason: undecided.kind });
      }
      // The codes of a basket are printed only.
      const unprintable = warnings.find((warning) => warning.kind === 'code-on-screen');
      if (unprintable) return fail({ kind: 'printer', reason: unprintable.reason });
      const added = drafts.add(cashier, prepared, acknowledged);
      if (!added.ok) return added;
      // From now on the order can be paid only with the basket.
      orders.delete(orderId);
      emitChange(added.value.id);
      return ok(views.toDraftView(added.value));
    });

  const payNow = (
    { basketId, cash }: ValidatedCallInput<'basket.pay'>,
    cashier: Cashier,
  ): Result<Basket> =>
    catchStorageError(() => {
      const recorded = readBasket(database, basketId);
      if (recorded) return ok(views.toRecordedView(recorded, cashier));
      if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const draft = drafts.find(cashier.id);
      if (draft === null || draft.id !== basketId) return fail(BASKET_NOT_FOUND_PROBLEM);
      const drawer = ports.cash.checkCanTakeMoney(cashier.id);
      if (!drawer.ok) return drawer;
      const items = draft.items.map(({ row }) => row);
      const due = sumAmountsDue(items);
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
        if (readBasket(database, basketId) === null) return fail(toLoggedProblem(error));
        // The basket is in the ledger, but it may not be synced: nothing of it is sent before the
        // cashier presses F12 again.
        log.error({ err: error, basketId }, 'basket: basket found on disk after failed commit');
        releaseDraft(cashier.id, draft);
        return readRecordedView(basketId, cashier);
      }
      releaseDraft(cashier.id, draft);
      runner.start(basket, cashier);
      return readRecordedView(basketId, cashier);
    });

  const get: Baskets['get'] = ({ basketId }, cashier) =>
    catchStorageError(() => {
      const draft = drafts.find(cashier.id);
      return draft?.id === basketId
        ? ok(views.toDraftView(draft))
        : readRecordedView(basketId, cashier);
    });

  /**
   * If the last request could not reach the service, probes it before anything is recorded, so that
   * the cashier does not take money that cannot be paid.
   */
  const pay: Baskets['pay'] = (input, cashier) => {
    const basketAtKeyPress = drafts.find(cashier.id);
    const probing = basketAtKeyPress && parts.paymentSender.probeIfUnreachable(ports.service());
    if (probing === null) return payNow(input, cashier);
    const sessionAtKeyPress = parts.session.getSessionId();
    return catchStorageErrorAsync(async () => {
      const problem = await probing;
      if (problem !== null) return fail(problem);
      // Another key press sent it, or an item was added or removed: this F12 was for another sum.
      if (drafts.find(cashier.id) !== basketAtKeyPress) return get(input, cashier);
      return parts.session.rejectIfChanged(sessionAtKeyPress) ?? payNow(input, cashier);
    });
  };

  return {
    add,
    pay,
    current: (_input, cashier) =>
      catchStorageError(() => {
        const sent = findCurrentBasket(cashier);
        if (sent) return ok(views.toRecordedView(sent, cashier));
        const draft = drafts.find(cashier.id);
        return ok(draft && views.toDraftView(draft));
      }),
    get,
    unfinished: (_input, cashier) =>
      catchStorageError(() =>
        ok(listUnfinishedBaskets(database).map((basket) => views.toRecordedView(basket, cashier))),
      ),
    takeOverCandidate: (_input, cashier) =>
      catchStorageError(() => {
        const hasOwn = drafts.find(cashier.id) !== null || findCurrentBasket(cashier) !== null;
        const other = hasOwn ? null : drafts.findOfAnotherCashier(cashier.id);
        return ok(other && views.toDraftView(other));
      }),
    takeOver: ({ basketId }, cashier) =>
      catchStorageError(() => {
        const own = drafts.find(cashier.id);
        if (own?.id === basketId) return ok(views.toDraftView(own));
        if (own !== null) return fail({ kind: 'basket', reason: 'not-now' });
        if (findCurrentBasket(cashier) !== null) return fail({ kind: 'basket', reason: 'sent' });
        const takenOver = drafts.takeOver(basketId, cashier);
        if (takenOver === null) return fail(BASKET_NOT_FOUND_PROBLEM);
        emitChange(takenOver.id);
        return ok(views.toDraftView(takenOver));
      }),
    remove: ({ orderId }, cashier) =>
      catchStorageError(() => {
        const current = drafts.find(cashier.id);
        const remaining = drafts.remove(cashier.id, orderId);
        if (current) emitChange(current.id);
        return ok(remaining && views.toDraftView(remaining));
      }),
    ...createBasketRestActions(ports, { ...parts, readRecordedView }),
    isSending: () => runner.isRunning(),
    listUnfinishedIds: () => listUnfinishedBasketIds(database),
  };
}
