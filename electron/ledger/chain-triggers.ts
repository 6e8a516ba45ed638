import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { CHAIN_TRIGGERS, CREATE_CHAIN_TRIGGERS } from './schema/chain.ts';

/** Whether this ledger notes what its chain has to be told. */
export function hasChainTriggers(database: Pick<Database, 'prepare'>): boolean {
  return (
    database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'chain_notes_payment'`).get() !==
    undefined
  );
}

/**
 * With a chain, every change of a payment, a shift, a Z report or a refund is noted in the commit that
 * makes it; without one, nothing is. Where nothing was noted before, a new numbering begins, and the
 * payments that are there are named once (`list_before_at`). One commit; nothing to do is no commit.
 */
export function setChainTriggers(database: Database, on: boolean): void {
  if (hasChainTriggers(database) === on) return;
  database.commit(() => {
    if (!on) {
      for (const name of Object.keys(CHAIN_TRIGGERS))
        database.prepare(`DROP TRIGGER ${name}`).run();
      database.prepare('DELETE FROM chain_changes').run();
      database.prepare('DELETE FROM chain_state').run();
      return;
    }
    for (const sql of CREATE_CHAIN_TRIGGERS) database.prepare(sql).run();
    startChainEpoch(database);
  });
}

/** Later than every payment. */
const AFTER_EVERY_PAYMENT = '9999';

/**
 * Begins a new numbering, and names everything anew: the ledger went back, or the chain did, further
 * than the changes that are still kept. Inside a commit.
 */
export function startChainEpoch(database: Pick<Database, 'prepare'>): void {
  database.prepare('DELETE FROM chain_changes').run();
  database
    .prepare(
      `INSERT OR REPLACE INTO chain_state (only, epoch_key, acked, list_before_at, list_before_id)
       VALUES (1, ?, 0, ?, '')`,
    )
    .run(randomUUID(), AFTER_EVERY_PAYMENT);
}
