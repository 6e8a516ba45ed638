import type { Database } from '../../../electron/ledger/index.ts';

/**
 * The payments and baskets that the cashier has on the screen, or has acted on: known from the
 * cashier's actions alone, and compared with what the till prints and announces.
 */
export interface Attention {
  /** The cashier sends it, and waits. `id`: of a payment, an order, a basket or a cancel. */
  attend(id: string): void;
  /** The cashier goes to the next customer. */
  leave(id: string): void;
  /** A lock, a sign-in or a restart. */
  leaveAll(): void;
  /** The cashier has seen the certain outcome and acts on it. */
  acknowledge(id: string): void;
  isAcknowledged(id: string): boolean;
  /** Checks the papers and drawer pulses that were queued since the last check. */
  check(): void;
}

/** The id of the cancel of a payment, which has its own id only once it is sent. */
export function toCancelId(paymentId: string): string {
  return `cancel of ${paymentId}`;
}

export function createAttention(database: Database, onUnasked: (words: string) => void): Attention {
  /** The last time that each id was put on the screen (positive) or left (negative). */
  const turns = new Map<string, number>();
  let turn = 0;
  const acknowledged = new Set<string>();
  let lastNumber = 0;

  /** A payment of a basket that was left is on the screen again once it is sent again. */
  const isAttended = (ids: readonly string[]): boolean => {
    const lastTurn = ids
      .map((id) => turns.get(id) ?? 0)
      .reduce((last, next) => (Math.abs(next) > Math.abs(last) ? next : last));
    return lastTurn > 0;
  };

  const check = (): void => {
    const rows = database
      .prepare(
        `SELECT p.number, p.kind, p.intent_id, i.order_id, i.cancels, b.basket_id
         FROM print_jobs p JOIN intents i ON i.id = p.intent_id
         LEFT JOIN basket_payments b ON b.intent_id = p.intent_id
         WHERE p.number > ? AND p.kind IN ('original', 'failed', 'change', 'drawer')
         ORDER BY p.number`,
      )
      .all(lastNumber);
    for (const row of rows) {
      lastNumber = Number(row.number);
      const ids = [row.intent_id, row.order_id, row.basket_id].map(String);
      ids.push(toCancelId(String(row.cancels)));
      if (isAttended(ids) || ids.some((id) => acknowledged.has(id))) continue;
      onUnasked(`${String(row.kind)} of ${String(row.intent_id)} was queued unasked`);
    }
  };
  return {
    attend: (id) => {
      check();
      turn += 1;
      turns.set(id, turn);
    },
    leave: (id) => {
      check();
      turn += 1;
      turns.set(id, -turn);
    },
    leaveAll: () => {
      check();
      turns.clear();
    },
    acknowledge: (id) => {
      check();
      acknowledged.add(id);
    },
    isAcknowledged: (id) => acknowledged.has(id),
    check,
  };
}
