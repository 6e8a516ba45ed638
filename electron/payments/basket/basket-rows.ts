import type { SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { acknowledged, moneyValue, paymentKind } from '../../../shared/contract/index.ts';
import { type Money, money } from '../../../shared/money/index.ts';
import { ACCOUNT_IS } from '../../../shared/rules/index.ts';
import { type Database, readRow } from '../../ledger/index.ts';

/** What is written and read of baskets. Writes run inside the caller's `commit`. */

const basketItemRow = z.object({
  orderId: z.string(),
  kind: paymentKind.exclude(['cash-out', 'cancel']),
  billerId: z.number().int(),
  billerName: z.string(),
  accountNumber: z.string(),
  accountShown: z.string(),
  /** Not kept by earlier versions. */
  accountIs: z.enum(ACCOUNT_IS).default('account'),
  nameOnAccount: z.string().nullable(),
  amount: moneyValue,
  fee: moneyValue.nullable(),
  due: moneyValue,
  /** Chosen by a look-up, which is made again if the order has to be. */
  hasBalance: z.boolean(),
  /** The bill that the shop keeps, whose balance is asked for instead. */
  savedBillId: z.string().nullable(),
  acknowledged,
  /** The earlier payments that the cashier was warned of. */
  seen: z.array(z.string()),
});
/** An item as it was decided. */
export type BasketItemRow = z.infer<typeof basketItemRow>;
/** The ledgers that there are already call a saved bill a kept one. */
const storedItems = z.array(
  basketItemRow
    .omit({ savedBillId: true })
    .extend({ keptBillId: basketItemRow.shape.savedBillId })
    .transform(({ keptBillId, ...item }): BasketItemRow => ({ ...item, savedBillId: keptBillId })),
);

function toStore(items: readonly BasketItemRow[]): z.input<typeof storedItems> {
  return items.map(({ savedBillId, ...item }) => ({ ...item, keptBillId: savedBillId }));
}

export interface BasketRow {
  readonly id: string;
  readonly number: number;
  readonly createdAt: string;
  readonly cashierId: string;
  readonly cashierName: string;
  readonly items: readonly BasketItemRow[];
  readonly due: Money;
  readonly cash: Money;
  readonly isStopped: boolean;
  readonly isLeft: boolean;
  readonly isEnded: boolean;
  /** From a backup: what was not sent then may have been since. */
  readonly isRestored: boolean;
}

const COLUMNS = `id, number, created_at, cashier_id, cashier_name, items, due, cash,
  shop_currency, stopped_at, left_at, ended_at, restored_at`;
const UNFINISHED = `SELECT ${COLUMNS} FROM baskets WHERE ended_at IS NULL ORDER BY created_at, rowid`;

export function insertBasket(
  database: Database,
  basket: Pick<
    BasketRow,
    'id' | 'createdAt' | 'cashierId' | 'cashierName' | 'items' | 'due' | 'cash'
  > & { readonly shiftId: string },
): void {
  database
    .prepare(
      `INSERT INTO baskets (id, number, created_at, cashier_id, cashier_name, shift_id, items, due,
         cash, shop_currency)
       SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ? FROM baskets`,
    )
    .run(
      basket.id,
      basket.createdAt,
      basket.cashierId,
      basket.cashierName,
      basket.shiftId,
      JSON.stringify(toStore(basket.items)),
      basket.due.amount,
      basket.cash.amount,
      basket.cash.currency,
    );
}

/** In the commit of the item's intent. */
export function insertBasketPayment(
  database: Database,
  payment: { readonly intentId: string; readonly basketId: string; readonly number: number },
): void {
  database
    .prepare('INSERT INTO basket_payments (intent_id, basket_id, number) VALUES (?, ?, ?)')
    .run(payment.intentId, payment.basketId, payment.number);
}

/** The number of the first item that has no intent; 0 if each has one. */
export function nextOf(basket: BasketRow, sent: ReadonlyMap<number, string>): number {
  return basket.items.findIndex((_, index) => !sent.has(index + 1)) + 1;
}

export function readBasket(database: Database, id: string): BasketRow | null {
  const row = database.prepare(`SELECT ${COLUMNS} FROM baskets WHERE id = ?`).get(id);
  return row ? toBasket(row) : null;
}

/** Sent, and not ended; the oldest first. */
export function unfinishedBaskets(database: Database): BasketRow[] {
  return database.prepare(UNFINISHED).all().map(toBasket);
}

/** The same, without their items: asked for at each change of the status line. */
export function unfinishedIds(database: Database): string[] {
  const rows = database
    .prepare('SELECT id FROM baskets WHERE ended_at IS NULL ORDER BY created_at, rowid')
    .all();
  return rows.map((row) => readRow(row).text('id'));
}

/** The payments that its items became, by the number of the item. */
export function paymentsOfBasket(database: Database, id: string): Map<number, string> {
  const rows = database
    .prepare('SELECT number, intent_id FROM basket_payments WHERE basket_id = ?')
    .all(id);
  return new Map(
    rows.map((row) => {
      const read = readRow(row);
      return [read.integer('number'), read.text('intent_id')];
    }),
  );
}

/** The basket that a payment is part of; null if it is of none. */
export function basketOfPayment(database: Database, intentId: string): string | null {
  const row = database
    .prepare('SELECT basket_id FROM basket_payments WHERE intent_id = ?')
    .get(intentId);
  return row === undefined ? null : readRow(row).text('basket_id');
}

/** Who decided, and when. */
export interface Decided {
  readonly at: string;
  readonly by: string;
}

export function markStopped(database: Database, id: string, { at, by }: Decided): void {
  database
    .prepare(
      'UPDATE baskets SET stopped_at = ?, stopped_by = ? WHERE id = ? AND stopped_at IS NULL',
    )
    .run(at, by, id);
}

export function markLeft(database: Database, id: string, { at, by }: Decided): void {
  database
    .prepare('UPDATE baskets SET left_at = ?, left_by = ? WHERE id = ? AND left_at IS NULL')
    .run(at, by, id);
}

/**
 * A backup is the ledger now: what it holds of unfinished baskets may have been sent, told and
 * handed out since it was made.
 */
export function markBasketsRestored(database: Database, at: string): void {
  database
    .prepare('UPDATE baskets SET restored_at = ? WHERE ended_at IS NULL AND restored_at IS NULL')
    .run(at);
}

/** Its payments are seen with it. */
export function markEnded(database: Database, id: string, ended: Decided): void {
  database
    .prepare('UPDATE baskets SET ended_at = ?, ended_by = ? WHERE id = ? AND ended_at IS NULL')
    .run(ended.at, ended.by, id);
  database
    .prepare(
      `UPDATE outcomes SET seen_at = coalesce(seen_at, ?)
       WHERE intent_id IN (SELECT intent_id FROM basket_payments WHERE basket_id = ?)`,
    )
    .run(ended.at, id);
}

function toBasket(row: Readonly<Record<string, SQLOutputValue>>): BasketRow {
  const read = readRow(row);
  const currency = read.text('shop_currency');
  return {
    id: read.text('id'),
    number: read.integer('number'),
    createdAt: read.text('created_at'),
    cashierId: read.text('cashier_id'),
    cashierName: read.text('cashier_name'),
    items: storedItems.parse(JSON.parse(read.text('items'))),
    due: money(read.text('due'), currency),
    cash: money(read.text('cash'), currency),
    isStopped: read.textOrNull('stopped_at') !== null,
    isLeft: read.textOrNull('left_at') !== null,
    isEnded: read.textOrNull('ended_at') !== null,
    isRestored: read.textOrNull('restored_at') !== null,
  };
}
