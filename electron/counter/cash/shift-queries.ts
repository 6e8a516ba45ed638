import { paymentKindSchema, type ShiftReport } from '../../../shared/contract/index.ts';
import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineRowReader,
  defineTable,
  INTENTS,
  pickFields,
  REFUND_SETTLEMENTS,
  REFUNDS,
  type RowOf,
} from '../../ledger/index.ts';

/**
 * Queries of shifts and of the movements in their drawers. Times are ISO 8601 in UTC and never decide
 * an order: movements and shifts are ordered by their numbers. Functions that write run inside the
 * caller's `commit`.
 */

const MOVEMENT_KINDS = [
  'float',
  'payment',
  'cash-out',
  'cancel',
  'hand-back',
  'take-in',
  'pay-in',
  'pay-out',
  'drawer',
] as const;
export type StoredCashMovementKind = (typeof MOVEMENT_KINDS)[number];

const SHIFTS = defineTable('shifts', {
  id: column.text('id'),
  number: column.generated(
    column.integer('number'),
    '(SELECT coalesce(max(number), 0) + 1 FROM shifts)',
  ),
  /** A cashier's id; empty for the shared drawer. */
  drawer: column.text('drawer'),
  openedAt: column.text('opened_at'),
  openedBy: column.text('opened_by'),
  isFloatCounted: column.boolean('is_float_counted'),
  takenOverFrom: column.textOrNull('taken_over_from'),
  closedAt: column.generated(column.textOrNull('closed_at'), null),
});
const SHIFT = defineRowReader({
  ...SHIFTS.fields,
  drawerName: column.textOrNull('drawer_name'),
  openedByName: column.text('opened_by_name'),
});
export type ShiftRow = RowOf<typeof SHIFT>;

const CASH_MOVEMENTS = defineTable('cash_movements', {
  number: column.generated(column.integer('number'), null),
  id: column.text('id'),
  shiftId: column.textOrNull('shift_id'),
  at: column.text('at'),
  kind: column.oneOf('kind', MOVEMENT_KINDS),
  tender: column.text('tender'),
  /** Signed: money that comes into the drawer is positive. */
  amount: column.money('amount', 'currency'),
  intentId: column.textOrNull('intent_id'),
  cashierId: column.text('cashier_id'),
  approvedBy: column.textOrNull('approved_by'),
  reason: column.textOrNull('reason'),
  /** A pay-out whose cash went into the safe. */
  isDrop: column.boolean('is_drop'),
});
export type CashMovement = Omit<RowOf<typeof CASH_MOVEMENTS>, 'number'>;

/** A movement with what a report shows. */
const MOVEMENT = defineRowReader({
  ...CASH_MOVEMENTS.fields,
  cashierName: column.text('cashier_name'),
  approverName: column.textOrNull('approver_name'),
  payment: column.orNull(
    column.group({
      ...pickFields(INTENTS, ['billerName', 'externalId', 'fee']),
      kind: column.oneOf('payment_kind', paymentKindSchema.options),
      /** The shift of the payment's intent. */
      shiftId: column.text('paid_in'),
      shiftNumber: column.integer('paid_in_number'),
    }),
  ),
});
export type CashMovementRow = RowOf<typeof MOVEMENT>;

const shiftInsert = defineInsert(SHIFTS);
const movementInsert = defineInsert(CASH_MOVEMENTS, {
  onConflictSql: `ON CONFLICT (intent_id, (kind IN ('hand-back', 'take-in')))
    WHERE intent_id IS NOT NULL DO NOTHING`,
});
const SELECT_SHIFT = `SELECT s.*, o.name AS opened_by_name, d.name AS drawer_name FROM shifts s
  JOIN cashiers o ON o.id = s.opened_by LEFT JOIN cashiers d ON d.id = s.drawer`;
const SELECT_OPEN_SHIFT = `${SELECT_SHIFT} WHERE s.closed_at IS NULL AND s.drawer = ?`;

/** The open shift of a drawer, or null. */
export function findOpenShift(database: Database, drawer: string): ShiftRow | null {
  const row = database.prepare(SELECT_OPEN_SHIFT).get(drawer);
  return row ? SHIFT.read(row) : null;
}

/** Opens a shift; the drawer must have none. Its number is the next one. */
export function insertShift(
  database: Database,
  shift: Parameters<typeof shiftInsert.run>[1],
): void {
  shiftInsert.run(database, shift);
}

/** Prepares the statements of a payment in advance, so that they do not delay the first payment. */
export function prepareCashQueryStatements(database: Database): void {
  for (const sql of [SELECT_OPEN_SHIFT, shiftInsert.sql, movementInsert.sql]) database.prepare(sql);
}

export function listOpenShifts(database: Database): ShiftRow[] {
  return database
    .prepare(`${SELECT_SHIFT} WHERE s.closed_at IS NULL ORDER BY s.number`)
    .all()
    .map(SHIFT.read);
}

export function readShift(database: Database, id: string): ShiftRow | null {
  const row = database.prepare(`${SELECT_SHIFT} WHERE s.id = ?`).get(id);
  return row ? SHIFT.read(row) : null;
}

