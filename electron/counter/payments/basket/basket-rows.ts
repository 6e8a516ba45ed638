import { z } from 'zod';
import {
  acknowledgedWarningsSchema,
  moneySchema,
  paymentKindSchema,
} from '../../../../shared/contract/index.ts';
import { ACCOUNT_KINDS } from '../../../../shared/rules/index.ts';
import {
  type Column,
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineTable,
  type RowOf,
} from '../../../ledger/index.ts';

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

/** Whether a time is written, which an insert never does. */
const isMarked = (name: string) =>
  column.generated({ ...column.boolean(name), read: (row) => row.textOrNull(name) !== null }, null);

const BASKETS = defineTable('baskets', {
  id: column.text('id'),
  number: column.generated(
    column.integer('number'),
    '(SELECT coalesce(max(number), 0) + 1 FROM baskets)',
  ),
  createdAt: column.text('created_at'),
  cashierId: column.text('cashier_id'),
  cashierName: column.text('cashier_name'),
  shiftId: column.text('shift_id'),
  items: {
    columns: ['items'],
    read: (row) => storedItemsSchema.parse(JSON.parse(row.text('items'))),
    write: (items) => [JSON.stringify(toStoredItems(items))],
  } satisfies Column<readonly BasketItemRow[]>,
  due: column.moneyWithSharedCurrency('due', 'shop_currency'),
  cash: column.money('cash', 'shop_currency'),
  isStopped: isMarked('stopped_at'),
  isLeft: isMarked('left_at'),
  isEnded: isMarked('ended_at'),
  /** Restored from a backup: items without an intent may have been sent since the backup. */
  isRestored: isMarked('restored_at'),
});
export type BasketRow = RowOf<typeof BASKETS>;
/** What sending needs to know of a basket. */
export type BasketToSend = Pick<BasketRow, 'id' | 'items'>;
const BASKET_PAYMENTS = defineTable('basket_payments', {
  intentId: column.text('intent_id'),
  basketId: column.text('basket_id'),
  number: column.integer('number'),
});

const SELECT_UNFINISHED = 'SELECT * FROM baskets WHERE ended_at IS NULL ORDER BY created_at, rowid';

const basketInsert = defineInsert(BASKETS);
const basketPaymentInsert = defineInsert(BASKET_PAYMENTS);

type NewBasket = Parameters<typeof basketInsert.run>[1];

export function insertBasket(database: Database, basket: NewBasket): void {
  basketInsert.run(database, basket);
}

/** Call it in the commit of the item's intent. */
export function insertBasketPayment(
  database: Database,
  payment: RowOf<typeof BASKET_PAYMENTS>,
): void {
  basketPaymentInsert.run(database, payment);
}

/** Returns the number of the first item that has no intent; 0 if every item has one. */
export function getNextItemNumber(
  basket: Pick<BasketRow, 'items'>,
  paymentIds: ReadonlyMap<number, string>,
): number {
  return basket.items.findIndex((_, index) => !paymentIds.has(index + 1)) + 1;
}

export function readBasket(database: Database, id: string): BasketRow | null {
  const row = database.prepare('SELECT * FROM baskets WHERE id = ?').get(id);
  return row ? BASKETS.read(row) : null;
}

/** Baskets that were sent and are not ended, oldest first. */
export function listUnfinishedBaskets(database: Database): BasketRow[] {
  return database.prepare(SELECT_UNFINISHED).all().map(BASKETS.read);
}

/** The same baskets, without parsing their items: read at each change of the status line. */
export function listUnfinishedBasketIds(database: Database): string[] {
  const rows = database
    .prepare('SELECT id FROM baskets WHERE ended_at IS NULL ORDER BY created_at, rowid')
    .all();
  return rows.map((row) => createRowReader(row).text('id'));
}

/** The ids of the basket's payments, by the number of the item. */
export function readBasketPayments(database: Database, id: string): Map<number, string> {
  const rows = database
    .prepare('SELECT number, intent_id FROM basket_payments WHERE basket_id = ?')
    .all(id);
  return new Map(
    rows.map((row) => {
      const read = createRowReader(row);
      return [read.integer('number'), read.text('intent_id')];
    }),
  );
}

/** The id of the basket that a payment is part of; null if there is none. */
export function findBasketOfPayment(database: Database, intentId: string): string | null {
  const row = database
    .prepare('SELECT basket_id FROM basket_payments WHERE intent_id = ?')
    .get(intentId);
  return row === undefined ? null : createRowReader(row).text('basket_id');
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

export function markBasketDismissed(
  database: Database,
  id: string,
  { at, by }: BasketDecision,
): void {
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
