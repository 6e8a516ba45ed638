import type { SQLOutputValue } from 'node:sqlite';
import { paymentKindSchema, type ShiftReport } from '../../../shared/contract/index.ts';
import { createMoney, type Money } from '../../../shared/money/index.ts';
import { type Database, defineInsert, parseOneOf, readRow } from '../../ledger/index.ts';

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
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export interface ShiftRow {
  readonly id: string;
  readonly number: number;
  /** A cashier's id; empty for the shared drawer. */
  readonly drawer: string;
  readonly drawerName: string | null;
  readonly openedAt: string;
  readonly openedBy: string;
  readonly openedByName: string;
  readonly isFloatCounted: boolean;
  readonly takenOverFrom: string | null;
  readonly closedAt: string | null;
}

export interface Movement {
  readonly id: string;
  readonly shiftId: string | null;
  readonly at: string;
  readonly kind: MovementKind;
  readonly tender: string;
  /** Signed: money that comes into the drawer is positive. */
  readonly amount: Money;
  readonly intentId: string | null;
  readonly cashierId: string;
  readonly approvedBy: string | null;
  readonly reason: string | null;
}

/** A movement with the data that a report shows. */
export interface MovementRow extends Movement {
  readonly number: number;
  readonly cashierName: string;
  readonly approverName: string | null;
  readonly payment: {
    readonly kind: (typeof paymentKindSchema.options)[number];
    readonly billerName: string;
    readonly externalId: string;
    readonly fee: Money | null;
    /** The shift of the payment's intent. */
    readonly shiftId: string;
    readonly shiftNumber: number;
  } | null;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

const SELECT_OPEN_SHIFT_ID = 'SELECT id FROM shifts WHERE closed_at IS NULL AND drawer = ?';
const NEXT_SHIFT_NUMBER = { sql: '(SELECT coalesce(max(number), 0) + 1 FROM shifts)' };
const shiftInsert = defineInsert<NewShift>('shifts', {
  id: (shift) => shift.id,
  number: NEXT_SHIFT_NUMBER,
  drawer: (shift) => shift.drawer,
  opened_at: (shift) => shift.at,
  opened_by: (shift) => shift.cashierId,
  is_float_counted: (shift) => (shift.isFloatCounted ? 1 : 0),
  taken_over_from: (shift) => shift.takenOverFrom,
});
const movementInsert = defineInsert<Movement>(
  'cash_movements',
  {
    id: (movement) => movement.id,
    shift_id: (movement) => movement.shiftId,
    at: (movement) => movement.at,
    kind: (movement) => movement.kind,
    tender: (movement) => movement.tender,
    amount: (movement) => movement.amount.amount,
    currency: (movement) => movement.amount.currency,
    intent_id: (movement) => movement.intentId,
    cashier_id: (movement) => movement.cashierId,
    approved_by: (movement) => movement.approvedBy,
    reason: (movement) => movement.reason,
  },
  `ON CONFLICT (intent_id, (kind IN ('hand-back', 'take-in'))) WHERE intent_id IS NOT NULL DO NOTHING`,
);
const SELECT_SHIFT = `SELECT s.*, o.name AS opened_by_name, d.name AS drawer_name FROM shifts s
  JOIN cashiers o ON o.id = s.opened_by LEFT JOIN cashiers d ON d.id = s.drawer`;

/** The id of the open shift of a drawer (by default the shared one), or null. */
export function findOpenShiftId(database: Database, drawer = ''): string | null {
  const row = database.prepare(SELECT_OPEN_SHIFT_ID).get(drawer);
  return row ? readRow(row).text('id') : null;
}

interface NewShift {
  readonly id: string;
  readonly drawer: string;
  readonly at: string;
  readonly cashierId: string;
  readonly isFloatCounted: boolean;
  readonly takenOverFrom: string | null;
}

/** Opens a shift; the drawer must have none. Its number is the next one. */
export function insertShift(
  database: Database,
  id: string,
  cashierId: string,
  at: string,
  options: {
    readonly drawer?: string;
    readonly isFloatCounted?: boolean;
    readonly takenOverFrom?: string;
  } = {},
): void {
  const { drawer = '', isFloatCounted = false, takenOverFrom = null } = options;
  shiftInsert.run(database, { id, drawer, at, cashierId, isFloatCounted, takenOverFrom });
}

/** Prepares the statements of a payment in advance, so that they do not delay the first payment. */
export function prepareCashStatements(database: Database): void {
  for (const sql of [SELECT_OPEN_SHIFT_ID, shiftInsert.sql, movementInsert.sql])
    database.prepare(sql);
}

export function listOpenShifts(database: Database): ShiftRow[] {
  return database
    .prepare(`${SELECT_SHIFT} WHERE s.closed_at IS NULL ORDER BY s.number`)
    .all()
    .map(toShift);
}

export function readShift(database: Database, id: string): ShiftRow | null {
  const row = database.prepare(`${SELECT_SHIFT} WHERE s.id = ?`).get(id);
  return row ? toShift(row) : null;
}

/** The shift that took over the drawer of this one, or null. */
export function findSuccessorShift(database: Database, id: string): ShiftRow | null {
  const row = database.prepare(`${SELECT_SHIFT} WHERE s.taken_over_from = ?`).get(id);
  return row ? toShift(row) : null;
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
    .map((row) => readRow(row).text('shift_id'));
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
export function insertMovement(database: Database, movement: Movement): void {
  movementInsert.run(database, movement);
}

/** Assigns movements that were recorded while no shift was open to this shift. */
export function assignPendingMovements(database: Database, shiftId: string): void {
  database.prepare('UPDATE cash_movements SET shift_id = ? WHERE shift_id IS NULL').run(shiftId);
}

export function listMovementsOfShift(database: Database, shiftId: string): MovementRow[] {
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
    .map(toMovement);
}

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
    .map((row) => {
      const read = readRow(row);
      return {
        how: parseOneOf(read.text('how'), ['handed-back', 'taken-in', 'decided']),
        billerName: read.text('biller_name'),
        externalId: read.text('external_id'),
        owedTo: parseOneOf(read.text('owed_to'), ['customer', 'shop']),
        amount: createMoney(read.text('amount'), read.text('currency')),
        at: read.text('at'),
        by: read.text('cashier_name'),
        approvedBy: read.textOrNull('approver_name'),
        reason: read.textOrNull('reason'),
      };
    });
}

/** The currencies of the movements of this shift, in the order of their first movement. */
export function listCurrenciesOfShift(database: Database, shiftId: string): string[] {
  return database
    .prepare(
      `SELECT currency FROM cash_movements WHERE shift_id = ? GROUP BY currency ORDER BY min(number)`,
    )
    .all(shiftId)
    .map((row) => readRow(row).text('currency'));
}

function toShift(row: Row): ShiftRow {
  const read = readRow(row);
  return {
    id: read.text('id'),
    number: read.integer('number'),
    drawer: read.text('drawer'),
    drawerName: read.textOrNull('drawer_name'),
    openedAt: read.text('opened_at'),
    openedBy: read.text('opened_by'),
    openedByName: read.text('opened_by_name'),
    isFloatCounted: read.integer('is_float_counted') === 1,
    takenOverFrom: read.textOrNull('taken_over_from'),
    closedAt: read.textOrNull('closed_at'),
  };
}

function toMovement(row: Row): MovementRow {
  const read = readRow(row);
  const paymentKindText = read.textOrNull('payment_kind');
  const fee = read.textOrNull('fee');
  return {
    number: read.integer('number'),
    id: read.text('id'),
    shiftId: read.textOrNull('shift_id'),
    at: read.text('at'),
    kind: parseOneOf(read.text('kind'), MOVEMENT_KINDS),
    tender: read.text('tender'),
    amount: createMoney(read.text('amount'), read.text('currency')),
    intentId: read.textOrNull('intent_id'),
    cashierId: read.text('cashier_id'),
    cashierName: read.text('cashier_name'),
    approvedBy: read.textOrNull('approved_by'),
    approverName: read.textOrNull('approver_name'),
    reason: read.textOrNull('reason'),
    payment:
      paymentKindText === null
        ? null
        : {
            kind: parseOneOf(paymentKindText, paymentKindSchema.options),
            billerName: read.text('biller_name'),
            externalId: read.text('external_id'),
            fee: fee === null ? null : createMoney(fee, read.text('shop_currency')),
            shiftId: read.text('paid_in'),
            shiftNumber: read.integer('paid_in_number'),
          },
  };
}
