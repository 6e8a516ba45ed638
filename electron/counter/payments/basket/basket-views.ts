import type {
  Basket,
  BasketItem,
  Cashier,
  Payment,
  Problem,
} from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { readPayments } from '../rows/index.ts';
import type { PaymentReader } from '../view/index.ts';
import { type BasketItemRow, type BasketRow, readBasketPayments } from './basket-rows.ts';
import type { BasketRunner } from './basket-runner.ts';
import { computeBasketStatus } from './basket-status.ts';
import { type DraftBasket, sumAmountsDue } from './draft-baskets.ts';

/** Converts baskets to the contract's form. */
export interface BasketViews {
  toDraftView(basket: DraftBasket): Basket;
  toRecordedView(basket: BasketRow, cashier: Cashier): Basket;
}

export function createBasketViews(
  database: Database,
  parts: {
    readonly reader: PaymentReader;
    readonly runner: Pick<BasketRunner, 'isRunning' | 'getStopProblem'>;
  },
): BasketViews {
  const { reader, runner } = parts;
  const getStopProblem = ({ id, isRestored }: BasketRow): Problem | null =>
    isRestored ? { kind: 'basket', reason: 'restored' } : runner.getStopProblem(id);
  return {
    toDraftView: ({ id, items, cashier }) => {
      const rows = items.map(({ row }) => row);
      return {
        id,
        number: null,
        state: 'collecting',
        cashierId: cashier.id,
        cashierName: cashier.name,
        createdAt: null,
        items: rows.map((row, index) => toBasketItem(row, index, null)),
        due: sumAmountsDue(rows),
        cash: null,
        shares: null,
        giveBack: null,
        canContinue: false,
        isStopped: false,
        isRestored: false,
        stoppedBy: null,
      };
    },
    toRecordedView: (basket, cashier) => {
      const ids = readBasketPayments(database, basket.id);
      const payments = new Map(
        reader
          .toViews(readPayments(database, [...ids.values()]))
          .map((payment) => [payment.id, payment]),
      );
      const items = basket.items.map((row, index) =>
        toBasketItem(row, index, payments.get(ids.get(index + 1) ?? '') ?? null),
      );
      const { cash, isStopped, isEnded, isRestored } = basket;
      const isRunning = runner.isRunning(basket.id);
      const facts = items.map(({ due, payment }) => ({
        due,
        state: payment?.state ?? null,
        isNotSent: payment?.isNotSent ?? false,
      }));
      const status = computeBasketStatus(
        { items: facts, cash, isRunning, isStopped, isEnded },
        cash.currency,
      );
      const isWaiting = status.state === 'waiting';
      return {
        id: basket.id,
        number: basket.number,
        cashierId: basket.cashierId,
        cashierName: basket.cashierName,
        createdAt: basket.createdAt,
        items,
        due: basket.due,
        cash,
        ...status,
        giveBack: isRestored ? null : status.giveBack,
        canContinue: isWaiting && !isRestored && basket.cashierId === cashier.id,
        isStopped,
        isRestored,
        stoppedBy: isWaiting ? getStopProblem(basket) : null,
      };
    },
  };
}

function toBasketItem(row: BasketItemRow, index: number, payment: Payment | null): BasketItem {
  return {
    number: index + 1,
    orderId: row.orderId,
    kind: row.kind,
    billerId: row.billerId,
    billerName: row.billerName,
    savedBillId: row.savedBillId,
    accountNumber: row.accountNumber,
    accountShown: row.accountShown,
    accountIs: row.accountIs,
    nameOnAccount: row.nameOnAccount,
    amount: row.amount,
    fee: row.fee,
    due: row.due,
    payment,
  };
}