/** The shift that a stored row refers to. */
export function requireShift(database: Database, id: string): ShiftRow {
  const shift = readShift(database, id);
  if (shift === null) throw new Error(`no shift ${id}`);
  return shift;
}

/** The shift that took over the drawer of this one, or null. */
export function findSuccessorShift(database: Database, id: string): ShiftRow | null {
  const row = database.prepare(`${SELECT_SHIFT} WHERE s.taken_over_from = ?`).get(id);
  return row ? SHIFT.read(row) : null;
}

/**
 * The ids of shifts with baskets that still need a cashier: an item was not sent, or the change was
 * not settled. A basket that only waits for an outcome does not count: its payment is an open item.
 */
export function listShiftsWithUnfinishedBaskets(database: Database): string[] {
  return database
    .prepare(
      `SELECT b.shift_id FROM baskets b WHERE b.ended_at IS NULL AND NOT (
         (b.stopped_at IS NOT NULL OR json_array_length(b.items)
           = (SELECT count(*) FROM basket_payments p WHERE p.basket_id = b.id))
         AND EXISTS (SELECT 1 FROM basket_payments p CROSS JOIN outcomes o ON o.intent_id = p.intent_id
           WHERE p.basket_id = b.id AND o.state IN ('intent', 'sent', 'unknown', 'unclear')))`,
    )
    .all()
    .map((row) => createRowReader(row).text('shift_id'));
}

export function markFloatCounted(database: Database, id: string): void {
  database.prepare('UPDATE shifts SET is_float_counted = 1 WHERE id = ?').run(id);
}

export function markShiftClosed(
  database: Database,
  id: string,
  closing: { readonly at: string; readonly by: string },
): void {
  database
    .prepare('UPDATE shifts SET closed_at = ?, closed_by = ? WHERE id = ? AND closed_at IS NULL')
    .run(closing.at, closing.by, id);
}

/** Writes a movement. Does nothing if the payment already has one of this group. */
export function insertCashMovement(database: Database, movement: CashMovement): void {
  movementInsert.run(database, movement);
}

/** Assigns movements that were recorded while no shift was open to this shift. */
export function assignPendingCashMovements(database: Database, shiftId: string): void {
  database.prepare('UPDATE cash_movements SET shift_id = ? WHERE shift_id IS NULL').run(shiftId);
}

export function listCashMovementsOfShift(database: Database, shiftId: string): CashMovementRow[] {
  return database
    .prepare(
      `SELECT m.*, c.name AS cashier_name, a.name AS approver_name, i.kind AS payment_kind,
         i.biller_name, i.external_id, i.fee, i.shop_currency, i.shift_id AS paid_in,
         s.number AS paid_in_number
       FROM cash_movements m JOIN cashiers c ON c.id = m.cashier_id
         LEFT JOIN cashiers a ON a.id = m.approved_by
         LEFT JOIN intents i ON i.id = m.intent_id LEFT JOIN shifts s ON s.id = i.shift_id
       WHERE m.shift_id = ? ORDER BY m.number`,
    )
    .all(shiftId)
    .map(MOVEMENT.read);
}

/** The number of the newest movement of this shift, or null. */
export function findLastMovementNumber(database: Database, shiftId: string): number | null {
  const row = database
    .prepare('SELECT max(number) AS number FROM cash_movements WHERE shift_id = ?')
    .get(shiftId);
  return row ? createRowReader(row).integerOrNull('number') : null;
}

const SETTLED_REFUND = defineRowReader({
  ...pickFields(REFUND_SETTLEMENTS, ['how', 'at', 'reason']),
  ...pickFields(REFUNDS, ['owedTo', 'amount']),
  ...pickFields(INTENTS, ['billerName', 'externalId']),
  by: column.text('cashier_name'),
  approvedBy: column.textOrNull('approver_name'),
});

/**
 * The refunds settled in this shift. A decision made while no shift was open is listed on the first
 * shift opened after it.
 */
export function listSettledRefundsOfShift(
  database: Database,
  shiftId: string,
): ShiftReport['settledRefunds'] {
  return database
    .prepare(
      `SELECT e.how, e.at, e.reason, r.owed_to, r.amount, r.currency, i.biller_name, i.external_id,
         c.name AS cashier_name, a.name AS approver_name
       FROM refund_settlements e JOIN refunds r ON r.intent_id = e.intent_id
         JOIN intents i ON i.id = e.intent_id JOIN cashiers c ON c.id = e.cashier_id
         LEFT JOIN cashiers a ON a.id = e.approved_by
       WHERE e.shift_id = ?1 OR e.shift_id IS NULL AND ?1 = (SELECT s.id FROM shifts s
         WHERE s.opened_at >= e.at ORDER BY s.opened_at, s.rowid LIMIT 1)
       ORDER BY e.at`,
    )
    .all(shiftId)
    .map(SETTLED_REFUND.read);
}

/** The currencies of the movements of this shift, in the order of their first movement. */
export function listCurrenciesOfShift(database: Database, shiftId: string): string[] {
  return database
    .prepare(
      `SELECT currency FROM cash_movements WHERE shift_id = ? GROUP BY currency ORDER BY min(number)`,
    )
    .all(shiftId)
    .map((row) => createRowReader(row).text('currency'));
}
