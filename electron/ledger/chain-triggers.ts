import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { CREATE_CHAIN_SYNC_TRIGGERS } from './schema/index.ts';

/** Whether this ledger records the changes for its chain. */
export function hasChainSyncTriggers(database: Pick<Database, 'prepare'>): boolean {
  return (
    database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'chain_notes_payment'`).get() !==
    undefined
  );
}

/**
 * With a chain, every change of a payment, a shift, a Z report or a refund is recorded in its own
 * commit; without a chain, nothing is recorded. When the triggers are added, a new epoch begins, and
 * the existing payments are listed once (`list_before_at`). One commit; none if nothing changes.
 */
export function setChainSyncTriggers(database: Database, isEnabled: boolean): void {
  if (hasChainSyncTriggers(database) === isEnabled) return;
  database.commit(() => {
    if (!isEnabled) {
      for (const sql of CREATE_CHAIN_SYNC_TRIGGERS) {
        const [, name] = /^CREATE TRIGGER (\w+)/.exec(sql) ?? [];
        database.prepare(`DROP TRIGGER ${name}`).run();
      }
      database.prepare('DELETE FROM chain_changes').run();
      database.prepare('DELETE FROM chain_state').run();
      return;
    }
    for (const sql of CREATE_CHAIN_SYNC_TRIGGERS) database.prepare(sql).run();
    restartChainSyncFromBeginning(database);
  });
}

/** Sorts after the time of every payment. */
const AFTER_EVERY_PAYMENT = '9999';

/**
 * Begins a new epoch, in which all rows are listed again. Needed if the ledger or the chain was
 * restored to a state before the stored changes. Call it inside a commit.
 */
export function restartChainSyncFromBeginning(database: Pick<Database, 'prepare'>): void {
  database.prepare('DELETE FROM chain_changes').run();
  database
    .prepare(
      `INSERT OR REPLACE INTO chain_state (only, epoch_key, acked, list_before_at, list_before_id)
       VALUES (1, ?, 0, ?, '')`,
    )
    .run(randomUUID(), AFTER_EVERY_PAYMENT);
}
