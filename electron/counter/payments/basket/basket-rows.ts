import type { SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import {
  acknowledgedWarningsSchema,
  moneySchema,
  paymentKindSchema,
} from '../../../../shared/contract/index.ts';
import { createMoney, type Money } from '../../../../shared/money/index.ts';
import { ACCOUNT_KINDS } from '../../../../shared/rules/index.ts';
import { type Database, defineInsert, readRow } from '../../../ledger/index.ts';

/** The reads and writes of baskets. Writes run inside the caller's `commit`. */

const basketItemRowSchema = z.object({
  orderId: z.string(),
  kind: paymentKindSchema.exclude(['cash-out', 'cancel']),
  billerId: z.number().int(),
  billerName: z.string(),
  accountNumber: z.string(),
  accountShown: z.string(),
  /** Earlier versions of the till did not store it. */
  accountIs: z.enum(ACCOUNT_KINDS).default('account'),
  nameOnAccount: z.string().nullable(),
  amount: moneySchema,
  fee: moneySchema.nullable(),
  due: moneySchema,
  /** The amount was chosen from a consulted balance: to prepare the order again, consult again. */
  hasBalance: z.boolean(),
  /** The saved bill whose balance is read instead of a consultation; null if there is none. */
  savedBillId: z.string().nullable(),
  acknowledged: acknowledgedWarningsSchema,
  /** Ids of the earlier payments that the cashier was warned of. */
  seen: z.array(z.string()),
});
/** An item with the cashier's decisions about it. */
export type BasketItemRow = z.infer<typeof basketItemRowSchema>;
/** Existing ledgers store `savedBillId` under the name `keptBillId`. */
const storedItemsSchema = z.array(
  basketItemRowSchema
    .omit({ savedBillId: true })
    .extend({ keptBillId: basketItemRowSchema.shape.savedBillId })
    .transform(({ keptBillId, ...item }): BasketItemRow => ({ ...item, savedBillId: keptBillId })),
);

function toStoredItems(items: readonly BasketItemRow[]): z.input<typeof storedItemsSchema> {
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
  /** Restored from a backup: items without an intent may have been sent since the backup. */
  readonly isRestored: boolean;
}

const BASKET_COLUMNS = `id, number, created_at, cashier_id, cashier_name, items, due, cash,
  shop_currency, stopped_at, left_at, ended_at, restored_at`;
const SELECT_UNFINISHED = `SELECT ${BASKET_COLUMNS} FROM baskets WHERE ended_at IS NULL ORDER BY created_at, rowid`;

type NewBasket = Pick<
  BasketRow,
  'id' | 'createdAt' | 'cashierId' | 'cashierName' | 'items' | 'due' | 'cash'
> & { readonly shiftId: string };

const basketInsert = defineInsert<NewBasket>('baskets', {
  id: (basket) => basket.id,
  number: { sql: '(SELECT coalesce(max(number), 0) + 1 FROM baskets)' },
  created_at: (basket) => basket.createdAt,
  cashier_id: (basket) => basket.cashierId,
  cashier_name: (basket) => basket.cashierName,
  shift_id: (basket) => basket.shiftId,
  items: (basket) => JSON.stringify(toStoredItems(basket.items)),
  due: (basket) => basket.due.amount,
  cash: (basket) => basket.cash.amount,
  shop_currency: (basket) => basket.cash.currency,
});

export function insertBasket(database: Database, basket: NewBasket): void {
  basketInsert.run(database, basket);
}

/** Call it in the commit of the item's intent. */
export function insertBasketPayment(
  database: Database,
  payment: { readonly intentId: string; readonly basketId: string; readonly number: number },
): void {
  database
    .prepare('INSERT INTO basket_payments (intent_id, basket_id, number) VALUES (?, ?, ?)')
    .run(payment.intentId, payment.basketId, payment.number);
}

/** Returns the number of the first item that has no intent; 0 if every item has one. */
export function getNextItemNumber(
  basket: BasketRow,
  paymentIds: ReadonlyMap<number, string>,
): number {
  return basket.items.findIndex((_, index) => !paymentIds.has(index + 1)) + 1;
}

export function readBasket(database: Database, id: string): BasketRow | null {
  const row = database.prepare(`SELECT ${BASKET_COLUMNS} FROM baskets WHERE id = ?`).get(id);
  return row ? toBasket(row) : null;
}

/** Baskets that were sent and are not ended, oldest first. */
export function listUnfinishedBaskets(database: Database): BasketRow[] {
  return database.prepare(SELECT_UNFINISHED).all().map(toBasket);
}

/** The same baskets, without parsing their items: read at each change of the status line. */
export function listUnfinishedBasketIds(database: Database): string[] {
  const rows = database
    .prepare('SELECT id FROM baskets WHERE ended_at IS NULL ORDER BY created_at, rowid')
    .all();
  return rows.map((row) => readRow(row).text('id'));
}

/** The ids of the basket's payments, by the number of the item. */
export function readBasketPayments(database: Database, id: string): Map<number, string> {
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

/** The id of the basket that a payment is part of; null if there is none. */
export function findBasketOfPayment(database: Database, intentId: string): string | null {
  const row = database
    .prepare('SELECT basket_id FROM basket_payments WHERE intent_id = ?')
    .get(intentId);
  return row === undefined ? null : readRow(row).text('basket_id');
}

/** Who made a decision, and when (ISO 8601 in UTC). */
export interface BasketDecision {
  readonly at: string;
  readonly by: string;
}

export function markBasketStopped(
  database: Database,
  id: string,
  { at, by }: BasketDecision,
): void {
  database
    .prepare(
      'UPDATE baskets SET stopped_at = ?, stopped_by = ? WHERE id = ? AND stopped_at IS NULL',
    )
    .run(at, by, id);
}

export function markBasketLeft(database: Database, id: string, { at, by }: BasketDecision): void {
  database
    .prepare('UPDATE baskets SET left_at = ?, left_by = ? WHERE id = ? AND left_at IS NULL')
    .run(at, by, id);
}

/**
 * Call it after a restore. Since the backup was made, items of its unfinished baskets may have been
 * sent, and their change handed out.
 */
export function markBasketsRestored(database: Database, at: string): void {
  database
    .prepare('UPDATE baskets SET restored_at = ? WHERE ended_at IS NULL AND restored_at IS NULL')
    .run(at);
}

/** Marks the basket's payments as seen as well. */
export function markBasketEnded(database: Database, id: string, ended: BasketDecision): void {
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
    items: storedItemsSchema.parse(JSON.parse(read.text('items'))),
    due: createMoney(read.text('due'), currency),
    cash: createMoney(read.text('cash'), currency),
    isStopped: read.textOrNull('stopped_at') !== null,
    isLeft: read.textOrNull('left_at') !== null,
    isEnded: read.textOrNull('ended_at') !== null,
    isRestored: read.textOrNull('restored_at') !== null,
  };
}
